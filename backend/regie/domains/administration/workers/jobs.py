"""Records that this worker runs, and takes over the work of those that ended."""

import os
import platform
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from typing import Any

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.db.ids import new_api_id
from regie.core.time.clock import Clock
from regie.domains.administration.workers.models import MISSING_AFTER, WorkerHeartbeat

# Heartbeats of workers that ended are deleted by a running one: without any, the last stays for the notice.
RETENTION = timedelta(minutes=10)
LEASE = timedelta(seconds=30)
_MAX_HOST_LENGTH = 255


class LeaseLost(Exception):
    """Another worker took over the work of this one, whose lease had expired."""


@dataclass(slots=True)
class HeartbeatJob:
    """Writes the heartbeat of one worker process and renews its lease, under an id of its own."""

    database: Database
    clock: Clock
    started_at: datetime
    lease: timedelta = LEASE
    id: str = field(default_factory=new_api_id)
    _is_recorded: bool = False

    def run_once(self) -> None:
        """Raise LeaseLost when another worker took over."""
        now = self.clock.now()
        with self.database.write() as session:
            time = self._read_time(session)
            values = {"seen_at": now, "lease_expires_at": time + self.lease}
            renewed = _execute(session, update(WorkerHeartbeat).where(WorkerHeartbeat.id == self.id).values(values))
            if not renewed and self._is_recorded:
                raise LeaseLost
            if not renewed:
                session.add(self._heartbeat(values))
            stale = (WorkerHeartbeat.seen_at < now - RETENTION, _has_expired(time))
            _execute(session, delete(WorkerHeartbeat).where(*stale))
        self._is_recorded = True

    def release(self) -> None:
        """End the lease, so that another worker continues the work at once."""
        with self.database.write() as session:
            ended = update(WorkerHeartbeat).where(WorkerHeartbeat.id == self.id)
            _execute(session, ended.values(lease_expires_at=self._read_time(session)))

    def take_over(self, executors: Collection[str]) -> list[str]:
        """Return those of the executors that ended; no other worker takes over the same heartbeat."""
        if self.database.is_sqlite:  # the locked folder has one worker
            return sorted(executors)
        with self.database.write() as session:
            is_expired = (WorkerHeartbeat.id.in_(executors), WorkerHeartbeat.lease_expires_at <= func.clock_timestamp())
            _execute(session, delete(WorkerHeartbeat).where(*is_expired))
            if session.scalar(select(WorkerHeartbeat.id).where(self._is_without_lease()).limit(1)):
                return []
            running = session.scalars(select(WorkerHeartbeat.id).where(WorkerHeartbeat.id.in_(executors)))
            return sorted(set(executors) - set(running))

    def _is_without_lease(self) -> Any:
        """Whether a worker of the previous release runs, whose executor has no id."""
        recent = self.clock.now() - MISSING_AFTER
        return WorkerHeartbeat.lease_expires_at.is_(None) & (WorkerHeartbeat.seen_at > recent)

    def _heartbeat(self, values: dict[str, datetime]) -> WorkerHeartbeat:
        return WorkerHeartbeat(
            id=self.id,
            host=platform.node()[:_MAX_HOST_LENGTH],
            process_id=os.getpid(),
            release=version("regie"),
            started_at=self.started_at,
            **values,
        )

    def _read_time(self, session: Session) -> datetime:
        """Return the time of the one clock that all workers share."""
        if self.database.is_sqlite:
            return self.clock.now()
        return session.execute(select(func.clock_timestamp())).scalar_one().astimezone(UTC)


def _has_expired(time: datetime) -> Any:
    return or_(WorkerHeartbeat.lease_expires_at.is_(None), WorkerHeartbeat.lease_expires_at <= time)


def _execute(session: Session, statement: Any) -> int:
    result: Any = session.execute(statement.execution_options(synchronize_session=False))
    return result.rowcount
