"""Reads which months are closed, and refuses changes that would alter one."""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta

from sqlalchemy import Connection, func, select, text
from sqlalchemy.orm import Session

from regie.core.api.errors import MonthClosed
from regie.core.time.months import add_months
from regie.domains.records.months.models import ClosedMonth, PublishedAmount

# Closing waits for transactions that checked a month, and they wait for closing (PostgreSQL's advisory locks).
_LOCK = 726_001
_ONE_DAY = timedelta(days=1)
_LAST = date.max - _ONE_DAY
# The first and the last day; None without one.
Span = tuple[date | None, date | None]
_IS_CLOSED = ClosedMonth.reopened_at.is_(None)
_LAST_CLOSED = select(func.max(ClosedMonth.month)).where(_IS_CLOSED)


def read_closed_months(db: Connection | Session) -> Mapping[date, int]:
    """Return the internal key of the closing of each closed month, by the month's first day."""
    rows = db.execute(select(ClosedMonth.month, ClosedMonth.id).where(_IS_CLOSED).order_by(ClosedMonth.month))
    return {row.month: row.id for row in rows}


def read_formulas(db: Connection | Session, closing: int) -> Mapping[str, int]:
    """Return the version of each figure's formula with which a month was closed."""
    return db.execute(select(ClosedMonth.formulas).where(ClosedMonth.id == closing)).scalar_one()


def read_first_closing(db: Connection | Session, month: date) -> int | None:
    """Return the internal key of the first closing of a month, reopened or not; None if it was never closed."""
    first: int | None = db.execute(select(func.min(ClosedMonth.id)).where(ClosedMonth.month == month)).scalar()
    return first


def first_open_day(db: Connection | Session) -> date | None:
    """Return the first day after the last closed month; None while no month is closed."""
    last: date | None = db.execute(_LAST_CLOSED).scalar()
    return last and add_months(last, 1)


def require_open_days(session: Session, days: Iterable[date | None]) -> None:
    """Raise MonthClosed (409) if a day's month is closed; no month is closed until the transaction ends."""
    months = {day.replace(day=1) for day in days if day is not None}
    _lock(session, shared=True)
    for month in sorted(months & read_closed_months(session).keys()):
        raise MonthClosed(month, first_open_day(session) or month)


def require_open_from(session: Session, day: date, until: date | None = None) -> None:
    """Like `require_open_days`, for a change that alters all days from `day` on, those before `until` if given."""
    _lock(session, shared=True)
    is_altered = ClosedMonth.month >= day.replace(day=1)
    if until is not None:
        is_altered &= ClosedMonth.month < until
    first_closed = session.execute(select(func.min(ClosedMonth.month)).where(is_altered, _IS_CLOSED)).scalar()
    if first_closed is not None:
        raise MonthClosed(first_closed, first_open_day(session) or first_closed)


def require_open_span(session: Session, before: Span | None, after: Span | None) -> None:
    """Like `require_open_days`, for the days that only one of two spans contains, and those between their ends."""
    if before is None or after is None:
        for first, last in filter(None, (before, after)):
            require_open_from(session, first or date.min, last and last + _ONE_DAY)
        return
    starts, ends = ([(one[0] or date.min) for one in (before, after)], [(one[1] or _LAST) for one in (before, after)])
    if starts[0] != starts[1]:
        require_open_from(session, min(starts), max(starts))
    if ends[0] != ends[1]:
        require_open_from(session, min(ends) + _ONE_DAY, max(ends) + _ONE_DAY)


def require_unpublished(session: Session, record: str, key: int) -> None:
    """Like `require_open_days`, for deleting a record that a figure of a closed month counted."""
    _lock(session, shared=True)
    month = find_published(session, record, key)
    if month is not None:
        raise MonthClosed(month, first_open_day(session) or month)


def find_published(db: Connection | Session, record: str, key: int) -> date | None:
    """Return the first closed month of which a figure counted the record."""
    counted = (PublishedAmount.closing_id == ClosedMonth.id, PublishedAmount.record == record)
    months = select(func.min(ClosedMonth.month)).where(_IS_CLOSED, *counted, PublishedAmount.record_id == key)
    month: date | None = db.execute(months).scalar()
    return month


def lock_closing(session: Session) -> None:
    """Wait until no transaction relies on a month being open."""
    _lock(session, shared=False)


def _lock(session: Session, *, shared: bool) -> None:
    # A SQLite transaction that writes excludes all others.
    if session.get_bind().dialect.name == "postgresql":
        name = "pg_advisory_xact_lock_shared" if shared else "pg_advisory_xact_lock"
        session.execute(text(f"SELECT {name}(:key)"), {"key": _LOCK})
