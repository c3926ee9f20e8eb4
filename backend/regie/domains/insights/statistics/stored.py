"""Reads figures of past months from stored amounts, and calculates only what changed since they were stored.

A figure is the sum of the stored amounts of unchanged owners, of what the records of changed owners contribute now, and
of the days that are not stored: the present month and parts of months.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import cast

from sqlalchemy import BigInteger, ColumnElement, func, select, true, type_coerce

from regie.access.permissions import Scope
from regie.core.money.amounts import Amount
from regie.core.time.months import end_of_month
from regie.domains.insights.metrics.queries import people_within
from regie.domains.insights.statistics.contributions import Contribution, FigureSum
from regie.domains.insights.statistics.reader import ContributionReader, Reader
from regie.domains.insights.statistics.request import DateRange
from regie.domains.insights.statistics.schemas import RecordKind, StoredFigure
from regie.domains.insights.utilization.queries import read_tracked_months
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.figure_amounts.models import FigureAmount
from regie.domains.records.figure_amounts.queries import StoredMonths, read_stored_months
from regie.domains.records.figure_amounts.schemas import OwnerKind
from regie.domains.records.months.models import PublishedAmount
from regie.domains.records.projects.models import Project
from regie.domains.work.clients.queries import managed_clients
from regie.domains.work.projects.queries import managed_projects

_A_DAY = timedelta(days=1)
# Figures with a value at the end of a day; the others add up days.
AT_THE_END: frozenset[StoredFigure] = frozenset({"mrr", "receivables"})
# In a narrower scope, whether a retainer or a client is lost depends on the other retainers within the scope, an
# invoice on its project and a sale on its sellers: those figures are calculated, unless the month is closed.
_STORED_FOR_EVERY_SCOPE: frozenset[StoredFigure] = frozenset({"revenue", "receivables", "utilisation"})
_Groups = defaultdict[str, FigureSum]


@dataclass(frozen=True, slots=True)
class Formula:
    """How a figure is calculated from records; the version grows when the result changes."""

    figure: StoredFigure
    version: int
    read: ContributionReader

    @property
    def owner_kind(self) -> OwnerKind:
        return "employee" if self.figure == "utilisation" else "client"


@dataclass(frozen=True, slots=True)
class _Split:
    """The stored months of some days, joined to ranges, and the other days."""

    stored: StoredMonths
    months: Sequence[DateRange]
    ranges: Sequence[DateRange]
    others: Sequence[DateRange]


def read_contributions(reader: Reader, formula: Formula, scope: Scope, days: DateRange) -> Iterable[Contribution]:
    """What each record contributes on the days."""
    split = _split_days(reader, formula, scope, days)
    if split is None:
        return formula.read(reader, scope, days)
    found = read_amounts(reader, FigureAmount, _stored_rows(formula, scope, split))
    return merge_months(formula.figure, [*found, *_calculate(reader, formula, scope, split)], days)


def add_sums(
    reader: Reader,
    formula: Formula,
    scope: Scope,
    days: DateRange,
    groups: _Groups,
    rates: Rates,
    is_part: Callable[[str], bool],
) -> None:
    """Add what `read_contributions` returns to the totals of its groups, added up by the database where possible."""
    split = None if needs_rows(formula.figure) else _split_days(reader, formula, scope, days)
    if split is None:
        calculated = read_contributions(reader, formula, scope, days)
    else:
        key = (formula.figure, scope, days)
        add_amounts(reader, FigureAmount, key, _stored_rows(formula, scope, split), groups, rates, is_part)
        calculated = _calculate(reader, formula, scope, split)
    for one in calculated:
        if is_part(one.group):
            groups[one.group].add(one, rates)


def needs_rows(figure: StoredFigure) -> bool:
    """Whether several months are more than the sum of each; see `merge_months`."""
    return figure in ("lost_clients", "utilisation")


def merge_months(figure: StoredFigure, found: Iterable[Contribution], days: DateRange) -> list[Contribution]:
    """Join what a record contributes to several months to one contribution, as if they had been calculated together."""
    if figure == "lost_clients":
        # A client that was lost twice counts once, on the later day.
        return list({one.key: one for one in sorted(found, key=lambda one: one.day)}.values())
    if figure != "utilisation":
        return list(found)
    hours: dict[int, Contribution] = {}
    for one in found:
        before = hours.get(one.key, one._replace(value=Fraction(0), of=Fraction(0)))
        hours[one.key] = one._replace(day=days.last, value=before.value + one.value, of=before.of + one.of)
    return list(hours.values())


def read_amounts(
    reader: Reader, model: type[FigureAmount | PublishedAmount], conditions: Sequence[ColumnElement[bool]]
) -> list[Contribution]:
    """The stored contributions that match the conditions."""
    statement = (
        select(
            model.record, model.record_id, model.day, model.part, model.currency, model.amount, model.value, model.whole
        )
        .where(*conditions)
        .order_by(model.id)
    )
    return [
        Contribution(cast("RecordKind", kind), key, day, part, currency, amount, _fraction(value), _fraction(whole))
        for kind, key, day, part, currency, amount, value, whole in reader.rows(statement)
    ]


def add_amounts(
    reader: Reader,
    model: type[FigureAmount | PublishedAmount],
    key: Hashable,
    conditions: Sequence[ColumnElement[bool]],
    groups: _Groups,
    rates: Rates,
    is_part: Callable[[str], bool],
) -> None:
    """Add the stored contributions to the totals of their groups; they are read once per `key`.

    Amounts in the requested currency are added up by the database. The others are rounded record by record when they
    are converted, so only equal amounts of the same day are added up.
    """
    target = reader.request.currency
    total = type_coerce(func.sum(type_coerce(model.amount, BigInteger)), Amount)
    own = select(model.part, func.count(), total).where(model.currency.in_((target, "")), *conditions)
    for part, count, amount in reader.read_once(("own", model, key), lambda: reader.rows(own.group_by(model.part))):
        if is_part(part):
            groups[part].merge(FigureSum(groups[part].unit, target, count, Decimal(amount)))
    equal = (model.part, model.currency, model.day, model.amount)
    others = select(*equal, func.count()).where(model.currency.not_in((target, "")), *conditions)
    rows = reader.read_once(("others", model, key), lambda: reader.rows(others.group_by(*equal)))
    for part, currency, day, amount, count in rows:
        if is_part(part):
            groups[part].add_equal(count, amount, currency, day, rates)


def _split_days(reader: Reader, formula: Formula, scope: Scope, days: DateRange) -> _Split | None:
    """Return the stored months of these days; None if there are none, or in a scope that needs the records."""
    if reader.owners is not None or not (scope is Scope.ALL or formula.figure in _STORED_FOR_EVERY_SCOPE):
        return None
    stored: StoredMonths | None = reader.read_once("stored months", lambda: read_stored_months(reader.db))
    if stored is None:
        return None
    months, others = [], []
    parts = list(days.months())
    if formula.figure in AT_THE_END:
        parts = [DateRange.month_of(days.last)] if days.last == end_of_month(days.last) else []
    for part in parts:
        is_stored = (
            part.is_month and part.last < reader.today and stored.has(formula.figure, formula.version, part.first)
        )
        (months if is_stored else others).append(part)
    if formula.figure == "utilisation":
        months, others = _with_hours(reader, stored, months, others)
    return _Split(stored, months, _join(months), _join(others)) if months else None


def _with_hours(
    reader: Reader, stored: StoredMonths, months: list[DateRange], others: list[DateRange]
) -> tuple[list[DateRange], list[DateRange]]:
    """Leave out months that no employee has entries in, and calculate those that had none when they were stored."""
    firsts = [month.first for month in months]
    tracked = read_tracked_months(reader.db, firsts)
    with_rows = set(
        reader.db.execute(
            select(FigureAmount.month)
            .distinct()
            .where(
                FigureAmount.build_id == stored.build_id,
                FigureAmount.figure == "utilisation",
                FigureAmount.month.in_(firsts),
            )
        ).scalars()
    )
    added = [month for month in months if month.first in tracked and month.first not in with_rows]
    known = [month for month in months if month.first in tracked and month.first in with_rows]
    return known, sorted([*others, *added], key=lambda part: part.first)


def _calculate(reader: Reader, formula: Formula, scope: Scope, split: _Split) -> Iterator[Contribution]:
    """What changed owners contribute to stored months, and everyone to the other days."""
    changed = split.stored.changed[formula.owner_kind]
    if changed:
        for part in split.ranges:
            key = ("changed", formula.owner_kind, part)
            narrowed = reader.read_once(key, partial(reader.narrowed_to, part, changed))
            yield from formula.read(narrowed, scope, part)
    for part in split.others:
        yield from formula.read(reader.read_once(("others", part), partial(reader.narrowed_to, part)), scope, part)


def _stored_rows(formula: Formula, scope: Scope, split: _Split) -> list[ColumnElement[bool]]:
    """The conditions of the stored amounts of unchanged owners, within the scope."""
    return [
        FigureAmount.build_id == split.stored.build_id,
        FigureAmount.figure == formula.figure,
        FigureAmount.month.in_([month.first for month in split.months]),
        FigureAmount.owner_id.not_in(sorted(split.stored.changed[formula.owner_kind])),
        _within(formula.figure, scope),
    ]


def _within(figure: StoredFigure, scope: Scope) -> ColumnElement[bool]:
    if scope is Scope.ALL:
        return true()
    if figure == "utilisation":
        return FigureAmount.owner_id.in_(select(Employee.id).where(people_within(scope)))
    if figure == "receivables":
        return FigureAmount.owner_id.in_(select(Client.id).where(managed_clients(scope)))
    return FigureAmount.record_id.in_(select(Project.id).where(managed_projects(scope)))


def _join(parts: Iterable[DateRange]) -> list[DateRange]:
    joined: list[DateRange] = []
    for part in parts:
        if joined and joined[-1].last + _A_DAY == part.first:
            joined[-1] = DateRange(joined[-1].first, part.last)
        else:
            joined.append(part)
    return joined


def _fraction(text: str) -> Fraction:
    return _ZERO if text == "0" else Fraction(text)


_ZERO = Fraction(0)
