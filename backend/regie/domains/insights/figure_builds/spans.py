"""Stores figures of the present month until today, and of the same days of the twelve months before.

Sparklines show them, and the previous month, quarter and year are compared with them.

Each span is stored once a day, and follows changes like the months of the build.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, and_, delete, select, update
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.core.time.months import add_months, end_of_month
from regie.domains.insights.figure_builds.figures import Amount
from regie.domains.insights.figure_builds.storage import (
    delete_spans,
    insert_span_amounts,
    is_unchanged,
    lock_builds,
    read_newest_build,
    read_span_amounts,
    read_spans,
    to_amount,
)
from regie.domains.insights.statistics.queries import STORED, calculate_days, read_months_with_hours
from regie.domains.insights.statistics.schemas import StoredFigure
from regie.domains.records.figure_amounts.models import FigureSpan, SpanAmount

_EARLIER_MONTHS = range(1, 13)
_Days = tuple[date, date]


@dataclass(frozen=True, slots=True)
class SpanChange:
    """The former and new amounts of some owners in a span, or of all (`owners` is None)."""

    span_id: int
    figure: StoredFigure
    owners: Sequence[int] | None
    former: Sequence[Amount]
    rows: Sequence[Amount]

    def write(self, session: Session) -> None:
        own = delete(SpanAmount).where(SpanAmount.span_id == self.span_id, SpanAmount.figure == self.figure)
        if self.owners is not None:
            own = own.where(SpanAmount.owner_id.in_(self.owners))
        session.execute(own.execution_options(synchronize_session=False))
        insert_span_amounts(session, self.span_id, self.figure, self.rows)


def spans_until(today: date) -> list[_Days]:
    """The first and last days of all spans; an earlier month that they would contain whole is none."""
    first = today.replace(day=1)
    earlier = [(add_months(first, -months), add_months(today, -months)) for months in _EARLIER_MONTHS]
    return [(first, today), *((start, last) for start, last in earlier if last < end_of_month(last))]


def has_outdated_spans(db: Connection, build: Any, clock: Clock) -> bool:
    return {(first, last) for _, first, last in read_spans(db, build)} != {*spans_until(clock.today())}


def store_spans(database: Database, clock: Clock, is_stopping: Callable[[], bool]) -> None:
    """Store missing spans of the newest build, and delete its outdated ones."""
    while not is_stopping() and _store_span(database, clock):
        pass


def _store_span(database: Database, clock: Clock) -> bool:
    """Store one span; return whether others may be missing."""
    with database.snapshot() as db:
        build = read_newest_build(db)
        if build is None:
            return False
        known = {(first, last): key for key, first, last in read_spans(db, build)}
        wanted = spans_until(clock.today())
        missing = [days for days in wanted if days not in known]
        amounts: dict[StoredFigure, list[Amount]] = {
            figure: _calculate(db, clock, figure, days) for days in missing[:1] for figure in STORED
        }
    with database.write() as session:
        lock_builds(session)
        if not is_unchanged(session, build):
            return True
        outdated = FigureSpan.id.not_in([key for days, key in known.items() if days in wanted])
        if missing:
            # Others go with the next run: a request that began before may read them.
            outdated = and_(outdated, FigureSpan.first_on == missing[0][0], FigureSpan.last_on == missing[0][1])
        keys = session.execute(select(FigureSpan.id).where(FigureSpan.build_id == build.id, outdated)).scalars()
        delete_spans(session, keys.all())
        for first, last in missing[:1]:
            span = FigureSpan(build_id=build.id, first_on=first, last_on=last, refreshes=build.refreshes)
            session.add(span)
            session.flush()
            for figure, rows in amounts.items():
                insert_span_amounts(session, span.id, figure, rows)
    return len(missing) > 1


def recalculate_spans(
    db: Connection, clock: Clock, build: Any, owners_of: Callable[[StoredFigure], Sequence[int]]
) -> Iterator[SpanChange]:
    """Calculate what the owners of each figure contribute to the spans, in the snapshot of a refresh."""
    for key, first, last in read_spans(db, build):
        for figure in STORED:
            owners = owners_of(figure)
            if not owners or (figure == "utilisation" and not _has_hours(db, key)):
                # Without rows, hours are calculated: with the first entry of a month, everyone's hours are available.
                continue
            if figure == "utilisation" and not read_months_with_hours(db, first, first):
                # The rows of others would be read again with the next entry, and those of the owners be missing.
                yield SpanChange(key, figure, None, (), ())
                continue
            former = list(read_span_amounts(db, key, first, figure, owners))
            yield SpanChange(key, figure, owners, former, _calculate(db, clock, figure, (first, last), owners))


def confirm_spans(session: Session, build: Any) -> None:
    """Note that the spans that were up to date include the refresh that the build now has."""
    current = FigureSpan.build_id == build.id, FigureSpan.refreshes == build.refreshes
    session.execute(
        update(FigureSpan)
        .where(*current)
        .values(refreshes=build.refreshes + 1)
        .execution_options(synchronize_session=False)
    )


def _has_hours(db: Connection, span_id: int) -> bool:
    hours = select(SpanAmount.id).where(SpanAmount.span_id == span_id, SpanAmount.figure == "utilisation")
    return db.execute(hours.limit(1)).first() is not None


def _calculate(
    db: Connection, clock: Clock, figure: StoredFigure, days: _Days, owners: Sequence[int] | None = None
) -> list[Amount]:
    return [to_amount(row) for row in calculate_days(db, clock, figure, *days, owners)]
