"""Stores figures of past months: calculates all of them, adds a month, or calculates changed owners again.

Everything is calculated in a snapshot and written afterwards, so that no request waits for it. A change that is made
meanwhile leaves a mark that the snapshot does not contain, and that therefore stays.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.db.table_versions import mark_table_changed
from regie.core.time.clock import Clock
from regie.core.time.months import add_months
from regie.domains.insights.figure_builds.conversions import (
    Replaced,
    begin_refresh,
    confirm_totals,
    store_all_totals,
    update_totals,
)
from regie.domains.insights.figure_builds.figures import Amount, Difference, find_differences
from regie.domains.insights.figure_builds.spans import confirm_spans, recalculate_spans, store_spans
from regie.domains.insights.figure_builds.storage import (
    MAX_BUILD_TIME,
    Marks,
    delete_builds,
    delete_marks,
    delete_totals_of_build,
    insert_amounts,
    is_build_running,
    lock_builds,
    outdate_totals_of_closings,
    read_amounts,
    read_marks,
    read_months_with_amounts,
    read_newest_build,
    read_span_amounts,
    read_spans,
    to_amount,
)
from regie.domains.insights.statistics.queries import (
    STORED,
    calculate_days,
    calculate_months,
    formula_versions,
    owner_kind,
    read_months_with_hours,
)
from regie.domains.insights.statistics.schemas import StoredFigure
from regie.domains.records.figure_amounts.models import FigureAmount, FigureBuild
from regie.domains.records.figure_amounts.schemas import OwnerKind

# As many as a request may ask for.
STORED_MONTHS = 60
# Requests that began before a build was replaced may still read it.
FORMER_BUILD_TIME = timedelta(minutes=2)
OWNERS_AT_ONCE = 200
# Months whose amounts are in memory at once.
_MONTHS_AT_ONCE = 12


class BuildRuns(Exception):
    """Another build has not ended yet."""


class BuildInterrupted(Exception):
    """The process is stopping, or another build has taken the place of this one."""


def stored_months(today: date) -> tuple[date, date]:
    """The first days of the first and the last month that are stored."""
    return add_months(today.replace(day=1), -STORED_MONTHS), add_months(today.replace(day=1), -1)


def rebuild(database: Database, clock: Clock, is_stopping: Callable[[], bool] = lambda: False) -> list[Difference]:
    """Calculate every figure of past months and replace the stored amounts; return what differed.

    Until the last transaction, figures are read from the former build.
    """
    with _new_build(database, clock) as build_id, database.snapshot() as db:
        marks = read_marks(db)
        differences: list[Difference] = []
        for figure, months, rows in _calculate(db, clock, stored_months(clock.today())):
            if is_stopping():
                raise BuildInterrupted
            differences += _compare(db, marks, figure, months, rows)
            with database.write() as session:
                insert_amounts(session, build_id, figure, rows)
        former = read_newest_build(db)
        if former is not None:
            differences += _compare_spans(db, clock, former, marks)
    with database.write() as session:
        lock_builds(session)
        now = clock.now()
        # After that time, marks of later changes may have been followed in the former build only.
        started = FigureBuild.started_at > now - MAX_BUILD_TIME
        unfinished = FigureBuild.id == build_id, FigureBuild.completed_at.is_(None), started
        if not _execute(session, update(FigureBuild).where(*unfinished).values(completed_at=now)):
            raise BuildInterrupted
        delete_marks(session, marks.by_key)
        # Those of the former build go with it.
        outdate_totals_of_closings(session)
        # Figures that were cached from what differed; every figure depends on this table.
        mark_table_changed(session, "closed_months")
    store_spans(database, clock, is_stopping)
    store_all_totals(database, clock, is_stopping)
    return differences


def check(database: Database, clock: Clock) -> list[Difference]:
    """Return what differs from the stored amounts, except of owners that are marked; write nothing."""
    with database.snapshot() as db:
        marks = read_marks(db)
        build = read_newest_build(db)
        if build is None:
            return []
        months = build.first_month, build.last_month
        calculated = _calculate(db, clock, months)
        found = [one for figure, part, rows in calculated for one in _compare(db, marks, figure, part, rows)]
        return [*found, *_compare_spans(db, clock, build, marks)]


def add_months_that_ended(database: Database, clock: Clock) -> bool:
    """Store the months that ended since the build; return whether there were any."""
    first, last = stored_months(clock.today())
    with database.snapshot() as db:
        build = read_newest_build(db)
        if build is None or build.last_month >= last or is_build_running(db, clock.now()):
            return False
        new = add_months(build.last_month, 1), last
        added: list[tuple[StoredFigure, list[Amount]]] = [
            (figure, rows) for figure, _, rows in _calculate(db, clock, new)
        ]
    with database.write() as session:
        if not _take_turn(session, build):
            return False
        for figure, rows in added:
            insert_amounts(session, build.id, figure, rows)
        delete_totals_of_build(session, build.id, before=first)
        confirm_spans(session, build)
        confirm_totals(session, build)
        _execute(session, delete(FigureAmount).where(FigureAmount.build_id == build.id, FigureAmount.month < first))
        values = {"first_month": max(first, build.first_month), "last_month": last}
        _execute(session, update(FigureBuild).where(FigureBuild.id == build.id).values(**values))
    return True


def refresh(database: Database, clock: Clock) -> int:
    """Calculate some of the marked owners again; return how many."""
    with database.snapshot() as db:
        build, marks = read_newest_build(db), read_marks(db)
        if build is None or marks.is_everything or not marks.by_key or is_build_running(db, clock.now()):
            return 0
        chosen: dict[OwnerKind, list[int]] = {
            "client": marks.owners("client")[:OWNERS_AT_ONCE],
            "employee": marks.owners("employee")[:OWNERS_AT_ONCE],
        }
        changes = [_recalculate(db, clock, build, figure, chosen[owner_kind(figure)]) for figure in STORED]
        span_changes = list(recalculate_spans(db, clock, build, lambda figure: chosen[owner_kind(figure)]))
        up_to_date = begin_refresh(db, clock, build)
    with database.write() as session:
        if not _take_turn(session, build):
            return 0
        for change in changes:
            change.write(session, build.id)
        for change in span_changes:
            change.write(session)
        replaced = [Replaced(None, one.figure, one.former, one.rows) for one in changes]
        replaced += [Replaced(one.span_id, one.figure, one.former, one.rows) for one in span_changes]
        update_totals(session, up_to_date, build, replaced)
        confirm_spans(session, build)
        done = {(kind, owner) for kind, owners in chosen.items() for owner in owners}
        delete_marks(session, [key for key, owner in marks.by_key.items() if owner in done])
    return len(done)


def purge(database: Database, clock: Clock) -> None:
    """Delete builds that were replaced, and those that were interrupted."""
    with database.read() as db:
        build = read_newest_build(db)
        started_before = clock.now() - MAX_BUILD_TIME
        interrupted = FigureBuild.completed_at.is_(None), FigureBuild.started_at <= started_before
        keys = list(db.execute(select(FigureBuild.id).where(*interrupted)).scalars())
        if build is not None and build.completed_at <= clock.now() - FORMER_BUILD_TIME:
            former = FigureBuild.completed_at.is_not(None), FigureBuild.id < build.id
            keys += db.execute(select(FigureBuild.id).where(*former)).scalars()
    delete_builds(database, keys)


@dataclass(frozen=True, slots=True)
class _Change:
    """The former and new amounts of some owners, and the months of which all amounts are replaced."""

    figure: StoredFigure
    owners: Sequence[int]
    months: Sequence[date]
    former: Sequence[Amount]
    rows: Sequence[Amount]

    def write(self, session: Session, build_id: int) -> None:
        own = delete(FigureAmount).where(FigureAmount.build_id == build_id, FigureAmount.figure == self.figure)
        if self.owners:
            _execute(session, own.where(FigureAmount.owner_id.in_(self.owners)))
        if self.months:
            _execute(session, own.where(FigureAmount.month.in_(self.months)))
        insert_amounts(session, build_id, self.figure, self.rows)


def _recalculate(db: Connection, clock: Clock, build: Any, figure: StoredFigure, owners: list[int]) -> _Change:
    if not owners:
        return _Change(figure, (), (), (), ())
    months = build.first_month, build.last_month
    rows = [to_amount(row) for row in calculate_months(db, clock, figure, *months, owners)]
    if figure != "utilisation":
        former = list(read_amounts(db, build.id, figure, months, owners=owners))
        return _Change(figure, owners, (), former, rows)
    # With the first entry of a month, everyone's hours are available; without any, none are.
    known, stored = read_months_with_hours(db, *months), read_months_with_amounts(db, build.id, figure)
    first_known = sorted(known - stored)
    rows = [row for row in rows if row.month in known & stored]
    for month in first_known:
        rows += [to_amount(row) for row in calculate_months(db, clock, figure, month, month)]
    # No totals are stored of hours.
    return _Change(figure, owners, [*first_known, *sorted(stored - known)], (), rows)


def _calculate(
    db: Connection, clock: Clock, months: tuple[date, date]
) -> Iterator[tuple[StoredFigure, tuple[date, date], list[Amount]]]:
    """Yield (figure, months, amounts) for a year at a time."""
    first, last = months
    while first <= last:
        until = min(add_months(first, _MONTHS_AT_ONCE - 1), last)
        for figure in STORED:
            rows = [to_amount(row) for row in calculate_months(db, clock, figure, first, until)]
            yield figure, (first, until), rows
        first = add_months(until, 1)


def _compare(
    db: Connection, marks: Marks, figure: StoredFigure, months: tuple[date, date], rows: Sequence[Amount]
) -> list[Difference]:
    """What differs from the newest build, in the months that it has, except of owners that are marked."""
    build = read_newest_build(db)
    if build is None or marks.is_everything or build.formulas.get(figure) != formula_versions()[figure]:
        return []
    marked = set(marks.owners(owner_kind(figure)))
    common = max(months[0], build.first_month), min(months[1], build.last_month)
    calculated = [row for row in rows if common[0] <= row.month <= common[1] and row.owner not in marked]
    stored = [row for row in read_amounts(db, build.id, figure, common) if row.owner not in marked]
    if figure == "utilisation":
        # Other months are not read from stored amounts.
        read = read_months_with_hours(db, *common) & read_months_with_amounts(db, build.id, figure)
        calculated, stored = _of_months(calculated, read), _of_months(stored, read)
    return find_differences(figure, stored, calculated)


def _compare_spans(db: Connection, clock: Clock, build: Any, marks: Marks) -> Iterator[Difference]:
    """What differs in the spans, as in `_compare`."""
    if marks.is_everything or build.formulas != formula_versions():
        return
    for key, first, last in read_spans(db, build):
        tracked = read_months_with_hours(db, first, first)
        for figure in STORED:
            stored = list(read_span_amounts(db, key, first, figure))
            if figure == "utilisation" and not (stored and tracked):
                # They are not read from stored amounts.
                continue
            marked = set(marks.owners(owner_kind(figure)))
            calculated = [to_amount(row) for row in calculate_days(db, clock, figure, first, last)]
            compared = [[row for row in rows if row.owner not in marked] for rows in (stored, calculated)]
            yield from find_differences(figure, *compared)


def _of_months(rows: Iterable[Amount], months: Collection[date]) -> list[Amount]:
    return [row for row in rows if row.month in months]


@contextmanager
def _new_build(database: Database, clock: Clock) -> Iterator[int]:
    """Begin a build; delete it if it fails."""
    purge(database, clock)
    first, last = stored_months(clock.today())
    with database.write() as session:
        lock_builds(session)
        if is_build_running(session, clock.now()):
            raise BuildRuns
        values = {"first_month": first, "last_month": last, "formulas": formula_versions(), "refreshes": 0}
        build = FigureBuild(**values, started_at=clock.now())
        session.add(build)
    try:
        yield build.id
    except BaseException:
        delete_builds(database, [build.id])
        raise


def _take_turn(session: Session, build: Any) -> bool:
    """Whether no other process has written to the build since the snapshot."""
    turn = update(FigureBuild).where(FigureBuild.id == build.id, FigureBuild.refreshes == build.refreshes)
    return bool(_execute(session, turn.values(refreshes=build.refreshes + 1)))


def _execute(session: Session, statement: Any) -> int:
    result: Any = session.execute(statement.execution_options(synchronize_session=False))
    return result.rowcount
