"""Reads receivables per client: balances by currency and aging bucket on a day, and follow-ups of invoices today."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import TypedDict

from sqlalchemy import BigInteger, ColumnElement, Connection, and_, case, func, literal_column, or_, select, type_coerce

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.wire import Ref
from regie.core.db.query_cache import QueryCache
from regie.core.lists.listing import Statement
from regie.core.lists.shape import read_rows
from regie.core.money.amounts import AMOUNT_DIGITS, Amount, money
from regie.core.text.folding import fold
from regie.core.time.clock import Clock
from regie.domains.money.invoices.queries import (
    as_of_params,
    credits_within,
    invoices_within,
    serialize_aging,
    visible_invoices,
)
from regie.domains.money.invoices.schemas import ClientFollowUp, ClientReceivables
from regie.domains.records.clients.models import Client
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.invoices.figures import (
    BALANCE_AS_OF,
    BUCKET_AS_OF,
    CREDIT_AS_OF,
    DAYS_OVERDUE_AS_OF,
    OVERDUE,
    OWED,
    OWED_AS_OF,
    TODAY,
    UNAPPLIED_AS_OF,
    aging_params,
    bucket_names,
)
from regie.domains.records.invoices.models import CustomerCredit, Invoice, InvoiceFollowUp
from regie.domains.records.settings.queries import settings_for
from regie.domains.records.users.models import User

# The id of the row of unmatched invoices.
UNMATCHED_ID = "00000000-0000-0000-0000-000000000000"
_TRUE, _FALSE = literal_column("1"), literal_column("0")
_ZERO = Decimal(0)
# The state of an invoice's follow-up today; null for an invoice that is not overdue and has none.
_STATE = case(
    (InvoiceFollowUp.follow_up_on <= TODAY, literal_column("'due'")),
    (InvoiceFollowUp.follow_up_on > TODAY, literal_column("'planned'")),
    (OVERDUE, literal_column("'without_follow_up'")),
)
_CACHE: QueryCache[list["DebtorRow"]] = QueryCache(
    (
        "invoices",
        "invoice_payments",
        "customer_credits",
        "invoice_follow_ups",
        "clients",
        "projects",
        "team_members",
        "users",
        "exchange_rates",
    )
)


class _OwedInvoice(TypedDict):
    """An invoice that was owed, with its follow-up; booleans are 1 or 0."""

    client_id: int | None
    client: str | None
    client_name: str | None
    api_id: str
    number: str
    currency: str
    due_on: date | None
    balance: Decimal
    bucket: str
    days: int
    is_owed: int
    is_overdue: int
    follow_up_on: date | None
    follow_up_owner: str | None
    follow_up_owner_name: str | None
    state: str | None
    noted_at: datetime | None
    may_follow_up: int


class _Credit(TypedDict):
    """What a client may still deduct in one currency, negative."""

    client_id: int | None
    client: str | None
    client_name: str | None
    currency: str
    amount: Decimal


@dataclass(slots=True)
class _Debtor:
    """A client, its owed invoices and its credits."""

    client: Ref | None
    invoices: list[_OwedInvoice] = field(default_factory=list)
    credits: list[_Credit] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class DebtorRow:
    """A client's row, and the converted amounts of its aging buckets, its credits and its total."""

    row: ClientReceivables
    amounts: dict[str, Decimal]
    overdue: Decimal
    unapplied: Decimal
    total: Decimal


@dataclass(frozen=True, slots=True)
class _Conversion:
    """The day of the rates, and the currency to convert to; `owed_in` is the only currency to read."""

    day: date
    today: date
    currency: str
    owed_in: str | None

    def includes(self, currency: str) -> bool:
        return self.owed_in is None or currency == self.owed_in


@dataclass(frozen=True, slots=True)
class Debtors:
    """The clients that owe on a day, by default order, in one currency; `buckets` are the names of the settings."""

    as_of: date
    currency: str
    buckets: Sequence[str]
    rows: Sequence[DebtorRow]


def read_debtors(
    db: Connection, actor: Actor, clock: Clock, *, day: date | None, currency: str, owed_in: str | None = None
) -> Debtors:
    """Return the clients' receivables in `currency`; with `owed_in`, only what they owe in that currency."""
    edges = settings_for(db, actor)["aging_buckets"]
    names = bucket_names(edges)
    today, as_of = clock.today(), as_of_params(clock, day)
    params = {**as_of, **aging_params(edges), "today_": today}
    key = (db.engine, actor.user_id, actor.roles, *params.values(), currency, owed_in)
    conversion = _Conversion(as_of["as_of_"], today, currency, owed_in)
    rows = _CACHE.get(db, key, lambda: _read(db, actor, params, conversion, names))
    return Debtors(as_of["as_of_"], currency, names, rows)


