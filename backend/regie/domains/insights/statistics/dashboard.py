"""Calculates the dashboard's figures in one currency, within the requested scope and the caller's permissions.

A figure is compared with its target, if it has one, and with the previous period. `FIGURES` defines all of them.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import get_args

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.db.query_cache import QueryCache, read_table_versions
from regie.domains.insights.statistics import money_contributions, people_contributions
from regie.domains.insights.statistics.contributions import Contribution, FigureSum, sum_contributions
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.request import DateRange
from regie.domains.insights.statistics.schemas import (
    DashboardFigure,
    DashboardMonth,
    DashboardUnit,
    FigureName,
    HistoryName,
)
from regie.domains.records.exchange_rates.figures import Rates

P = Permission
ContributionReader = Callable[[Reader, Scope, DateRange], Iterable[Contribution]]


# Tables that decide who owns a record, and the tables of each kind of figure.
_PEOPLE = ("employees", "team_members")
_PROJECTS = ("clients", "project_members", "project_sellers", "projects", *_PEOPLE)
_RETAINERS = ("churn_events", "project_fees", *_PROJECTS)
_INVOICES = ("invoice_payments", "invoices", "settings", *_PROJECTS)
_SALES = ("oos_approvals", *_PROJECTS)
_GOALS = (
    "awards", "churn_attributions", "employee_goals", "employee_leaves", "exchange_rates", "goal_check_ins",
    "project_payments", "time_entries", *_INVOICES, *_RETAINERS, *_SALES,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FigureDefinition:
    """A figure: `permission` allows reading it, `rows_permission` the records behind it."""

    unit: DashboardUnit
    permission: Permission
    rows_permission: Permission
    read: ContributionReader
    # The tables it is read from, besides exchange rates: a change to one of them invalidates the cache.
    tables: tuple[str, ...]
    target: ContributionReader | None = None
    # Some figures are known for today only, not for earlier days.
    is_current_only: bool = False
    # Goals contain their own targets, so they are not compared with the previous period.
    is_goal: bool = False
    cache: QueryCache[tuple[FigureSum, dict[str, FigureSum]]] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cache", QueryCache((*self.tables, "exchange_rates"), max_entries=500))

    @property
    def is_compared(self) -> bool:
        return not (self.is_current_only or self.is_goal)


FIGURES: Mapping[FigureName, FigureDefinition] = {
    "mrr": FigureDefinition("money", P.STATISTICS_MRR, P.PROJECTS_VIEW, money_contributions.read_mrr, _RETAINERS),
    "revenue": FigureDefinition(
        "money",
        P.STATISTICS_REVENUE,
        P.PROJECTS_VIEW,
        money_contributions.read_revenue,
        ("project_payments", *_RETAINERS, *_INVOICES),
    ),
    "receivables": FigureDefinition(
        "money", P.STATISTICS_RECEIVABLES, P.INVOICES_VIEW, money_contributions.read_receivables, _INVOICES
    ),
    "overdue": FigureDefinition(
        "money", P.STATISTICS_RECEIVABLES, P.INVOICES_VIEW, money_contributions.read_overdue, _INVOICES
    ),
    "oos_sold": FigureDefinition(
        "money",
        P.STATISTICS_OOS,
        P.PROJECTS_VIEW,
        money_contributions.read_sales,
        ("employee_goals", *_SALES),
        target=money_contributions.read_sales_targets,
    ),
    "pipeline": FigureDefinition(
        "money",
        P.DEALS_VIEW,
        P.DEALS_VIEW,
        money_contributions.read_pipeline,
        ("hubspot_deals", "hubspot_stages", *_PROJECTS),
        is_current_only=True,
    ),
    "burn_at_risk": FigureDefinition(
        "count",
        P.RETAINERS_VIEW,
        P.RETAINERS_VIEW,
        people_contributions.read_burn_at_risk,
        ("retainer_periods", "settings", "teams", "time_entries", *_RETAINERS),
        is_current_only=True,
    ),
    "utilisation": FigureDefinition(
        "percent",
        P.STATISTICS_HOURS,
        P.DIRECTORY_VIEW,
        people_contributions.read_hours,
        ("employee_leaves", "time_entries", *_PEOPLE),
        target=people_contributions.read_hours_targets,
    ),
    "goals": FigureDefinition(
        "percent", P.STATISTICS_GOALS, P.GOALS_VIEW, people_contributions.read_goals, _GOALS, is_goal=True
    ),
    "values_received": FigureDefinition(
        "count", P.STATISTICS_VALUES, P.CORE_VALUES_VIEW, people_contributions.read_recognition, ("awards", *_PEOPLE)
    ),
    "lost_retainers": FigureDefinition(
        "count", P.STATISTICS_CHURN, P.PROJECTS_VIEW, people_contributions.read_lost_retainers, _RETAINERS
    ),
    "lost_clients": FigureDefinition(
        "count", P.STATISTICS_CHURN, P.CLIENTS_VIEW, people_contributions.read_lost_clients, _RETAINERS
    ),
    "active_projects": FigureDefinition(
        "count",
        P.PROJECTS_VIEW,
        P.PROJECTS_VIEW,
        people_contributions.read_active_projects,
        _PROJECTS,
        is_current_only=True,
    ),
    "active_clients": FigureDefinition(
        "count",
        P.CLIENTS_VIEW,
        P.CLIENTS_VIEW,
        people_contributions.read_active_clients,
        _PROJECTS,
        is_current_only=True,
    ),
}


# Figures with a value at the end of any day.
MONTHLY_FIGURES: tuple[HistoryName, ...] = get_args(HistoryName)


def read_figures(reader: Reader, rates: Rates) -> dict[FigureName, DashboardFigure]:
    """The figures that the caller may read, by name."""
    scopes: dict[FigureName, Scope | None] = {
        name: effective_scope(reader.actor, definition, reader.request.scope) for name, definition in FIGURES.items()
    }
    changes = read_table_versions(reader.db)
    return {name: _figure(reader, name, scope, rates, changes) for name, scope in scopes.items() if scope is not None}


def read_history(reader: Reader, rates: Rates) -> dict[HistoryName, list[DashboardMonth]]:
    """The caller's `MONTHLY_FIGURES` at the end of each requested month, and of today."""
    changes = read_table_versions(reader.db)
    scopes: dict[HistoryName, Scope | None] = {
        name: effective_scope(reader.actor, FIGURES[name], reader.request.scope) for name in MONTHLY_FIGURES
    }
    return {
        name: [_month(reader, name, scope, days, rates, changes) for days in reader.days.months()]
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
    total, groups = cached_sum(definition.read, reader.days)
    earlier = None if not definition.is_compared else cached_sum(definition.read, reader.previous)[0]
    target = None if definition.target is None else cached_sum(definition.target, request.days)[0]
    return {
        "unit": definition.unit,
        "formula": name,
        "scope": scope.api_name,
        "as_of": reader.today if definition.is_current_only else reader.days.last,
        "has_rows": reader.actor.sees_all(definition.rows_permission, scope),
        **total.serialize(),
        "groups": [{"name": name, **part.serialize()} for name, part in sorted(groups.items()) if name],
        # Without goals there is no target, rather than a target of zero.
        "target": target.serialize() if target is not None and target.count else None,
        "previous": None if earlier is None else earlier.serialize(),
    }


def _month(
    reader: Reader, name: HistoryName, scope: Scope, days: DateRange, rates: Rates, changes: Mapping[str, int]
) -> DashboardMonth:
    definition = FIGURES[name]
    total, _ = _cached_sum(reader, definition, scope, rates, changes, definition.read, days)
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
        return sum_contributions(read(reader, scope, days), definition.unit, currency, rates)

    return definition.cache.get_with_versions(changes, key, compute)
