"""Reads dated terms: on a day, over days, and a record's history; many records in one statement."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, exists, literal_column, select
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from regie.domains.records.terms.models import Term
from regie.domains.records.terms.schemas import Ranges, TermOwner, TermRow, TermValue
from regie.domains.records.users.models import User

Params = Mapping[str, object]
_VALUE = (Term.value, Term.amount, Term.reference_id)


def value_on(
    record: str,
    name: str,
    record_id: ColumnElement[int] | InstrumentedAttribute[int],
    day: ColumnElement[date] | InstrumentedAttribute[date],
    column: str = "value",
) -> Any:
    """Return the value in force on a day as a scalar subquery, one seek in the index per row.

    `column` is "value", "amount", "reference_id" or "effective_from". Names are written into the shared statements of
    lists: they are constants, never a caller's values.
    """
    term = aliased(Term, name=f"{name}_in_force")
    of_record, of_name = (literal_column(f"'{constant}'") for constant in (record, name))
    return (
        select(getattr(term, column))
        .where(term.record == of_record, term.record_id == record_id, term.name == of_name, term.effective_from <= day)
        .order_by(term.effective_from.desc())
        .limit(literal_column("1"))
        .correlate_except(term)
        .scalar_subquery()
    )


def is_in_force(day: date | ColumnElement[date]) -> ColumnElement[bool]:
    """Whether a row of `Term` is the one in force on a day."""
    later = aliased(Term)
    # A day may be a column of any enclosing statement; by itself, the innermost one would read that table again.
    is_later = (
        exists()
        .where(
            later.record == Term.record,
            later.record_id == Term.record_id,
            later.name == Term.name,
            later.effective_from > Term.effective_from,
            later.effective_from <= day,
        )
        .correlate_except(later)
    )
    return and_(Term.effective_from <= day, ~is_later)


def read_values(
    db: Connection | Session,
    record: str,
    names: Collection[str],
    day: date,
    within: ColumnElement[bool] | None = None,
    params: Params | None = None,
) -> dict[int, dict[str, TermValue]]:
    """Return the values on a day by record and name; `within` is a condition on `Term.record_id`."""
    found: dict[int, dict[str, TermValue]] = defaultdict(dict)
    statement = select(Term.record_id, Term.name, *_VALUE).where(
        Term.record == record, Term.name.in_(names), is_in_force(day)
    )
    if within is not None:
        statement = statement.where(within)
    for row in db.execute(statement.order_by(Term.record_id, Term.name), params or {}):
        found[row.record_id][row.name] = TermValue(row.value, row.amount, row.reference_id)
    return found


def read_ranges(
    db: Connection | Session,
    record: str,
    names: Collection[str],
    within: ColumnElement[bool] | None = None,
    params: Params | None = None,
    *,
    first: date | None = None,
    last: date | None = None,
) -> Ranges:
    """Return (first day, value) by record and name, oldest first: those in force between two days, or all.

    The first of each list may begin before `first`; a value holds until the day of the next one.
    """
    found: Ranges = defaultdict(lambda: defaultdict(list))
    statement = select(Term.record_id, Term.name, Term.effective_from, *_VALUE).where(
        Term.record == record, Term.name.in_(names)
    )
    if within is not None:
        statement = statement.where(within)
    if last is not None:
        statement = statement.where(Term.effective_from <= last)
    ordered = statement.order_by(Term.record_id, Term.name, Term.effective_from)
    for row in db.execute(ordered, params or {}):
        terms = found[row.record_id][row.name]
        if first is not None and row.effective_from <= first:
            terms.clear()
        terms.append((row.effective_from, TermValue(row.value, row.amount, row.reference_id)))
    return found


def read_history(db: Connection | Session, owner: TermOwner, names: Collection[str] | None = None) -> list[TermRow]:
    """Return all terms of a record, future ones included, oldest first."""
    statement = (
        select(
            Term.api_id, Term.version, Term.name, Term.effective_from, *_VALUE, Term.reason, Term.recorded_at,
            User.api_id.label("user"), User.name.label("user_name"),
        )
        .outerjoin(User, User.id == Term.recorded_by_id)
        .where(Term.record == owner.record, Term.record_id == owner.record_id)
        .order_by(Term.effective_from, Term.name)
    )  # fmt: skip
    if names is not None:
        statement = statement.where(Term.name.in_(names))
    return [
        TermRow(
            row.api_id, row.version, row.name, row.effective_from,
            TermValue(row.value, row.amount, row.reference_id), row.reason, row.recorded_at,
            None if row.user is None else (row.user, row.user_name),
        )
        for row in db.execute(statement)
    ]  # fmt: skip


def find_in_force(session: Session, owner: TermOwner, name: str, day: date) -> Term | None:
    """Return the term in force on a day."""
    return session.execute(
        select(Term)
        .where(
            Term.record == owner.record,
            Term.record_id == owner.record_id,
            Term.name == name,
            Term.effective_from <= day,
        )
        .order_by(Term.effective_from.desc())
        .limit(1)
    ).scalar_one_or_none()


def find_next_day(session: Session, owner: TermOwner, name: str, day: date) -> date | None:
    """Return the first day of the next term after a day."""
    return session.execute(
        select(Term.effective_from)
        .where(
            Term.record == owner.record,
            Term.record_id == owner.record_id,
            Term.name == name,
            Term.effective_from > day,
        )
        .order_by(Term.effective_from)
        .limit(1)
    ).scalar()
