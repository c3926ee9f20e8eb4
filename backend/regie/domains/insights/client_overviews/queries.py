"""Reads the revenue of one client by month and project kind, and its MRR at the end of each month."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import get_args

from sqlalchemy import Connection, bindparam, select

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import Forbidden, NotFound
from regie.core.api.wire import Money
from regie.core.db.ids import is_api_id
from regie.core.money.amounts import money
from regie.core.time.clock import Clock
from regie.core.time.months import add_months, end_of_month
from regie.domains.insights.client_overviews.schemas import ClientRevenue, KindRevenue, ProjectKind, RevenueMonth
from regie.domains.insights.statistics.queries import (
    STORED,
    DateRange,
    month_reader,
    read_as_shown,
    shown_as_published,
)
from regie.domains.records.clients.models import Client
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.work.clients.queries import managed_clients, visible_clients

_MONTHS = 12
_KINDS: tuple[ProjectKind, ...] = get_args(ProjectKind)


@dataclass(slots=True)
class _Sums:
    """Amounts in one currency by group; those without a rate on their day are added up separately."""

    currency: str
    rates: Rates
    by_group: dict[str, Decimal] = field(default_factory=lambda: defaultdict(Decimal))
    unconverted: dict[str, Decimal] = field(default_factory=lambda: defaultdict(Decimal))

    def add(self, group: str, amount: Decimal, currency: str, day: date) -> None:
        converted = self.rates.convert(amount, currency, self.currency, day)
        if converted is None:
            self.unconverted[currency] += amount
        else:
            self.by_group[group] += converted

    def total(self, groups: Iterable[str]) -> Money:
        return money(sum((self.by_group[group] for group in groups), Decimal(0)), self.currency)


def read_client_revenue(db: Connection, actor: Actor, clock: Clock, api_id: str) -> ClientRevenue:
    """Return the revenue of the current month and the eleven before; Forbidden for those who may not see its money."""
    client, currency = _find_client(db, actor, api_id)
    today = clock.today()
    first = add_months(today.replace(day=1), 1 - _MONTHS)
    whole, rates = month_reader(db, actor, clock, today, currency)
    months = [DateRange(start, min(end_of_month(start), today)) for start in (add_months(first, n) for n in range(12))]
    revenue, known, mrr, before = (_Sums(currency, rates) for _ in range(4))
    reader = whole.narrowed_to(DateRange(first, today), [client])
    days = reader.request.days
    for one in read_as_shown(reader, "revenue", days):
        revenue.add(one.group, one.amount, one.currency, one.day)
    for one in STORED["revenue"].read(reader, Scope.ALL, days):
        known.add(one.group, one.amount, one.currency, one.day)
    for month in months:
        for one in read_as_shown(reader, "mrr", month):
            mrr.add(f"{month.first:%Y-%m}", one.amount, one.currency, one.day)
    earlier = whole.narrowed_to(DateRange(add_months(first, -_MONTHS), add_months(today, -_MONTHS)), [client])
    for one in read_as_shown(earlier, "revenue", earlier.request.days):
        before.add("", one.amount, one.currency, one.day)
    closed = shown_as_published(reader, "revenue", Scope.ALL, days)
    return {
        "as_of": today,
        "formula": "revenue",
        "currency": currency,
        "months": [_month(month, revenue, mrr, known if month.first in closed else revenue) for month in months],
        "total": revenue.total(tuple(revenue.by_group)),
        "previous": None if before.unconverted else before.total(("",)),
        "unconverted": [money(amount, own) for own, amount in sorted(revenue.unconverted.items())],
    }


def _month(days: DateRange, revenue: _Sums, mrr: _Sums, known: _Sums) -> RevenueMonth:
    name = f"{days.first:%Y-%m}"
    groups: dict[ProjectKind, str] = {}
    for kind in _KINDS:
        if (group := f"{name}:{kind}") in revenue.by_group:
            groups[kind] = group
    kinds: list[KindRevenue] = [{"kind": kind, "money": revenue.total((groups[kind],))} for kind in groups]
    shown, known_today = (sums.total([f"{name}:{kind}" for kind in _KINDS]) for sums in (revenue, known))
    return {
        "starts_on": days.first,
        "ends_on": days.last,
        "kinds": kinds,
        "revenue": shown,
        "known_today": None if known_today == shown else known_today,
        "mrr": mrr.total((name,)),
    }


def _find_client(db: Connection, actor: Actor, api_id: str) -> tuple[int, str]:
    """Return the key and the currency of a client whose amounts the caller may see."""
    if not is_api_id(api_id):
        raise NotFound
    seen = visible_clients(actor.require(Permission.CLIENTS_VIEW))
    has_money = managed_clients(actor.require(Permission.CLIENTS_MONEY))
    statement = select(Client.id, Client.currency, has_money.label("has_money")).where(
        Client.api_id == bindparam("api_id"), seen
    )
    found = db.execute(statement, {**actor.params, "api_id": api_id}).first()
    if found is None:
        raise NotFound
    if not found.has_money:
        raise Forbidden
    return found.id, found.currency
