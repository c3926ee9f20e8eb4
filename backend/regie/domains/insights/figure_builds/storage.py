"""Reads and writes builds, their amounts, and the marks of changes."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, delete, func, insert, select, text, update
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.domains.insights.figure_builds.figures import Amount
from regie.domains.insights.statistics.queries import StoredRow
from regie.domains.insights.statistics.schemas import StoredFigure
from regie.domains.records.figure_amounts.models import (
    FigureAmount,
    FigureBuild,
    FigureChange,
    FigureConversion,
    FigureSpan,
    FigureTotal,
    SpanAmount,
)
from regie.domains.records.figure_amounts.schemas import EVERYTHING, OwnerKind

T = TypeVar("T")
# A build that has not ended within this time was interrupted.
MAX_BUILD_TIME = timedelta(minutes=30)
_ROWS_AT_ONCE = 2_000
_KEYS_AT_ONCE = 10_000
_TOTALS_AT_ONCE = 500
# In place of a digest, because no rates have it.
_OUTDATED = "outdated"
# Builds begin one after the other (PostgreSQL's advisory locks).
_LOCK = 726_002
_NEWEST = select(FigureBuild).where(FigureBuild.completed_at.is_not(None)).order_by(FigureBuild.id.desc()).limit(1)
_COLUMNS = (
    FigureAmount.month, FigureAmount.owner_id, FigureAmount.record, FigureAmount.record_id, FigureAmount.day,
    FigureAmount.part, FigureAmount.currency, FigureAmount.amount, FigureAmount.value, FigureAmount.whole,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks that a snapshot contains, by their keys."""

    by_key: Mapping[int, tuple[str, int]]

    def owners(self, kind: OwnerKind) -> list[int]:
        return sorted({owner for named, owner in self.by_key.values() if named == kind})

    @property
    def is_everything(self) -> bool:
        return any(kind == EVERYTHING for kind, _ in self.by_key.values())


def read_newest_build(db: Connection) -> Row[Any] | None:
    """The newest complete build."""
    return db.execute(_NEWEST).first()


def is_build_running(db: Connection | Session, now: datetime) -> bool:
    unfinished = FigureBuild.completed_at.is_(None), FigureBuild.started_at > now - MAX_BUILD_TIME
    return db.execute(select(FigureBuild.id).where(*unfinished).limit(1)).first() is not None


def read_marks(db: Connection) -> Marks:
    rows = db.execute(select(FigureChange.id, FigureChange.kind, FigureChange.owner_id).order_by(FigureChange.id))
    return Marks({key: (kind, owner) for key, kind, owner in rows})


def delete_marks(session: Session, keys: Iterable[int]) -> None:
    """Delete exactly these marks: others may have been added since."""
    for some in in_parts(sorted(keys), _KEYS_AT_ONCE):
        session.execute(delete(FigureChange).where(FigureChange.id.in_(some)))


