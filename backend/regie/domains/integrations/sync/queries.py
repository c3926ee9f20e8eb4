"""Reading synchronisation runs, and how each connection is doing."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, exists, func, select, true
from sqlalchemy.orm import Session, aliased

from regie.access.actor import Actor, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import NotFound
from regie.core.api.wire import Page
from regie.core.lists.listing import Listing, one_of
from regie.core.lists.shape import Shape, rows_of
from regie.core.text.locale import say
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.models import SERVICES, Service
from regie.domains.integrations.connections.queries import TOKENS, Environment, Known, is_connected, read_known
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.integrations.sync.schemas import Connection as ConnectionOut
from regie.domains.integrations.sync.schemas import ConnectionState, LastRun, RunRow, SyncRunOut, SyncRunQuery

STALE_AFTER = timedelta(hours=2)
# What may pass by itself; everything else waits for somebody to act.
PASSING = frozenset(
    (
        *("connection", "timeout", "rate_limited", "daily_limit", "server_error"),
        *("locked", "migrating", "not_json", "interrupted", "resting"),
    )
)
_EARLIER = aliased(SyncRun)
# The first load, and what was tried before it succeeded.
_IS_FIRST = ~exists().where(
    _EARLIER.service == SyncRun.service, _EARLIER.id < SyncRun.id, _EARLIER.status == "succeeded"
)
_COLUMNS = (
    *(SyncRun.api_id, SyncRun.service, SyncRun.status, SyncRun.created_at, SyncRun.started_at, SyncRun.finished_at),
    *(SyncRun.step, SyncRun.done, SyncRun.total, SyncRun.records, SyncRun.problems, SyncRun.is_full),
    *(SyncRun.error, SyncRun.error_detail, _IS_FIRST.label("is_first")),
)
SYNC_RUNS = Listing(
    source=SyncRun.__table__,
    key=SyncRun.id,
    api_id=SyncRun.api_id,
    shape=Shape.of(RunRow, SyncRun, is_first=_IS_FIRST),
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


def list_runs(db: Connection, actor: Actor, query: SyncRunQuery) -> Page[SyncRunOut]:
    page = SYNC_RUNS.page(db, row_scope(actor, Permission.CONNECTIONS_VIEW, visible_runs), query)
    return {"data": [_run(row, actor) for row in page["data"]], "meta": page["meta"]}


def read_run(db: Connection, actor: Actor, api_id: str) -> SyncRunOut:
    return _run(SYNC_RUNS.one(db, row_scope(actor, Permission.CONNECTIONS_VIEW, visible_runs), api_id), actor)


def find_run(session: Session, api_id: str) -> SyncRun:
    """The worker's own way to the row of the run that it is on."""
    run = session.execute(select(SyncRun).where(SyncRun.api_id == api_id, visible_runs(Scope.ALL))).scalar_one_or_none()
    if run is None:
        raise NotFound
    return run


def _by_service(db: Connection, statement: Select[*tuple[Any, ...]]) -> dict[Service, RunRow]:
    return {row["service"]: row for row in rows_of(RunRow, db.execute(statement))}


def list_connections(db: Connection, actor: Actor, environment: Environment, clock: Clock) -> list[ConnectionOut]:
    """Every service with its state, its last run and, when something is wrong, what it is and what to do."""
    known = read_known(db)
    last = _by_service(db, _LAST_RUNS)
    finished = _by_service(db, _FINISHED)
    successes = {row.service: row.success_at for row in db.execute(_LAST_SUCCESSES)}
    return [
        _connection(
            _Standing(
                service,
                known[service],
                is_connected(known[service], environment, service),
                last.get(service),
                finished.get(service),
                successes.get(service),
            ),
            actor,
            environment.every_minutes,
            clock.now(),
        )
        for service in SERVICES
    ]


@dataclass(frozen=True, slots=True)
class _Standing:
    """What is known of a service: its settings, its newest run, the newest one that has ended, the last success."""

    service: Service
    known: Known
    is_connected: bool
    last: RunRow | None
    finished: RunRow | None
    success_at: datetime | None

    @property
    def error(self) -> str | None:
        """What went wrong last, of a service that is still connected."""
        finished = self.finished if self.is_connected else None
        return finished["error"] if finished is not None and finished["status"] == "failed" else None


def _connection(standing: _Standing, actor: Actor, every_minutes: int, now: datetime) -> ConnectionOut:
    error = standing.error
    return {
        "service": standing.service,
        "state": _state(standing, now),
        "last_success_at": standing.success_at,
        "next_run_at": _next_run_at(standing, every_minutes, now),
        "consent_ends_at": standing.known.secrets.get(TOKENS) if standing.is_connected else None,
        "last_run": None if standing.last is None else _brief(standing.last, actor),
        "message": _message(standing.finished, actor) if error and standing.finished is not None else None,
        "what_to_do": _advice(error, actor) if error else None,
    }


def _state(standing: _Standing, now: datetime) -> ConnectionState:
    if not standing.is_connected:
        return "off"
    if standing.last is None:
        return "never"
    if standing.last["status"] in ("queued", "running"):
        return "running"
    if standing.error and standing.error not in PASSING:
        return "needs_attention"
    if standing.success_at is None:
        return "never"
    return "stale" if standing.error or now - standing.success_at > STALE_AFTER else "ok"


def _next_run_at(standing: _Standing, every_minutes: int, now: datetime) -> datetime | None:
    if not (standing.is_connected and every_minutes):
        return None
    return now if standing.last is None else max(now, standing.last["created_at"] + timedelta(minutes=every_minutes))


def _run(row: RunRow, actor: Actor) -> SyncRunOut:
    return {**_brief(row, actor), "service": row["service"], "created_at": row["created_at"]}


def _brief(row: RunRow, actor: Actor) -> LastRun:
    return {
        "api_id": row["api_id"],
        "status": row["status"],
        "is_full": row["is_full"],
        "is_first": row["is_first"],
        "started_at": row["started_at"],
        "finished_at": row["finished_at"],
        "progress": {"step": row["step"], "done": row["done"], "total": row["total"]},
        "records": row["records"],
        "problems": row["problems"],
        "error": row["error"],
        "message": _message(row, actor),
    }


def _advice(error: str, actor: Actor) -> str:
    """What to do: the thing itself for those who can, for everybody else that it passes or that others were told."""
    if actor.may(Permission.CONNECTIONS_RUN):
        return say(actor.locale, f"sync.todo.{error}")
    return say(actor.locale, "sync.elsewhere.passing" if error in PASSING else "sync.elsewhere.waiting")


def _message(row: RunRow, actor: Actor) -> str | None:
    """Our words for everybody; the service's own words only for those who can do something about it."""
    if row["error"] is None:
        return None
    words = say(actor.locale, f"sync.error.{row['error']}")
    detail = row["error_detail"] if actor.may(Permission.CONNECTIONS_RUN) else None
    return f"{words} ({detail})" if detail else words
