"""Lists receivables by client, and summarizes them: amounts by age, and the clients of each ready view."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, get_args

from sqlalchemy import Connection, select

from regie.access.actor import Actor
from regie.core.api.errors import FieldError, Invalid
from regie.core.api.wire import Money, Page
from regie.core.lists.pages import page_meta, sort_rows
from regie.core.lists.text_index import contains_terms, parse_search
from regie.core.money.amounts import scaled_to_money
from regie.core.time.clock import Clock
from regie.domains.money.invoices.client_collections import ClientDebt, add_collections
from regie.domains.money.invoices.days_to_pay import average_by_client, select_settled, settled_params
from regie.domains.money.invoices.debtor_rows import serialize_rows, unconverted
from regie.domains.money.invoices.debtors import Debtor, name_order, read_debtors
from regie.domains.money.invoices.schemas import (
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
_NO_REMINDER = {"sent_at": datetime.min.replace(tzinfo=UTC)}
_NOT_SENT = {"mail_state": None}
_NO_OWNER = {"api_id": ""}
SORTS: Mapping[str, Callable[[ClientDebt], Any]] = {
    "client": lambda one: name_order(one.debtor.client),
    "currency": lambda one: one.debtor.currencies,
    "total": lambda one: one.debtor.total,
    "overdue": lambda one: one.debtor.overdue,
    "days_past_due": lambda one: one.debtor.days_past_due,
    "follow_up": lambda one: _urgency(one.debtor),
    "next_follow_up_on": lambda one: one.collection["next_on"] or date.max,
    "owner": lambda one: name_order(one.collection["owner"]),
    "promised_on": lambda one: (one.collection["promise"] or _NO_PROMISE)["on"],
    "last_reminder": lambda one: (one.collection["last_reminder"] or _NO_REMINDER)["sent_at"],
    # Read only where it is asked for.
    "days_to_pay": lambda _one: 0,
}
_HasStatus = Callable[[ClientDebt, date], bool]
_STATUSES: Mapping[ReceivableStatus, _HasStatus] = {
    "overdue": lambda one, _today: one.debtor.days_past_due > 0,
    "follow_up_due": lambda one, today: (one.collection["next_on"] or date.max) <= today,
    "no_follow_up": lambda one, _today: one.debtor.days_past_due > 0 and one.collection["next_on"] is None,
    "promised": lambda one, _today: _promise_status(one) == "due",
    "promise_broken": lambda one, _today: _promise_status(one) == "broken",
    "disputed": lambda one, _today: one.collection["collection_state"] == "disputed",
    "in_collection": lambda one, _today: one.collection["collection_state"] == "in_collection",
    "reminder_failed": lambda one, _today: (one.collection["last_reminder"] or _NOT_SENT)["mail_state"] == "failed",
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
    rows = found if matching is None else [one for one in found if one.debtor.api_id in matching]
    buckets = {name: _amount_in(name) for name in debtors.buckets}
    sorts = {**SORTS, **buckets, "days_to_pay": _slowest_payment(db, debtors.as_of, query.sort)}
    ordered = sort_rows(rows, query.sort or DEFAULT_SORT, sorts)
    if (ids := query.selected_ids) is not None:
        ordered = [one for one in ordered if one.debtor.api_id in ids]
    start = (query.page - 1) * query.per_page
    shown = ordered[start : start + query.per_page]
    return {
        "data": serialize_rows(db, actor, debtors, shown, query.owed_in),
        "meta": page_meta(query, len(ordered), len(shown)),
    }


def read_summary(db: Connection, actor: Actor, query: ReceivablesSummaryQuery, clock: Clock) -> ReceivablesSummary:
    """Sum up the rows of the list, and count the clients of each ready view; amounts are converted."""
    currency = query.currency or query.owed_in or read_currency(db, actor)
    every = read_debtors(db, actor, clock, day=None, currency=currency)
    shown = (
        read_debtors(db, actor, clock, day=None, currency=currency, owed_in=query.owed_in) if query.owed_in else every
    )
    today = clock.today()
    rows = shown.rows
    debts = add_collections(db, rows, today)
    cells = [cell for one in rows for cell in one.cells]
    return {
        "as_of": shown.as_of,
        "formula": "ar_aging",
        "total": scaled_to_money(sum(one.total for one in rows), currency),
        "overdue": scaled_to_money(sum(one.overdue for one in rows), currency),
        "unapplied": scaled_to_money(sum(one.unapplied for one in rows), currency),
        "unconverted": unconverted(rows),
        "buckets": [
            {
                "bucket": name,
                "amount": scaled_to_money(sum(one.amounts.get(name, 0) for one in rows), currency),
                "invoices": sum(cell.invoices for cell in cells if cell.bucket == name),
            }
            for name in shown.buckets
        ],
        "currencies": _sum_by_currency(every.rows),
        "clients": len(rows),
        "statuses": [
            {"status": status, "clients": sum(_STATUSES[status](one, today) for one in debts)}
            for status in get_args(ReceivableStatus)
        ],
    }


def _promise_status(one: ClientDebt) -> PromiseStatus | None:
    promise = one.collection["promise"]
    return promise and promise["status"]


def _filter_rows(
    rows: Sequence[ClientDebt], query: ClientReceivablesQuery, buckets: Sequence[str], today: date
) -> list[ClientDebt]:
    wanted = set(query.aging_bucket)
    if not wanted <= set(buckets):
        raise Invalid({"aging_bucket": FieldError("choice", allowed=", ".join(buckets))})
    has_status = _STATUSES[query.status] if query.status else None
    clients, owners = set(query.client), set(query.owner)
    return [
        one
        for one in rows
        if (not wanted or any(cell.bucket in wanted for cell in one.debtor.cells))
        and (has_status is None or has_status(one, today))
        and (not clients or one.debtor.api_id in clients)
        and (not owners or (one.collection["owner"] or _NO_OWNER)["api_id"] in owners)
    ]


def _sum_by_currency(debtors: Sequence[Debtor]) -> list[Money]:
    sums: dict[str, int] = defaultdict(int)
    for amount in (amount for one in debtors for amount in (*one.cells, *one.credits)):
        sums[amount.currency] += amount.amount
    return [scaled_to_money(amount, currency) for currency, amount in sorted(sums.items())]


def _slowest_payment(db: Connection, day: date, sort: str | None) -> Callable[[ClientDebt], int]:
    """Sort by the average days to pay, of the slowest currency; clients that paid nothing come last when descending."""
    if (sort or "").removeprefix("-") != "days_to_pay":
        return SORTS["days_to_pay"]
    found = average_by_client(db.execute(select_settled(None), settled_params(day)))
    return lambda one: max((own["days"] for own in found.get(one.debtor.key or 0, [])), default=-1)


def _amount_in(bucket: str) -> Callable[[ClientDebt], int]:
    return lambda one: one.debtor.amounts.get(bucket, 0)


def _urgency(debtor: Debtor) -> tuple[int, int]:
    """Sort by the number of invoices to follow up now, then by planned follow-ups."""
    return debtor.without_follow_up + debtor.follow_ups.due, debtor.follow_ups.planned


def _search_clients(db: Connection, search: str) -> set[str] | None:
    """The ids of the clients whose name matches; None without a search."""
    words = parse_search(search)
    conditions = contains_terms((Client.search_key,), words.shape)
    return set(db.execute(select(Client.api_id).where(*conditions), words.params).scalars()) if conditions else None
