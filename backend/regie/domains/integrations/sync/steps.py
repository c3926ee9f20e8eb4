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
from regie.core.time.clock import Clock
from regie.domains.integrations.sync.full_reads import FullRead, count_unread
from regie.domains.integrations.sync.models import SyncCheckpoint, SyncRun
from regie.domains.integrations.sync.queries import find_run
from regie.domains.integrations.sync.windows import ReadWindow

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
    # For a list whose full read finds every record.
    full_read: FullRead | None = None
    # A list without a filter for changes is always read in full; another list is only used for full reads.
    is_always_full: bool = False
    is_only_full: bool = False
    # A permission that only this list needs: without it, the list is skipped and the run continues.
    scope: str | None = None
    # A feed of changes continues from its watermark, even when the lists are read in full.
    is_feed: bool = False
    first_day: Callable[[Session], date] | None = None
    newest: Callable[[Sequence[Any]], datetime | None] = newest_change
    count: Callable[[Sequence[Any]], int] = len


class WorkerStopped(BaseException):
    """The worker stops; the read resumes from its checkpoint at the next start. Not an error of the run."""


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
    # A record created or deleted during the read changes the total, so the smaller of two counts.
    total = _read_total(step, window) if window.cursor is None else None
    for page in itertools.islice(step.read(window), PAGES_PER_STEP):
        if is_stopping():
            raise WorkerStopped
        if page.next_cursor is None:
            total = _smaller(total, _read_total(step, window))
        with database.write() as session:
            _save_page(session, clock, find_run(session, run_id), step, window, page, total)
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
    return None if checkpoint.is_done else _read_window(checkpoint)


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
    if is_full and step.first_day:
        checkpoint.from_on, checkpoint.to_on = step.first_day(session), clock.today() + timedelta(days=1)
    checkpoint.cursor = checkpoint.newest = checkpoint.total = None
    checkpoint.records = 0


def _read_total(step: Step, window: ReadWindow) -> int | None:
    """The service's own number of records, for a full read of a list that has one."""
    has_total = window.is_full and step.full_read and step.full_read.read_total
    return has_total(window) if has_total else None


def _smaller(one: int | None, other: int | None) -> int | None:
    return min((total for total in (one, other) if total is not None), default=None)


def _save_page(
    session: Session, clock: Clock, run: SyncRun, step: Step, window: ReadWindow, page: AnyPage, total: int | None
) -> None:
    now = clock.now()
    checkpoint = session.get_one(SyncCheckpoint, (run.service, step.name))
    if window.is_full and step.full_read:
        checkpoint.records += count_unread(session, step.full_read, page.records, window.started_at)
        checkpoint.total = _smaller(checkpoint.total, total)
    omitted = step.save(session, page.records, now)
    run.records += step.count(page.records)
    run.problems += len(page.problems) + omitted
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
    is_complete = checkpoint.total is None or checkpoint.records >= checkpoint.total
    if window.is_full and is_complete:
        checkpoint.full_at = window.started_at
        checkpoint.missing_before = window.started_at if step.full_read else None


def _read_window(checkpoint: SyncCheckpoint) -> ReadWindow:
    assert checkpoint.started_at is not None
    days = (checkpoint.from_on, checkpoint.to_on)
    return ReadWindow(checkpoint.started_at, checkpoint.since, *days, checkpoint.cursor)
