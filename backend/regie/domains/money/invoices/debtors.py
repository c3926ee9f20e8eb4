"""Reads receivables per client: the sums of balances by currency and aging bucket on a day, which the database adds up.

The number of rows follows the clients that owe, not their invoices.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Row,
    and_,
    case,
    func,
    literal_column,
    null,
    or_,
    select,
    type_coerce,
    union_all,
)

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.wire import Ref
from regie.core.db.query_cache import QueryCache
from regie.core.lists.listing import Statement
from regie.core.money.amounts import AMOUNT_DIGITS
from regie.core.text.folding import fold
from regie.core.time.clock import Clock
from regie.domains.money.invoices.queries import as_of_params, credits_within, invoices_within
from regie.domains.records.clients.models import Client
from regie.domains.records.exchange_rates.figures import Rates, convert_units
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.invoices.figures import (
    BALANCE_AS_OF,
    BUCKET_AS_OF,
    CREDIT_AS_OF,
    DAYS_OVERDUE_AS_OF,
    OVERDUE,
    OWED,
    OWED_AS_OF_BY_INVOICE,
    TODAY,
    UNAPPLIED_AS_OF,
    aging_params,
    bucket_names,
)
from regie.domains.records.invoices.models import CustomerCredit, Invoice, InvoiceFollowUp
from regie.domains.records.invoices.queries import owed_as_of
from regie.domains.records.settings.queries import settings_for
from regie.domains.records.users.models import User

# The id of the row of unmatched invoices.
UNMATCHED_ID = "00000000-0000-0000-0000-000000000000"
CURRENT = "current"
_TRUE, _FALSE = literal_column("1"), literal_column("0")
INVOICE_NAME = func.coalesce(Invoice.number, Invoice.customer_name)
_CACHE: QueryCache[list["Debtor"]] = QueryCache(
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


class Cell(NamedTuple):
    """The invoices of a client in one currency and aging bucket; amounts are in ten-thousandths.

    `converted` is None without a rate. `undated` are those without a due date, `days` the most days past due.
    """

    currency: str
    bucket: str
    amount: int
    converted: int | None
    invoices: int
    undated: int


class Credit(NamedTuple):
    """What a client may still deduct in one currency, negative."""

    currency: str
    amount: int
    converted: int | None


@dataclass(slots=True)
class FollowUps:
    """The stored follow-ups of a client's invoices that are owed today."""

    due: int = 0
    planned: int = 0
    next_on: date | None = None
    next_owner: Ref | None = None
    last_noted_at: datetime | None = None
    last_noted_on: Ref | None = None


@dataclass(slots=True)
class Debtor:
    """A client, what it owes and its credits; amounts are converted, in ten-thousandths. Shared, so never changed."""

    key: int | None
    client: Ref | None
    manager: Ref | None
    cells: list[Cell] = field(default_factory=list)
    credits: list[Credit] = field(default_factory=list)
    amounts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    invoices: int = 0
    days_past_due: int = 0
    without_follow_up: int = 0
    unapplied: int = 0
    follow_ups: FollowUps = field(default_factory=FollowUps)

    @property
    def api_id(self) -> str:
        return self.client["api_id"] if self.client else UNMATCHED_ID

    @property
    def total(self) -> int:
        return sum(self.amounts.values()) + self.unapplied

    @property
    def overdue(self) -> int:
        return sum(amount for bucket, amount in self.amounts.items() if bucket != CURRENT)

    @property
    def currencies(self) -> list[str]:
        return sorted({one.currency for one in (*self.cells, *self.credits)})


@dataclass(frozen=True, slots=True)
class _Conversion:
    """The day of the rates, and the currency to convert to; `owed_in` is the only currency to read.

    `is_owed` is the condition that an invoice was owed on the day.
    """

    rates: Rates
    day: date
    currency: str
    owed_in: str | None
    is_owed: ColumnElement[bool]


@dataclass(frozen=True, slots=True)
class Debtors:
    """The clients that owe on a day, by default order, in one currency; `buckets` are the names of the settings."""

    as_of: date
    currency: str
    buckets: Sequence[str]
    rows: Sequence[Debtor]
    # The day as parameters of statements.
    params: Mapping[str, object]


