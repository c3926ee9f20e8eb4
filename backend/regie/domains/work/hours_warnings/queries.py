"""Reads when to warn, what has settled, and the budgets of projects that are not retainers."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from sqlalchemy import Connection, Row, Select, func, select
from sqlalchemy.orm import Session

from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.hours_warnings.models import UnsettledWarning
from regie.domains.records.projects.figures import HOURS_COUNTED, ONGOING
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.records.settings.queries import read_settings
from regie.domains.work.hours_warnings.schemas import Alerts, Subject, WarningMessage, WatchedHours

# Long enough to correct a slip, or to finish entering the hours of a day.
SETTLING_TIME = timedelta(minutes=15)
# The time since which nothing about a subject's thresholds has changed, of the subject that settles first.
_LAST_CHANGES = (
    select(func.max(UnsettledWarning.since).label("since"))
    .group_by(UnsettledWarning.period_id, UnsettledWarning.project_id)
    .subquery()
)
NEXT_SETTLED = select(func.min(_LAST_CHANGES.c.since))
# Projects whose budget is watched.
HAS_BUDGET = (
    Project.kind != "retainer",
    Project.budget_hours.is_not(None),
    Project.status.in_(ONGOING),
    Project.archived_at.is_(None),
)
_BUDGETS = (
    select(
        Project.id,
        Project.api_id,
        Project.name,
        Client.name.label("client_name"),
        Project.account_manager_id,
        Employee.user_id.label("project_manager_user_id"),
        Project.budget_hours,
        HOURS_COUNTED.label("used_hours"),
    )
    .join(Client, Client.id == Project.client_id)
    .outerjoin(Employee, Employee.id == Project.project_manager_id)
    .where(*HAS_BUDGET)
    .order_by(Project.id)
)


def read_alert_settings(db: Connection) -> Alerts:
    settings = read_settings(db)
    return Alerts(tuple(settings["alert_thresholds"]), settings["alert_pace"])


def select_settled_projects(now: datetime) -> Select[int]:
    """Select the keys of the projects with a subject whose thresholds have settled."""
    project_id = func.coalesce(RetainerPeriod.project_id, UnsettledWarning.project_id)
    return (
        select(project_id)
        .select_from(UnsettledWarning)
        .outerjoin(RetainerPeriod, RetainerPeriod.id == UnsettledWarning.period_id)
        .group_by(project_id, UnsettledWarning.period_id)
        .having(func.max(UnsettledWarning.since) <= now - SETTLING_TIME)
        .order_by(project_id)
    )


def read_watched_budgets(session: Session, project_ids: Collection[int], alerts: Alerts) -> list[WatchedHours]:
    """Return the budgets of these projects that are watched; retainers have periods instead."""
    found = session.execute(_BUDGETS.where(Project.id.in_(project_ids)))
    return [_watch_budget(row, alerts) for row in found]


def find_relevant_budgets(session: Session, user_id: int, api_ids: Collection[str]) -> set[str]:
    """Return those of these projects whose budget is watched and concerns this user."""
    found = session.execute(_BUDGETS.where(Project.api_id.in_(api_ids)))
    return {row.api_id for row in found if user_id in recipients_of(row)}


def recipients_of(row: Row) -> frozenset[int]:
    """The account manager, and the project manager who has a user account."""
    return frozenset(key for key in (row.account_manager_id, row.project_manager_user_id) if key is not None)


def _watch_budget(row: Row, alerts: Alerts) -> WatchedHours:
    percent = _used_percent(row.used_hours, row.budget_hours)

    def describe(due: Sequence[str]) -> list[WarningMessage]:
        values = {
            "project": row.name,
            "client": row.client_name,
            "percent": percent,
            "used_hours": f"{row.used_hours:.2f}",
            "budget_hours": f"{row.budget_hours:.2f}",
        }
        return [WarningMessage("project_budget", f"project_budget:{row.api_id}:{due[-1]}", values)]

    return WatchedHours(
        subject=Subject(project_id=row.id),
        used_percent=percent,
        passed=alerts.passed_at(percent),
        recipients=recipients_of(row),
        link=f"/projects/{row.api_id}/view",
        describe=describe,
    )


def _used_percent(used: Decimal, budget: Decimal) -> int:
    """Return the percentage of the budget used, rounded down; 100 for hours used of an empty budget."""
    if budget > 0:
        return int(used * 100 / budget)
    return 100 if used > 0 else 0
