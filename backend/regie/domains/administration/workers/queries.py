"""Reads when a worker was last seen."""

from datetime import datetime

from sqlalchemy import Connection, func, select

from regie.domains.administration.workers.models import MISSING_AFTER, WorkerHeartbeat
from regie.domains.administration.workers.schemas import WorkerStatus

_LAST_SEEN = select(func.max(WorkerHeartbeat.seen_at))


def read_last_heartbeat(db: Connection) -> datetime | None:
    return db.execute(_LAST_SEEN).scalar()


def read_worker_status(db: Connection, now: datetime) -> WorkerStatus:
    seen_at = read_last_heartbeat(db)
    return {"is_running": seen_at is not None and now - seen_at <= MISSING_AFTER, "seen_at": seen_at}
