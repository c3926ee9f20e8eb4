"""Reads one list of a service page by page; commits each page together with its checkpoint.

A crash loses at most the current page, which is then read again: saving a page twice is harmless.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Protocol

from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.db.model import Model
from regie.core.time.clock import Clock
from regie.domains.integrations.sync.models import SyncCheckpoint, SyncRun
from regie.domains.integrations.sync.queries import find_run
from regie.domains.integrations.sync.upserts import mark_missing

# Read again on purpose: clocks differ, and services index changes late.
OVERLAP = timedelta(minutes=5)
FULL_READ_INTERVAL = timedelta(days=7)
# The next run resumes an interrupted read while its cursor is still reliable.
MAX_RESUME_AGE = timedelta(hours=1)
PAGES_PER_STEP = 20
_EMPTY_OVERLAP = timedelta(days=1)


class AnyPage(Protocol):
    """The common interface of the connectors' pages."""

    @property
    def records(self) -> Sequence[Any]: ...

    @property
    def next_cursor(self) -> str | None: ...

    @property
    def problems(self) -> Sequence[Any]: ...


@dataclass(frozen=True, slots=True)
class ReadWindow:
    """The parameters of a read, constant until it is done: everything, or changes `since`."""

    started_at: datetime
    since: datetime | None
    from_on: date | None
    to_on: date | None
    cursor: str | None
    # An administrator confirmed that missing records are deleted.
    accepts_missing: bool = False

    @property
    def is_full(self) -> bool:
        return self.since is None


FinishRead = Callable[[Session, ReadWindow, datetime], None]


def newest_change(records: Sequence[Any]) -> datetime | None:
    return max((record.updated_at for record in records if record.updated_at), default=None)


@dataclass(frozen=True, slots=True)
class Step:
    """One list of a service; `save` writes the records of a page and returns how many it omitted."""

    name: str
    read: Callable[[ReadWindow], Iterator[AnyPage]]
    save: Callable[[Session, Sequence[Any], datetime], int]
    finish: FinishRead | None = None
    # A list without a filter for changes is always read in full; another list is only used for full reads.
    is_always_full: bool = False
    is_only_full: bool = False
    # A feed of changes continues from its watermark, even when the lists are read in full.
    is_feed: bool = False
    first_day: Callable[[Session], date] | None = None
    newest: Callable[[Sequence[Any]], datetime | None] = newest_change
    count: Callable[[Sequence[Any]], int] = len


class WorkerStopped(BaseException):
    """The worker stops; the read resumes from its checkpoint at the next start. Not an error of the run."""


def mark_missing_after_full_read(model: type[Model]) -> FinishRead:
    """After a full read, mark the records that it did not find as deleted."""

    def finish(session: Session, window: ReadWindow, now: datetime) -> None:
        if window.is_full:
            mark_missing(session, model, window.started_at, now, accepts_missing=window.accepts_missing)

    return finish


def read_pages(
    database: Database,
    clock: Clock,
    run_id: str,
    step: Step,
    progress: tuple[int, int],
    is_stopping: Callable[[], bool],
) -> bool:
    """Read some pages of a step and record `progress` (done, total); returns whether the read is done."""
    with database.write() as session:
        run = find_run(session, run_id)
        run.step, (run.done, run.total) = step.name, progress
        window = _open_read(session, clock, run, step)
    if window is None:
        return True
    for page in itertools.islice(step.read(window), PAGES_PER_STEP):
        if is_stopping():
            raise WorkerStopped
        with database.write() as session:
            _save_page(session, clock, find_run(session, run_id), step, window, page)
        if page.next_cursor is None:
            return True
    return False


def _open_read(session: Session, clock: Clock, run: SyncRun, step: Step) -> ReadWindow | None:
    """Start or resume the run's read of a step; None when it is done."""
    checkpoint = session.get(SyncCheckpoint, (run.service, step.name))
    if checkpoint is None:
        checkpoint = SyncCheckpoint(service=run.service, step=step.name, is_done=True)
        session.add(checkpoint)
    if checkpoint.run != run.api_id and not _can_resume(checkpoint, run, clock.now()):
        _start_read(session, checkpoint, run, step, clock)
    checkpoint.run = run.api_id
    return None if checkpoint.is_done else _read_window(checkpoint, run)


def _can_resume(checkpoint: SyncCheckpoint, run: SyncRun, now: datetime) -> bool:
    if checkpoint.is_done or checkpoint.started_at is None:
        return False
    covers_run = checkpoint.since is None or not run.is_full
    return covers_run and now - checkpoint.started_at < MAX_RESUME_AGE


def _start_read(session: Session, checkpoint: SyncCheckpoint, run: SyncRun, step: Step, clock: Clock) -> None:
    now = clock.now()
    is_due = checkpoint.full_at is None or now - checkpoint.full_at > FULL_READ_INTERVAL
    is_full = checkpoint.watermark is None or (not step.is_feed and (run.is_full or step.is_always_full or is_due))
    checkpoint.started_at = now
    checkpoint.is_done = step.is_only_full and not is_full
    checkpoint.since = None if is_full or checkpoint.watermark is None else checkpoint.watermark - OVERLAP
    checkpoint.from_on = step.first_day(session) if is_full and step.first_day else None
    checkpoint.to_on = clock.today() + timedelta(days=1) if checkpoint.from_on else None
    checkpoint.cursor = checkpoint.newest = None


def _save_page(session: Session, clock: Clock, run: SyncRun, step: Step, window: ReadWindow, page: AnyPage) -> None:
    now = clock.now()
    omitted = step.save(session, page.records, now)
    run.records += step.count(page.records)
    run.problems += len(page.problems) + omitted
    checkpoint = session.get_one(SyncCheckpoint, (run.service, step.name))
    checkpoint.cursor = page.next_cursor
    newest = step.newest(page.records)
    if newest is not None:
        # A change dated in the future would hide all changes until then.
        checkpoint.newest = min(now, max(newest, checkpoint.newest or newest))
    if page.next_cursor is None:
        _finish_read(session, checkpoint, step, window, now)


def _finish_read(session: Session, checkpoint: SyncCheckpoint, step: Step, window: ReadWindow, now: datetime) -> None:
    if step.finish:
        step.finish(session, window, now)
    checkpoint.is_done = True
    checkpoint.watermark = checkpoint.newest or checkpoint.watermark or window.started_at - _EMPTY_OVERLAP
    if window.is_full:
        checkpoint.full_at = window.started_at


def _read_window(checkpoint: SyncCheckpoint, run: SyncRun) -> ReadWindow:
    assert checkpoint.started_at is not None
    days = (checkpoint.from_on, checkpoint.to_on)
    return ReadWindow(checkpoint.started_at, checkpoint.since, *days, checkpoint.cursor, run.accepts_missing)
