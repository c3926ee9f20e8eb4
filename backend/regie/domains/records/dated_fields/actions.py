"""Records dated values and keeps the columns that show the value of today."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from regie.access.actor import Actor, ScopeClause
from regie.access.permissions import Permission
from regie.access.rows import can_change, load_for_update, load_visible, require_version
from regie.core.api.errors import FieldError, Invalid, NotFound
from regie.core.api.wire import Page
from regie.core.audit.activity import log_field_change
from regie.core.db.model import Record
from regie.core.lists.pages import paginate
from regie.core.time.clock import Clock
from regie.domains.records.dated_fields.queries import TermsOf, list_dated_terms, names_to_come
from regie.domains.records.dated_fields.schemas import (
    ALL_FIELDS,
    BEGINNING,
    COLUMNS_OF,
    FIELDS_OF,
    ORDER,
    DatedField,
    DatedTerm,
    DatedTermQuery,
    TermFields,
    target_of,
)
from regie.domains.records.employees.models import Employee
from regie.domains.records.terms.actions import change_term, load_term, record_term, remove_term, set_term
from regie.domains.records.terms.models import Term
from regie.domains.records.terms.queries import find_in_force, is_in_force
from regie.domains.records.terms.schemas import TermOwner, TermSource, TermValue

R = TypeVar("R", bound=Record)


@dataclass(frozen=True, slots=True)
class Change:
    """Who changes values, and on which day and instant."""

    today: date
    now: datetime
    user_id: int | None = None

    @classmethod
    def by(cls, actor: Actor, clock: Clock) -> "Change":
        return cls(clock.today(), clock.now(), actor.user_id)

    def source(self, reason: str | None = None) -> TermSource:
        return TermSource(self.now, self.user_id, reason)


def owner_of(row: Record) -> TermOwner:
    (field, *_) = FIELDS_OF[type(row)].values()
    return TermOwner(field.record, row.id)


def set_columns(
    session: Session,
    row: Record,
    columns: Mapping[str, Any],
    change: Change,
    fields: Mapping[str, DatedField] | None = None,
) -> None:
    """Set columns of a stored record; dated ones hold from today on, and terms record them.

    `fields` are those to date; without them, all.
    """
    for field in (COLUMNS_OF[type(row)] if fields is None else fields).values():
        value = new_value(row, field, columns)
        if value != field.value_of(row):
            record_first_term(session, row, field, change)
            set_term(session, owner_of(row), field.name, change.today, field.to_term(value), change.source())
    # Terms flush: the record is changed afterwards, so that one change is one version.
    for column, value in columns.items():
        setattr(row, column, value)


def new_value(row: Record, field: DatedField, columns: Mapping[str, Any]) -> Any:
    """Return the value of a field after these columns are set."""
    return field.join([columns.get(column, getattr(row, column)) for column in field.columns])


def record_first_term(session: Session, row: Record, field: DatedField, change: Change) -> None:
    """Record the value that the record has had so far, unless it has terms of this field."""
    ensure_first_term(session, owner_of(row), field.name, field.to_term(field.value_of(row)), change)


def ensure_first_term(session: Session, owner: TermOwner, name: str, value: TermValue, change: Change) -> None:
    """Record a value since the beginning, unless there are terms of this name."""
    found = select(Term.id).where(Term.record == owner.record, Term.record_id == owner.record_id, Term.name == name)
    if session.execute(found.limit(1)).first() is None:
        session.add(
            Term(
                record=owner.record,
                record_id=owner.record_id,
                name=name,
                effective_from=BEGINNING,
                value=value.text,
                amount=value.amount,
                reference_id=value.reference_id,
                recorded_at=change.now,
            )
        )
        session.flush()


def show_values_of_today(session: Session, row: Record, change: Change) -> None:
    """Set the columns to the values in force today; any change of terms is one new version of the record."""
    fields = COLUMNS_OF[type(row)].values()
    values = [(field, value_on_day(session, row, field, change.today)) for field in fields]
    for field, value in values:
        _show_value(row, field, value)
    touch(row, change)
    session.flush()


def _show_value(row: Record, field: DatedField, value: Any) -> None:
    for column, content in field.split(value).items():
        if getattr(row, column) != content:
            setattr(row, column, content)


def touch(row: Any, change: Change) -> None:
    """Make a change of another table a new version of the record."""
    row.updated_at = change.now
    flag_modified(row, "updated_at")


@dataclass(frozen=True, slots=True)
class TermInput:
    """What a body says besides the values: from when they hold, why, and which version of the record was read."""

    day: date
    reason: str | None
    version: int | None

    @classmethod
    def of(cls, data: TermFields) -> "TermInput":
        return cls(data.effective_from, data.reason, data.version)


def record_values(session: Session, row: Record, values: Mapping[str, Any], given: TermInput, change: Change) -> None:
    """Record values, by name of the field, from a day on; raise Changed (409) when another version was read.

    The caller then shows the values of today.
    """
    fields, owner = FIELDS_OF[type(row)], owner_of(row)
    before = {name: value_on_day(session, row, fields[name], given.day) for name in values}
    conflicts = {
        name: (to_wire(session, fields[name], before[name]), to_wire(session, fields[name], value))
        for name, value in values.items()
    }
    require_version(row, given.version, conflicts)
    for name, value in values.items():
        field = fields[name]
        _require_employed(session, field, value, given.day, change)
        record_first_term(session, row, field, change)
        record_term(session, owner, name, given.day, field.to_term(value), change.source(given.reason))
        _log(session, row, field, (before[name], value))
    log_days(session, row, (None, given.day), given.reason)


def change_value(
    session: Session, row: Record, term_id: str, values: Mapping[str, Any], given: TermInput, change: Change
) -> None:
    """Change a term; `values` is empty or has the value of its field."""
    term = load_term(session, owner_of(row), term_id)
    field = FIELDS_OF[type(row)][term.name]
    if others := values.keys() - {term.name}:
        raise Invalid(dict.fromkeys(sorted(others), "other_term"))
    before, day = field.from_term(TermValue(term.value, term.amount, term.reference_id)), term.effective_from
    value = values.get(term.name, before)
    wire = (to_wire(session, field, before), to_wire(session, field, value))
    require_version(row, given.version, {term.name: wire, "effective_from": (day, given.day)})
    if day == BEGINNING != given.day:
        raise Invalid({"effective_from": "first_term"})
    _require_employed(session, field, value, given.day, change)
    change_term(session, term, given.day, field.to_term(value), change.source(given.reason))
    _log(session, row, field, (before, value))
    log_days(session, row, (day, given.day), given.reason)
    show_values_of_today(session, row, change)


def _require_employed(session: Session, field: DatedField, key: Any, day: date, change: Change) -> None:
    """A term to come may not name a person who has left by its first day, or has not started by then."""
    is_person = {"users": Employee.user_id == key, "employees": Employee.id == key}.get(target_of(field) or "")
    if key is None or is_person is None or day <= change.today:
        return
    # A departure that is being recorded waits, or is waited for.
    dates = select(Employee.started_on, Employee.ended_on).where(is_person).with_for_update(read=True)
    for started_on, ended_on in session.execute(dates):
        if started_on is not None and day < started_on:
            raise Invalid({field.name: FieldError("starts_later", day=started_on)})
        if ended_on is not None and ended_on < day:
            raise Invalid({field.name: FieldError("leaves_before", day=ended_on)})


def replace_in_terms(
    session: Session, people: Mapping[str, int | None], successors: Mapping[str, int], change: Change
) -> int:
    """Put successors in the terms to come that name these people, both by table; return how many."""
    statement = select(Term).where(names_to_come(people, change.today)).order_by(Term.id).with_for_update()
    terms = session.execute(statement).scalars().all()
    for term in terms:
        field = next(one for one in ALL_FIELDS if (one.record, one.name) == (term.record, term.name))
        row: Any = session.execute(select(field.model).where(field.model.id == term.record_id)).scalar_one()
        key, before, day = successors[target_of(field) or ""], term.reference_id, term.effective_from
        _require_employed(session, field, key, day, change)
        change_term(session, term, day, field.to_term(key), change.source(term.reason))
        _log(session, row, field, (before, key))
        log_days(session, row, (day, day), None)
        touch(row, change)
    session.flush()
    return len(terms)


def _load_value(session: Session, row: Record, term_id: str) -> Term:
    term = load_term(session, owner_of(row), term_id)
    if term.name not in FIELDS_OF[type(row)]:
        raise NotFound
    return term


def remove_value(session: Session, row: Record, term_id: str, change: Change) -> None:
    """Remove a term: the value before it holds on."""
    term = _load_value(session, row, term_id)
    if term.effective_from == BEGINNING:
        raise Invalid({"effective_from": "first_term"})
    field, day = FIELDS_OF[type(row)][term.name], term.effective_from
    value = field.from_term(TermValue(term.value, term.amount, term.reference_id))
    remove_term(session, term)
    _log(session, row, field, (value, None))
    log_days(session, row, (day, None), None)
    show_values_of_today(session, row, change)


def value_on_day(session: Session, row: Record, field: DatedField, day: date) -> Any:
    """Return the value in force on a day; without terms, that of the column."""
    term = find_in_force(session, owner_of(row), field.name, day)
    if term is None:
        return field.value_of(row)
    return field.from_term(TermValue(term.value, term.amount, term.reference_id))


def to_wire(session: Session, field: DatedField, value: Any) -> Any:
    """Return a value as a body has it: a reference by its api_id."""
    if field.kind != "reference":
        return f"{value:.2f}" if isinstance(value, Decimal) else value
    return _read_of_reference(session, field, value, "api_id")


def _read_of_reference(session: Session, field: DatedField, key: int | None, column: str) -> str | None:
    (foreign_key,) = field.model.__table__.c[field.column].foreign_keys
    target = foreign_key.column.table
    return session.execute(select(target.c[column]).where(target.c.id == key)).scalar()


def _log(session: Session, row: Record, field: DatedField, values: tuple[Any, Any]) -> None:
    """Log a change of a value under the name of its field, references by name."""
    if field.kind == "reference":
        values = tuple(_read_of_reference(session, field, value, "name") for value in values)  # type: ignore[assignment]
    log_field_change(session, row, field.name, *values)


def log_days(session: Session, row: Record, days: tuple[date | None, date | None], reason: str | None) -> None:
    before, after = (None if day == BEGINNING else day for day in days)
    log_field_change(session, row, "effective_from", before, after)
    log_field_change(session, row, "reason", None, reason)


def _accept(*_of: object) -> None:
    pass


@dataclass(frozen=True, slots=True)
class TermEditor(Generic[R]):
    """Records, changes and removes the terms of the records of one model.

    `resolve` returns the columns of sent values, references as keys of rows that the caller may see. `required` names
    fields that are never empty; `require_editable` refuses records, `require_day` days on which one does not exist.
    """

    model: type[R]
    view: tuple[Permission, ScopeClause]
    edit: tuple[Permission, ScopeClause]
    resolve: Callable[[Session, Actor, dict[str, Any]], Mapping[str, Any]]
    required: tuple[str, ...]
    # The models that references name.
    targets: Mapping[str, Any]
    require_editable: Callable[[R], None] = _accept
    require_day: Callable[[R, date], None] = _accept

    def load(self, session: Session, actor: Actor, api_id: str) -> R:
        row = load_for_update(session, actor, self.model, api_id, view=self.view, edit=self.edit)
        self.require_editable(row)
        return row

    def record(self, session: Session, actor: Actor, api_id: str, data: TermFields, clock: Clock) -> None:
        """Record the sent values from one day on; nothing is stored when one of them is refused."""
        row, change = self.load(session, actor, api_id), Change.by(actor, clock)
        values = self.read_values(session, actor, data)
        if not values:
            raise Invalid({"effective_from": "nothing_sent"})
        self.require_day(row, data.effective_from)
        record_values(session, row, values, TermInput.of(data), change)
        show_values_of_today(session, row, change)

    def change(self, session: Session, actor: Actor, api_id: str, term_id: str, data: TermFields, clock: Clock) -> None:
        row = self.load(session, actor, api_id)
        term = _load_value(session, row, term_id)
        sent = data.model_dump(exclude_unset=True)
        given = TermInput(
            sent.get("effective_from") or term.effective_from, sent.get("reason", term.reason), data.version
        )
        if given.day != term.effective_from:
            self.require_day(row, given.day)
        change_value(session, row, term_id, self.read_values(session, actor, data), given, Change.by(actor, clock))

    def remove(self, session: Session, actor: Actor, api_id: str, term_id: str, clock: Clock) -> None:
        """Remove a term: the one before it holds on."""
        remove_value(session, self.load(session, actor, api_id), term_id, Change.by(actor, clock))

    def list_terms(
        self, db: Connection, actor: Actor, api_id: str, query: DatedTermQuery, today: date
    ) -> Page[DatedTerm]:
        """List the terms of a record that the caller may see, latest first."""
        with Session(db) as session:
            row = load_visible(session, actor, self.model, api_id, self.view)
            can_edit = can_change(session, actor, row, *self.edit)
        current = {one: one.value_of(row) for one in FIELDS_OF[self.model].values()}
        terms = list_dated_terms(db, TermsOf(owner_of(row), current, self.targets, today, can_edit))
        return paginate(query, terms, lambda term: term, order=ORDER)

    def read_values(self, session: Session, actor: Actor, data: TermFields) -> dict[str, Any]:
        """Return the sent values by field."""
        fields, sent = FIELDS_OF[self.model], data.model_dump(exclude_unset=True)
        values = {name: value for name, value in sent.items() if name in fields}
        if empty := [name for name in self.required if name in values and values[name] is None]:
            raise Invalid(dict.fromkeys(empty, "required"))
        columns = self.resolve(session, actor, dict(values))
        return {name: columns[fields[name].column] for name in values}


class DueTerms:
    """Sets the columns of records whose value changed with the date."""

    def is_due(self, db: Connection, today: date) -> bool:
        return any(_find_outdated(db, field, today) for field in ALL_FIELDS)

    def apply(self, session: Session, clock: Clock) -> None:
        change = Change(clock.today(), clock.now())
        for field in ALL_FIELDS:
            model: Any = field.model
            outdated = _find_outdated(session, field, change.today)
            rows = select(model).where(model.id.in_(outdated)).order_by(model.id).with_for_update()
            for row in session.execute(rows).scalars().all():
                _show_value(row, field, outdated[row.id])
                touch(row, change)
        session.flush()


def _find_outdated(db: Connection | Session, field: DatedField, today: date) -> dict[int, Any]:
    """Return the value in force of the records whose column shows another one, by key."""
    model: Any = field.model
    statement = (
        select(
            model.id, Term.value, Term.amount, Term.reference_id, *(getattr(model, column) for column in field.columns)
        )
        .join(Term, Term.record_id == model.id)
        .where(Term.record == field.record, Term.name == field.name, is_in_force(today))
        .order_by(model.id)
    )
    found = {}
    for key, text, amount, reference, *current in db.execute(statement):
        value = field.from_term(TermValue(text, amount, reference))
        if value != field.join(current):
            found[key] = value
    return found
