"""Lists receivables by client, and summarizes them: amounts by age, and the clients of each ready view."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, get_args

from sqlalchemy import Connection, select

from regie.access.actor import Actor
from regie.core.api.errors import FieldError, Invalid
from regie.core.api.wire import Money, Page
from regie.core.lists.pages import paginate, sort_rows
from regie.core.lists.text_index import contains_terms, parse_search
from regie.core.money.amounts import money
from regie.core.time.clock import Clock
from regie.domains.money.invoices.client_collections import add_collections
from regie.domains.money.invoices.debtors import DebtorRow, name_order, read_debtors
from regie.domains.money.invoices.schemas import (
    ClientFollowUp,
    ClientReceivables,
    ClientReceivablesQuery,
    ReceivablesSummary,
    ReceivablesSummaryQuery,
    ReceivableStatus,
)
from regie.domains.records.clients.models import Client
from regie.domains.records.collections.figures import PromiseStatus
from regie.domains.records.users.queries import read_currency

DEFAULT_SORT = "-total"
_NO_PROMISE = {"on": date.max}
_NO_OWNER = {"api_id": ""}
SORTS: Mapping[str, Callable[[DebtorRow], Any]] = {
    "client": lambda one: name_order(one.row["client"]),
    "currency": lambda one: [line["currency"] for line in one.row["currencies"]],
    "total": lambda one: one.total,
    "overdue": lambda one: one.overdue,
    "days_past_due": lambda one: one.row["days_past_due"],
    "follow_up": lambda one: _urgency(one.row["follow_up"]),
    "next_follow_up_on": lambda one: one.row["collection"]["next_on"] or date.max,
    "owner": lambda one: name_order(one.row["collection"]["owner"]),
    "promised_on": lambda one: (one.row["collection"]["promise"] or _NO_PROMISE)["on"],
}
_HasStatus = Callable[[ClientReceivables, date], bool]
_STATUSES: Mapping[ReceivableStatus, _HasStatus] = {
    "overdue": lambda row, _today: row["days_past_due"] > 0,
    "follow_up_due": lambda row, today: (row["collection"]["next_on"] or date.max) <= today,
    "no_follow_up": lambda row, _today: row["days_past_due"] > 0 and row["collection"]["next_on"] is None,
    "promised": lambda row, _today: _promise_status(row) == "due",
    "promise_broken": lambda row, _today: _promise_status(row) == "broken",
    "disputed": lambda row, _today: row["collection"]["collection_state"] == "disputed",
    "in_collection": lambda row, _today: row["collection"]["collection_state"] == "in_collection",
}


def list_receivables_by_client(
    db: Connection, actor: Actor, query: ClientReceivablesQuery, clock: Clock
) -> Page[ClientReceivables]:
    """The clients' receivables, by default sorted by converted total, largest first."""
    currency = query.currency or query.owed_in or read_currency(db, actor)
    debtors = read_debtors(db, actor, clock, day=query.as_of, currency=currency, owed_in=query.owed_in)
    today = clock.today()
    found = _filter_rows(add_collections(db, debtors.rows, today), query, debtors.buckets, today)
    matching = _search_clients(db, query.search)
    rows = found if matching is None else [one for one in found if one.row["api_id"] in matching]
    buckets = {name: _amount_in(name) for name in debtors.buckets}
    ordered = sort_rows(rows, query.sort or DEFAULT_SORT, {**SORTS, **buckets})
    return paginate(query, ordered, lambda one: one.row, order=None)


def read_summary(db: Connection, actor: Actor, query: ReceivablesSummaryQuery, clock: Clock) -> ReceivablesSummary:
    """Sum up the rows of the list, and count the clients of each ready view; amounts are converted."""
    currency = query.currency or query.owed_in or read_currency(db, actor)
    every = read_debtors(db, actor, clock, day=None, currency=currency)
    shown = (
        read_debtors(db, actor, clock, day=None, currency=currency, owed_in=query.owed_in) if query.owed_in else every
    )
    today = clock.today()
    rows = add_collections(db, shown.rows, today)
    return {
        "as_of": shown.as_of,
        "formula": "ar_aging",
        "total": money(sum((one.total for one in rows), Decimal(0)), currency),
        "overdue": money(sum((one.overdue for one in rows), Decimal(0)), currency),
        "unapplied": money(sum((one.unapplied for one in rows), Decimal(0)), currency),
        "unconverted": _sum_by_currency(amount for one in rows for amount in one.row["unconverted"]),
        "buckets": [
            {
                "bucket": name,
                "amount": money(sum((one.amounts[name] for one in rows), Decimal(0)), currency),
                "invoices": sum(one.row["buckets"][index]["invoices"] for one in rows),
            }
            for index, name in enumerate(shown.buckets)
        ],
        "currencies": _sum_by_currency(line["total"] for one in every.rows for line in one.row["currencies"]),
        "clients": len(rows),
        "statuses": [
            {"status": status, "clients": sum(_STATUSES[status](one.row, today) for one in rows)}
            for status in get_args(ReceivableStatus)
        ],
    }


def _promise_status(row: ClientReceivables) -> PromiseStatus | None:
    promise = row["collection"]["promise"]
    return promise and promise["status"]


def _filter_rows(
    rows: Sequence[DebtorRow], query: ClientReceivablesQuery, buckets: Sequence[str], today: date
) -> list[DebtorRow]:
    wanted = set(query.aging_bucket)
    if not wanted <= set(buckets):
        raise Invalid({"aging_bucket": FieldError("choice", allowed=", ".join(buckets))})
    has_status = _STATUSES[query.status] if query.status else None
    clients, owners = set(query.client), set(query.owner)
    return [
        one
        for one in rows
        if (not wanted or any(bucket["invoices"] and bucket["bucket"] in wanted for bucket in one.row["buckets"]))
        and (has_status is None or has_status(one.row, today))
        and (not clients or one.row["api_id"] in clients)
        and (not owners or (one.row["collection"]["owner"] or _NO_OWNER)["api_id"] in owners)
    ]


def _sum_by_currency(amounts: Iterable[Money]) -> list[Money]:
    sums: dict[str, Decimal] = defaultdict(Decimal)
    for one in amounts:
        sums[one["currency"]] += Decimal(one["amount"])
    return [money(amount, currency) for currency, amount in sorted(sums.items())]


def _amount_in(bucket: str) -> Callable[[DebtorRow], Decimal]:
    return lambda one: one.amounts[bucket]


def _urgency(follow_up: ClientFollowUp) -> tuple[int, int]:
    """Sort by the number of invoices to follow up now, then by planned follow-ups."""
    return follow_up["without_follow_up"] + follow_up["due"], follow_up["planned"]


def _search_clients(db: Connection, search: str) -> set[str] | None:
    """The ids of the clients whose name matches; None without a search."""
    words = parse_search(search)
    conditions = contains_terms((Client.search_key,), words.shape)
    return set(db.execute(select(Client.api_id).where(*conditions), words.params).scalars()) if conditions else None
