"""Dated states of retainers, rebuilt from the activity log, locked periods and churn; what has no day is listed."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"

_DATES = {"start_on": sa.Date(), "end_on": sa.Date(), "starts_on": sa.Date(), "ends_on": sa.Date()}
_INSTANT = sa.DateTime(timezone=True)
_PROJECTS = sa.table(
    "projects",
    *(sa.column(name) for name in ("id", "api_id", "kind", "status", "teamwork_project_id")),
    *(sa.column(name, _DATES[name]) for name in ("start_on", "end_on")),
)
_ACTIVITY = sa.table(
    "activity",
    *(sa.column(name) for name in ("id", "subject_type", "subject_api_id")),
    sa.column("at", _INSTANT), sa.column("changes", sa.JSON()),
)  # fmt: skip
_PERIODS = sa.table("retainer_periods", sa.column("project_id"), sa.column("status"), sa.column("ends_on", sa.Date()))
_CHURNS = sa.table(
    "churn_events",
    *(sa.column(name) for name in ("project_id", "state", "former_status")),
    sa.column("effective_on", sa.Date()), sa.column("won_back_on", sa.Date()),
)  # fmt: skip
_TERMS = sa.table(
    "terms",
    *(sa.column(name) for name in ("api_id", "record", "record_id", "name", "value")),
    sa.column("effective_from", sa.Date()), sa.column("recorded_at", _INSTANT),
    sa.column("created_at", _INSTANT), sa.column("updated_at", _INSTANT), sa.column("version"),
)  # fmt: skip
_UNDATED = sa.table(
    "undated_terms",
    *(sa.column(name) for name in ("api_id", "record", "record_id", "name", "value", "cause")),
    sa.column("earliest_on", sa.Date()), sa.column("latest_on", sa.Date()), sa.column("details", sa.JSON()),
    sa.column("created_at", _INSTANT), sa.column("updated_at", _INSTANT), sa.column("version"),
)  # fmt: skip
_ONE_DAY = timedelta(days=1)
_FINISHED = ("ended", "completed", "churned")
# Tables whose rows show that a retainer ran.
_WORK = {"time_entries": "teamwork_project_id", "invoices": "project_id", "retainer_periods": "project_id"}


def upgrade() -> None:
    with op.batch_alter_table("project_fees", schema=None) as batch_op:
        batch_op.add_column(sa.Column("recorded_at", _INSTANT, nullable=True))
        batch_op.add_column(sa.Column("recorded_by_id", sa.Integer(), nullable=True))
        batch_op.create_index(batch_op.f("ix_project_fees_recorded_by_id"), ["recorded_by_id"], unique=False)
        batch_op.create_foreign_key(
            batch_op.f("fk_project_fees_recorded_by_id_users"), "users", ["recorded_by_id"], ["id"]
        )
    _date_states(op.get_bind())


def _date_states(db: sa.Connection) -> None:
    now = datetime.now(UTC)
    today = now.astimezone(_zone(db)).date()
    changes, locked, churns = _status_changes(db), _last_locked_days(db), _churns(db)
    terms: list[dict[str, Any]] = []
    undated: list[dict[str, Any]] = []
    for project in db.execute(sa.select(_PROJECTS).where(_PROJECTS.c.kind == "retainer").order_by(_PROJECTS.c.id)):
        logged, last_locked = changes.get(project.api_id, []), locked.get(project.id)
        earliest = max(project.start_on, last_locked + _ONE_DAY) if last_locked else project.start_on
        states = _states(logged, project.start_on)
        own_terms, own_undated = list(states.items()), []
        if project.status == "on_hold" and (not states or states[max(states)] != "on_hold"):
            # Until a person decides, it is paused from the first day that no locked period contradicts.
            own_terms.append((earliest, "on_hold"))
            own_undated.append(("on_hold", "pause_without_day", earliest, today))
        own_undated += [
            ("on_hold", "pause_before_churn", project.start_on, churn.effective_on)
            for churn in churns.get(project.id, [])
            if churn.former_status == "on_hold"
            and not any(state == "on_hold" and day <= churn.effective_on for day, state in own_terms)
        ]
        end = _end(db, project, logged, last_locked)
        if end is not None:
            db.execute(
                sa.update(_PROJECTS)
                .where(_PROJECTS.c.id == project.id)
                .values(end_on=end, status="ended" if project.status == "cancelled" else project.status)
            )
        elif _lacks_end(db, project):
            own_undated.append(("ended", f"{project.status}_without_day"[:24], earliest, today))
        key = {"record": "project", "record_id": project.id, "name": "state"}
        stamps = {"created_at": now, "updated_at": now, "version": 1}
        terms += [
            {**key, **stamps, "api_id": str(uuid4()), "value": state, "effective_from": day, "recorded_at": now}
            for day, state in dict(own_terms).items()
        ]
        undated += [
            {**key, **stamps, "api_id": str(uuid4()), "value": state, "cause": cause, "earliest_on": first,
             "latest_on": max(first, last), "details": {}}
            for state, cause, first, last in {one[1]: one for one in own_undated}.values()
        ]  # fmt: skip
    if terms:
        db.execute(sa.insert(_TERMS), terms)
    if undated:
        db.execute(sa.insert(_UNDATED), undated)


def _zone(db: sa.Connection) -> ZoneInfo:
    settings = sa.table("settings", sa.column("timezone"))
    return ZoneInfo(db.execute(sa.select(settings.c.timezone)).scalar() or "UTC")


def _status_changes(db: sa.Connection) -> dict[str, list[tuple[date, str]]]:
    """Return (day, status) of each logged change, by the project's public id, oldest first."""
    zone = _zone(db)
    found: dict[str, list[tuple[date, str]]] = {}
    entries = sa.select(_ACTIVITY.c.subject_api_id, _ACTIVITY.c.at, _ACTIVITY.c.changes).where(
        _ACTIVITY.c.subject_type == "project", sa.cast(_ACTIVITY.c.changes, sa.Text).contains('"status"')
    )
    for api_id, at, changes in db.execute(entries.order_by(_ACTIVITY.c.id)):
        status = changes.get("status") if isinstance(changes, dict) else None
        if api_id and isinstance(status, list) and len(status) == 2:
            instant = at.replace(tzinfo=UTC) if at.tzinfo is None else at
            found.setdefault(api_id, []).append((instant.astimezone(zone).date(), str(status[1])))
    return found


