"""Watches the hours of retainers: a warning per threshold and period, and one of the pace."""

from collections.abc import Collection, Iterator, Sequence
from datetime import date, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.hours_warnings.models import PACE
from regie.domains.records.projects.figures import ONGOING, STATES_HOURS
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.hours_warnings.queries import recipients_of
from regie.domains.work.hours_warnings.schemas import Alerts, Subject, WarningMessage, WatchedHours
from regie.domains.work.retainers.burn_math import BurnProgress, as_text
from regie.domains.work.retainers.inputs import AnyRow, line_from_row

# Hours of a month's last days often arrive in the first days of the next.
_LATE_HOURS_PERIOD = timedelta(days=7)
_LATEST = (
    select(
        *RetainerPeriod.__table__.columns,
        Project.api_id.label("retainer_api_id"),
        Project.name.label("retainer_name"),
        Client.name.label("client_name"),
        Project.account_manager_id,
        Employee.user_id.label("project_manager_user_id"),
    )
    .join(Project, Project.id == RetainerPeriod.project_id)
    .join(Client, Client.id == Project.client_id)
    .outerjoin(Employee, Employee.id == Project.project_manager_id)
    .where(RetainerPeriod.status == "open", Project.status.in_(ONGOING), Project.archived_at.is_(None), STATES_HOURS)
    .order_by(RetainerPeriod.id)
)


def read_watched_periods(
    session: Session, project_ids: Collection[int], alerts: Alerts, today: date
) -> list[WatchedHours]:
    """Return the latest periods of these retainers, whose hours are watched."""
    days = (RetainerPeriod.starts_on <= today, RetainerPeriod.ends_on >= today - _LATE_HOURS_PERIOD)
    periods = session.execute(_LATEST.where(RetainerPeriod.project_id.in_(project_ids), *days))
    return [_watch_period(row, alerts, today) for row in periods]


def find_relevant_periods(session: Session, user_id: int, api_ids: Collection[str]) -> set[str]:
    """Return those of these periods whose warnings concern this user."""
    found = session.execute(_LATEST.where(RetainerPeriod.api_id.in_(api_ids)))
    return {row.api_id for row in found if user_id in recipients_of(row)}


def _watch_period(row: AnyRow, alerts: Alerts, today: date) -> WatchedHours:
    progress = BurnProgress.of(line_from_row(row), today)
    # For an ended period, the pace no longer matters.
    is_over = progress.ends_on < today
    return WatchedHours(
        subject=Subject(period_id=row.id),
        used_percent=progress.used_percent,
        passed=[name for name in progress.passed_thresholds(alerts) if name != PACE or not is_over],
        recipients=recipients_of(row),
        link=f"/projects/{row.retainer_api_id}/view?tab=hours",
        describe=lambda due: _messages(row, progress, due),
    )


def _messages(row: AnyRow, progress: BurnProgress, due: Sequence[str]) -> Iterator[WarningMessage]:
    """Yield the messages; only the highest of several thresholds is notified."""
    common: dict[str, object] = {
        "project": row.retainer_name,
        "client": row.client_name,
        "used_hours": as_text(progress.used),
        "available_hours": as_text(progress.available),
        "ends_on": row.ends_on.isoformat(),
    }
    thresholds = [name for name in due if name != PACE]
    if thresholds:
        hours_values = {**common, "percent": progress.used_percent}
        yield WarningMessage("retainer_hours", f"retainer_hours:{row.api_id}:{thresholds[-1]}", hours_values)
    if PACE in due and progress.pace is not None:
        percent = int(progress.pace * 100) - 100
        pace_values = {**common, "percent": percent, "forecast_hours": as_text(progress.forecast)}
        yield WarningMessage("retainer_pace", f"retainer_pace:{row.api_id}", pace_values)
