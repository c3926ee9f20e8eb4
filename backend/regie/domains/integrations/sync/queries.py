"""Reads synchronization runs and the state of each connection."""

from collections.abc import Sequence
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
from regie.core.lists.shape import Shape, read_rows
from regie.core.restored_copy import is_restored_copy
from regie.core.text.locale import Locale, format_number, translate
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.models import SERVICES, Service
from regie.domains.integrations.connections.queries import (
    TOKENS,
    Environment,
    StoredConnection,
    is_connected,
    read_stored_connections,
)
from regie.domains.integrations.sync.models import MissingCount, SyncRun
from regie.domains.integrations.sync.schemas import Connection as ConnectionOut
from regie.domains.integrations.sync.schemas import (
    ConnectionState,
    LastRun,
    LastSynchronization,
    MissingRecords,
    RunRow,
    SkippedRecords,
    SyncRunOut,
    SyncRunQuery,
)

STALE_AFTER = timedelta(hours=2)
# Errors that may disappear without action; all others require an administrator.
TRANSIENT_ERRORS = frozenset(
    (
        *("connection", "timeout", "rate_limited", "daily_limit", "server_error"),
        *("locked", "migrating", "not_json", "interrupted", "resting"),
    )
)
_EARLIER = aliased(SyncRun)
# The first load, including failed attempts before its success.
_IS_FIRST = ~exists().where(
    _EARLIER.service == SyncRun.service, _EARLIER.id < SyncRun.id, _EARLIER.status == "succeeded"
)
_COLUMNS = (
    *(SyncRun.api_id, SyncRun.service, SyncRun.status, SyncRun.created_at, SyncRun.started_at, SyncRun.finished_at),
    *(SyncRun.step, SyncRun.done, SyncRun.total, SyncRun.records, SyncRun.problems, SyncRun.missing),
    SyncRun.skipped,
    *(SyncRun.is_full, SyncRun.error, SyncRun.error_detail, _IS_FIRST.label("is_first")),
)
SYNC_RUNS = Listing(
    source=SyncRun.__table__,
    key=SyncRun.id,
    api_id=SyncRun.api_id,
    shape=Shape.of(RunRow, SyncRun, is_first=_IS_FIRST),
    sorts={"created_at": SyncRun.created_at, "service": SyncRun.service, "finished_at": SyncRun.finished_at},
    default_sort="-created_at",
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
    """Runs contain no business data: everyone with access to connections sees all runs."""
    return true()


def list_runs(db: Connection, actor: Actor, query: SyncRunQuery) -> Page[SyncRunOut]:
    page = SYNC_RUNS.page(db, row_scope(actor, Permission.CONNECTIONS_VIEW, visible_runs), query)
    return {"data": [_run_row(row, actor) for row in page["data"]], "meta": page["meta"]}


def read_run(db: Connection, actor: Actor, api_id: str) -> SyncRunOut:
    return _run_row(SYNC_RUNS.one(db, row_scope(actor, Permission.CONNECTIONS_VIEW, visible_runs), api_id), actor)


def find_run(session: Session, api_id: str) -> SyncRun:
    """The row of a run, for the worker."""
    run = session.execute(select(SyncRun).where(SyncRun.api_id == api_id, visible_runs(Scope.ALL))).scalar_one_or_none()
    if run is None:
        raise NotFound
    return run


def _by_service(db: Connection, statement: Select[*tuple[Any, ...]]) -> dict[Service, RunRow]:
    return {row["service"]: row for row in read_rows(RunRow, db.execute(statement))}


def list_connections(db: Connection, actor: Actor, environment: Environment, clock: Clock) -> list[ConnectionOut]:
    """Every service with its state, its last run and, after an error, a message and what to do."""
    connections = read_stored_connections(db)
    last = _by_service(db, _LAST_RUNS)
    finished = _by_service(db, _FINISHED)
    successes = _last_successes(db)
    return [
        _connection(
            _ServiceStatus(
                service,
                connections[service],
                is_connected(connections[service], environment, service),
                last.get(service),
                finished.get(service),
                successes.get(service),
            ),
            actor,
            0 if is_restored_copy(db) else environment.every_minutes,
            clock.now(),
        )
        for service in SERVICES
    ]


def list_last_synchronizations(db: Connection) -> list[LastSynchronization]:
    """The age of each service's records, for users who may not see connections."""
    successes = _last_successes(db)
    return [{"service": service, "last_success_at": successes.get(service)} for service in SERVICES]


def _last_successes(db: Connection) -> dict[Service, datetime]:
    return {row.service: row.success_at for row in db.execute(_LAST_SUCCESSES)}


@dataclass(frozen=True, slots=True)
class _ServiceStatus:
    """A service's settings, its latest run, its latest finished run, and the time of its last success."""

    service: Service
    connection: StoredConnection
    is_connected: bool
    last: RunRow | None
    finished: RunRow | None
    success_at: datetime | None

    @property
    def error(self) -> str | None:
        """The error of the latest finished run, for a connected service."""
        finished = self.finished if self.is_connected else None
        return finished["error"] if finished is not None and finished["status"] == "failed" else None


def _connection(status: _ServiceStatus, actor: Actor, every_minutes: int, now: datetime) -> ConnectionOut:
    error, finished = status.error, status.finished if status.is_connected else None
    has_message = finished is not None and (error is not None or finished["skipped"] is not None)
    return {
        "service": status.service,
        "state": _state(status, now),
        "last_success_at": status.success_at,
        "next_run_at": _next_run_at(status, every_minutes, now),
        "consent_ends_at": status.connection.secrets.get(TOKENS) if status.is_connected else None,
        "last_run": None if status.last is None else _summarize_run(status.last, actor),
        "message": _message(finished, actor) if finished is not None and has_message else None,
        "what_to_do": _what_to_do(error, actor) if error else _add_scopes(finished, actor),
    }


def _state(status: _ServiceStatus, now: datetime) -> ConnectionState:
    if not status.is_connected:
        return "off"
    if status.last is None:
        return "never"
    if status.last["status"] in ("queued", "running"):
        return "running"
    if status.error and status.error not in TRANSIENT_ERRORS:
        return "needs_attention"
    if status.success_at is None:
        return "never"
    return "stale" if status.error or now - status.success_at > STALE_AFTER else "ok"


def _next_run_at(status: _ServiceStatus, every_minutes: int, now: datetime) -> datetime | None:
    if not (status.is_connected and every_minutes):
        return None
    return now if status.last is None else max(now, status.last["created_at"] + timedelta(minutes=every_minutes))


def _run_row(row: RunRow, actor: Actor) -> SyncRunOut:
    return {**_summarize_run(row, actor), "service": row["service"], "created_at": row["created_at"]}


def _summarize_run(row: RunRow, actor: Actor) -> LastRun:
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
        "missing": row["missing"] or [],
        "error": row["error"],
        "message": _message(row, actor),
    }


