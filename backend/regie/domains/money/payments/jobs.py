"""Updates the payment schedules of retainers when their terms change and once a day."""

from datetime import date, datetime, timedelta

from sqlalchemy import select

from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.money.payments.generation import generate_payments
from regie.domains.records.projects.models import Project

# A change may become visible some time after its `updated_at`, when its transaction commits.
_OVERLAP = timedelta(minutes=2)
_BATCH_SIZE = 200


class PaymentScheduleJob:
    """Generates payments for all retainers once a day, and for changed projects in between."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._day: date | None = None
        self._ran_at: datetime | None = None
        self._done: dict[int, datetime] = {}

    def is_due(self) -> bool:
        return self._clock.today() != self._day or bool(self._changed())

    def run_once(self) -> int:
        """Return the number of processed projects; an interrupted run is completed by the next one."""
        today, now = self._clock.today(), self._clock.now()
        changed = self._retainers() if today != self._day else self._changed()
        for start in range(0, len(changed), _BATCH_SIZE):
            # Short transactions, so that requests can write in between.
            with self._database.write() as session:
                generate_payments(session, [key for key, _ in changed[start : start + _BATCH_SIZE]], today)
        self._done = {key: at for key, at in (*self._done.items(), *changed) if at > now - 2 * _OVERLAP}
        self._day, self._ran_at = today, now
        return len(changed)

    def _retainers(self) -> list[tuple[int, datetime]]:
        with self._database.read() as db:
            found = select(Project.id, Project.updated_at).where(Project.kind == "retainer").order_by(Project.id)
            return [(row.id, row.updated_at) for row in db.execute(found)]

    def _changed(self) -> list[tuple[int, datetime]]:
        assert self._ran_at is not None
        since = Project.updated_at > self._ran_at - _OVERLAP
        with self._database.read() as db:
            found = db.execute(select(Project.id, Project.updated_at).where(since).order_by(Project.id)).all()
        return [(row.id, row.updated_at) for row in found if self._done.get(row.id) != row.updated_at]
