"""Reads the operational figures that `/metrics` shows; they are the same for all processes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Select, and_, func, select

from regie.core.mail.queue import QueuedMail
from regie.domains.administration.exports.models import Export
from regie.domains.administration.imports.models import Import
from regie.domains.administration.workers.queries import read_last_heartbeat
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.records.exchange_rates.models import RateFetch

FAILED_WITHIN = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Queue:
    """What waits for the worker: how many rows, and for how many seconds the oldest one."""

    length: int
    age_seconds: float


@dataclass(frozen=True, slots=True)
class OperationalFigures:
    queues: Mapping[str, Queue]
    # Failures of the last day by queue.
    failed: Mapping[str, int]
    waiting_mails: int
    abandoned_mails: int
    # The end of the last run by service and status.
    runs: Sequence[tuple[str, str, datetime]]
    heartbeat_age_seconds: float | None


def read_figures(db: Connection, now: datetime) -> OperationalFigures:
    last_heartbeat = read_last_heartbeat(db)
    waiting, abandoned = db.execute(_MAILS).one()
    return OperationalFigures(
        queues={name: _read_queue(db, statement, now) for name, statement in _waiting_rows(now).items()},
        failed={
            name: db.execute(statement).scalar_one() for name, statement in _failed_rows(now - FAILED_WITHIN).items()
        },
        waiting_mails=waiting,
        abandoned_mails=abandoned,
        runs=[(row.service, row.status, row.ended_at) for row in db.execute(_LAST_RUNS)],
        heartbeat_age_seconds=None if last_heartbeat is None else _seconds_since(last_heartbeat, now),
    )


_MAILS = select(
    func.count().filter(QueuedMail.failed_at.is_(None)), func.count().filter(QueuedMail.failed_at.is_not(None))
)
_LAST_RUNS = (
    select(SyncRun.service, SyncRun.status, func.max(SyncRun.finished_at).label("ended_at"))
    .where(SyncRun.finished_at.is_not(None))
    .group_by(SyncRun.service, SyncRun.status)
    .order_by(SyncRun.service, SyncRun.status)
)


def _waiting_rows(now: datetime) -> dict[str, Select[int, Any]]:
    """Return by queue how many rows wait, and since when the oldest one."""
    is_due = and_(QueuedMail.failed_at.is_(None), QueuedMail.next_try_at <= now)
    return {
        "synchronization": _count_since(SyncRun.created_at, SyncRun.status == "queued"),
        "mail": _count_since(QueuedMail.next_try_at, is_due),
        "exports": _count_since(Export.created_at, Export.status == "waiting"),
        "imports": _count_since(Import.updated_at, Import.state.in_(("queued", "applying"))),
        "exchange_rates": _count_since(RateFetch.created_at, RateFetch.status == "queued"),
    }


def _failed_rows(since: datetime) -> dict[str, Select[int]]:
    return {
        "synchronization": _count(SyncRun.status == "failed", SyncRun.finished_at >= since),
        "mail": _count(QueuedMail.failed_at >= since),
        "exports": _count(Export.status == "failed", Export.finished_at >= since),
        "exchange_rates": _count(RateFetch.status == "failed", RateFetch.finished_at >= since),
    }


def _count_since(started_at: Any, condition: Any) -> Select[int, Any]:
    return select(func.count(), func.min(started_at)).where(condition)


def _count(*conditions: Any) -> Select[int]:
    return select(func.count()).where(*conditions)


def _read_queue(db: Connection, statement: Select[int, Any], now: datetime) -> Queue:
    length, oldest = db.execute(statement).one()
    return Queue(length, 0.0 if oldest is None else _seconds_since(oldest, now))


def _seconds_since(instant: datetime, now: datetime) -> float:
    return max(0.0, (now - instant).total_seconds())
