"""Telling the people of a retainer that its hours run out: once per threshold and period."""

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
from regie.domains.work.retainers.burns import Alerts, Standing, as_text
from regie.domains.work.retainers.inputs import AnyRow, line_of

# Hours of the last days of a month arrive in the first days of the next.
_STILL_TOLD = timedelta(days=7)
_LATEST = (
    select(
        *RetainerPeriod.__table__.columns,
        Project.api_id.label("of_project"),
        Project.name.label("of_project_name"),
        Client.name.label("of_client_name"),
        Project.account_manager_id,
        Employee.user_id.label("project_manager_user_id"),
    )
    .join(Project, Project.id == RetainerPeriod.project_id)
    .join(Client, Client.id == Project.client_id)
    .outerjoin(Employee, Employee.id == Project.project_manager_id)
    .where(RetainerPeriod.status == "open", Project.status.in_(ONGOING), Project.archived_at.is_(None))
    .order_by(RetainerPeriod.id)
)


def give_warnings(
    session: Session, notifier: Notifier, project_ids: Collection[int], today: date, now: datetime
) -> None:
    """For what these retainers' latest periods have passed and nobody was told of."""
    days = (RetainerPeriod.starts_on <= today, RetainerPeriod.ends_on >= today - _STILL_TOLD)
    periods = session.execute(_LATEST.where(RetainerPeriod.project_id.in_(project_ids), *days)).all()
    given, alerts = _given(session, [row.id for row in periods]), read_alerts(session.connection())
    for row in periods:
        standing = Standing.of(line_of(row), today)
        due = _due(standing, alerts, given[row.id])
        if due:
            told = {"period_id": row.id, "told_percent": standing.used_percent, "given_at": now}
            session.execute(insert(RetainerWarning), [told | {"threshold": name} for name in due])
        for kind, once, values in _messages(row, standing, due):
            notify(
                session, notifier, kind=kind, recipients=people_of(row), values=values,
                link=f"/projects/{row.of_project}/view?tab=hours", once=once, now=now,
            )  # fmt: skip


def periods_told_of(session: Session, user_id: int, api_ids: Collection[str]) -> set[str]:
    """Those of these periods whose warnings are this person's business now."""
    found = session.execute(_LATEST.where(RetainerPeriod.api_id.in_(api_ids)))
    return {row.api_id for row in found if user_id in people_of(row)}


def read_alerts(db: Connection) -> Alerts:
    settings = read_settings(db)
    return Alerts(tuple(settings["alert_thresholds"]), settings["alert_pace"])


def _given(session: Session, period_ids: Collection[int]) -> dict[int, dict[str, int]]:
    """By period, what it was warned of and how much of the hours was said to be used."""
    given: dict[int, dict[str, int]] = defaultdict(dict)
    warned = select(RetainerWarning).where(RetainerWarning.period_id.in_(period_ids))
    for warning in session.execute(warned).scalars():
        given[warning.period_id][warning.threshold] = warning.told_percent
    return given


def _due(standing: Standing, alerts: Alerts, given: Mapping[str, int]) -> list[str]:
    """What was not told yet. Of a period that is over nobody can slow the pace down any more."""
    known = max((percent for name, percent in given.items() if name != PACE), default=0)
    passed = [name for name in standing.passed(alerts) if name not in given]
    is_over = standing.ends_on < standing.today
    return [name for name in passed if (not is_over if name == PACE else int(name) > known)]


def _messages(row: AnyRow, standing: Standing, due: list[str]) -> Iterator[tuple[str, str, dict[str, object]]]:
    """Kind, key and values: of several shares passed at once the highest alone is told of."""
    common: dict[str, object] = {
        "project": row.of_project_name,
        "client": row.of_client_name,
        "used_hours": as_text(standing.used),
        "available_hours": as_text(standing.available),
        "ends_on": row.ends_on.isoformat(),
    }
    shares = [name for name in due if name != PACE]
    if shares:
        used = {**common, "percent": standing.used_percent}
        yield "retainer_hours", f"retainer_hours:{row.api_id}:{shares[-1]}", used
    if PACE in due and standing.pace is not None:
        percent = int(standing.pace * 100) - 100
        faster = {**common, "percent": percent, "forecast_hours": as_text(standing.forecast)}
        yield "retainer_pace", f"retainer_pace:{row.api_id}", faster


def people_of(row: AnyRow) -> set[int]:
    """The account manager, and the project manager where that is somebody who signs in."""
    return {key for key in (row.account_manager_id, row.project_manager_user_id) if key is not None}