def _read(
    db: Connection,
    actor: Actor,
    params: Mapping[str, object],
    conversion: _Conversion,
    names: Sequence[str],
) -> list[DebtorRow]:
    debtors: dict[int | None, _Debtor] = {}
    values = {**actor.params, **params}
    for row in read_rows(_OwedInvoice, db.execute(_select_owed(actor), values)):
        if not conversion.includes(row["currency"]):
            continue
        debtors.setdefault(row["client_id"], _Debtor(_client(row))).invoices.append(row)
    for credit in read_rows(_Credit, db.execute(_select_credits(actor), values)):
        if not conversion.includes(credit["currency"]):
            continue
        debtors.setdefault(credit["client_id"], _Debtor(_client(credit))).credits.append(credit)
    rates = read_rates(db, conversion.today)
    day, currency = conversion.day, conversion.currency
    rows = [_build_row(debtor, day, currency, rates, names) for debtor in debtors.values()]
    return sorted(rows, key=_default_order)


def _client(row: _OwedInvoice | _Credit) -> Ref | None:
    api_id, name = row["client"], row["client_name"]
    return None if api_id is None or name is None else {"api_id": api_id, "name": name}


def _select_owed(actor: Actor) -> Statement:
    """Select the invoices of the list of receivables, earliest due first, with their follow-ups."""
    follow_up = InvoiceFollowUp
    has_follow_up = or_(
        *(
            column.is_not(None)
            for column in (follow_up.follow_up_on, follow_up.follow_up_note, follow_up.follow_up_owner_id)
        )
    )
    return (
        select(
            Invoice.client_id,
            Client.api_id.label("client"),
            Client.name.label("client_name"),
            Invoice.api_id,
            func.coalesce(Invoice.number, Invoice.customer_name).label("number"),
            Invoice.currency,
            Invoice.due_on,
            BALANCE_AS_OF.label("balance"),
            BUCKET_AS_OF.label("bucket"),
            DAYS_OVERDUE_AS_OF.label("days"),
            case((OWED, _TRUE), else_=_FALSE).label("is_owed"),
            case((OVERDUE, _TRUE), else_=_FALSE).label("is_overdue"),
            follow_up.follow_up_on,
            User.api_id.label("follow_up_owner"),
            User.name.label("follow_up_owner_name"),
            _STATE.label("state"),
            case((has_follow_up, follow_up.updated_at)).label("noted_at"),
            case((_may_follow_up(actor), _TRUE), else_=_FALSE).label("may_follow_up"),
        )
        .outerjoin(Client, Client.id == Invoice.client_id)
        .outerjoin(follow_up, follow_up.invoice_id == Invoice.id)
        .outerjoin(User, User.id == follow_up.follow_up_owner_id)
        .where(OWED_AS_OF, invoices_within(actor)(actor.require(Permission.INVOICES_VIEW)))
        .order_by(Invoice.payable_on, Invoice.id)
    )


def _select_credits(actor: Actor) -> Statement:
    """Select the unapplied amounts by client and currency."""
    return (
        select(
            CustomerCredit.client_id,
            Client.api_id.label("client"),
            Client.name.label("client_name"),
            CustomerCredit.currency,
            type_coerce(func.sum(type_coerce(CREDIT_AS_OF, BigInteger)), Amount).label("amount"),
        )
        .outerjoin(Client, Client.id == CustomerCredit.client_id)
        .where(UNAPPLIED_AS_OF, credits_within(actor)(actor.require(Permission.INVOICES_VIEW)))
        .group_by(CustomerCredit.client_id, Client.api_id, Client.name, CustomerCredit.currency)
    )


def _may_follow_up(actor: Actor) -> ColumnElement[bool]:
    scope = actor.scope(Permission.INVOICES_FOLLOW_UP)
    return and_(literal_column("1 = 0") if scope is None else visible_invoices(scope))


