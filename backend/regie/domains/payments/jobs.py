"""Keeps the schedules of retainers in step with their terms, as a look of the worker."""

from datetime import date, datetime, timedelta

from sqlalchemy import select

from regie.core.clock import Clock
from regie.core.db import Database
from regie.domains.payments.generation import generate_payments
from regie.domains.projects.models import Project

# A change is seen by its instant, which may be older than the moment at which it could be seen.
_OVERLAP = timedelta(minutes=2)
_A_BATCH = 200


class Planner:
    """On a new day all retainers are looked at, in between those projects that have changed."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._day: date | None = None
        self._looked_at: datetime | None = None
        self._done: dict[int, datetime] = {}

    def look(self) -> int:
        """Returns how many projects were looked at; broken off, the next look takes up what is left."""
        today, now = self._clock.today(), self._clock.now()
        changed = self._retainers() if today != self._day else self._changed()
        for start in range(0, len(changed), _A_BATCH):
            # Short transactions: people write between them.
            with self._database.write() as session:
                generate_payments(session, [key for key, _ in changed[start : start + _A_BATCH]], today)
        self._done = {key: at for key, at in (*self._done.items(), *changed) if at > now - 2 * _OVERLAP}
        self._day, self._looked_at = today, now
        return len(changed)

    def _retainers(self) -> list[tuple[int, datetime]]:
        with self._database.read() as db:
            found = select(Project.id, Project.updated_at).where(Project.kind == "retainer").order_by(Project.id)
            return [(row.id, row.updated_at) for row in db.execute(found)]

    def _changed(self) -> list[tuple[int, datetime]]:
        assert self._looked_at is not None
        since = Project.updated_at > self._looked_at - _OVERLAP
        with self._database.read() as db:
            found = db.execute(select(Project.id, Project.updated_at).where(since).order_by(Project.id)).all()
        return [(row.id, row.updated_at) for row in found if self._done.get(row.id) != row.updated_at]
