"""Reads figures from stored amounts, and calculates only what changed since they were stored.

A figure is the sum of the stored amounts of unchanged owners, of what the records of changed owners contribute now, and
of the days that are not stored. Besides months, spans are stored: the days of the present month until today, and the
same days of the twelve months before.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple, cast

from sqlalchemy import ColumnElement, and_, select, true

from regie.access.permissions import Scope
from regie.core.lists.shape import Column
from regie.domains.insights.metrics.queries import people_within
from regie.domains.insights.statistics.contributions import Contribution
from regie.domains.insights.statistics.reader import ContributionReader, Reader
from regie.domains.insights.statistics.request import DateRange
from regie.domains.insights.statistics.schemas import RecordKind, StoredFigure
from regie.domains.insights.statistics.totals import (
    Groups,
    add_amounts,
    add_totals,
    conversions,
    needs_rows,
    stored_months,
)
from regie.domains.insights.utilization.queries import read_tracked_months
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.figure_amounts.models import FigureAmount, SpanAmount
from regie.domains.records.figure_amounts.queries import StoredMonths
from regie.domains.records.figure_amounts.schemas import OwnerKind
from regie.domains.records.months.models import PublishedAmount
from regie.domains.records.projects.models import Project
from regie.domains.work.clients.queries import managed_clients
from regie.domains.work.projects.queries import clients_of_managed_retainers, managed_projects

_A_DAY = timedelta(days=1)
# Per hour: minutes, and fifths of a week's hours with two decimals, are whole numbers of it; others stay fractions.
_PARTS = 1_500
# Figures with a value at the end of a day; the others add up days.
AT_THE_END: frozenset[StoredFigure] = frozenset({"mrr", "receivables"})
# In a narrower scope, the kind of a movement depends on the client's other retainers within the scope, an invoice on
# its projects and a sale on its sellers: those figures are calculated, unless the month is closed.
_STORED_FOR_EVERY_SCOPE: frozenset[StoredFigure] = frozenset(
    {"mrr", "revenue", "receivables", "utilisation", "lost_retainers", "lost_clients"}
)


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
    """The stored months and spans of some days, and the other days."""

    stored: StoredMonths
    months: Sequence[DateRange]
    spans: Sequence[DateRange]
    others: Sequence[DateRange]


class _Amounts(NamedTuple):
    """Stored amounts of a figure: of the months or spans that `column` has one of the `keys` of.

    `conversions` are the totals of some of these keys.
    """

    model: type[FigureAmount | SpanAmount]
    column: Column
    keys: Sequence[date | int]
    of_figure: ColumnElement[bool]
    conversions: Mapping[Any, int]

    def of(self, keys: Sequence[date | int]) -> ColumnElement[bool]:
        return and_(self.of_figure, self.column.in_(keys))


def read_contributions(reader: Reader, formula: Formula, scope: Scope, days: DateRange) -> Iterable[Contribution]:
    """What each record contributes on the days."""
    split = _split_days(reader, formula, scope, days)
    if split is None:
        return formula.read(reader, scope, days)
    read = read_hours_amounts if formula.figure == "utilisation" else read_amounts
    found = [
        one
        for amounts in _find_amounts(reader, formula, split)
        for one in read(
            reader, amounts.model, [amounts.of(amounts.keys), *_unchanged(formula, scope, split.stored, amounts.model)]
        )
    ]
    return merge_months(formula.figure, [*found, *_calculate(reader, formula, scope, split)], days)


def add_sums(
    reader: Reader,
    formula: Formula,
    scope: Scope,
    days: DateRange,
    groups: Groups,
    rates: Rates,
    is_part: Callable[[str], bool],
) -> None:
    """Add what `read_contributions` returns to the totals of its groups, added up by the database where possible."""
    split = None if needs_rows(formula.figure) else _split_days(reader, formula, scope, days)
    if split is None:
        calculated = read_contributions(reader, formula, scope, days)
    else:
        _add_stored(reader, formula, scope, split, groups, rates, is_part)
        calculated = _calculate(reader, formula, scope, split)
    for one in calculated:
        if is_part(one.group):
            groups[one.group].add(one, rates)


def _add_stored(
    reader: Reader,
    formula: Formula,
    scope: Scope,
    split: _Split,
    groups: Groups,
    rates: Rates,
    is_part: Callable[[str], bool],
) -> None:
    """Add the stored amounts of unchanged owners: their totals, or where these are outdated, each of them."""
    changed = sorted(split.stored.changed[formula.owner_kind])
    for amounts in _find_amounts(reader, formula, split):
        model = amounts.model
        known = amounts.conversions if scope is Scope.ALL else {}
        totaled = [key for key in amounts.keys if key in known]
        if totaled:
            without = (model, and_(amounts.of(totaled), model.owner_id.in_(changed))) if changed else None
            keys = [known[key] for key in totaled]
            add_totals(reader, formula.figure, keys, without, groups, rates, is_part)
        others = [key for key in amounts.keys if key not in known]
        if others:
            rows = [amounts.of(others), *_unchanged(formula, scope, split.stored, model)]
            add_amounts(reader, model, (formula.figure, scope, tuple(others)), rows, groups, rates, is_part)


def _find_amounts(reader: Reader, formula: Formula, split: _Split) -> Iterator[_Amounts]:
    stored, known = split.stored, conversions(reader)
    if split.months:
        of_figure = and_(FigureAmount.build_id == stored.build_id, FigureAmount.figure == formula.figure)
        firsts = [month.first for month in split.months]
        yield _Amounts(FigureAmount, FigureAmount.month, firsts, of_figure, known.of_months)
    if split.spans:
        keys = [stored.spans[span.first, span.last] for span in split.spans]
        yield _Amounts(SpanAmount, SpanAmount.span_id, keys, SpanAmount.figure == formula.figure, known.of_spans)


def merge_months(figure: StoredFigure, found: Iterable[Contribution], days: DateRange) -> list[Contribution]:
    """Join what a record contributes to several months to one contribution, as if they had been calculated together."""
    if figure == "lost_clients":
        # A client that was lost twice counts once, on the later day.
        return list({one.key: one for one in sorted(found, key=lambda one: one.day)}.values())
    if figure != "utilisation":
        return list(found)
    hours: dict[int, Contribution] = {}
    for one in found:
        before = hours.get(one.key)
        value, whole = (one.value, one.of) if before is None else (before.value + one.value, before.of + one.of)
        hours[one.key] = one._replace(day=days.last, value=value, of=whole)
    return list(hours.values())


def read_amounts(
    reader: Reader, model: type[FigureAmount | SpanAmount | PublishedAmount], conditions: Sequence[ColumnElement[bool]]
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


def read_hours_amounts(
    reader: Reader, model: type[FigureAmount | SpanAmount | PublishedAmount], conditions: Sequence[ColumnElement[bool]]
) -> list[Contribution]:
    """The stored hours that match the conditions, added up by employee, as integers: fractions take far longer."""
    statement = select(model.record_id, model.day, model.value, model.whole).where(*conditions)
    sums: dict[int, tuple[date, int | Fraction, int | Fraction]] = {}
    for key, day, value, whole in reader.rows(statement):
        last, values, wholes = sums.get(key, (day, 0, 0))
        sums[key] = max(last, day), values + _to_parts(value), wholes + _to_parts(whole)
    return [
        Contribution("employee", key, day, value=Fraction(values, _PARTS), of=Fraction(wholes, _PARTS))
        for key, (day, values, wholes) in sorted(sums.items())
    ]


def _to_parts(hours: str) -> int | Fraction:
    number, _, divisor = hours.partition("/")
    factor, rest = divmod(_PARTS, int(divisor or 1))
    return Fraction(hours) * _PARTS if rest else int(number) * factor


def _split_days(reader: Reader, formula: Formula, scope: Scope, days: DateRange) -> _Split | None:
    """Return the stored months of these days; None if there are none, or in a scope that needs the records."""
    if reader.owners is not None or not (scope is Scope.ALL or formula.figure in _STORED_FOR_EVERY_SCOPE):
        return None
    stored = stored_months(reader)
    if stored is None:
        return None
    parts = list(days.months())
    if formula.figure in AT_THE_END:
        parts = [DateRange(days.last.replace(day=1), days.last)]
    months = [
        part
        for part in parts
        if part.is_month and part.last < reader.today and stored.has(formula.figure, formula.version, part.first)
    ]
    is_known = stored.has_formula(formula.figure, formula.version)
    spans = [part for part in parts if part not in months and is_known and (part.first, part.last) in stored.spans]
    others = [part for part in parts if part not in months and part not in spans]
    if formula.figure == "utilisation":
        months, spans, others = _with_hours(reader, stored, months, spans, others)
    return _Split(stored, months, spans, _join(others)) if months or spans else None


def _with_hours(
    reader: Reader, stored: StoredMonths, months: list[DateRange], spans: list[DateRange], others: list[DateRange]
) -> tuple[list[DateRange], list[DateRange], list[DateRange]]:
    """Leave out months that no employee has entries in, and calculate those that had none when they were stored."""
    tracked = read_tracked_months(reader.db, sorted({part.first for part in (*months, *spans)}))
    of_months = select(FigureAmount.month).where(
        FigureAmount.build_id == stored.build_id,
        FigureAmount.figure == "utilisation",
        FigureAmount.month.in_([month.first for month in months]),
    )
    of_spans = select(SpanAmount.span_id).where(
        SpanAmount.figure == "utilisation", SpanAmount.span_id.in_(stored.spans.values())
    )
    months_with_rows = {*reader.db.execute(of_months.distinct()).scalars()}
    spans_with_rows = {*reader.db.execute(of_spans.distinct()).scalars()}
    known_months = [part for part in months if part.first in months_with_rows]
    known_spans = [part for part in spans if stored.spans[part.first, part.last] in spans_with_rows]
    added = [part for part in (*months, *spans) if part not in known_months and part not in known_spans]
    found, found_spans, missing = (
        [part for part in parts if part.first in tracked] for parts in (known_months, known_spans, added)
    )
    return found, found_spans, sorted([*others, *missing], key=lambda part: part.first)


def _calculate(reader: Reader, formula: Formula, scope: Scope, split: _Split) -> Iterator[Contribution]:
    """What changed owners contribute to stored months, and everyone to the other days."""
    changed = split.stored.changed[formula.owner_kind]
    if changed:
        key = ("changed", formula.owner_kind)
        # It reads the runs of their retainers once for all parts.
        of_changed = reader.read_once(key, partial(reader.narrowed_to, reader.full_range, changed))
        for part in (*_join(split.months), *split.spans):
            narrowed = reader.read_once((key, part), partial(of_changed.narrowed_to, part))
            yield from formula.read(narrowed, scope, part)
    for part in split.others:
        yield from formula.read(reader.read_once(("others", part), partial(reader.narrowed_to, part)), scope, part)


def _unchanged(
    formula: Formula, scope: Scope, stored: StoredMonths, model: type[FigureAmount | SpanAmount]
) -> Sequence[ColumnElement[bool]]:
    """The conditions of the stored amounts of unchanged owners, within the scope."""
    changed = sorted(stored.changed[formula.owner_kind])
    return model.owner_id.not_in(changed), _within(formula.figure, scope, model)


def _within(figure: StoredFigure, scope: Scope, model: type[FigureAmount | SpanAmount]) -> ColumnElement[bool]:
    if scope is Scope.ALL:
        return true()
    if figure == "utilisation":
        return model.owner_id.in_(select(Employee.id).where(people_within(scope)))
    if figure == "receivables":
        return model.owner_id.in_(select(Client.id).where(managed_clients(scope)))
    if figure == "lost_clients":
        return model.owner_id.in_(clients_of_managed_retainers(scope))
    return model.record_id.in_(select(Project.id).where(managed_projects(scope)))


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
