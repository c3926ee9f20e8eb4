"""Reads the state of background work from the database of DBOS, in its documented table `workflow_status`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVarTuple

import structlog
from sqlalchemy import BigInteger, Row, Select, String, TableClause, column, func, or_, select, table
from sqlalchemy.exc import SQLAlchemyError

from regie.core.db.database import Database

log = structlog.get_logger()
Ts = TypeVarTuple("Ts")
_WAITING, _RUNNING, _FAILED = ("ENQUEUED", "DELAYED"), "PENDING", "ERROR"


@dataclass(frozen=True, slots=True)
class JobFigures:
    """How many jobs of one name have a status, the start of the oldest and the end of the newest."""

    count: int
    oldest_at: datetime
    newest_at: datetime


@dataclass(frozen=True, slots=True)
class Jobs:
    """Figures by the name of the job."""

    waiting: Mapping[str, JobFigures]
    running: Mapping[str, JobFigures]
    failed: Mapping[str, JobFigures]


def read_jobs(jobs: Database, failed_since: datetime) -> Jobs:
    """Read waiting, running and failed jobs; empty before a worker created the database."""
    found: dict[str, dict[str, JobFigures]] = {"waiting": {}, "running": {}, "failed": {}}
    workflows = _workflows(jobs)
    is_recent = workflows.c.updated_at >= int(failed_since.timestamp() * 1000)
    statement = (
        select(
            workflows.c.name,
            workflows.c.status,
            func.count(),
            func.min(workflows.c.created_at),
            func.max(workflows.c.updated_at),
        )
        .where(workflows.c.status.in_((*_WAITING, _RUNNING, _FAILED)), or_(workflows.c.status != _FAILED, is_recent))
        .group_by(workflows.c.name, workflows.c.status)
        .order_by(workflows.c.name, workflows.c.status)
    )
    for name, status, count, first, last in _read(jobs, statement):
        group = {_RUNNING: "running", _FAILED: "failed"}.get(status, "waiting")
        found[group][name] = JobFigures(count, _moment(first), _moment(last))
    return Jobs(**found)


def read_job_errors(jobs: Database) -> dict[tuple[str, ...], int]:
    """Count failed workflows in the jobs database; empty before a worker created it."""
    workflows = _workflows(jobs)
    errors = select(workflows.c.name, func.count()).where(workflows.c.status == _FAILED).group_by(workflows.c.name)
    return {(name,): count for name, count in _read(jobs, errors.order_by(workflows.c.name))}


def _read(jobs: Database, statement: Select[*Ts]) -> Sequence[Row[*Ts]]:
    """Return the rows; none before a worker created the database, or while it cannot be read."""
    if jobs.is_sqlite and not Path(jobs.url.database or "").exists():
        return []
    try:
        with jobs.read() as db:
            return db.execute(statement).all()
    except SQLAlchemyError as error:
        log.warning("jobs_unreadable", error=type(error).__name__)
        return []
    finally:
        jobs.close()


def _workflows(jobs: Database) -> TableClause:
    return table(
        "workflow_status",
        column("name", String),
        column("status", String),
        column("created_at", BigInteger),
        column("updated_at", BigInteger),
        schema=None if jobs.is_sqlite else "dbos",
    )


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
