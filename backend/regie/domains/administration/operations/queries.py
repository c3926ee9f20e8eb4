"""Reads the operational figures of `/metrics` and of the operations page; they are the same for all processes."""

import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib.metadata import version
from typing import Any, get_args

from sqlalchemy import ColumnElement, Connection, Select, and_, func, select

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.core.mail.queue import QueuedMail
from regie.domains.administration.backups.queries import describe_backups
from regie.domains.administration.exports.models import Export
from regie.domains.administration.imports.models import Import
from regie.domains.administration.operations.failures import list_failures
from regie.domains.administration.operations.issues import find_issues
from regie.domains.administration.operations.jobs_database import Jobs, read_jobs
from regie.domains.administration.operations.schemas import Operations, Process, QueueName, QueueStatus
from regie.domains.administration.operations.storage import measure_storage
from regie.domains.administration.workers.models import MISSING_AFTER, WorkerHeartbeat
from regie.domains.administration.workers.queries import read_last_heartbeat
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.integrations.sync.queries import list_connections
from regie.domains.records.exchange_rates.models import RateFetch
from regie.domains.records.months.models import MonthPack

FAILED_WITHIN = timedelta(days=1)
_QUEUES: tuple[QueueName, ...] = get_args(QueueName)


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
    return {
        "synchronization": _count_since(SyncRun.created_at, SyncRun.status == "queued"),
        "mail": _count_since(QueuedMail.next_try_at, _is_due(now)),
        "exports": _count_since(Export.created_at, Export.status == "waiting"),
        "month_packs": _count_since(MonthPack.created_at, MonthPack.status == "waiting"),
        "imports": _count_since(Import.updated_at, Import.state.in_(("queued", "applying"))),
        "exchange_rates": _count_since(RateFetch.created_at, RateFetch.status == "queued"),
    }


def _is_due(now: datetime) -> ColumnElement[bool]:
    return and_(QueuedMail.failed_at.is_(None), QueuedMail.next_try_at <= now)


def _failed_rows(since: datetime) -> dict[str, Select[int]]:
    return {
        "synchronization": _count(SyncRun.status == "failed", SyncRun.finished_at >= since),
        "mail": _count(QueuedMail.failed_at >= since),
        "exports": _count(Export.status == "failed", Export.finished_at >= since),
        "month_packs": _count(MonthPack.status == "failed", MonthPack.finished_at >= since),
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


def describe_operations(db: Connection, actor: Actor, context: AppContext) -> Operations:
    """Return everything of the operations page, as of one moment."""
    now = context.clock.now()
    jobs = read_jobs(context.jobs, now - FAILED_WITHIN)
    services = list_connections(db, actor, context.integrations, context.clock)
    failures, failures_total = list_failures(db, actor, services, jobs.failed, now - FAILED_WITHIN)
    processes = [_describe_web_process(context, now), *_list_workers(db, now)]
    queues = _list_queues(db, jobs, now)
    storage = measure_storage(db, context)
    backup = describe_backups(db, context.backup_max_age_days, now)
    return {
        "at": now,
        "issues": find_issues(processes, queues, failures, failures_total, storage, backup, services, now),
        "processes": processes,
        "queues": queues,
        "failures": failures,
        "failures_total": failures_total,
        "storage": storage,
        "backup": backup,
        "services": services,
    }


def _describe_web_process(context: AppContext, now: datetime) -> Process:
    return {
        "kind": "web",
        "host": platform.node(),
        "process_id": os.getpid(),
        "release": version("regie"),
        "started_at": context.started_at,
        "seen_at": now,
        "is_running": True,
    }


_WORKERS = select(WorkerHeartbeat.__table__).order_by(WorkerHeartbeat.started_at.desc(), WorkerHeartbeat.id)


def _list_workers(db: Connection, now: datetime) -> list[Process]:
    return [
        {
            "kind": "worker",
            "host": row.host,
            "process_id": row.process_id,
            "release": row.release,
            "started_at": row.started_at,
            "seen_at": row.seen_at,
            "is_running": now - row.seen_at <= MISSING_AFTER,
        }
        for row in db.execute(_WORKERS)
    ]


def _list_queues(db: Connection, jobs: Jobs, now: datetime) -> list[QueueStatus]:
    failed = {name: db.execute(query).scalar_one() for name, query in _failed_rows(now - FAILED_WITHIN).items()}
    unclaimed = _waiting_rows(now) | {"mail": _unclaimed_mails(now)}
    waiting: dict[str, tuple[int, datetime | None]] = {name: _read_pair(db, query) for name, query in unclaimed.items()}
    running = {name: db.execute(query).scalar_one() for name, query in _running_rows(now).items()}
    for name in ("imports", "recalculation"):
        work, errors = jobs.running.get(name), jobs.failed.get(name)
        running[name], failed[name] = work.count if work else 0, errors.count if errors else 0
    queued = jobs.waiting.get("recalculation")
    waiting["recalculation"] = (queued.count, queued.oldest_at) if queued else (0, None)
    # An import that is processed still has its waiting state.
    count, oldest = waiting["imports"]
    waiting["imports"] = (max(0, count - running["imports"]), oldest)
    return [
        {
            "name": name,
            "waiting": waiting[name][0],
            "running": running[name],
            "oldest_at": waiting[name][1] if waiting[name][0] else None,
            "failed": failed[name],
        }
        for name in _QUEUES
    ]


def _read_pair(db: Connection, query: Select[int, Any]) -> tuple[int, datetime | None]:
    count, oldest = db.execute(query).one()
    return count, oldest


def _unclaimed_mails(now: datetime) -> Select[int, Any]:
    is_claimed = and_(QueuedMail.claimed_until.is_not(None), QueuedMail.claimed_until > now)
    return _count_since(QueuedMail.next_try_at, and_(_is_due(now), ~is_claimed))


def _running_rows(now: datetime) -> dict[str, Select[int]]:
    return {
        "synchronization": _count(SyncRun.status == "running"),
        "mail": _count(QueuedMail.failed_at.is_(None), QueuedMail.claimed_until > now),
        "exports": _count(Export.status == "running"),
        "month_packs": _count(MonthPack.status == "running"),
        "exchange_rates": _count(RateFetch.status == "running"),
    }
