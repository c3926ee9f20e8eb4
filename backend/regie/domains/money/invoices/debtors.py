"""What each client owed on a day, by currency and how late, and how asking for the money stands today."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any, TypedDict

from sqlalchemy import ColumnElement, Connection, and_, case, func, literal_column, or_, select

from regie.access.actor import ME, Actor
from regie.access.permissions import Permission
from regie.core.api.wire import Page, Ref
from regie.core.db.query_cache import QueryCache
from regie.core.lists.listing import Statement
from regie.core.lists.pages import in_order, page_of
from regie.core.lists.shape import rows_of
from regie.core.lists.text_index import contains_words, words_of
from regie.core.money.amounts import AMOUNT_DIGITS, money
from regie.core.text.folding import fold
from regie.core.time.clock import Clock
from regie.domains.money.invoices.queries import ageing_of, days_as_of, invoices_within, visible_invoices
from regie.domains.money.invoices.schemas import ClientFollowUp, ClientReceivables, ClientReceivablesQuery
from regie.domains.records.clients.models import Client
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.invoices.figures import (
    BALANCE_THEN,
    BUCKET_THEN,
    DAYS_THEN,
    OVERDUE,
    OWED,
    OWED_THEN,
    TODAY,
    ageing_params,
    bucket_names,
)
from regie.domains.records.invoices.models import Invoice, InvoiceFollowUp
from regie.domains.records.settings.queries import settings_for
from regie.domains.records.users.models import User

DEFAULT_SORT = "-total"
# Tells the row apart that is no client's.
NOBODY = "00000000-0000-0000-0000-000000000000"
_OF_ME = select(User.currency).where(User.id == ME)
_YES, _NO = literal_column("1"), literal_column("0")
# How asking for an invoice's money stands today; null where it is not late and nobody is to ask.
_STATE = case(
    (InvoiceFollowUp.follow_up_on <= TODAY, literal_column("'due'")),
    (InvoiceFollowUp.follow_up_on > TODAY, literal_column("'planned'")),
    (OVERDUE, literal_column("'forgotten'")),
)
SORTS: Mapping[str, Callable[["_Told"], Any]] = {
    "client": lambda one: _client_place(one.row["client"]),
    "currency": lambda one: [line["currency"] for line in one.row["currencies"]],
    "total": lambda one: sum(one.sizes.values()),
    "follow_up": lambda one: _urgency(one.row["follow_up"]),
}
_KEPT: QueryCache[list["_Told"]] = QueryCache(
    ("invoices", "invoice_payments", "invoice_follow_ups", "clients", "projects", "team_members", "exchange_rates"), 100
)


class _OwedInvoice(TypedDict):
    """An invoice that was owed, and what people keep about it; a condition is 1 where it holds."""

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
    state: str | None
    kept_at: datetime | None
    may_follow_up: int


@dataclass(slots=True)
class _Debtor:
    """One client, and its invoices that were owed."""

    client: Ref | None
    invoices: list[_OwedInvoice] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Told:
    """A client's row, and what each part of ageing comes to in the reader's currency, by which it is sorted."""

    row: ClientReceivables
    sizes: dict[str, Decimal]


def list_debtors(db: Connection, actor: Actor, query: ClientReceivablesQuery, clock: Clock) -> Page[ClientReceivables]:
    """The most first, by what it comes to in the reader's currency, unless another order is asked for."""
    edges = settings_for(db, actor)["ageing_edges"]
    names = bucket_names(edges)
    today, as_of = clock.today(), days_as_of(clock, query.as_of)
    asked = {**as_of, **ageing_params(edges), "today_": today}
    currency = query.currency or db.execute(_OF_ME, actor.params).scalar_one()
    key = (db.engine, actor.user_id, actor.roles, *asked.values(), currency)
    told = _KEPT.get(db, key, lambda: _read(db, actor, asked, as_of["as_of_"], today, currency, names))
    wanted = _named(db, query.search)
    found = told if wanted is None else [one for one in told if one.row["api_id"] in wanted]
    ordered = in_order(found, query.sort or DEFAULT_SORT, {**SORTS, **{name: _size_of(name) for name in names}})
    return page_of(query, ordered, lambda one: one.row, order=None)


def _size_of(bucket: str) -> Callable[[_Told], Decimal]:
    return lambda one: one.sizes[bucket]


def _client_place(client: Ref | None) -> tuple[bool, str]:
    """By name as it is looked for; what is nobody's after all that is somebody's."""
    return client is None, fold(client["name"]) if client else ""


def _urgency(state: ClientFollowUp) -> tuple[int, int]:
    """How many invoices somebody should ask for now, then how many are seen to."""
    return state["forgotten"] + state["due"], state["planned"]


def _named(db: Connection, search: str) -> set[str] | None:
    """The clients that are looked for by name; None where all are wanted."""
    words = words_of(search)
    conditions = contains_words((Client.search_key,), words.shape)
    return set(db.execute(select(Client.api_id).where(*conditions), words.params).scalars()) if conditions else None