def _states(logged: list[tuple[date, str]], start_on: date) -> dict[date, str]:
    """Return pauses and resumptions by day; the last change of a day counts."""
    states: dict[date, str] = {}
    for day, status in logged:
        day = max(day, start_on)
        if status == "on_hold" or (status == "active" and states and states[max(states)] == "on_hold"):
            states[day] = status
    return states


def _last_locked_days(db: sa.Connection) -> dict[int, date]:
    last = sa.func.max(_PERIODS.c.ends_on, type_=sa.Date())
    statement = sa.select(_PERIODS.c.project_id, last.label("ends_on")).where(_PERIODS.c.status == "locked")
    return {row.project_id: row.ends_on for row in db.execute(statement.group_by(_PERIODS.c.project_id))}


def _churns(db: sa.Connection) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in db.execute(sa.select(_CHURNS).where(_CHURNS.c.state != "voided").order_by(_CHURNS.c.effective_on)):
        found.setdefault(row.project_id, []).append(row)
    return found


def _lacks_end(db: sa.Connection, project: Any) -> bool:
    """Whether a retainer is over but has no last day, or was cancelled although it ran."""
    if project.status == "cancelled":
        return _has_run(db, project)
    return project.status in _FINISHED and project.end_on is None


def _end(db: sa.Connection, project: Any, logged: list[tuple[date, str]], last_locked: date | None) -> date | None:
    """Return the last day that the log or locked periods give to a retainer without one."""
    if not _lacks_end(db, project):
        return None
    if project.status == "cancelled" and project.end_on is not None:
        return project.end_on
    days = [day for day, status in logged if status == project.status]
    found = days[-1] if days else last_locked
    return None if found is None else max(found, project.start_on)


def _has_run(db: sa.Connection, project: Any) -> bool:
    for name, column in _WORK.items():
        rows = sa.table(name, sa.column(column), sa.column("status"))
        key = project.teamwork_project_id if column == "teamwork_project_id" else project.id
        statement = sa.select(sa.literal(1)).where(rows.c[column] == key)
        if name == "retainer_periods":
            statement = statement.where(rows.c.status == "locked")
        if key is not None and db.execute(statement.limit(1)).first() is not None:
            return True
    return False