def describe_missing(missing: Sequence[MissingCount | MissingRecords] | None, locale: Locale) -> str:
    """Such as "Time entries: 1,268 of 8,407; Projects: 2 of 140"."""
    return "; ".join(
        translate(
            locale,
            "sync.missing",
            kind=translate(locale, f"sync.list.{row['kind']}"),
            count=format_number(row["count"], locale),
            known=format_number(row["known"], locale),
        )
        for row in missing or ()
    )


def _what_to_do(error: str, actor: Actor) -> str:
    """What to do: instructions for users with permission; for others, whether to wait or who was notified."""
    if actor.can(Permission.CONNECTIONS_RUN):
        return translate(actor.locale, f"sync.todo.{error}")
    return translate(actor.locale, "sync.elsewhere.passing" if error in TRANSIENT_ERRORS else "sync.elsewhere.waiting")


def _add_scopes(finished: RunRow | None, actor: Actor) -> str | None:
    """What to do about lists that were not read, for users who can run synchronizations."""
    if finished is None or not finished["skipped"] or not actor.can(Permission.CONNECTIONS_RUN):
        return None
    scopes = ", ".join(row["scope"] for row in finished["skipped"])
    return translate(actor.locale, "sync.todo.add_scopes", scopes=scopes)


def _message(row: RunRow, actor: Actor) -> str | None:
    """A translated message, with the service's own message for users who can run synchronizations."""
    if row["error"] is None:
        return _describe_skipped(row["skipped"], actor)
    words = translate(actor.locale, f"sync.error.{row['error']}")
    detail = row["error_detail"] if actor.can(Permission.CONNECTIONS_RUN) else None
    return f"{words} ({detail})" if detail else words


def _describe_skipped(skipped: Sequence[SkippedRecords] | None, actor: Actor) -> str | None:
    """Such as "Not read, because the key lacks permissions: Contacts"."""
    if not skipped:
        return None
    lists = ", ".join(translate(actor.locale, f"sync.list.{row['kind']}") for row in skipped)
    return translate(actor.locale, "sync.skipped", lists=lists)
