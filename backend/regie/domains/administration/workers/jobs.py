"""Records that this worker runs."""

import os
import platform
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from importlib.metadata import version

from sqlalchemy import delete

from regie.core.db.database import Database
from regie.core.db.ids import new_api_id
from regie.core.time.clock import Clock
from regie.domains.administration.workers.models import WorkerHeartbeat

# Heartbeats of workers that ended are deleted by a running one: without any, the last stays for the notice.
RETENTION = timedelta(minutes=10)
_MAX_HOST_LENGTH = 255


@dataclass(frozen=True, slots=True)
class HeartbeatJob:
    """Writes the heartbeat of one worker process, under an id of its own."""

    database: Database
    clock: Clock
    started_at: datetime
    id: str = field(default_factory=new_api_id)

    def run_once(self) -> None:
        now = self.clock.now()
        heartbeat = WorkerHeartbeat(
            id=self.id,
            host=platform.node()[:_MAX_HOST_LENGTH],
            process_id=os.getpid(),
            release=version("regie"),
            started_at=self.started_at,
            seen_at=now,
        )
        with self.database.write() as session:
            session.merge(heartbeat)
            session.execute(delete(WorkerHeartbeat).where(WorkerHeartbeat.seen_at < now - RETENTION))
