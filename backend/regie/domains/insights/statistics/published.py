"""Publishes the contributions of a month when it is closed, and reads them instead of present records afterwards."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain
from typing import NamedTuple, cast

from sqlalchemy import ColumnElement, and_, insert, or_, select, true
from sqlalchemy.orm import Session

from regie.access.permissions import Scope
from regie.domains.insights.metrics.queries import people_within
from regie.domains.insights.statistics import money_contributions, people_contributions
from regie.domains.insights.statistics.churn_rates import CHURN_RATES
from regie.domains.insights.statistics.contributions import (
    Contribution,
    FigureSum,
    empty_groups,
    sum_contributions,
    sum_groups,
)
from regie.domains.insights.statistics.reader import ContributionReader, Reader
from regie.domains.insights.statistics.request import DateRange
from regie.domains.insights.statistics.schemas import (
    DashboardUnit,
    PublishedFigure,
    PublishedPart,
    RecordKind,
    StoredFigure,
)
from regie.domains.insights.statistics.stored import (
    AT_THE_END,
    Formula,
    add_sums,
    merge_months,
    read_amounts,
    read_contributions,
    read_hours_amounts,
)
from regie.domains.insights.statistics.totals import Groups, add_amounts, add_totals, conversions, needs_rows
from regie.domains.money.invoices.queries import visible_credits, visible_invoices
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.figure_amounts.schemas import RECEIVABLES_VERSION
from regie.domains.records.invoices.models import CustomerCredit, Invoice
from regie.domains.records.months.models import PublishedAmount
from regie.domains.records.months.queries import read_closed_months
from regie.domains.records.projects.models import Project
from regie.domains.work.projects.queries import clients_of_managed_retainers, managed_projects

_A_DAY = timedelta(days=1)


def every_group(_group: str) -> bool:
    return True


class Part(NamedTuple):
    """The groups of a published figure that a figure adds up, in its own unit."""

    figure: PublishedFigure
    unit: DashboardUnit
    has_group: Callable[[str], bool] = every_group


_LOSSES: frozenset[str] = frozenset({"contraction", "churn"})


def _read_mrr_before(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """The MRR at the end of the day before the month."""
    return money_contributions.read_mrr(reader, scope, _day_before(days))


def _day_before(days: DateRange) -> DateRange:
    before = days.first - _A_DAY
    return DateRange(before, before)


def _read_movements(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """Each movement of a client's MRR, by kind; losses are negative, so that the sum is the net movement."""
    for steps in reader.steps(scope).values():
        for movement in chain.from_iterable(step.movements for step in steps if step.day in days):
            if movement.amount:
                amount = -movement.amount if movement.kind in _LOSSES else movement.amount
                yield Contribution("client", movement.client, movement.day, movement.kind, movement.currency, amount)


