"""Reading synchronisation runs, and how each connection is doing."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, func, select, true
from sqlalchemy.orm import Session

from regie.access.actor import Actor, sight
from regie.access.permissions import Permission, Scope
from regie.core.clock import Clock
from regie.core.errors import NotFound
from regie.core.listing import Listing, one_of
from regie.core.locale import say
from regie.core.shape import Shape
from regie.domains.sync.models import SERVICES, SyncRun
from regie.domains.sync.schemas import SyncRunQuery

STALE_AFTER = timedelta(hours=2)
# What may pass by itself; everything else waits for somebody to act.
PASSING = frozenset(
    (
        *("connection", "timeout", "rate_limited", "daily_limit", "server_error"),
        *("locked", "migrating", "not_json", "interrupted"),
    )
)
_COLUMNS = (
    *(SyncRun.api_id, SyncRun.service, SyncRun.status, SyncRun.created_at, SyncRun.started_at, SyncRun.finished_at),
    *(SyncRun.step, SyncRun.done, SyncRun.total, SyncRun.records, SyncRun.error, SyncRun.error_detail),
)
SYNC_RUNS = Listing(
    source=SyncRun.__table__,
    key=SyncRun.id,
    api_id=SyncRun.api_id,
    shape=Shape({column.key: column for column in _COLUMNS}),
    sorts={"created_at": SyncRun.created_at, "service": SyncRun.service, "finished_at": SyncRun.finished_at},
    default_sort="-created_at",
    tables=("sync_runs",),
    filters={"service": one_of(SyncRun.service), "status": one_of(SyncRun.status)},
)
_LAST_RUNS = select(*_COLUMNS).where(SyncRun.id.in_(select(func.max(SyncRun.id)).group_by(SyncRun.service)))
_LAST_SUCCESSES = (
    select(SyncRun.service, func.max(SyncRun.finished_at).label("success_at"))
    .where(SyncRun.status == "succeeded")
    .group_by(SyncRun.service)
)
_FINISHED = select(*_COLUMNS).where(
    SyncRun.id.in_(
        select(func.max(SyncRun.id)).where(SyncRun.status.in_(("succeeded", "failed"))).group_by(SyncRun.service)
    )
)


def visible_runs(_scope: Scope) -> ColumnElement[bool]:
    """Runs hold no business data: who may see connections sees all of them."""
    return true()


def list_runs(db: Connection, actor: Actor, query: SyncRunQuery) -> dict[str, Any]:
    page = SYNC_RUNS.page(db, sight(actor, Permission.CONNECTIONS_VIEW, visible_runs), query)
    return {**page, "data": [_run(row, actor) for row in page["data"]]}


def read_run(db: Connection, actor: Actor, api_id: str) -> dict[str, Any]:
    return _run(SYNC_RUNS.one(db, sight(actor, Permission.CONNECTIONS_VIEW, visible_runs), api_id), actor)


def find_run(session: Session, api_id: str) -> SyncRun:
    """The worker's own way to the row of the run that it is on."""
    run = session.execute(select(SyncRun).where(SyncRun.api_id == api_id, visible_runs(Scope.ALL))).scalar_one_or_none()
    if run is None:
        raise NotFound
    return run


def list_connections(db: Connection, actor: Actor, clock: Clock) -> list[dict[str, Any]]:
    """Every service with its state, its last run and, when something is wrong, what it is and what to do."""
    last = {row.service: row for row in db.execute(_LAST_RUNS)}
    finished = {row.service: row for row in db.execute(_FINISHED)}
    successes = {row.service: row.success_at for row in db.execute(_LAST_SUCCESSES)}
    return [
        _connection(service, last.get(service), finished.get(service), successes.get(service), actor, clock)
        for service in SERVICES
    ]


def _connection(
    service: str,
    last: Row | None,
    finished: Row | None,
    success_at: datetime | None,
    actor: Actor,
    clock: Clock,
) -> dict[str, Any]:
    error = finished.error if finished is not None and finished.status == "failed" else None
    return {
        "service": service,
        "state": _state(last, error, success_at, clock.now()),
        "last_success_at": success_at,
        "last_run": None if last is None else _brief(last, actor),
        "message": None if finished is None else _message(finished._mapping, actor),
        "what_to_do": say(actor.locale, f"sync.todo.{error}") if error else None,
    }


def _state(last: Row | None, error: str | None, success_at: datetime | None, now: datetime) -> str:
    if last is None:
        return "never"
    if last.status in ("queued", "running"):
        return "running"
    if error and error not in PASSING:
        return "needs_attention"
    if success_at is None:
        return "never"
    return "stale" if error or now - success_at > STALE_AFTER else "ok"


def _brief(row: Row, actor: Actor) -> dict[str, Any]:
    names = ("api_id", "status", "started_at", "finished_at", "records")
    return {name: row._mapping[name] for name in names} | {"message": _message(row._mapping, actor)}


def _run(row: dict[str, Any], actor: Actor) -> dict[str, Any]:
    names = ("api_id", "service", "status", "created_at", "started_at", "finished_at")
    progress = {name: row[name] for name in ("step", "done", "total")}
    return {name: row[name] for name in names} | {
        "progress": progress,
        "records": row["records"],
        "message": _message(row, actor),
    }


def _message(row: Any, actor: Actor) -> str | None:
    """Our words for everybody; the service's own words only for those who can do something about it."""
    if row["error"] is None:
        return None
    words = say(actor.locale, f"sync.error.{row['error']}")
    detail = row["error_detail"] if actor.may(Permission.CONNECTIONS_RUN) else None
    return f"{words} ({detail})" if detail else words
