"""Refreshes retainer ledgers after changes and every day, and sends the resulting warnings and renewals."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import bindparam, or_, select

from regie.core.db.database import Database
from regie.core.db.model import UtcDateTime
from regie.core.db.query_cache import QueryCache
from regie.core.time.clock import Clock
from regie.domains.people.notifications.actions import Notifier
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.records.settings.models import OrganizationSettings
from regie.domains.work.retainers.ledger_storage import refresh_ledgers
from regie.domains.work.retainers.renewals import notify_renewals, renew_due
from regie.domains.work.retainers.warnings import send_due_warnings

# A synchronization writes page after page: a refresh waits until writes pause, but no longer than this.
MAX_DEBOUNCE = timedelta(seconds=15)
# Rows carry the instant at which their transaction began.
_MAX_TRANSACTION_TIME = timedelta(minutes=1)
_BATCH_SIZE = 100
_changes = QueryCache[int](("projects", "project_fees", "time_entries", "settings"), 1).version
_RETAINERS = select(Project.id).where(Project.kind == "retainer", Project.status != "draft").order_by(Project.id)
_SINCE = bindparam("since", type_=UtcDateTime())
_CHANGED = (
    select(Project.id)
    .where(
        or_(
            Project.updated_at >= _SINCE,
            select(OrganizationSettings.id).where(OrganizationSettings.updated_at >= _SINCE).exists(),
            Project.teamwork_project_id.in_(
                select(TimeEntry.teamwork_project_id).where(
                    or_(TimeEntry.synced_at >= _SINCE, TimeEntry.deleted_at >= _SINCE)
                )
            ),
        ),
        # A project that is no longer a retainer, or is a draft again, may still have periods.
        or_(Project.kind == "retainer", Project.id.in_(select(RetainerPeriod.project_id))),
    )
    .order_by(Project.id)
)


@dataclass(slots=True)
class LedgerRefreshJob:
    """Refreshes ledgers after changes of projects, fees, hours and settings; `is_due` is one cheap statement."""

    database: Database
    clock: Clock
    notifier: Notifier
    is_stopping: Callable[[], bool] = lambda: False
    _day: date | None = None
    _seen_changes: int | None = None
    _changed_at: datetime | None = None

    def is_due(self) -> bool:
        return (
            self._day != self.clock.today()
            or self._changed_at is not None
            or self._read_changes() != self._seen_changes
        )

    def run_once(self) -> None:
        today, now = self.clock.today(), self.clock.now()
        seen = self._read_changes()
        if self._day != today:
            self._begin_day(today, now)
            self._day, self._seen_changes = today, seen
        elif seen != self._seen_changes:
            self._seen_changes, self._changed_at = seen, self._changed_at or now
            if now - self._changed_at >= MAX_DEBOUNCE:
                self._follow_changes(self._changed_at, today, now)
        elif self._changed_at is not None:
            self._follow_changes(self._changed_at, today, now)

    def _read_changes(self) -> int | None:
        with self.database.read() as db:
            return db.execute(_changes).scalar()

    def _begin_day(self, today: date, now: datetime) -> None:
        """Refresh all retainers: a new day changes what is due, and changes may have been missed without a worker."""
        with self.database.read() as db:
            keys = db.execute(_RETAINERS).scalars().all()
        self._refresh(keys, today, now)
        with self.database.write() as session:
            renew_due(session, today)
            notify_renewals(session, self.notifier, today, now)

    def _follow_changes(self, since: datetime, today: date, now: datetime) -> None:
        """Refresh changed retainers; a failure is repeated by the next run."""
        with self.database.read() as db:
            keys = db.execute(_CHANGED, {"since": since - _MAX_TRANSACTION_TIME}).scalars().all()
        self._refresh(keys, today, now)
        self._changed_at = None

    def _refresh(self, keys: Sequence[int], today: date, now: datetime) -> None:
        for start in range(0, len(keys), _BATCH_SIZE):
            if self.is_stopping():
                return
            batch = keys[start : start + _BATCH_SIZE]
            with self.database.write() as session:
                refresh_ledgers(session, batch, today)
                send_due_warnings(session, self.notifier, batch, today, now)
