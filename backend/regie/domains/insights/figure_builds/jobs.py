"""Keeps stored figures of past months up to date, soon after changes pause."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select

from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.insights.figure_builds.actions import (
    FORMER_BUILD_TIME,
    BuildInterrupted,
    BuildRuns,
    add_months_that_ended,
    purge,
    rebuild,
    refresh,
    stored_months,
)
from regie.domains.insights.figure_builds.conversions import has_outdated_totals, store_all_totals
from regie.domains.insights.figure_builds.spans import has_outdated_spans, store_spans
from regie.domains.insights.figure_builds.storage import is_build_running, read_newest_build
from regie.domains.insights.statistics.queries import formula_versions
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.records.figure_amounts.models import FigureBuild, FigureChange
from regie.domains.records.figure_amounts.schemas import EVERYTHING

# A series of changes is followed when it pauses, but no later than this.
MAX_DELAY = timedelta(seconds=15)
_LAST_CHANGE = select(func.max(FigureChange.id))
_ALL_CHANGED = select(FigureChange.id).where(FigureChange.kind == EVERYTHING).limit(1)
_IS_SYNCHRONIZING = select(SyncRun.id).where(SyncRun.status == "running").limit(1)
_OTHER_BUILDS = select(func.count()).select_from(FigureBuild)


@dataclass(slots=True)
class FiguresJob:
    """Builds stored figures, adds months that ended, and follows changes; `is_due` is a few cheap statements."""

    database: Database
    clock: Clock
    is_stopping: Callable[[], bool] = lambda: False
    # What this worker saw last: it only decides when to begin.
    _last_seen: int | None = None
    _waiting_since: datetime | None = None

    def is_due(self) -> bool:
        now = self.clock.now()
        with self.database.read() as db:
            build = read_newest_build(db)
            if is_build_running(db, now) or db.execute(_IS_SYNCHRONIZING).first():
                # A synchronization writes page after page; figures are right meanwhile, only slower.
                return False
            is_complete = build is not None and build.last_month >= stored_months(self.clock.today())[1]
            if build is None or not is_complete or build.formulas != formula_versions():
                return True
            last = db.execute(_LAST_CHANGE).scalar()
            if last is None:
                self._waiting_since = None
                is_former_unread = build.completed_at <= now - FORMER_BUILD_TIME
                if is_former_unread and db.execute(_OTHER_BUILDS).scalar_one() > 1:
                    return True
                return has_outdated_spans(db, build, self.clock) or has_outdated_totals(db, self.clock)
        is_pausing, self._last_seen = last == self._last_seen, last
        self._waiting_since = self._waiting_since or now
        return is_pausing or now - self._waiting_since >= MAX_DELAY

    def run_once(self) -> None:
        self._waiting_since = None
        try:
            if self._needs_rebuild():
                rebuild(self.database, self.clock, self.is_stopping)
        except (BuildRuns, BuildInterrupted):
            return
        add_months_that_ended(self.database, self.clock)
        while not self.is_stopping() and refresh(self.database, self.clock):
            pass
        store_spans(self.database, self.clock, self.is_stopping)
        store_all_totals(self.database, self.clock, self.is_stopping)
        purge(self.database, self.clock)

    def _needs_rebuild(self) -> bool:
        with self.database.read() as db:
            build = read_newest_build(db)
            return build is None or build.formulas != formula_versions() or bool(db.execute(_ALL_CHANGED).first())