def _build_row(one: _Debtor, day: date, currency: str, rates: Rates, names: Sequence[str]) -> DebtorRow:
    amounts = dict.fromkeys(names, Decimal(0))
    overdue = Decimal(0)
    converted_totals: dict[str, Decimal] = defaultdict(Decimal)
    unconverted: dict[str, Decimal] = defaultdict(Decimal)
    buckets: dict[str, dict[str, tuple[int, int, int]]] = defaultdict(dict)
    counts = dict.fromkeys(names, 0)
    for row in one.invoices:
        counts[row["bucket"]] += 1
        amount, count, undated = buckets[row["currency"]].get(row["bucket"], (0, 0, 0))
        amount += _units(row["balance"])
        buckets[row["currency"]][row["bucket"]] = amount, count + 1, undated + (row["due_on"] is None)
        converted = rates.convert(row["balance"], row["currency"], currency, day)
        if converted is None:
            unconverted[row["currency"]] += row["balance"]
            continue
        amounts[row["bucket"]] += converted
        converted_totals[row["currency"]] += converted
        overdue += converted if row["days"] > 0 else 0
    unapplied = {row["currency"]: row["amount"] for row in one.credits}
    converted_credits = Decimal(0)
    for own, credit in unapplied.items():
        converted = rates.convert(credit, own, currency, day)
        (unconverted if converted is None else converted_totals)[own] += credit if converted is None else converted
        converted_credits += converted or 0
    total = sum(converted_totals.values(), Decimal(0))
    serialized: ClientReceivables = {
        "api_id": one.client["api_id"] if one.client else UNMATCHED_ID,
        "client": one.client,
        "invoices": len(one.invoices),
        "days_past_due": max((0, *(row["days"] for row in one.invoices))),
        "currencies": [
            {
                **serialize_aging(own, names, buckets[own], _units(unapplied.get(own, _ZERO))),
                "converted": money(converted_totals[own], currency) if own in converted_totals else None,
            }
            for own in sorted(buckets.keys() | unapplied.keys())
        ],
        "buckets": [
            {"bucket": name, "amount": money(amount, currency), "invoices": counts[name]}
            for name, amount in amounts.items()
        ],
        "total": money(total, currency),
        "overdue": money(overdue, currency),
        "unconverted": [money(amount, own) for own, amount in sorted(unconverted.items())],
        "follow_up": _summarize_follow_ups([row for row in one.invoices if row["is_owed"]]),
        "collection": {"next_on": None, "owner": None, "collection_state": "none", "promise": None},
    }
    return DebtorRow(serialized, amounts, overdue, converted_credits, total)


def _units(amount: Decimal) -> int:
    return int(amount.scaleb(AMOUNT_DIGITS))


def _summarize_follow_ups(owed: Sequence[_OwedInvoice]) -> ClientFollowUp:
    """Summarize the follow-ups of the invoices that are still owed."""
    states = [row["state"] for row in owed]
    noted = [(row["noted_at"], row) for row in owed if row["noted_at"]]
    last = max(noted, key=lambda one: one[0], default=None)
    planned = [(row["follow_up_on"], row) for row in owed if row["follow_up_on"]]
    following = min(planned, key=lambda one: one[0], default=None)
    to_follow_up = [row for row in owed if row["is_overdue"] and row["may_follow_up"]]
    first = next(
        (row for row in to_follow_up if row["follow_up_on"] is None), to_follow_up[0] if to_follow_up else None
    )
    return {
        "due": states.count("due"),
        "planned": states.count("planned"),
        "without_follow_up": states.count("without_follow_up"),
        "next_on": following and following[0],
        "next_owner": following and _owner(following[1]),
        "last_noted_at": last and last[0],
        "last_noted_on": last and _serialize_ref(last[1]),
        "invoice": first and _serialize_ref(first),
    }


def _owner(row: _OwedInvoice) -> Ref | None:
    api_id, name = row["follow_up_owner"], row["follow_up_owner_name"]
    return None if api_id is None or name is None else {"api_id": api_id, "name": name}


def _serialize_ref(row: _OwedInvoice) -> Ref:
    return {"api_id": row["api_id"], "name": row["number"]}


def _default_order(one: DebtorRow) -> tuple[Decimal, int, tuple[bool, str]]:
    """The default order: by total, then by number of invoices, then by name."""
    return -one.total, -one.row["invoices"], name_order(one.row["client"])


def name_order(client: Ref | None) -> tuple[bool, str]:
    """Sort by folded name, with unmatched invoices last."""
    return client is None, fold(client["name"]) if client else ""
