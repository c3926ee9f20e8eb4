"""How recurring revenue moved between two days: of all retainers that the caller may add up."""

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
    Losses,
    MovementAmounts,
    Opened,
)
from regie.domains.work.churns.figures import Step, Window, percent, steps_of_client
from regie.domains.work.churns.movement_schemas import MovementKind
from regie.domains.work.churns.retaining import read_runs
from regie.domains.work.projects.queries import managed_projects

_LISTS: dict[Opened, Permission] = {
    "mrr-movements": Permission.PROJECTS_MRR,
    "churn-events": Permission.CHURNS_VIEW,
}
_FIGURES: dict[Opened, Permission] = {
    "lost-retainers": Permission.PROJECTS_VIEW,
    "lost-clients": Permission.CLIENTS_VIEW,
    "mrr": Permission.PROJECTS_VIEW,
}
_STEPS: QueryCache[list[list[Step]]] = QueryCache(("churn_events", "projects", "project_fees", "team_members"), most=8)


def read_statistics(db: Connection, actor: Actor, query: ChurnStatisticsQuery, today: date) -> ChurnStatistics:
    if query.to < query.from_:
        raise Invalid({"to": "after_start"})
    window = Window(query.from_, query.to)
    scope = actor.require(Permission.STATISTICS_CHURN)
    for client in read_steps(db, actor, scope):
        window.add_client(client)
    return {
        "as_of": today,
        "scope": scope.word,
        "starts_on": query.from_,
        "ends_on": query.to,
        "logo_churn": describe_losses("logo_churn", window.logos_lost, window.logos_at_start),
        "project_churn": describe_losses("project_churn", window.projects_lost, window.projects_at_start),
        "currencies": [_movements(window, currency) for currency in window.currencies()],
        "rows": find_openable(actor, scope),
    }


def find_openable(actor: Actor, scope: Scope) -> list[Opened]:
    """What adds up to the figures, to those who see all of it there; the lists know no scope, the dashboard does."""
    lists: list[Opened] = [name for name, requires in _LISTS.items() if scope is actor.scope(requires) is Scope.ALL]
    if not actor.may(Permission.DASHBOARD_VIEW):
        return lists
    held = actor.scope(Permission.STATISTICS_MRR)
    figures: dict[Opened, bool] = {name: actor.sees_all(requires, scope) for name, requires in _FIGURES.items()}
    figures["mrr"] &= held is not None and held >= scope
    return [*lists, *(name for name, opens in figures.items() if opens)]


def read_steps(db: Connection, actor: Actor, scope: Scope) -> list[list[Step]]:
    """Of each client, every day on which its retainers changed; of the retainers that the caller manages in a scope."""
    key = (db.engine, actor.user_id, actor.employee_id, scope)
    return _STEPS.get(db, key, lambda: _steps(db, managed_projects(scope), actor))


def _steps(db: Connection, within: ColumnElement[bool], actor: Actor) -> list[list[Step]]:
    return [steps_of_client(runs) for runs in read_runs(db, within, actor.params).values()]


def describe_losses(formula: str, lost: int, at_start: int) -> Losses:
    return {"formula": formula, "lost": lost, "at_start": at_start, "percent": percent(lost, at_start)}


def describe_amounts(sums: Mapping[MovementKind, Decimal], currency: str) -> MovementAmounts:
    return {
        "new": money(sums["new"], currency),
        "expansion": money(sums["expansion"], currency),
        "reactivation": money(sums["reactivation"], currency),
        "contraction": money(sums["contraction"], currency),
        "churn": money(sums["churn"], currency),
    }


def _movements(window: Window, currency: str) -> CurrencyMovements:
    return {
        "currency": currency,
        "mrr_start": money(window.start[currency], currency),
        **describe_amounts(window.sums[currency], currency),
        "mrr_end": money(window.end(currency), currency),
        "gross_revenue_churn": {"formula": "gross_revenue_churn", "percent": window.gross_churn(currency)},
        "net_revenue_retention": {"formula": "net_revenue_retention", "percent": window.retention(currency)},
    }
