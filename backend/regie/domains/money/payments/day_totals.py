"""Adds up the payments of many days from stored totals of each day, and keeps these up to date.

A day that changed since is marked in the transaction of the change (`records/figure_amounts/triggers.py`); its
payments are added up as before.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    String,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    select,
    type_coerce,
    union_all,
)
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.db.query_cache import QueryCache
from regie.core.db.table_versions import UNVERSIONED
from regie.core.lists.statements import prune_joins, read_tables, serialize_sums
from regie.core.money.amounts import Amount
from regie.domains.money.payments.figures import SOURCE, STATUS_NAME, TOTALS
from regie.domains.money.payments.schemas import PaymentTotals
from regie.domains.records.payments.models import PaymentDayChange, PaymentDayTotal, ProjectPayment
from regie.domains.records.projects.models import Project

# The filters of the list that the stored totals distinguish.
DAY_FILTERS = frozenset({"status", "currency", "due_from", "due_to"})
_DAYS_AT_ONCE, _KEYS_AT_ONCE = 50, 10_000
_COUNT = "payments"
_SUMS = [type_coerce(amount, BigInteger).label(name) for name, amount in TOTALS.items()]
_SUMMED = (*TOTALS, _COUNT)
# Text, because a payment without a status would belong to no row.
_STATUS = func.coalesce(STATUS_NAME, literal_column("''", String))
_MARKED = select(PaymentDayChange.due_on)
_FIRST_MARKED = _MARKED.distinct().order_by(PaymentDayChange.due_on).limit(_DAYS_AT_ONCE)
_OF_DAYS = (
    select(
        ProjectPayment.due_on,
        Project.currency,
        _STATUS.label("status"),
        func.count().label(_COUNT),
        *(type_coerce(amount, Amount).label(name) for name, amount in TOTALS.items()),
    )
    .select_from(SOURCE)
    .where(ProjectPayment.due_on.in_(bindparam("days", expanding=True)))
    # By its position: PostgreSQL regards the same condition with other parameters as another one.
    .group_by(ProjectPayment.due_on, Project.currency, literal_column("3"))
)
_CACHE: QueryCache[list[Any]] = QueryCache(read_tables(_OF_DAYS) - UNVERSIONED)


def sum_days(db: Connection, filters: Mapping[str, Any]) -> list[PaymentTotals]:
    """Return the totals per currency of all payments that these filters leave, of `DAY_FILTERS`."""
    return [total for total, _ in _read_totals(db, filters)]


def count_days(db: Connection, filters: Mapping[str, Any]) -> int:
    """Count the payments of `sum_days`."""
    return sum(payments for _, payments in _read_totals(db, filters))


def _read_totals(db: Connection, filters: Mapping[str, Any]) -> list[Any]:
    """Return (totals, number of payments) per currency."""
    statement = _build_sums(frozenset(filters), has_statuses="status" in filters)
    key = (db.engine, tuple(sorted((name, _as_key(value)) for name, value in filters.items())))

    def read() -> list[Any]:
        rows = db.execute(statement, dict(filters)).mappings().all()
        return list(zip(serialize_sums(rows, TOTALS), (int(row[_COUNT]) for row in rows), strict=True))

    return _CACHE.get(db, key, read)


def _as_key(value: Any) -> Any:
    return tuple(sorted(value)) if isinstance(value, list) else value


@cache
def _build_sums(names: frozenset[str], *, has_statuses: bool) -> Any:
    """Build one statement, so that a day is either marked or stored, whatever is written meanwhile."""
    total = PaymentDayTotal
    stored = (
        select(
            total.currency.label("currency_"),
            *(func.sum(type_coerce(getattr(total, name), BigInteger)).label(name) for name in _SUMMED),
        )
        .where(total.due_on.not_in(_MARKED), *_conditions(names, total.due_on, total.currency))
        .group_by(total.currency)
    )
    marked = (
        select(Project.currency.label("currency_"), *_SUMS, func.count().label(_COUNT))
        .where(ProjectPayment.due_on.in_(_MARKED), *_conditions(names, ProjectPayment.due_on, Project.currency))
        .group_by(Project.currency)
    )
    if has_statuses:
        wanted = bindparam("status", expanding=True)
        stored = stored.where(total.status.in_(wanted))
        # By name: with the conditions of the statuses, SQLite would read their indexes instead of the marked days.
        marked = marked.where(_STATUS.in_(wanted))
    both = union_all(stored, marked.select_from(prune_joins(SOURCE, [marked]))).subquery()
    sums = (func.sum(both.c[name]).label(name) for name in _SUMMED)
    return select(both.c.currency_, *sums).group_by(both.c.currency_).order_by(both.c.currency_)


def _conditions(names: frozenset[str], due_on: Any, currency: Any) -> list[ColumnElement[bool]]:
    conditions: Mapping[str, ColumnElement[bool]] = {
        "currency": currency.in_(bindparam("currency", expanding=True)),
        "due_from": due_on >= bindparam("due_from"),
        "due_to": due_on <= bindparam("due_to"),
    }
    return [condition for name, condition in conditions.items() if name in names]


def read_last_mark(db: Connection) -> int | None:
    return db.execute(select(func.max(PaymentDayChange.id))).scalar()


def refresh_days(database: Database) -> int:
    """Store the totals of some marked days again; return how many.

    The amounts are calculated in a snapshot. They are written only if all marks that it contains are still there, so
    that no older snapshot replaces newer amounts; a change that is made meanwhile leaves a mark that stays.
    """
    with database.snapshot() as db:
        days = db.execute(_FIRST_MARKED).scalars().all()
        if not days:
            return 0
        marks = db.execute(select(PaymentDayChange.id).where(PaymentDayChange.due_on.in_(days))).scalars().all()
        rows = calculate_days(db, days)
    with database.write() as session:
        if _delete_marks(session, marks) != len(marks):
            # Another worker has calculated some of these days.
            session.rollback()
            return 0
        session.execute(delete(PaymentDayTotal).where(PaymentDayTotal.due_on.in_(days)))
        if rows:
            session.execute(insert(PaymentDayTotal), rows)
    return len(days)


def _delete_marks(session: Session, keys: Sequence[int]) -> int:
    """Delete exactly these marks, because others may have been added since; return how many there were."""
    found = 0
    for start in range(0, len(keys), _KEYS_AT_ONCE):
        some = PaymentDayChange.id.in_(keys[start : start + _KEYS_AT_ONCE])
        deleted: Any = session.execute(delete(PaymentDayChange).where(some))
        found += deleted.rowcount
    return found


def calculate_days(db: Connection, days: Sequence[date]) -> list[dict[str, Any]]:
    """Return the totals of these days by currency and status."""
    return [dict(row) for row in db.execute(_OF_DAYS, {"days": list(days)}).mappings()]