def _read(
    db: Connection,
    actor: Actor,
    asked: Mapping[str, object],
    day: date,
    today: date,
    currency: str,
    names: Sequence[str],
) -> list[_Told]:
    debtors: dict[int | None, _Debtor] = {}
    for row in rows_of(_OwedInvoice, db.execute(_owed(actor), {**actor.params, **asked})):
        debtors.setdefault(row["client_id"], _Debtor(_client(row))).invoices.append(row)
    rates = read_rates(db, today)
    told = [_tell(one, day, currency, rates, names) for one in debtors.values()]
    return sorted(told, key=_place)


def _client(row: _OwedInvoice) -> Ref | None:
    api_id, name = row["client"], row["client_name"]
    return None if api_id is None or name is None else {"api_id": api_id, "name": name}


def _owed(actor: Actor) -> Statement:
    """The invoices of the list of receivables, the latest first, each with what people keep about it."""
    kept = InvoiceFollowUp
    has_kept = or_(
        *(column.is_not(None) for column in (kept.follow_up_on, kept.follow_up_note, kept.follow_up_owner_id))
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
            BALANCE_THEN.label("balance"),
            BUCKET_THEN.label("bucket"),
            DAYS_THEN.label("days"),
            case((OWED, _YES), else_=_NO).label("is_owed"),
            case((OVERDUE, _YES), else_=_NO).label("is_overdue"),
            kept.follow_up_on,
            _STATE.label("state"),
            case((has_kept, kept.updated_at)).label("kept_at"),
            case((_may_follow_up(actor), _YES), else_=_NO).label("may_follow_up"),
        )
        .outerjoin(Client, Client.id == Invoice.client_id)
        .outerjoin(kept, kept.invoice_id == Invoice.id)
        .where(OWED_THEN, invoices_within(actor)(actor.require(Permission.INVOICES_VIEW)))
        .order_by(Invoice.payable_on, Invoice.id)
    )


def _may_follow_up(actor: Actor) -> ColumnElement[bool]:
    scope = actor.scope(Permission.INVOICES_FOLLOW_UP)
    return and_(literal_column("1 = 0") if scope is None else visible_invoices(scope))


def _tell(one: _Debtor, day: date, currency: str, rates: Rates, names: Sequence[str]) -> _Told:
    sizes = dict.fromkeys(names, Decimal(0))
    overdue = Decimal(0)
    whole: dict[str, Decimal] = defaultdict(Decimal)
    apart: dict[str, Decimal] = defaultdict(Decimal)
    buckets: dict[str, dict[str, tuple[int, int, int]]] = defaultdict(dict)
    for row in one.invoices:
        amount, count, undated = buckets[row["currency"]].get(row["bucket"], (0, 0, 0))
        amount += int(row["balance"].scaleb(AMOUNT_DIGITS))
        buckets[row["currency"]][row["bucket"]] = amount, count + 1, undated + (row["due_on"] is None)
        converted = rates.convert(row["balance"], row["currency"], currency, day)
        if converted is None:
            apart[row["currency"]] += row["balance"]
            continue
        sizes[row["bucket"]] += converted
        whole[row["currency"]] += converted
        overdue += converted if row["days"] > 0 else 0
    told: ClientReceivables = {
        "api_id": one.client["api_id"] if one.client else NOBODY,
        "client": one.client,
        "invoices": len(one.invoices),
        "days_past_due": max(0, max(row["days"] for row in one.invoices)),
        "currencies": [
            {**ageing_of(own, names, of_own), "converted": money(whole[own], currency) if own in whole else None}
            for own, of_own in sorted(buckets.items())
        ],
        "total": money(sum(sizes.values(), Decimal(0)), currency),
        "overdue": money(overdue, currency),
        "unconverted": [money(amount, own) for own, amount in sorted(apart.items())],
        "follow_up": _follow_up([row for row in one.invoices if row["is_owed"]]),
    }
    return _Told(told, sizes)


def _follow_up(owed: Sequence[_OwedInvoice]) -> ClientFollowUp:
    """Over what is owed still: what was paid since is asked for no more."""
    states = [row["state"] for row in owed]
    kept = [(row["kept_at"], row) for row in owed if row["kept_at"]]
    last = max(kept, key=lambda one: one[0], default=None)
    askable = [row for row in owed if row["is_overdue"] and row["may_follow_up"]]
    first = next((row for row in askable if row["follow_up_on"] is None), askable[0] if askable else None)
    return {
        "due": states.count("due"),
        "planned": states.count("planned"),
        "forgotten": states.count("forgotten"),
        "next_on": min((row["follow_up_on"] for row in owed if row["follow_up_on"]), default=None),
        "last_kept_at": last and last[0],
        "last_kept_on": last and _ref(last[1]),
        "invoice": first and _ref(first),
    }


def _ref(row: _OwedInvoice) -> Ref:
    return {"api_id": row["api_id"], "name": row["number"]}


def _place(one: _Told) -> tuple[Decimal, int, tuple[bool, str]]:
    """The place of equal ones: the most first, then by how many invoices, then by name."""
    return -sum(one.sizes.values(), Decimal(0)), -one.row["invoices"], _client_place(one.row["client"])
