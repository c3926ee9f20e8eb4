"""Reads the matters of clients and deals, within the caller's rights; a list of the kind has the same records."""

from collections.abc import Iterable
from datetime import date, timedelta
from decimal import Decimal

from sqlalchemy import BigInteger, ColumnElement, Connection, func, select, type_coerce

from regie.access.actor import Actor
from regie.core.api.wire import Ref
from regie.core.lists.shape import Column
from regie.core.money.amounts import Amount
from regie.core.time.clock import Clock
from regie.core.time.dates import days_between
from regie.core.time.months import add_months
from regie.domains.insights.triage.matters import (
    CLIENT_COLUMNS,
    MANAGER_COLUMNS,
    PEOPLE,
    UNMATCHED,
    Matter,
    Row,
    execute,
    name_columns,
    ref_of,
)
from regie.domains.insights.triage.schemas import MatterKind
from regie.domains.money.collections import queries as collections
from regie.domains.money.invoices.queries import invoice_row_scope
from regie.domains.money.payments.figures import OPEN_AMOUNT
from regie.domains.money.payments.queries import PAYMENTS, find_clients_to_invoice, payment_row_scope
from regie.domains.money.payments.schemas import PaymentQuery, Status
from regie.domains.records.clients.models import Client, ClientNote
from regie.domains.records.exchange_rates.figures import convert_units
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.mirrors.models import HubspotDeal
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.figures import TODAY
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.records.users.queries import read_currency
from regie.domains.work.client_notes.queries import read_next_step_columns
from regie.domains.work.client_notes.schemas import NextStepQuery
from regie.domains.work.clients.figures import IS_OVERDUE_NOW
from regie.domains.work.deals.queries import DEALS, deal_row_scope
from regie.domains.work.deals.schemas import DealQuery

_STEPS_AHEAD = timedelta(days=7)
_TO_INVOICE: list[Status] = ["ready", "partially_invoiced"]


def read_overdue(db: Connection, actor: Actor, clock: Clock) -> list[Matter]:
    """The clients with overdue invoices."""
    today = clock.today()
    days = func.max(days_between(TODAY, Invoice.payable_on)).label("days")
    statement = (
        select(
            *CLIENT_COLUMNS,
            *MANAGER_COLUMNS,
            Invoice.currency,
            func.count().label("count"),
            days,
            _sum_of(Invoice.balance),
        )
        .select_from(Invoice)
        .outerjoin(Client, Client.id == Invoice.client_id)
        .outerjoin(User, User.id == Client.account_manager_id)
        .where(IS_OVERDUE_NOW, invoice_row_scope(actor).rows())
        .group_by(Client.api_id, Client.name, User.api_id, User.name, Invoice.currency)
    )
    return _by_client("overdue", execute(db, actor, statement, today), latest="days")


def read_broken_promises(db: Connection, actor: Actor, clock: Clock) -> list[Matter]:
    """The clients that paid less than they promised by a day that has passed; at stake is the rest of the promise."""
    today = clock.today()
    return [
        Matter(
            "promise", one.client["api_id"], one.client, one.owner, [(one.unpaid, one.currency)],
            facts={"on": one.on, "days": (today - one.on).days},
        )
        for one in collections.read_broken_promises(db, actor, clock)
    ]  # fmt: skip


def read_to_invoice(db: Connection, actor: Actor, clock: Clock) -> list[Matter]:
    """The clients with payments to invoice that were due last month or this month."""
    today = clock.today()
    return _read_payments(db, actor, today, "to_invoice", due_from=_last_month(today), due_to=today)


def read_uninvoiced(db: Connection, actor: Actor, clock: Clock) -> list[Matter]:
    """The clients with payments to invoice of earlier months.

    They are a matter of matching: most were invoiced without a link.
    """
    today = clock.today()
    return _read_payments(db, actor, today, "uninvoiced", due_to=_last_month(today) - timedelta(days=1))


def read_uninvoiced_clients(db: Connection, actor: Actor, clock: Clock) -> list[Matter]:
    """The matters of `read_uninvoiced` without what describes them, for views that only count them."""
    query = PaymentQuery(status=_TO_INVOICE, due_to=_last_month(clock.today()) - timedelta(days=1))
    clients = find_clients_to_invoice(db, actor, query)
    return [Matter("uninvoiced", client, None, None, None) for client in clients]


def _last_month(today: date) -> date:
    return add_months(today.replace(day=1), -1)