def read_debtors(
    db: Connection, actor: Actor, clock: Clock, *, day: date | None, currency: str, owed_in: str | None = None
) -> Debtors:
    """Return the clients' receivables in `currency`; with `owed_in`, only what they owe in that currency."""
    edges = settings_for(db, actor)["aging_buckets"]
    today, as_of = clock.today(), as_of_params(clock, day)
    params = {**as_of, **aging_params(edges), "today_": today}
    key = (db.engine, actor.user_id, actor.roles, *params.values(), currency, owed_in)

    def read() -> list[Debtor]:
        is_owed = owed_as_of(db, as_of["as_of_"], today)
        conversion = _Conversion(read_rates(db, today), as_of["as_of_"], currency, owed_in, is_owed)
        return _read(db, actor, {**actor.params, **params}, conversion)

    return Debtors(as_of["as_of_"], currency, bucket_names(edges), _CACHE.get(db, key, read), params)


def _read(db: Connection, actor: Actor, values: Mapping[str, object], conversion: _Conversion) -> list[Debtor]:
    debtors: dict[int | None, Debtor] = {}
    for row in db.execute(_select_amounts(actor, conversion), values):
        debtor = debtors.get(row.client_id)
        if debtor is None:
            debtor = debtors[row.client_id] = _debtor(row)
        if row.bucket is None:
            _add_credit(debtor, row, conversion)
        else:
            _add_cell(debtor, row)
    for row in db.execute(_select_follow_ups(actor, conversion.owed_in), values):
        _add_follow_up(debtors[row.client_id].follow_ups, row)
    return sorted(debtors.values(), key=_default_order)


def _select_amounts(actor: Actor, conversion: _Conversion) -> Statement:
    """Select what each client owes by currency and aging bucket, and its credits, whose bucket is null."""
    amounts = union_all(_select_owed(actor, conversion), _select_credits(actor, conversion.owed_in)).subquery()
    return (
        select(
            *amounts.c,
            Client.api_id.label("client"),
            Client.name.label("client_name"),
            User.api_id.label("manager"),
            User.name.label("manager_name"),
        )
        .outerjoin(Client, Client.id == amounts.c.client_id)
        .outerjoin(User, User.id == Client.account_manager_id)
        .order_by(amounts.c.client_id, amounts.c.currency, amounts.c.bucket)
    )


def owed_now(actor: Actor, statement: Statement, owed_in: str | None) -> Statement:
    """Restrict a statement of invoices to those of the list of receivables that are still owed today."""
    return _owed(actor, statement.where(OWED, OWED_AS_OF_BY_INVOICE), owed_in)


def _owed(actor: Actor, statement: Statement, owed_in: str | None) -> Statement:
    found = statement.where(invoices_within(actor)(actor.require(Permission.INVOICES_VIEW)))
    return found.where(Invoice.currency == owed_in) if owed_in else found


def _select_owed(actor: Actor, conversion: _Conversion) -> Statement:
    """Add up the invoices of the list of receivables by client, currency and aging bucket."""
    has_none = and_(OVERDUE, InvoiceFollowUp.follow_up_on.is_(None))
    owed = _owed(
        actor,
        select(
            Invoice.client_id,
            Invoice.currency,
            Invoice.due_on,
            type_coerce(BALANCE_AS_OF, BigInteger).label("units"),
            BUCKET_AS_OF.label("bucket"),
            DAYS_OVERDUE_AS_OF.label("days"),
            case((has_none, _TRUE), else_=_FALSE).label("has_no_follow_up"),
        )
        .outerjoin(InvoiceFollowUp, InvoiceFollowUp.invoice_id == Invoice.id)
        .where(conversion.is_owed),
        conversion.owed_in,
    ).subquery()
    units = owed.c.units
    converted = convert_units(units, owed.c.currency, conversion.currency, conversion.rates, conversion.day)
    return select(
        owed.c.client_id,
        owed.c.currency,
        owed.c.bucket,
        func.sum(units).label("amount"),
        func.sum(converted).label("converted"),
        func.count().label("invoices"),
        (func.count() - func.count(owed.c.due_on)).label("undated"),
        func.max(owed.c.days).label("days"),
        func.sum(owed.c.has_no_follow_up).label("without_follow_up"),
    ).group_by(owed.c.client_id, owed.c.currency, owed.c.bucket)


