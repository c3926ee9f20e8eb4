"""Calculates how recurring revenue moved between two days, for the retainers within the caller's scope."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from sqlalchemy import ColumnElement, Connection

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import Invalid
from regie.core.db.query_cache import QueryCache
from regie.core.money.amounts import money
from regie.domains.work.churns.analysis_schemas import (
    ChurnStatistics,
    ChurnStatisticsQuery,
    CurrencyMovements,
    DrillDownTarget,
    LaterClients,
    LaterCounts,
    Losses,
    MovementAmounts,
    Rate,
)
from regie.domains.work.churns.figures import Step, Window, build_steps, percent
from regie.domains.work.churns.movement_schemas import MovementKind
from regie.domains.work.churns.retainer_runs import read_runs
from regie.domains.work.churns.start_clients import (
    Group,
    StartClients,
    annualized_loss,
    annualized_retention,
    is_several_months,
    lost,
    retained,
)
from regie.domains.work.projects.queries import managed_projects

_LIST_PERMISSIONS: dict[DrillDownTarget, Permission] = {
    "mrr-movements": Permission.PROJECTS_MRR,
    "churn-events": Permission.CHURNS_VIEW,
}
_FIGURE_PERMISSIONS: dict[DrillDownTarget, Permission] = {
    "lost-retainers": Permission.PROJECTS_VIEW,
    "lost-clients": Permission.CLIENTS_VIEW,
    "mrr": Permission.PROJECTS_VIEW,
}
_STEPS_CACHE: QueryCache[list[list[Step]]] = QueryCache(
    ("churn_events", "projects", "project_fees", "terms", "team_members")
)


def read_statistics(db: Connection, actor: Actor, query: ChurnStatisticsQuery, today: date) -> ChurnStatistics:
    if query.to < query.from_:
        raise Invalid({"to": "after_start"})
    window, groups = Window(query.from_, query.to), StartClients(query.from_, query.to)
    scope = actor.require(Permission.STATISTICS_CHURN)
    for client in read_steps(db, actor, scope):
        window.add_client(client)
        groups.add_client(client)
    is_several = is_several_months(query.from_, query.to)
    logos = groups.present.logos_lost if is_several else window.logos_lost
    projects = groups.present.projects_lost if is_several else window.projects_lost
    days = (query.from_, query.to) if is_several else None
    return {
        "as_of": today,
        "scope": scope.api_name,
        "starts_on": query.from_,
        "ends_on": query.to,
        "logo_churn": describe_losses("logo_churn", logos, window.logos_at_start, days),
        "project_churn": describe_losses("project_churn", projects, window.projects_at_start, days),
        "later_clients": days and describe_counts(groups.later),
        "currencies": [_movements(window, groups, currency) for currency in window.currencies()],
        "rows": find_drill_down_targets(actor, scope),
    }


def find_drill_down_targets(actor: Actor, scope: Scope) -> list[DrillDownTarget]:
    """Return the drill-down targets whose rows the caller sees in full; lists have no scope, the dashboard has."""
    lists: list[DrillDownTarget] = [
        name for name, requires in _LIST_PERMISSIONS.items() if scope is actor.scope(requires) is Scope.ALL
    ]
    if not actor.can(Permission.DASHBOARD_VIEW):
        return lists
    mrr_scope = actor.scope(Permission.STATISTICS_MRR)
    figures: dict[DrillDownTarget, bool] = {
        name: actor.sees_all(requires, scope) for name, requires in _FIGURE_PERMISSIONS.items()
    }
    figures["mrr"] &= mrr_scope is not None and mrr_scope >= scope
    return [*lists, *(name for name, is_allowed in figures.items() if is_allowed)]


def read_steps(db: Connection, actor: Actor, scope: Scope) -> list[list[Step]]:
    """Return each client's steps, for the retainers that the caller manages within the scope."""
    key = (db.engine, actor.user_id, actor.employee_id, scope)
    return _STEPS_CACHE.get(db, key, lambda: _build_all_steps(db, managed_projects(scope), actor))


def _build_all_steps(db: Connection, within: ColumnElement[bool], actor: Actor) -> list[list[Step]]:
    return [build_steps(runs) for runs in read_runs(db, within, actor.params).values()]


def describe_losses(formula: str, lost: int, at_start: int, days: tuple[date, date] | None) -> Losses:
    """Describe a rate of one month, or of the clients at the start of several months (`days`)."""
    return {
        "formula": f"{formula}_of_start" if days else formula,
        "lost": lost,
        "at_start": at_start,
        "percent": percent(lost, at_start),
        "annualized": days and annualized_loss(lost, at_start, days),
    }


def describe_revenue_churn(lost: Decimal, start: Decimal, days: tuple[date, date] | None) -> Rate:
    return {
        "formula": "gross_revenue_churn_of_start" if days else "gross_revenue_churn",
        "percent": percent(lost, start),
        "annualized": days and annualized_loss(lost, start, days),
    }


def describe_retention(retained: Decimal, start: Decimal, days: tuple[date, date] | None) -> Rate:
    return {
        "formula": "net_revenue_retention_of_start" if days else "net_revenue_retention",
        "percent": percent(retained, start),
        "annualized": days and annualized_retention(retained, start, days),
    }


def describe_counts(group: Group) -> LaterCounts:
    return {"clients": group.logos_lost, "retainers": group.projects_lost}


def describe_later(group: Group, sums: Mapping[MovementKind, Decimal], currency: str) -> LaterClients:
    return {**describe_counts(group), "mrr_lost": money(lost(sums), currency)}


def describe_amounts(sums: Mapping[MovementKind, Decimal], currency: str) -> MovementAmounts:
    return {
        "new": money(sums["new"], currency),
        "expansion": money(sums["expansion"], currency),
        "reactivation": money(sums["reactivation"], currency),
        "contraction": money(sums["contraction"], currency),
        "churn": money(sums["churn"], currency),
    }


def _movements(window: Window, groups: StartClients, currency: str) -> CurrencyMovements:
    start, sums = window.start[currency], window.sums[currency]
    days = (groups.first, groups.last) if is_several_months(groups.first, groups.last) else None
    # Within a month, all movements count.
    counted = groups.present.sums(currency) if days else sums
    return {
        "currency": currency,
        "mrr_start": money(start, currency),
        **describe_amounts(sums, currency),
        "mrr_end": money(window.end(currency), currency),
        "gross_revenue_churn": describe_revenue_churn(lost(counted), start, days),
        "net_revenue_retention": describe_retention(retained(start, counted), start, days),
        "later_clients": days and describe_later(groups.later, groups.later.sums(currency), currency),
    }
