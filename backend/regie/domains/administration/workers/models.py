"""Table of the heartbeats of worker processes."""

from datetime import datetime, timedelta

from sqlalchemy import Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.db.ids import new_api_id
from regie.core.db.model import Model

# Several heartbeats can be late, and the clocks of two machines differ, before a worker counts as stopped.
MISSING_AFTER = timedelta(minutes=1)


class WorkerHeartbeat(Model):
    """A worker process that runs, or ran last; it updates `seen_at` every few seconds."""

    __tablename__ = "worker_heartbeats"

    # New at each start: process ids are reused.
    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_api_id)
    host: Mapped[str] = mapped_column(String(255))
    process_id: Mapped[int] = mapped_column(Integer)
    release: Mapped[str] = mapped_column(String(40))
    started_at: Mapped[datetime]
    seen_at: Mapped[datetime]
    # By the database's clock. Null for a worker of a release that had no leases.
    lease_expires_at: Mapped[datetime | None]
