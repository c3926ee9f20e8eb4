"""Calculates the dashboard's figures in one currency, within the requested scope and the caller's permissions.

A figure is compared with its target, if it has one, and with the previous period.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial

from regie.access.permissions import Scope
from regie.core.db.query_cache import QueryCache, read_table_versions
from regie.domains.insights.statistics import targets
from regie.domains.insights.statistics.contributions import FigureSum, sum_contributions
from regie.domains.insights.statistics.counting import RecordCounter
from regie.domains.insights.statistics.definitions import FIGURES, PEOPLE, FigureDefinition, effective_scope
from regie.domains.insights.statistics.published import PastReader, shown_as_published
from regie.domains.insights.statistics.reader import ContributionReader, Reader
from regie.domains.insights.statistics.request import DateRange
from regie.domains.insights.statistics.schemas import (
    DashboardFigure,
    DashboardMonth,
    FigureName,
    HistoryName,
    RestatedFigure,
    Restatement,
    TargetMonths,
)
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.exchange_rates.queries import read_rates

# By whether the scope is `all`, in which it does not matter whose goals they are.
_TARGET_MONTHS_CACHES: Mapping[bool, QueryCache[TargetMonths]] = {
    True: QueryCache(("company_targets", "employee_goals")),
    False: QueryCache(("company_targets", "employee_goals", *PEOPLE)),
}
# Figures with a value at the end of any day.
_AMOUNTS_OF_MONTHS: tuple[HistoryName, ...] = ("mrr", "receivables", "overdue")


def read_figures(reader: Reader) -> dict[FigureName, DashboardFigure]:
    """The figures that the caller may read, by name."""
    scopes: dict[FigureName, Scope | None] = {
        name: effective_scope(reader.actor, definition, reader.request.scope) for name, definition in FIGURES.items()
    }
    rates, changes = _read_rates(reader)
    return {
        name: _figure(reader, name, scope, rates, changes)
        for name, scope in scopes.items()
        if scope is not None and FIGURES[name].is_known_in(reader.request.days, reader.today)
    }


def read_history(
    reader: Reader, figures: Sequence[HistoryName], months: Sequence[DateRange]
) -> dict[HistoryName, list[DashboardMonth]]:
    """The figures of each of the months; without a selection, the amounts at the end of a day."""
    rates, changes = _read_rates(reader)
    scopes: dict[HistoryName, Scope | None] = {
        name: effective_scope(reader.actor, FIGURES[name], reader.request.scope)
        for name in figures or _AMOUNTS_OF_MONTHS
    }
    return {
        name: [_month(reader, name, scope, days, rates, changes) for days in months]
        for name, scope in scopes.items()
        if scope is not None
    }


def _read_rates(reader: Reader) -> tuple[Rates, Mapping[str, int]]:
    """The rates and the versions under which figures are remembered, which are never later than the rates."""
    versions = read_table_versions(reader.db)
    return read_rates(reader.db, reader.today, versions), versions


def cache_key(reader: Reader, scope: Scope) -> Hashable:
    """What a figure depends on besides its tables and days; with the scope `all`, all callers share an entry."""
    whose = None if scope is Scope.ALL else (reader.actor.user_id, reader.actor.employee_id)
    return reader.db.engine, scope, whose, reader.request.currency, reader.today


def _figure(
    reader: Reader, name: FigureName, scope: Scope, rates: Rates, changes: Mapping[str, int]
) -> DashboardFigure:
    definition, request = FIGURES[name], reader.request
    cached_sum = partial(_cached_sum, reader, definition, scope, rates, changes)
    total, groups = cached_sum(definition.read_shown, reader.days)
    compared = request.compared if definition.is_compared else None
    earlier = None if compared is None else cached_sum(definition.read_shown, compared)[0]
    target = None if definition.target is None else cached_sum(definition.target, request.days)[0]
    target_months = _target_months(reader, definition, scope, changes)
    # Without goals there is no target, rather than a target of zero; a target of the organization may be zero.
    has_target = target is not None and (target.count or target_months)
    return {
        "unit": definition.unit,
        "formula": name,
        "more_is_better": definition.more_is_better,
        "scope": scope.api_name,
        "as_of": reader.today if definition.is_current_only else reader.days.last,
        "has_rows": reader.actor.sees_all(definition.rows_permission, scope),
        **total.serialize(),
        "groups": [{"name": name, **part.serialize()} for name, part in sorted(groups.items()) if name],
        "target": target.serialize() if target is not None and has_target else None,
        "target_months": target_months,
        "month_targets": targets.list_month_targets(reader, definition.target, scope, cached_sum)
        if definition.target and target_months
        else [],
        "previous": None if earlier is None else earlier.serialize(),
        "closed_months": shown_as_published(reader, definition.published, scope, reader.days),
        "restatement": _restatement(reader, name, scope, total, cached_sum),
    }


def _target_months(
    reader: Reader, definition: FigureDefinition, scope: Scope, changes: Mapping[str, int]
) -> TargetMonths | None:
    """How many months of the period have a target; None for other figures, and without any target."""
    read, days = definition.target, reader.request.days
    if read is None or not definition.has_monthly_targets:
        return None

    def count() -> TargetMonths:
        has_target = [targets.has_target(reader, read, scope, month) for month in days.months()]
        return {"covered": sum(has_target), "of": len(has_target)}

    cache = _TARGET_MONTHS_CACHES[scope is Scope.ALL]
    months = cache.get_with_versions(changes, (cache_key(reader, scope), read, days), count)
    return months if months["covered"] else None


def _restatement(
    reader: Reader,
    name: FigureName,
    scope: Scope,
    shown: FigureSum,
    cached_sum: Callable[[ContributionReader, DateRange], tuple[FigureSum, dict[str, FigureSum]]],
) -> Restatement | None:
    """What a closed month would be as known today, and the difference; None where they agree or no month is shown."""
    definition = FIGURES[name]
    figure = definition.published
    if figure is None or not reader.days.is_month or not shown_as_published(reader, figure, scope, reader.days):
        return None
    known, _ = cached_sum(definition.read_known, reader.days)
    if known.equals(shown):
        return None
    restated: RestatedFigure = name if name == "overdue" or name == "billable_hours" else figure
    return {"figure": restated, "known_today": known.serialize(), "difference": known.minus(shown).serialize()}


def _month(
    reader: Reader, name: HistoryName, scope: Scope, days: DateRange, rates: Rates, changes: Mapping[str, int]
) -> DashboardMonth:
    definition = FIGURES[name]
    total, _ = _cached_sum(reader, definition, scope, rates, changes, definition.read_shown, days)
    return {"from": days.first, "to": days.last, **total.serialize()}


def _cached_sum(
    reader: Reader,
    definition: FigureDefinition,
    scope: Scope,
    rates: Rates,
    changes: Mapping[str, int],
    read: ContributionReader,
    days: DateRange,
) -> tuple[FigureSum, dict[str, FigureSum]]:
    """The total and the group totals of a figure or its target, cached until its tables change."""
    currency = reader.request.currency
    key = (cache_key(reader, scope), read, days)

    def compute() -> tuple[FigureSum, dict[str, FigureSum]]:
        if isinstance(read, PastReader | RecordCounter):
            return read.sum(reader, scope, days, definition.unit, rates)
        return sum_contributions(read(reader, scope, days), definition.unit, currency, rates)

    return definition.cache_of(read, scope).get_with_versions(changes, key, compute)
