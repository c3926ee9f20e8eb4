"""Calculates the dashboard's figures in one currency, within the requested scope and the caller's permissions.

A figure is compared with its target, if it has one, and with the previous period. `FIGURES` defines all of them.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.db.query_cache import QueryCache, read_table_versions
from regie.domains.insights.statistics import money_contributions, people_contributions, targets
from regie.domains.insights.statistics.contributions import FigureSum, sum_contributions
from regie.domains.insights.statistics.counting import RecordCounter
from regie.domains.insights.statistics.published import (
    STORED,
    PastReader,
    every_group,
    shown_as_published,
)
from regie.domains.insights.statistics.reader import ContributionReader, Reader
from regie.domains.insights.statistics.request import DateRange
from regie.domains.insights.statistics.schemas import (
    DashboardFigure,
    DashboardMonth,
    DashboardUnit,
    FigureName,
    HistoryName,
    PublishedFigure,
    RestatedFigure,
    Restatement,
    StoredFigure,
    TargetMonths,
)
from regie.domains.records.exchange_rates.figures import Rates

P = Permission

# Tables that decide who owns a record, and the tables of each kind of figure.
_PEOPLE = ("employees", "team_members")
_PROJECTS = ("clients", "project_members", "project_sellers", "projects", *_PEOPLE)
_RETAINERS = ("churn_events", "project_fees", "terms", *_PROJECTS)
_INVOICES = ("customer_credits", "invoice_payments", "invoices", "settings", *_PROJECTS)
_SALES = ("oos_approvals", "project_amendments", *_PROJECTS)
_GOALS = (
    "awards", "churn_attributions", "employee_goals", "employee_leaves", "exchange_rates", "goal_check_ins",
    "payment_allocations", "project_payments", "terms", "time_entries", *_INVOICES, *_RETAINERS, *_SALES,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FigureDefinition:
    """A figure: `permission` allows reading it, `rows_permission` the records behind it."""

    unit: DashboardUnit
    permission: Permission
    rows_permission: Permission
    read: ContributionReader
    # The tables it is read from, besides those that all figures are read from.
    tables: tuple[str, ...]
    # Whether a higher value is good news; None for a figure that is neither.
    more_is_better: bool | None = True
    target: ContributionReader | None = None
    # Each month of the period needs its own target.
    has_monthly_targets: bool = False
    # Some figures are known for today only: periods without it do not have them.
    is_current_only: bool = False
    # What closing a month publishes of it; `is_part` selects groups of that.
    published: PublishedFigure | None = None
    is_part: Callable[[str], bool] = every_group
    # The stored figure of past months, if it is not a published one.
    stored: StoredFigure | None = None
    # Goals contain their own targets, so they are not compared with the previous period.
    is_goal: bool = False
    cache: QueryCache[tuple[FigureSum, dict[str, FigureSum]]] = field(init=False, compare=False)

    # What is shown: closed months as they were published; and what is known today.
    read_shown: ContributionReader = field(init=False, compare=False)
    read_known: ContributionReader = field(init=False, compare=False)

    def __post_init__(self) -> None:
        stored = self.published or self.stored
        formula = stored and STORED[stored]
        shown = self.read if formula is None else PastReader(formula, self.published, self.is_part)
        known = self.read if formula is None else PastReader(formula, None, self.is_part)
        object.__setattr__(self, "read_shown", shown)
        object.__setattr__(self, "read_known", known)
        object.__setattr__(self, "cache", QueryCache(self.all_tables))

    @property
    def all_tables(self) -> tuple[str, ...]:
        """The tables that the cache depends on: amounts are converted, and closed months are shown as published."""
        return (*self.tables, "exchange_rates", "closed_months")

    def is_known_in(self, days: DateRange, today: date) -> bool:
        return today in days or not self.is_current_only

    @property
    def is_compared(self) -> bool:
        return not (self.is_current_only or self.is_goal)


FIGURES: Mapping[FigureName, FigureDefinition] = {
    "mrr": FigureDefinition(
        "money",
        P.STATISTICS_MRR,
        P.PROJECTS_VIEW,
        money_contributions.read_mrr,
        ("company_targets", *_RETAINERS),
        # A value at the end of a day: the target is that of the last month.
        target=targets.read_mrr_target,
        published="mrr",
    ),
    "revenue": FigureDefinition(
        "money",
        P.STATISTICS_REVENUE,
        P.PROJECTS_VIEW,
        money_contributions.read_revenue,
        ("company_targets", "payment_allocations", "project_payments", *_RETAINERS, *_INVOICES),
        target=targets.read_revenue_targets,
        has_monthly_targets=True,
        published="revenue",
    ),
    "invoiced": FigureDefinition(
        "money",
        P.STATISTICS_REVENUE,
        P.INVOICES_VIEW,
        money_contributions.read_invoiced,
        ("payment_allocations", "project_payments", *_INVOICES),
        stored="invoiced",
    ),
    "receivables": FigureDefinition(
        "money",
        P.STATISTICS_RECEIVABLES,
        P.INVOICES_VIEW,
        money_contributions.read_receivables,
        _INVOICES,
        more_is_better=None,
        published="receivables",
    ),
    "overdue": FigureDefinition(
        "money",
        P.STATISTICS_RECEIVABLES,
        P.INVOICES_VIEW,
        money_contributions.read_overdue,
        _INVOICES,
        more_is_better=False,
        published="receivables",
        is_part=money_contributions.is_overdue,
    ),
    "oos_sold": FigureDefinition(
        "money",
        P.STATISTICS_OOS,
        P.PROJECTS_VIEW,
        money_contributions.read_sales,
        ("company_targets", "employee_goals", *_SALES),
        target=targets.read_sales_targets,
        has_monthly_targets=True,
        published="oos_sold",
    ),
    "pipeline": FigureDefinition(
        "money",
        P.DEALS_VIEW,
        P.DEALS_VIEW,
        money_contributions.read_pipeline,
        ("hubspot_deals", "hubspot_stages", *_PROJECTS),
        is_current_only=True,
    ),
    "unweighted_deals": FigureDefinition(
        "money",
        P.DEALS_VIEW,
        P.DEALS_VIEW,
        money_contributions.read_unweighted_deals,
        ("hubspot_deals", "hubspot_stages", *_PROJECTS),
        more_is_better=None,
        is_current_only=True,
    ),
    "burn_at_risk": FigureDefinition(
        "count",
        P.RETAINERS_VIEW,
        P.RETAINERS_VIEW,
        people_contributions.read_burn_at_risk,
        ("retainer_periods", "settings", "teams", "time_entries", *_RETAINERS),
        more_is_better=False,
        is_current_only=True,
    ),
    "utilisation": FigureDefinition(
        "percent",
        P.STATISTICS_HOURS,
        P.DIRECTORY_VIEW,
        people_contributions.read_hours,
        ("employee_leaves", "terms", "time_entries", *_PEOPLE),
        target=people_contributions.read_hours_targets,
        published="utilisation",
    ),
    "billable_hours": FigureDefinition(
        "hours",
        P.STATISTICS_HOURS,
        P.DIRECTORY_VIEW,
        people_contributions.read_hours,
        ("employee_leaves", "terms", "time_entries", *_PEOPLE),
        published="utilisation",
    ),
    "goals": FigureDefinition(
        "percent", P.STATISTICS_GOALS, P.GOALS_VIEW, people_contributions.read_goals, _GOALS, is_goal=True
    ),
    "values_received": FigureDefinition(
        "count", P.STATISTICS_VALUES, P.CORE_VALUES_VIEW, people_contributions.read_recognition, ("awards", *_PEOPLE)
    ),
    "lost_retainers": FigureDefinition(
        "count",
        P.STATISTICS_CHURN,
        P.PROJECTS_VIEW,
        people_contributions.read_lost_retainers,
        ("company_targets", *_RETAINERS),
        more_is_better=False,
        target=targets.read_churn_targets,
        has_monthly_targets=True,
        published="lost_retainers",
    ),
    "lost_clients": FigureDefinition(
        "count",
        P.STATISTICS_CHURN,
        P.CLIENTS_VIEW,
        people_contributions.read_lost_clients,
        _RETAINERS,
        more_is_better=False,
        published="lost_clients",
    ),
    "active_projects": FigureDefinition(
        "count",
        P.PROJECTS_VIEW,
        P.PROJECTS_VIEW,
        people_contributions.ACTIVE_PROJECTS,
        _PROJECTS,
        is_current_only=True,
    ),
    "late_projects": FigureDefinition(
        "count",
        P.PROJECTS_VIEW,
        P.PROJECTS_VIEW,
        people_contributions.LATE_PROJECTS,
        _PROJECTS,
        more_is_better=False,
        is_current_only=True,
    ),
    "active_clients": FigureDefinition(
        "count",
        P.CLIENTS_VIEW,
        P.CLIENTS_VIEW,
        people_contributions.ACTIVE_CLIENTS,
        _PROJECTS,
        is_current_only=True,
    ),
}


_TARGET_MONTHS_CACHE: QueryCache[TargetMonths] = QueryCache(("company_targets", "employee_goals", *_PEOPLE))
# Figures with a value at the end of any day.
_AMOUNTS_OF_MONTHS: tuple[HistoryName, ...] = ("mrr", "receivables", "overdue")


def read_figures(reader: Reader, rates: Rates) -> dict[FigureName, DashboardFigure]:
    """The figures that the caller may read, by name."""
    scopes: dict[FigureName, Scope | None] = {
        name: effective_scope(reader.actor, definition, reader.request.scope) for name, definition in FIGURES.items()
    }
    changes = read_table_versions(reader.db)
    return {
        name: _figure(reader, name, scope, rates, changes)
        for name, scope in scopes.items()
        if scope is not None and FIGURES[name].is_known_in(reader.request.days, reader.today)
    }


def read_history(
    reader: Reader, rates: Rates, figures: Sequence[HistoryName], months: Sequence[DateRange]
) -> dict[HistoryName, list[DashboardMonth]]:
    """The figures of each of the months; without a selection, the amounts at the end of a day."""
    changes = read_table_versions(reader.db)
    scopes: dict[HistoryName, Scope | None] = {
        name: effective_scope(reader.actor, FIGURES[name], reader.request.scope)
        for name in figures or _AMOUNTS_OF_MONTHS
    }
    return {
        name: [_month(reader, name, scope, days, rates, changes) for days in months]
        for name, scope in scopes.items()
        if scope is not None
    }


def effective_scope(actor: Actor, definition: FigureDefinition, requested: Scope) -> Scope | None:
    """The narrower of the requested scope and the caller's scope for the figure; None without permission."""
    granted = actor.scope(definition.permission)
    return None if granted is None else min(granted, requested)


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

    months = _TARGET_MONTHS_CACHE.get_with_versions(changes, (cache_key(reader, scope), read, days), count)
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

    return definition.cache.get_with_versions(changes, key, compute)