def _read_clients_at_start(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """The clients that had a retainer, paused or not, at the end of the day before the month."""
    before = days.first - _A_DAY
    for client, steps in reader.steps_of_clients(scope).items():
        earlier = [step for step in steps if step.day <= before]
        if earlier and earlier[-1].after:
            yield Contribution("client", client, before)


# What closing publishes; the version grows when the formula changes.
PUBLISHED: Mapping[PublishedFigure, tuple[ContributionReader, int]] = {
    "mrr_start": (_read_mrr_before, 2),
    "mrr_movements": (_read_movements, 2),
    "mrr": (money_contributions.read_mrr, 2),
    "revenue": (money_contributions.read_revenue, 3),
    "receivables": (money_contributions.read_receivables, RECEIVABLES_VERSION),
    "oos_sold": (money_contributions.read_sales, 1),
    "utilisation": (people_contributions.read_hours, 2),
    "clients_start": (_read_clients_at_start, 1),
    "lost_retainers": (people_contributions.read_lost_retainers, 2),
    "lost_clients": (people_contributions.read_lost_clients, 2),
}
# The parts, by what they are a part of.
PARTS: Mapping[PublishedPart, Part] = {
    "overdue": Part("receivables", "money", money_contributions.is_overdue),
    "billable_hours": Part("utilisation", "hours"),
}
FORMULAS: Mapping[str, int] = {**{name: version for name, (_, version) in PUBLISHED.items()}, **CHURN_RATES}
UNITS: Mapping[PublishedFigure, DashboardUnit] = {
    **dict.fromkeys(PUBLISHED, "money"),
    "utilisation": "percent",
    "clients_start": "count",
    "lost_retainers": "count",
    "lost_clients": "count",
}
# Stored of past months. What a month starts with is known from the days before it, and is not stored again.
_AT_THE_START: frozenset[PublishedFigure] = frozenset({"mrr_start", "clients_start"})
STORED: Mapping[StoredFigure, Formula] = {
    **{
        figure: Formula(figure, version, read)
        for figure, (read, version) in PUBLISHED.items()
        if figure not in _AT_THE_START
    },
    "invoiced": Formula("invoiced", 2, money_contributions.read_invoiced),
}


class Published(NamedTuple):
    """What a closing publishes: the contributions by figure, and the client of each record."""

    contributions: dict[PublishedFigure, Sequence[Contribution]]
    clients: dict[tuple[RecordKind, int], int | None]


def publish(session: Session, reader: Reader, closing_id: int, month: DateRange) -> Published:
    """Store and return what every record contributes to the month, for the whole organization."""
    published = Published({}, {})
    for figure in PUBLISHED:
        # Calculated: published figures do not depend on stored ones.
        found = list(PUBLISHED[figure][0](reader, Scope.ALL, month))
        clients = _clients_of(reader, found)
        published.contributions[figure] = found
        published.clients.update(clients)
        rows = [
            {
                "closing_id": closing_id,
                "figure": figure,
                "record": one.kind,
                "record_id": one.key,
                "client_id": clients.get((one.kind, one.key)),
                "day": one.day,
                "part": one.group,
                "currency": one.currency,
                "amount": one.amount,
                "value": str(one.value),
                "whole": str(one.of),
            }
            for one in found
        ]
        if rows:
            session.execute(insert(PublishedAmount), rows)
    return published


def read_known_today(
    reader: Reader, figure: PublishedFigure, month: DateRange, scope: Scope = Scope.ALL
) -> list[Contribution]:
    """Return the contributions to a month as the records are now, of the records within the scope."""
    if figure == "mrr_start":
        return list(read_contributions(reader, STORED["mrr"], scope, _day_before(month)))
    if figure == "clients_start":
        return list(_read_clients_at_start(reader, scope, month))
    return list(read_contributions(reader, STORED[figure], scope, month))


def read_published(
    reader: Reader, figure: PublishedFigure, closings: Collection[int], scope: Scope = Scope.ALL
) -> list[Contribution]:
    """Return the published contributions to closed months, of the records within the scope."""
    read = read_hours_amounts if figure == "utilisation" else read_amounts
    return read(reader, PublishedAmount, _published_rows(reader, figure, closings, scope))


def _published_rows(
    reader: Reader, figure: PublishedFigure, closings: Collection[int], scope: Scope
) -> list[ColumnElement[bool]]:
    owner = PublishedAmount.record_id if figure == "utilisation" else PublishedAmount.client_id
    of_figure = (PublishedAmount.closing_id.in_(closings), PublishedAmount.figure == figure)
    return [*of_figure, _within(figure, scope), reader.owned(owner)]


def read_published_clients(
    reader: Reader, closing: int | None, found: Iterable[Iterable[Contribution]]
) -> dict[tuple[RecordKind, int], int | None]:
    """Return the client of each record: as published where there is a closing, as known today otherwise."""
    if closing is None:
        return _clients_of(reader, chain.from_iterable(found))
    statement = (
        select(PublishedAmount.record, PublishedAmount.record_id, PublishedAmount.client_id)
        .where(PublishedAmount.closing_id == closing)
        .order_by(PublishedAmount.id)
    )
    return {(cast("RecordKind", kind), key): client for kind, key, client in reader.rows(statement)}


@dataclass(frozen=True, slots=True)
class PastReader:
    """Reads a figure whose past months are stored; closed months as they were published, if it shows them so."""

    formula: Formula
    published: PublishedFigure | None = None
    is_part: Callable[[str], bool] = every_group

    def __call__(self, reader: Reader, scope: Scope, days: DateRange) -> Iterable[Contribution]:
        """What each record contributes."""
        closings, open_days = self._split_days(reader, scope, days)
        found: list[Contribution] = []
        if self.published and closings:
            found += read_published(reader, self.published, closings, scope)
        for part in open_days:
            found += read_contributions(reader, self.formula, scope, part)
        return (one for one in merge_months(self.formula.figure, found, days) if self.is_part(one.group))

    def sum(
        self, reader: Reader, scope: Scope, days: DateRange, unit: DashboardUnit, rates: Rates
    ) -> tuple[FigureSum, dict[str, FigureSum]]:
        """The total of what each record contributes, and the total of each group."""
        currency = reader.request.currency
        if needs_rows(self.formula.figure):
            # Utilization and billable hours are two figures of the same rows.
            rows = reader.read_once((self, scope, days), lambda: list(self(reader, scope, days)))
            return sum_contributions(rows, unit, currency, rates)
        groups = empty_groups(unit, currency)
        closings, open_days = self._split_days(reader, scope, days)
        if self.published and closings:
            self._add_published(reader, self.published, closings, scope, groups, rates)
        for part in open_days:
            add_sums(reader, self.formula, scope, part, groups, rates, self.is_part)
        return sum_groups(groups, unit, currency)

    def _add_published(
        self,
        reader: Reader,
        figure: PublishedFigure,
        closings: Collection[int],
        scope: Scope,
        groups: Groups,
        rates: Rates,
    ) -> None:
        """Add what closings published: their totals, or where these are outdated, their amounts."""
        keys = conversions(reader).of_closings if scope is Scope.ALL else {}
        totaled = [keys[closing] for closing in closings if closing in keys]
        if totaled:
            add_totals(reader, self.formula.figure, totaled, None, groups, rates, self.is_part)
        others = [closing for closing in closings if closing not in keys]
        if others:
            rows = _published_rows(reader, figure, others, scope)
            key = (figure, tuple(others), scope)
            add_amounts(reader, PublishedAmount, key, rows, groups, rates, self.is_part)

    def _split_days(self, reader: Reader, scope: Scope, days: DateRange) -> tuple[Collection[int], Sequence[DateRange]]:
        if self.published is None:
            return (), [days]
        published, open_days = _split_days(reader, self.published, scope, days)
        return published.values(), open_days


def read_as_shown(reader: Reader, figure: PublishedFigure, days: DateRange) -> Iterable[Contribution]:
    """What each record of the reader's owners contributes: closed months as published, others as known today."""
    return PastReader(STORED[figure], figure)(reader, Scope.ALL, days)


def is_published_within(figure: PublishedFigure, scope: Scope) -> bool:
    """Whether closings published the figure of this scope.

    Of movements and sales they published whole clients and sales, not the part of a manager or the share of a seller.
    """
    return scope is Scope.ALL or figure not in ("mrr_movements", "oos_sold")


def shown_as_published(reader: Reader, figure: PublishedFigure | None, scope: Scope, days: DateRange) -> list[date]:
    """Return the first days of the closed months that the figure shows as published in this scope."""
    return [] if figure is None else sorted(_split_days(reader, figure, scope, days)[0])


def _split_days(
    reader: Reader, figure: PublishedFigure, scope: Scope, days: DateRange
) -> tuple[dict[date, int], list[DateRange]]:
    """Return the closings of the closed months of these days, and the other days."""
    closed = reader.read_once("closed months", lambda: read_closed_months(reader.db))
    if not closed or not is_published_within(figure, scope):
        return {}, [days]
    if figure in AT_THE_END:
        month = DateRange.month_of(days.last)
        return (
            ({month.first: closed[month.first]}, [])
            if days.last == month.last and month.first in closed
            else ({}, [days])
        )
    published: dict[date, int] = {}
    others: list[DateRange] = []
    for month in days.months():
        if month.is_month and month.first in closed:
            published[month.first] = closed[month.first]
        elif others and others[-1].last + _A_DAY == month.first:
            others[-1] = DateRange(others[-1].first, month.last)
        else:
            others.append(month)
    return published, others


def _within(figure: PublishedFigure, scope: Scope) -> ColumnElement[bool]:
    if scope is Scope.ALL:
        return true()
    if figure == "utilisation":
        return PublishedAmount.record_id.in_(select(Employee.id).where(people_within(scope)))
    if figure == "receivables":
        invoices, credits = select(Invoice.id).where(visible_invoices(scope)), select(CustomerCredit.id)
        return or_(
            and_(PublishedAmount.record == "invoice", PublishedAmount.record_id.in_(invoices)),
            and_(
                PublishedAmount.record == "credit", PublishedAmount.record_id.in_(credits.where(visible_credits(scope)))
            ),
        )
    if figure in ("clients_start", "lost_clients"):
        return PublishedAmount.record_id.in_(clients_of_managed_retainers(scope))
    return PublishedAmount.record_id.in_(select(Project.id).where(managed_projects(scope)))


def _clients_of(reader: Reader, found: Iterable[Contribution]) -> dict[tuple[RecordKind, int], int | None]:
    """Return the client of each project, invoice and credit, for the figures of clients."""
    found = list(found)
    kinds = {one.kind for one in found}
    clients: dict[tuple[RecordKind, int], int | None] = {
        (one.kind, one.key): one.key for one in found if one.kind == "client"
    }
    for kind, model in (("project", Project), ("invoice", Invoice), ("credit", CustomerCredit)):
        if kind in kinds:
            for key, client in reader.rows(select(model.id, model.client_id)):
                clients[cast("RecordKind", kind), key] = client
    return clients
