"""Refreshes retainer ledgers after changes and every day, and sends warnings of hours and renewals."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import and_, bindparam, or_, select
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.db.model import UtcDateTime
from regie.core.db.query_cache import select_version
from regie.core.job_states import save_job_state, state_of
from regie.core.time.clock import Clock
from regie.domains.people.notifications.actions import Notifier
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.records.settings.models import OrganizationSettings
from regie.domains.work.hours_warnings.actions import send_settled_warnings
from regie.domains.work.hours_warnings.queries import (
    HAS_BUDGET,
    NEXT_SETTLED,
    SETTLING_TIME,
    read_alert_settings,
    read_watched_budgets,
    select_settled_projects,
)
from regie.domains.work.retainers.ledger_storage import refresh_ledgers
from regie.domains.work.retainers.renewals import notify_renewals, renew_due
from regie.domains.work.retainers.warnings import read_watched_periods

# A synchronization writes page after page: a refresh waits until writes pause, but no longer than this.
MAX_DEBOUNCE = timedelta(seconds=15)
# Rows carry the instant at which their transaction began.
_MAX_TRANSACTION_TIME = timedelta(minutes=1)
_BATCH_SIZE = 100
_NAME = "retainer_ledgers"
_changes = select_version(("projects", "project_fees", "terms", "time_entries", "settings"))
_PROGRESS = select(_changes.scalar_subquery(), state_of(_NAME).scalar_subquery(), NEXT_SETTLED.scalar_subquery())
_WATCHED = (
    select(Project.id)
    .where(or_(and_(Project.kind == "retainer", Project.status != "draft"), and_(*HAS_BUDGET)))
    .order_by(Project.id)
)
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
        or_(Project.kind == "retainer", Project.id.in_(select(RetainerPeriod.project_id)), and_(*HAS_BUDGET)),
    )
    .order_by(Project.id)
)


@dataclass(frozen=True, slots=True)
class _Progress:
    """What all workers have refreshed: the day, the changes seen, since when, and when unfollowed ones were found."""

    day: date | None = None
    changes: int | None = None
    seen_at: datetime | None = None
    changed_at: datetime | None = None

    @classmethod
    def of(cls, state: dict[str, Any] | None) -> "_Progress":
        if not state:
            return cls()
        seen_at, changed_at = (
            state[name] and datetime.fromisoformat(state[name]) for name in ("seen_at", "changed_at")
        )
        return cls(date.fromisoformat(state["day"]), state["changes"], seen_at, changed_at)

    def to_state(self) -> dict[str, Any]:
        instants = {name: getattr(self, name) for name in ("day", "seen_at", "changed_at")}
        return {name: value and value.isoformat() for name, value in instants.items()} | {"changes": self.changes}

    def covers(self, today: date, now: datetime) -> bool:
        """Whether later changes can be found by their instants: the day and the clock did not go back."""
        return self.day == today and self.seen_at is not None and self.seen_at <= now


@dataclass(slots=True)
class LedgerRefreshJob:
    """Refreshes ledgers after changes of projects, fees, hours and settings; `is_due` is one cheap statement."""

    database: Database
    clock: Clock
    notifier: Notifier
    is_stopping: Callable[[], bool] = lambda: False

    def is_due(self) -> bool:
        changes, progress, settles_at = self._read_progress()
        now = self.clock.now()
        is_covered, is_settled = progress.covers(self.clock.today(), now), settles_at is not None and settles_at <= now
        return not is_covered or progress.changed_at is not None or changes != progress.changes or is_settled

    def run_once(self) -> None:
        today, now = self.clock.today(), self.clock.now()
        changes, progress, settles_at = self._read_progress()
        if not progress.covers(today, now):
            self._begin_day(today, now)
            self._save(_Progress(today, changes, now))
            return
        assert progress.seen_at
        changed_at = progress.changed_at or now
        if changes != progress.changes and now - changed_at < MAX_DEBOUNCE:
            self._save(replace(progress, changes=changes, changed_at=changed_at))
        elif changes != progress.changes or progress.changed_at:
            self._follow_changes(progress.seen_at, today, now)
            if not self.is_stopping():
                self._save(_Progress(today, changes, now))
        elif settles_at is not None and settles_at <= now:
            with self.database.read() as db:
                keys = db.execute(select_settled_projects(now)).scalars().all()
            self._refresh(sorted(set(keys)), today, now)

    def _read_progress(self) -> tuple[int | None, _Progress, datetime | None]:
        """Return the changes, what was refreshed, and when the next thresholds have settled."""
        with self.database.read() as db:
            changes, state, last_change = db.execute(_PROGRESS).one()
        # PostgreSQL sums as a decimal number.
        return changes and int(changes), _Progress.of(state), last_change and last_change + SETTLING_TIME

    def _save(self, progress: _Progress) -> None:
        with self.database.write() as session:
            save_job_state(session, _NAME, progress.to_state())

    def _begin_day(self, today: date, now: datetime) -> None:
        """Refresh all retainers and budgets: a new day changes what is due."""
        with self.database.read() as db:
            keys = db.execute(_WATCHED).scalars().all()
        self._refresh(keys, today, now)
        with self.database.write() as session:
            renew_due(session, today)
            notify_renewals(session, self.notifier, today, now)

    def _follow_changes(self, since: datetime, today: date, now: datetime) -> None:
        """Refresh changed retainers; a failure is repeated by the next run."""
        with self.database.read() as db:
            keys = db.execute(_CHANGED, {"since": since - _MAX_TRANSACTION_TIME}).scalars().all()
        self._refresh(keys, today, now)

    def _refresh(self, keys: Sequence[int], today: date, now: datetime) -> None:
        for start in range(0, len(keys), _BATCH_SIZE):
            if self.is_stopping():
                return
            batch = keys[start : start + _BATCH_SIZE]
            with self.database.write() as session:
                follow_hours(session, self.notifier, batch, today, now)


def follow_hours(session: Session, notifier: Notifier, project_ids: Sequence[int], today: date, now: datetime) -> None:
    """Refresh the ledgers of these projects, and warn of their hours."""
    # It locks the projects, so that two workers send a warning once.
    refresh_ledgers(session, project_ids, today)
    alerts = read_alert_settings(session.connection())
    periods = read_watched_periods(session, project_ids, alerts, today)
    watched = [*periods, *read_watched_budgets(session, project_ids, alerts)]
    send_settled_warnings(session, notifier, project_ids, watched, now)
