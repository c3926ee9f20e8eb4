"""Updates the payment schedules of retainers when their terms change and once a day, and the totals of changed days."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select

from regie.core.db.database import Database
from regie.core.db.query_cache import select_version
from regie.core.job_states import save_job_state, state_of
from regie.core.time.clock import Clock
from regie.domains.money.payments.day_totals import read_last_mark, refresh_days
from regie.domains.money.payments.generation import generate_payments
from regie.domains.records.projects.models import Project

# A change may become visible some time after its `updated_at`, when its transaction commits.
_OVERLAP = timedelta(minutes=2)
_BATCH_SIZE = 200
# A series of changes is followed when it pauses, but no later than this.
_MAX_DELAY = timedelta(seconds=15)
_NAME = "payment_schedules"
_PROGRESS = select(select_version(("projects",)).scalar_subquery(), state_of(_NAME).scalar_subquery())


class PaymentScheduleJob:
    """Generates payments for all retainers once a day, and for changed projects in between."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def is_due(self) -> bool:
        changes, state = self._read_progress()
        return not self._is_covered(state) or changes != state["changes"]

    def run_once(self) -> int:
        """Return the number of processed projects; an interrupted run is completed by the next one."""
        today, now = self._clock.today(), self._clock.now()
        changes, state = self._read_progress()
        if not self._is_covered(state):
            keys = self._find(Project.kind == "retainer")
        elif changes != state["changes"]:
            keys = self._find(Project.updated_at > datetime.fromisoformat(state["ran_at"]) - _OVERLAP)
        else:
            return 0
        for start in range(0, len(keys), _BATCH_SIZE):
            # Short transactions, so that requests can write in between.
            with self._database.write() as session:
                generate_payments(session, keys[start : start + _BATCH_SIZE], today)
        progress = {"day": today.isoformat(), "ran_at": now.isoformat(), "changes": changes}
        with self._database.write() as session:
            save_job_state(session, _NAME, progress)
        return len(keys)

    def _is_covered(self, state: dict[str, Any]) -> bool:
        """Whether later changes can be found by their instants: the day and the clock did not go back."""
        is_today = state.get("day") == self._clock.today().isoformat()
        return is_today and datetime.fromisoformat(state["ran_at"]) <= self._clock.now()

    def _read_progress(self) -> tuple[int | None, dict[str, Any]]:
        with self._database.read() as db:
            changes, state = db.execute(_PROGRESS).one()
        # PostgreSQL sums as a decimal number.
        return changes and int(changes), state or {}

    def _find(self, condition: Any) -> list[int]:
        with self._database.read() as db:
            return list(db.execute(select(Project.id).where(condition).order_by(Project.id)).scalars())


@dataclass(slots=True)
class PaymentTotalsJob:
    """Calculates the stored totals of days again on which changed payments are due."""

    database: Database
    clock: Clock
    is_stopping: Callable[[], bool] = lambda: False
    # What this worker saw last: it only decides when to begin.
    _last_seen: int | None = None
    _waiting_since: datetime | None = None

    def is_due(self) -> bool:
        with self.database.read() as db:
            last = read_last_mark(db)
        if last is None:
            self._waiting_since = None
            return False
        now = self.clock.now()
        is_pausing, self._last_seen = last == self._last_seen, last
        self._waiting_since = self._waiting_since or now
        return is_pausing or now - self._waiting_since >= _MAX_DELAY

    def run_once(self) -> None:
        self._waiting_since = None
        while not self.is_stopping() and refresh_days(self.database):
            pass