def _select_credits(actor: Actor, owed_in: str | None) -> Statement:
    """Select the unapplied amounts by client and currency."""
    found = (
        select(
            CustomerCredit.client_id,
            CustomerCredit.currency,
            null(),
            func.sum(type_coerce(CREDIT_AS_OF, BigInteger)),
            *(null() for _ in range(5)),
        )
        .where(UNAPPLIED_AS_OF, credits_within(actor)(actor.require(Permission.INVOICES_VIEW)))
        .group_by(CustomerCredit.client_id, CustomerCredit.currency)
    )
    return found.where(CustomerCredit.currency == owed_in) if owed_in else found


def _select_follow_ups(actor: Actor, owed_in: str | None) -> Statement:
    """Select the invoices with a stored follow-up that are still owed today, earliest due first."""
    follow_up = InvoiceFollowUp
    has_follow_up = or_(
        *(
            column.is_not(None)
            for column in (follow_up.follow_up_on, follow_up.follow_up_note, follow_up.follow_up_owner_id)
        )
    )
    statement = (
        select(
            Invoice.client_id,
            Invoice.api_id,
            INVOICE_NAME.label("name"),
            follow_up.follow_up_on,
            case((follow_up.follow_up_on <= TODAY, _TRUE), else_=_FALSE).label("is_due"),
            User.api_id.label("owner"),
            User.name.label("owner_name"),
            follow_up.updated_at.label("noted_at"),
        )
        .join(follow_up, follow_up.invoice_id == Invoice.id)
        .outerjoin(User, User.id == follow_up.follow_up_owner_id)
        .where(has_follow_up)
        .order_by(Invoice.payable_on, Invoice.id)
    )
    return owed_now(actor, statement, owed_in)


def _debtor(row: Row[Any]) -> Debtor:
    if row.client is None:
        return Debtor(None, None, None)
    client: Ref = {"api_id": row.client, "name": row.client_name}
    return Debtor(row.client_id, client, {"api_id": row.manager, "name": row.manager_name})


def _add_cell(debtor: Debtor, row: Row[Any]) -> None:
    converted = None if row.converted is None else int(row.converted)
    debtor.cells.append(Cell(row.currency, row.bucket, int(row.amount), converted, row.invoices, row.undated))
    debtor.amounts[row.bucket] += converted or 0
    debtor.invoices += row.invoices
    debtor.days_past_due = max(debtor.days_past_due, row.days)
    debtor.without_follow_up += row.without_follow_up


def _add_credit(debtor: Debtor, row: Row[Any], conversion: _Conversion) -> None:
    amount = Decimal(int(row.amount)).scaleb(-AMOUNT_DIGITS)
    exact = conversion.rates.convert(amount, row.currency, conversion.currency, conversion.day)
    converted = None if exact is None else int(exact.scaleb(AMOUNT_DIGITS))
    debtor.credits.append(Credit(row.currency, int(row.amount), converted))
    debtor.unapplied += converted or 0


def _add_follow_up(found: FollowUps, row: Row[Any]) -> None:
    if row.follow_up_on is not None:
        found.due += row.is_due
        found.planned += not row.is_due
        if found.next_on is None or row.follow_up_on < found.next_on:
            found.next_on = row.follow_up_on
            found.next_owner = None if row.owner is None else {"api_id": row.owner, "name": row.owner_name}
    if found.last_noted_at is None or row.noted_at > found.last_noted_at:
        found.last_noted_at, found.last_noted_on = row.noted_at, {"api_id": row.api_id, "name": row.name}


def _default_order(one: Debtor) -> tuple[int, int, tuple[bool, str]]:
    """The default order: by total, then by number of invoices, then by name."""
    return -one.total, -one.invoices, name_order(one.client)


def name_order(client: Ref | None) -> tuple[bool, str]:
    """Sort by folded name, with unmatched invoices last."""
    return client is None, fold(client["name"]) if client else ""
