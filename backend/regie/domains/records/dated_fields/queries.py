"""Reads the dated values of many records in one statement."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from sqlalchemy import ColumnElement, Connection, Select, and_, case, distinct, false, func, or_, select
from sqlalchemy.orm import Session

from regie.domains.records.dated_fields.schemas import (
    ALL_FIELDS,
    BEGINNING,
    DatedField,
    DatedTerm,
    TermAction,
    TermName,
    TermState,
    Timeline,
    target_of,
)
from regie.domains.records.employees.models import Employee
from regie.domains.records.terms.models import Term
from regie.domains.records.terms.queries import read_history
from regie.domains.records.terms.schemas import TermOwner, TermRow, TermValue


@dataclass(slots=True)
class DatedRow:
    """The columns of a record, and the timelines of its dated fields by name."""

    columns: tuple[Any, ...]
    timelines: dict[str, Timeline]


def read_dated_rows(
    db: Connection | Session, fields: Sequence[DatedField], columns: Sequence[Any], within: ColumnElement[bool]
) -> dict[int, DatedRow]:
    """Return records of one model, with what they have been; without terms, they have always been what they are."""
    model: Any = fields[0].model
    current = [getattr(model, column) for one in fields for column in one.columns]
    statement = (
        select(model.id, Term.name, Term.effective_from, Term.value, Term.amount, Term.reference_id, *current, *columns)
        .outerjoin(Term, _is_term_of(model, fields))
        .where(within)
        .order_by(model.id, Term.name, Term.effective_from)
    )
    terms: dict[tuple[int, str], list[tuple[Any, Any]]] = defaultdict(list)
    found: dict[int, DatedRow] = {}
    by_name = {one.name: one for one in fields}
    for key, name, day, text, amount, reference, *others in db.execute(statement):
        if key not in found:
            values = iter(others)
            timelines: dict[str, Timeline] = {
                one.name: [(BEGINNING, one.join([next(values) for _ in one.columns]))] for one in fields
            }
            found[key] = DatedRow(tuple(values), timelines)
        if name is not None:
            terms[key, name].append((day, by_name[name].from_term(TermValue(text, amount, reference))))
    for (key, name), timeline in terms.items():
        found[key].timelines[name] = timeline
    return found


def _is_term_of(model: Any, fields: Sequence[DatedField]) -> ColumnElement[bool]:
    names = [one.name for one in fields]
    return and_(Term.record == fields[0].record, Term.record_id == model.id, Term.name.in_(names))


def ever_referenced(field: DatedField, reference_ids: Any) -> ColumnElement[bool]:
    """The records that refer to one of these keys, or did, or will."""
    model: Any = field.model
    terms = select(Term.record_id).where(
        Term.record == field.record, Term.name == field.name, Term.reference_id.in_(reference_ids)
    )
    return getattr(model, field.column).in_(reference_ids) | model.id.in_(terms)


def count_references(db: Connection | Session, target: str, key: int) -> dict[str, int]:
    """Count the clients and projects whose terms refer to a user, an employee or a team, by table."""
    tables = {
        (field.record, str(field.name)): field.model.__tablename__ for field in ALL_FIELDS if target_of(field) == target
    }
    is_reference = or_(*(and_(Term.record == record, Term.name == name) for record, name in tables))
    counts = (
        select(Term.record, Term.name, func.count(distinct(Term.record_id)))
        .where(is_reference, Term.reference_id == key)
        .group_by(Term.record, Term.name)
        .order_by(Term.record, Term.name)
    )
    found: dict[str, int] = {}
    for record, name, count in db.execute(counts):
        table = tables[record, name]
        found[table] = max(found.get(table, 0), count)
    return found


def names_to_come(people: Mapping[str, int | None], after: date) -> ColumnElement[bool]:
    """The terms that begin after a day and name one of these people: keys of users or employees by table."""
    fields = [(field, key) for field in ALL_FIELDS if (key := people.get(target_of(field) or "")) is not None]
    is_named = (
        and_(Term.record == field.record, Term.name == field.name, Term.reference_id == key) for field, key in fields
    )
    return and_(or_(false(), *is_named), Term.effective_from > after)


def managed_at_any_time(field: DatedField, people: Collection[int]) -> ColumnElement[bool]:
    """The clients or projects whose account one of these employees manages, managed or will manage."""
    return ever_referenced(field, _select_users(people))


def read_account_managers(
    db: Connection | Session, field: DatedField, within: ColumnElement[bool]
) -> dict[int, Timeline]:
    """By key, the employees who manage the accounts of clients or projects; None for a user who is no employee."""
    model: Any = field.model
    user_id = case((Term.id.is_(None), getattr(model, field.column)), else_=Term.reference_id)
    statement: Select[*tuple[Any, ...]] = (
        select(model.id, Term.effective_from, Employee.id)
        .outerjoin(Term, _is_term_of(model, [field]))
        .outerjoin(Employee, Employee.user_id == user_id)
        .where(within)
        .order_by(model.id, Term.effective_from)
    )
    found: dict[int, list[tuple[Any, Any]]] = defaultdict(list)
    for key, day, employee_id in db.execute(statement):
        found[key].append((day or BEGINNING, employee_id))
    return dict(found)


def _select_users(people: Collection[int]) -> Select[int | None]:
    return select(Employee.user_id).where(Employee.id.in_(people), Employee.user_id.is_not(None))


@dataclass(frozen=True, slots=True)
class TermsOf:
    """A record whose terms are listed: its owner, the values of its columns by field, and what a reference names."""

    owner: TermOwner
    current: Mapping[DatedField, Any]
    targets: Mapping[str, Any]
    today: date
    can_edit: bool


def list_dated_terms(db: Connection, of: TermsOf) -> list[DatedTerm]:
    """Return the terms of a record, latest first; a field without terms has the value of its column."""
    by_name: dict[str, list[TermRow]] = defaultdict(list)
    for row in read_history(db, of.owner, [field.name for field in of.current]):
        by_name[row.name].append(row)
    terms: list[DatedTerm] = []
    for field, value in of.current.items():
        rows = by_name[field.name]
        if not rows:
            terms.append(_undated(field, value))
        in_force = max((row.effective_from for row in rows if row.effective_from <= of.today), default=None)
        terms += [_describe(of, field, row, in_force) for row in rows]
    refer(db, of.targets, terms)
    return sort_terms(terms)


def sort_terms(terms: Iterable[DatedTerm]) -> list[DatedTerm]:
    """Sort the latest first; those since the beginning come last."""
    return sorted(sorted(terms, key=lambda term: term["term"]), key=_first_day, reverse=True)


def state_of(day: date, in_force: date | None, today: date) -> TermState:
    if day > today:
        return "future"
    return "current" if day == in_force else "past"


def _first_day(term: DatedTerm) -> date:
    return term["effective_from"] or BEGINNING


def _undated(field: DatedField, value: Any) -> DatedTerm:
    term, name = field.to_term(value), cast(TermName, field.name)
    return {
        "api_id": None, "term": name, "value": term.text, "reference": None, "amount": None,
        "effective_from": None, "state": "current", "reason": None, "recorded_at": None, "recorded_by": None, "can": [],
    }  # fmt: skip


def _describe(of: TermsOf, field: DatedField, row: TermRow, in_force: date | None) -> DatedTerm:
    is_first = row.effective_from == BEGINNING
    actions: list[TermAction] = ["change"] if is_first else ["change", "remove"]
    return {
        **_undated(field, field.from_term(row.value)),
        "api_id": row.api_id,
        "effective_from": None if is_first else row.effective_from,
        "state": state_of(row.effective_from, in_force, of.today),
        "reason": row.reason,
        "recorded_at": None if is_first and row.recorded_by is None else row.recorded_at,
        "recorded_by": row.recorded_by and {"api_id": row.recorded_by[0], "name": row.recorded_by[1]},
        "can": actions if of.can_edit else [],
    }


def refer(db: Connection, targets: Mapping[str, Any], terms: Sequence[DatedTerm]) -> None:
    """Replace the keys of references by the records that they name."""
    for name, model in targets.items():
        of_name = [term for term in terms if term["term"] == name]
        keys = {int(term["value"]) for term in of_name if term["value"] is not None}
        found = {
            key: (api_id, text)
            for key, api_id, text in db.execute(select(model.id, model.api_id, model.name).where(model.id.in_(keys)))
        }
        for term in of_name:
            if term["value"] is not None:
                api_id, text = found[int(term["value"])]
                term["value"], term["reference"] = api_id, {"api_id": api_id, "name": text}
