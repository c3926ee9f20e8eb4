"""One pass over one list of a service: page by page, each committed together with where to go on from.

A kill at any point loses at most the page under way, which is then read again: keeping a page twice is harmless.
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
from regie.domains.integrations.sync.upserts import sweep

# Read again on purpose: clocks differ, and services index late.
OVERLAP = timedelta(minutes=5)
FULL_EVERY = timedelta(days=7)
# A pass that broke off is continued by the next run while its place in the list can still be trusted.
CONTINUED_WITHIN = timedelta(hours=1)
PAGES_A_TURN = 20
_EMPTY_OVERLAP = timedelta(days=1)


class AnyPage(Protocol):
    """What the connectors' pages have in common."""

    @property
    def records(self) -> Sequence[Any]: ...

    @property
    def next_cursor(self) -> str | None: ...

    @property
    def problems(self) -> Sequence[Any]: ...


@dataclass(frozen=True, slots=True)
class Window:
    """What a pass asks for, the same until it is done: everything, or what changed `since`."""

    started_at: datetime
    since: datetime | None
    from_on: date | None
    to_on: date | None
    cursor: str | None
    # Somebody has looked and says that what is missing is really gone.
    accepts_missing: bool = False

    @property
    def is_full(self) -> bool:
        return self.since is None


Finish = Callable[[Session, Window, datetime], None]


def newest_change(records: Sequence[Any]) -> datetime | None:
    return max((record.updated_at for record in records if record.updated_at), default=None)


@dataclass(frozen=True, slots=True)
class Step:
    """One list of a service; `keep` writes a page's records and tells how many of them it had to leave out."""

    name: str
    read: Callable[[Window], Iterator[AnyPage]]
    keep: Callable[[Session, Sequence[Any], datetime], int]
    finish: Finish | None = None
    # Lists that cannot tell what changed are read whole every time; others may be of use only when read whole.
    is_always_full: bool = False
    is_only_full: bool = False
    # A feed goes on from where it was, whatever is read whole beside it.
    is_feed: bool = False
    first_day: Callable[[Session], date] | None = None
    newest: Callable[[Sequence[Any]], datetime | None] = newest_change
    count: Callable[[Sequence[Any]], int] = len


class Stopped(BaseException):
    """The worker ends; the pass goes on from its checkpoint at the next start. Not an error to be recorded."""


def sweeping(model: type[Model]) -> Finish:
    """After a full reading, what it did not see is marked."""

    def finish(session: Session, window: Window, now: datetime) -> None:
        if window.is_full:
            sweep(session, model, window.started_at, now, accepts_missing=window.accepts_missing)

    return finish


def advance(
    database: Database,
    clock: Clock,
    run_id: str,
    step: Step,
    progress: tuple[int, int],
    is_stopping: Callable[[], bool],
) -> bool:
    """Read some pages of the step, the run's next after `progress` (done, total); true when its pass is done."""
    with database.write() as session:
        run = find_run(session, run_id)
        run.step, (run.done, run.total) = step.name, progress
        window = _open_pass(session, clock, run, step)
    if window is None:
        return True
    for page in itertools.islice(step.read(window), PAGES_A_TURN):
        if is_stopping():
            raise Stopped
        with database.write() as session:
            _keep_page(session, clock, find_run(session, run_id), step, window, page)
        if page.next_cursor is None:
            return True
    return False


def _open_pass(session: Session, clock: Clock, run: SyncRun, step: Step) -> Window | None:
    """Where this run's pass stands, begun if it has not; None when there is nothing left to read."""
    checkpoint = session.get(SyncCheckpoint, (run.service, step.name))
    if checkpoint is None:
        checkpoint = SyncCheckpoint(service=run.service, step=step.name, is_done=True)
        session.add(checkpoint)
    if checkpoint.run != run.api_id and not _may_continue(checkpoint, run, clock.now()):
        _begin(session, checkpoint, run, step, clock)
    checkpoint.run = run.api_id
    return None if checkpoint.is_done else _window(checkpoint, run)


def _may_continue(checkpoint: SyncCheckpoint, run: SyncRun, now: datetime) -> bool:
    if checkpoint.is_done or checkpoint.started_at is None:
        return False
    is_wanted = checkpoint.since is None or not run.is_full
    return is_wanted and now - checkpoint.started_at < CONTINUED_WITHIN


def _begin(session: Session, checkpoint: SyncCheckpoint, run: SyncRun, step: Step, clock: Clock) -> None:
    now = clock.now()
    is_due = checkpoint.full_at is None or now - checkpoint.full_at > FULL_EVERY
    is_full = checkpoint.watermark is None or (not step.is_feed and (run.is_full or step.is_always_full or is_due))
    checkpoint.started_at = now
    checkpoint.is_done = step.is_only_full and not is_full
    checkpoint.since = None if is_full or checkpoint.watermark is None else checkpoint.watermark - OVERLAP
    checkpoint.from_on = step.first_day(session) if is_full and step.first_day else None
    checkpoint.to_on = clock.today() + timedelta(days=1) if checkpoint.from_on else None
    checkpoint.cursor = checkpoint.newest = None


def _keep_page(session: Session, clock: Clock, run: SyncRun, step: Step, window: Window, page: AnyPage) -> None:
    now = clock.now()
    left_out = step.keep(session, page.records, now)
    run.records += step.count(page.records)
    run.problems += len(page.problems) + left_out
    checkpoint = session.get_one(SyncCheckpoint, (run.service, step.name))
    checkpoint.cursor = page.next_cursor
    newest = step.newest(page.records)
    if newest is not None:
        # A change that is said to lie ahead would hide every change until then.
        checkpoint.newest = min(now, max(newest, checkpoint.newest or newest))
    if page.next_cursor is None:
        _finish_pass(session, checkpoint, step, window, now)


def _finish_pass(session: Session, checkpoint: SyncCheckpoint, step: Step, window: Window, now: datetime) -> None:
    if step.finish:
        step.finish(session, window, now)
    checkpoint.is_done = True
    checkpoint.watermark = checkpoint.newest or checkpoint.watermark or window.started_at - _EMPTY_OVERLAP
    if window.is_full:
        checkpoint.full_at = window.started_at


def _window(checkpoint: SyncCheckpoint, run: SyncRun) -> Window:
    assert checkpoint.started_at is not None
    days = (checkpoint.from_on, checkpoint.to_on)
    return Window(checkpoint.started_at, checkpoint.since, *days, checkpoint.cursor, run.accepts_missing)