def _read_payments(db: Connection, actor: Actor, today: date, kind: MatterKind, **due: date) -> list[Matter]:
    query = PaymentQuery(status=_TO_INVOICE, due_from=due.get("due_from"), due_to=due["due_to"])
    currency, units = read_currency(db, actor), type_coerce(OPEN_AMOUNT, BigInteger)
    # Each payment is rounded when it is converted, as in the list.
    converted = convert_units(units, Project.currency, currency, read_rates(db, today), today)
    columns = (
        *CLIENT_COLUMNS, Client.account_manager_id, Project.currency, func.min(ProjectPayment.due_on), func.count(),
        _sum_of(OPEN_AMOUNT), _sum_of(converted),
    )  # fmt: skip
    names = ("client_id", "client_name", "manager_key", "currency", "on", "count", "amount", "converted")
    of_client = (Client.id, Project.currency)
    rows = name_columns(names, PAYMENTS.values(db, payment_row_scope(actor), query, columns, group_by=of_client))
    managers = _read_managers(db, {row["manager_key"] for row in rows})
    for row in rows:
        row |= {"days": (today - row["on"]).days, **managers.get(row["manager_key"], {})}
        if row["converted"] is not None:
            row |= {"amount": row["converted"], "currency": currency}
    return _by_client(kind, rows, latest="days")


def read_deals(db: Connection, actor: Actor, clock: Clock) -> list[Matter]:
    """The won deals without a project."""
    today = clock.today()
    deal = (HubspotDeal.amount, HubspotDeal.currency, HubspotDeal.closed_on)
    columns = (HubspotDeal.api_id, HubspotDeal.name, *CLIENT_COLUMNS, *MANAGER_COLUMNS, *deal)
    names = ("record", "name", *PEOPLE, "amount", "currency", "on")
    query = DealQuery(state=["won"], with_project=False)
    matters = []
    for row in name_columns(names, DEALS.values(db, deal_row_scope(actor), query, columns)):
        days = None if row["on"] is None else (today - row["on"]).days
        amounts = [(row["amount"], row["currency"])] if row["amount"] is not None and row["currency"] else None
        matters.append(
            Matter("deal", row["record"], ref_of(row, "client"), ref_of(row, "manager"), amounts, name=row["name"],
                   facts={"on": row["on"], "days": days})
        )  # fmt: skip
    return matters


def read_next_steps(db: Connection, actor: Actor, clock: Clock) -> list[Matter]:
    """The caller's own next steps with clients that are due, or will be within a week."""
    today = clock.today()
    owner: Ref = {"api_id": actor.user_api_id, "name": actor.name}
    columns = (ClientNote.api_id, *CLIENT_COLUMNS, ClientNote.next_step, ClientNote.next_on)
    names = ("record", "client_id", "client_name", "step", "on")
    rows = read_next_step_columns(db, actor, NextStepQuery(due_by=today + _STEPS_AHEAD), columns)
    return [
        Matter("next_step", row["record"], ref_of(row, "client"), owner, None, name=row["step"],
               facts={"on": row["on"], "days": (today - row["on"]).days})
        for row in name_columns(names, rows)
    ]  # fmt: skip


def _by_client(kind: MatterKind, rows: Iterable[Row], *, latest: str) -> list[Matter]:
    """Combine the rows of each client: their amounts by currency, their number, and the longest wait."""
    matters: dict[str, Matter] = {}
    for row in rows:
        record = row["client_id"] or UNMATCHED
        empty = Matter(kind, record, ref_of(row, "client"), ref_of(row, "manager"), [], facts={"count": 0, latest: 0})
        matter = matters.setdefault(record, empty)
        matter.facts["count"] += row["count"]
        matter.facts[latest] = max(matter.facts[latest], row[latest])
        assert matter.amounts is not None
        matter.amounts.append((row["amount"], row["currency"]))
    return list(matters.values())


def _read_managers(db: Connection, keys: set[int]) -> dict[int, dict[str, str]]:
    rows = db.execute(select(User.id, *MANAGER_COLUMNS).where(User.id.in_(keys)))
    return {row.id: {"manager_id": row.manager_id, "manager_name": row.manager_name} for row in rows}


def _sum_of(amount: Column) -> ColumnElement[Decimal]:
    return type_coerce(func.sum(type_coerce(amount, BigInteger)), Amount).label("amount")
