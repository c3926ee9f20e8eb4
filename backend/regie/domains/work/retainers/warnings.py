"""Notifies the people of a retainer that its hours run out, once per threshold and period."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from datetime import date, datetime, timedelta

from sqlalchemy import Connection, insert, select
from sqlalchemy.orm import Session

from regie.domains.people.notifications.actions import Notifier, notify
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.figures import ONGOING
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import PACE, RetainerPeriod, RetainerWarning
from regie.domains.records.settings.queries import read_settings
from regie.domains.work.retainers.burn_math import Alerts, BurnProgress, as_text
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
    .where(RetainerPeriod.status == "open", Project.status.in_(ONGOING), Project.archived_at.is_(None))
    .order_by(RetainerPeriod.id)
)


def send_due_warnings(
    session: Session, notifier: Notifier, project_ids: Collection[int], today: date, now: datetime
) -> None:
    """Warn of thresholds that the latest periods of these retainers have passed for the first time."""
    days = (RetainerPeriod.starts_on <= today, RetainerPeriod.ends_on >= today - _LATE_HOURS_PERIOD)
    periods = session.execute(_LATEST.where(RetainerPeriod.project_id.in_(project_ids), *days)).all()
    sent, alerts = _read_sent_warnings(session, [row.id for row in periods]), read_alert_settings(session.connection())
    for row in periods:
        progress = BurnProgress.of(line_from_row(row), today)
        due = _due_thresholds(progress, alerts, sent[row.id])
        if due:
            warning = {"period_id": row.id, "burn_percent": progress.used_percent, "given_at": now}
            session.execute(insert(RetainerWarning), [warning | {"threshold": name} for name in due])
        for kind, dedup_key, values in _messages(row, progress, due):
            notify(
                session, notifier, kind=kind, recipients=recipients_of(row), values=values,
                link=f"/projects/{row.retainer_api_id}/view?tab=hours", dedup_key=dedup_key, now=now,
            )  # fmt: skip


def find_relevant_periods(session: Session, user_id: int, api_ids: Collection[str]) -> set[str]:
    """Return those of these periods whose warnings concern this user."""
    found = session.execute(_LATEST.where(RetainerPeriod.api_id.in_(api_ids)))
    return {row.api_id for row in found if user_id in recipients_of(row)}


def read_alert_settings(db: Connection) -> Alerts:
    settings = read_settings(db)
    return Alerts(tuple(settings["alert_thresholds"]), settings["alert_pace"])


def _read_sent_warnings(session: Session, period_ids: Collection[int]) -> dict[int, dict[str, int]]:
    """Return the sent warnings per period: threshold and stated percentage of hours used."""
    sent: dict[int, dict[str, int]] = defaultdict(dict)
    statement = select(RetainerWarning).where(RetainerWarning.period_id.in_(period_ids))
    for warning in session.execute(statement).scalars():
        sent[warning.period_id][warning.threshold] = warning.burn_percent
    return sent


def _due_thresholds(progress: BurnProgress, alerts: Alerts, sent: Mapping[str, int]) -> list[str]:
    """Return the thresholds to warn of; for an ended period, the pace no longer matters."""
    stated_percent = max((percent for name, percent in sent.items() if name != PACE), default=0)
    unsent = [name for name in progress.passed_thresholds(alerts) if name not in sent]
    is_over = progress.ends_on < progress.today
    return [name for name in unsent if (not is_over if name == PACE else int(name) > stated_percent)]


def _messages(row: AnyRow, progress: BurnProgress, due: list[str]) -> Iterator[tuple[str, str, dict[str, object]]]:
    """Yield kind, key and values; only the highest of several thresholds is notified."""
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
        yield "retainer_hours", f"retainer_hours:{row.api_id}:{thresholds[-1]}", hours_values
    if PACE in due and progress.pace is not None:
        percent = int(progress.pace * 100) - 100
        pace_values = {**common, "percent": percent, "forecast_hours": as_text(progress.forecast)}
        yield "retainer_pace", f"retainer_pace:{row.api_id}", pace_values


def recipients_of(row: AnyRow) -> set[int]:
    """The account manager, and the project manager who has a user account."""
    return {key for key in (row.account_manager_id, row.project_manager_user_id) if key is not None}
