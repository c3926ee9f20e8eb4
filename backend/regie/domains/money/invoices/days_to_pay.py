"""Averages how many days clients take to pay: from the issue of an invoice to its settlement, weighted by amount."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, Connection, Date, Integer, bindparam, func, select, type_coerce

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.lists.listing import Statement
from regie.core.time.dates import days_between
from regie.core.time.months import add_months
from regie.domains.money.invoices.queries import invoices_within
from regie.domains.money.invoices.schemas import ClientDaysToPay, DaysToPay
from regie.domains.records.invoices.figures import SETTLED_ON
from regie.domains.records.invoices.models import Invoice, InvoicePayment
from regie.domains.work.clients.queries import find_client_key

WINDOW_MONTHS = 12
_WINDOW = (bindparam("settled_since_", type_=Date), bindparam("settled_until_", type_=Date))
_settled = select(
    Invoice.client_id,
    Invoice.currency,
    Invoice.issued_on,
    SETTLED_ON.label("settled_on"),
    type_coerce(Invoice.total, BigInteger).label("units"),
)
# Of all clients, first the few invoices that anything was paid on in these days, through the index of that day.
_settled_of_all = _settled.where(
    Invoice.client_id.is_not(None),
    Invoice.external_id.in_(select(InvoicePayment.invoice_external_id).where(InvoicePayment.paid_on.between(*_WINDOW))),
)


class Settled(NamedTuple):
    """Invoices of one client and currency that took the same number of days; `amount` is in ten-thousandths."""

    days: int
    amount: int
    invoices: int


def window_until(today: date) -> date:
    """Return the first day of the twelve months until today."""
    return add_months(today, -WINDOW_MONTHS)


def settled_params(until: date) -> dict[str, date]:
    """Return the parameters of `select_settled`, for the twelve months until a day."""
    return {"settled_since_": window_until(until), "settled_until_": until}


def select_settled(clients: Collection[int] | None) -> Statement:
    """Add up the settled invoices of these clients, or of all, by client, currency and number of days."""
    settled = (_settled_of_all if clients is None else _settled.where(Invoice.client_id.in_(clients))).subquery()
    days = days_between(settled.c.settled_on, settled.c.issued_on)
    return (
        select(
            settled.c.client_id,
            settled.c.currency,
            type_coerce(days, Integer).label("days"),
            type_coerce(func.sum(settled.c.units), BigInteger).label("amount"),
            func.count().label("invoices"),
        )
        .where(settled.c.settled_on.between(*_WINDOW))
        .group_by(settled.c.client_id, settled.c.currency, days)
    )


def average_by_client(rows: Iterable[Any]) -> Mapping[int, list[DaysToPay]]:
    """Return the averages by client and currency of rows of `select_settled`."""
    groups: dict[int, dict[str, list[Settled]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        groups[row.client_id][row.currency].append(Settled(row.days, int(row.amount), row.invoices))
    return {
        client: [_describe(currency, settled) for currency, settled in sorted(currencies.items())]
        for client, currencies in groups.items()
    }


def read_client_days_to_pay(db: Connection, actor: Actor, client: str, today: date) -> ClientDaysToPay:
    """NotFound when the caller may not see the client; nothing for one whose invoices the caller may not see."""
    key = find_client_key(db, actor, client)
    seen = invoices_within(actor)(actor.require(Permission.INVOICES_VIEW))
    # Readers who see one invoice of a client see all of them.
    is_seen = db.execute(select(Invoice.id).where(Invoice.client_id == key, seen).limit(1), actor.params).first()
    return {
        "since": window_until(today),
        "until": today,
        "formula": "days_to_pay",
        "currencies": _read(db, key, today) if is_seen else [],
    }


def _read(db: Connection, client: int, today: date) -> list[DaysToPay]:
    return average_by_client(db.execute(select_settled([client]), settled_params(today))).get(client, [])


def average_days(rows: Iterable[Settled]) -> int:
    """Return Σ (days × amount) ÷ Σ amounts, rounded half up; amounts are positive and of one currency."""
    all_rows = list(rows)
    weighted = Decimal(sum(one.days * one.amount for one in all_rows))
    return int((weighted / sum(one.amount for one in all_rows)).quantize(Decimal(1), ROUND_HALF_UP))


def _describe(currency: str, rows: list[Settled]) -> DaysToPay:
    return {"currency": currency, "days": average_days(rows), "invoices": sum(one.invoices for one in rows)}