def lock_builds(session: Session) -> None:
    """Wait until no other transaction begins or completes a build; a transaction of SQLite excludes all others."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})


def is_unchanged(session: Session, build: Any) -> bool:
    """Whether no refresh has ended since the build was read; none ends before this transaction does."""
    current = select(FigureBuild.refreshes).where(FigureBuild.id == build.id).with_for_update()
    return session.execute(current).scalar() == build.refreshes


def read_amounts(
    db: Connection,
    build_id: int,
    figure: StoredFigure,
    months: tuple[date, date],
    owners: Collection[int] | None = None,
) -> Iterator[Amount]:
    """The stored amounts of the months from the first to the last, of all or of some owners."""
    statement = select(*_COLUMNS).where(
        FigureAmount.build_id == build_id, FigureAmount.figure == figure, FigureAmount.month.between(*months)
    )
    if owners is not None:
        statement = statement.where(FigureAmount.owner_id.in_(owners))
    return (Amount(*row) for row in db.execute(statement.order_by(FigureAmount.id)))


def to_amount(row: StoredRow) -> Amount:
    month, owner, one = row
    return Amount(
        month, owner, one.kind, one.key, one.day, one.group, one.currency, one.amount, str(one.value), str(one.of)
    )


def insert_amounts(session: Session, build_id: int, figure: StoredFigure, rows: Sequence[Amount]) -> None:
    for some in in_parts(rows, _ROWS_AT_ONCE):
        values = [{"build_id": build_id, "figure": figure, "month": row.month, **_values(row)} for row in some]
        session.execute(insert(FigureAmount), values)


def insert_span_amounts(session: Session, span_id: int, figure: StoredFigure, rows: Sequence[Amount]) -> None:
    for some in in_parts(rows, _ROWS_AT_ONCE):
        values = [{"span_id": span_id, "figure": figure, **_values(row)} for row in some]
        session.execute(insert(SpanAmount), values)


def _values(row: Amount) -> dict[str, Any]:
    return {"owner_id": row.owner} | {
        name: getattr(row, name) for name in Amount._fields if name not in ("month", "owner")
    }


def read_spans(db: Connection | Session, build: Any) -> Sequence[Row[int, date, date]]:
    """The key and the days of each span whose amounts are up to date with the build."""
    current = FigureSpan.build_id == build.id, FigureSpan.refreshes == build.refreshes
    spans = select(FigureSpan.id, FigureSpan.first_on, FigureSpan.last_on).where(*current)
    return db.execute(spans.order_by(FigureSpan.id)).all()


def read_span_amounts(
    db: Connection, span_id: int, month: date, figure: StoredFigure, owners: Collection[int] | None = None
) -> Iterator[Amount]:
    """The stored amounts of a span, of all or of some owners."""
    columns = [column for column in _COLUMNS if column.key != "month"]
    statement = select(*(getattr(SpanAmount, column.key) for column in columns)).where(
        SpanAmount.span_id == span_id, SpanAmount.figure == figure
    )
    if owners is not None:
        statement = statement.where(SpanAmount.owner_id.in_(owners))
    return (Amount(month, *row) for row in db.execute(statement.order_by(SpanAmount.id)))


def delete_spans(session: Session, keys: Sequence[int]) -> None:
    """Delete spans with their totals."""
    of_spans = select(FigureConversion.id).where(FigureConversion.span_id.in_(keys))
    delete_totals(session, session.execute(of_spans).scalars().all())
    session.execute(delete(SpanAmount).where(SpanAmount.span_id.in_(keys)))
    session.execute(delete(FigureSpan).where(FigureSpan.id.in_(keys)))


def read_months_with_amounts(db: Connection, build_id: int, figure: StoredFigure) -> set[date]:
    statement = select(FigureAmount.month).distinct()
    return set(db.execute(statement.where(FigureAmount.build_id == build_id, FigureAmount.figure == figure)).scalars())


def delete_totals(session: Session, keys: Sequence[int]) -> None:
    for some in in_parts(sorted(keys), _TOTALS_AT_ONCE):
        session.execute(delete(FigureTotal).where(FigureTotal.conversion_id.in_(some)))
        session.execute(delete(FigureConversion).where(FigureConversion.id.in_(some)))


def outdate_totals_of_closings(session: Session) -> None:
    """Have the totals of closings stored again; requests that have begun may still read them."""
    session.execute(
        update(FigureConversion)
        .where(FigureConversion.closing_id.is_not(None))
        .values(rates=_OUTDATED)
        .execution_options(synchronize_session=False)
    )


def delete_totals_of_build(session: Session, build_id: int, before: date | None = None) -> None:
    """Delete the totals of a build, or of its months before one."""
    of_build = select(FigureConversion.id).where(FigureConversion.build_id == build_id)
    months = of_build if before is None else of_build.where(FigureConversion.month < before)
    delete_totals(session, list(session.execute(months).scalars()))


def delete_builds(database: Database, keys: Sequence[int]) -> None:
    """Delete builds that nothing reads, in short transactions."""
    for key in keys:
        while True:
            with database.write() as session:
                some = select(FigureAmount.id).where(FigureAmount.build_id == key).limit(_KEYS_AT_ONCE)
                session.execute(delete(FigureAmount).where(FigureAmount.id.in_(some)))
                if not session.execute(
                    select(func.count()).select_from(FigureAmount).where(FigureAmount.build_id == key)
                ).scalar_one():
                    delete_totals_of_build(session, key)
                    of_build = select(FigureSpan.id).where(FigureSpan.build_id == key)
                    delete_spans(session, session.execute(of_build).scalars().all())
                    session.execute(delete(FigureBuild).where(FigureBuild.id == key))
                    break


def in_parts(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (items[start : start + size] for start in range(0, len(items), size))
