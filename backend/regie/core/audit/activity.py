"""Writes the activity log: who changed which field from what to what, in the transaction of the change.

A model with an `audit` attribute is logged automatically: a transaction writes one entry per changed row. Use
`log_field_change` for data in other tables (members, links, fees), and `log_event` for events that change no row.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, Protocol

from sqlalchemy import (
    JSON,
    BigInteger,
    ColumnElement,
    Integer,
    String,
    and_,
    column,
    delete,
    event,
    insert,
    inspect,
    or_,
    select,
    table,
    update,
)
from sqlalchemy.orm import Mapped, ORMExecuteState, Session, mapped_column
from sqlalchemy.orm.unitofwork import UOWTransaction

from regie.core.db.ids import new_api_id
from regie.core.db.model import Model
from regie.core.text.folding import fold

MASK = "•••"
_MAX_TEXT_LENGTH = 2_000
_CENT = Decimal("0.01")
NEVER_LOGGED = frozenset({"id", "api_id", "created_at", "updated_at", "version", "name_key", "search_key"})
# Entries that explain the terms and figures of earlier months; triggers refuse their removal.
PERMANENT_SUBJECTS = (
    "client", "project", "payment", "retainer_period", "churn", "employee", "settings", "oos_approval", "invoice",
    "exchange_rate", "enum_option", "project_cost",
)  # fmt: skip
_PAGE_SIZE = 1_000
_AUTHOR = "author"
_NOW = "now"
_PENDING = "pending_activity"
_TOUCHED = "touched"
_CAUSE = "cause"
_WITHOUT_AUDIT = "without_audit"


class Author(Protocol):
    """The user who makes a change, and their impersonator if there is one."""

    @property
    def user_api_id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def impersonator(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class SessionAuthor:
    """The author of a sign-in or sign-out, where the request has no actor yet."""

    user_api_id: str
    name: str
    impersonator: "SessionAuthor | None" = None


@dataclass(frozen=True, slots=True)
class Audit:
    """How a model is logged: its subject and name, and which fields are amounts, secret or hidden."""

    subject: str
    name: str = "name"
    topic: str | None = None
    money: frozenset[str] = frozenset()
    secret: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()


class ActivityEntry(Model):
    """One entry, with the names of that time; a database trigger refuses later changes."""

    __tablename__ = "activity"

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True)
    at: Mapped[datetime] = mapped_column(index=True)
    action: Mapped[str] = mapped_column(String(40), index=True)
    subject_type: Mapped[str] = mapped_column(String(40))
    subject_api_id: Mapped[str | None] = mapped_column(String(36), index=True)
    subject_name: Mapped[str] = mapped_column(String(200))
    # Null: the system, in a synchronization or scheduled job.
    actor_api_id: Mapped[str | None] = mapped_column(String(36), index=True)
    actor_name: Mapped[str | None] = mapped_column(String(200))
    real_actor_api_id: Mapped[str | None] = mapped_column(String(36))
    real_actor_name: Mapped[str | None] = mapped_column(String(200))
    # "money", "cost", "churn" or "access": which roles other than administrators can read the entry.
    topic: Mapped[str | None] = mapped_column(String(12), index=True)
    # {field: [before, after]}; details of an event are [null, detail].
    changes: Mapped[dict[str, list[Any]]] = mapped_column(JSON)
    search_key: Mapped[str] = mapped_column(String(500))


@dataclass(slots=True)
class _Pending:
    """The changes of one row in this transaction so far."""

    row: Any
    action: str
    before: dict[str, Any] = field(default_factory=dict)
    related: dict[str, list[Any]] = field(default_factory=dict)


# The pending entries that a savepoint touched, as they were before it; None for new ones.
_Touched = dict[int, _Pending | None]


def set_author(session: Session, author: Author | None, now: datetime) -> None:
    """Set the author and the time of all following entries of this transaction."""
    session.info |= {_AUTHOR: author, _NOW: now}


def log_field_change(session: Session, row: Any, name: str, before: Any, after: Any) -> None:
    """Log a change of data that belongs to `row` but is stored in another table."""
    if before != after:
        _pending(session, row, "changed").related[name] = [_to_json(before), _to_json(after)]


def log_event(
    session: Session,
    action: str,
    *,
    subject: str,
    api_id: str | None,
    name: str,
    topic: str | None = None,
    details: dict[str, Any] | None = None,
    changes: dict[str, tuple[Any, Any]] | None = None,
) -> None:
    """Log an event that changes no row, such as a sign-in, with its `details`.

    `changes` contains (before, after) of fields that a bulk statement changed.
    """
    values = {key: [None, _to_json(value)] for key, value in (details or {}).items() if value is not None}
    values |= {key: [_to_json(before), _to_json(after)] for key, (before, after) in (changes or {}).items()}
    session.execute(insert(ActivityEntry), [_entry(session, action, subject, api_id, name, topic, values)])


def set_cause(session: Session, name: str, cause: str) -> None:
    """Add a cause, such as the imported file, to all entries of this transaction."""
    session.info[_CAUSE] = {name: [None, cause]}


@contextmanager
def discard_on_rollback(session: Session) -> Iterator[None]:
    """Discard the pending entries of a savepoint that is rolled back.

    Copies only the entries that the block touches: an import has one savepoint per row.
    """
    outer, touched = session.info.get(_TOUCHED), _Touched()
    session.info[_TOUCHED] = touched
    try:
        yield
    except BaseException:
        pending: dict[int, _Pending] = session.info.get(_PENDING, {})
        for key, before in touched.items():
            if before is None:
                del pending[key]
            else:
                pending[key] = before
        raise
    else:
        if outer is not None:
            outer.update({key: before for key, before in touched.items() if key not in outer})
    finally:
        session.info[_TOUCHED] = outer


def without_audit(statement: Any) -> Any:
    """Exclude a bulk statement on a logged model from the log, such as one that updates the last visit."""
    return statement.execution_options(**{_WITHOUT_AUDIT: True})


def find_entries(session: Session, conditions: Iterable[ColumnElement[bool]]) -> Iterator[Any]:
    """Yield the entries that fulfil one of the conditions, page by page."""
    last = 0
    while page := session.execute(
        select(ActivityEntry.__table__)
        .where(ActivityEntry.id > last, or_(*conditions))
        .order_by(ActivityEntry.id)
        .limit(_PAGE_SIZE)
    ).all():
        last = page[-1].id
        yield from page


def replace_names(session: Session, entries: Sequence[dict[str, Any]]) -> None:
    """Replace names and personal values during an erasure, by `id`; triggers refuse every other change."""
    for entry in entries:
        people = " ".join(name for name in (entry["actor_name"], entry["real_actor_name"]) if name)
        entry["search_key"] = fold(f"{entry['subject_name']} {people}")[:500]
    if entries:
        session.execute(update(ActivityEntry), entries)


def purge_entries(session: Session, before: datetime) -> None:
    """Delete old entries, except those that explain figures."""
    old = (ActivityEntry.at < before, ActivityEntry.subject_type.not_in(PERMANENT_SUBJECTS))
    session.execute(delete(ActivityEntry).where(*old).execution_options(synchronize_session=False))


def remove_sample_entries(session: Session, after: int, subjects: Sequence[str], users: Any) -> None:
    """Delete later entries about these subjects and users during the removal of sample data; triggers refuse others."""
    about_users = and_(ActivityEntry.subject_type == "user", ActivityEntry.subject_api_id.in_(users))
    is_of_sample = or_(ActivityEntry.subject_type.in_(subjects), about_users)
    statement = delete(ActivityEntry).where(ActivityEntry.id > after, is_of_sample)
    session.execute(statement.execution_options(synchronize_session=False))


def write_activity(session: Session) -> None:
    """Write one entry per changed row; `Database` calls this before the commit."""
    pending: dict[int, _Pending] = session.info.pop(_PENDING, {})
    found = [(one, _changes(one)) for one in pending.values()]
    changed = [(one, changes) for one, changes in found if changes or one.related or one.action != "changed"]
    if not changed:
        return
    names = _reference_names(session, changed)
    entries = []
    for one, changes in changed:
        audit: Audit = one.row.audit
        logged = {
            _logged_name(one.row, key): [_logged_value(one.row, key, value, names) for value in pair]
            for key, pair in changes.items()
        } | one.related
        topic = "money" if audit.money & set(logged) else audit.topic
        if one.action == "deleted":
            # The log identifies a deleted record and does not copy it.
            logged = one.related
        name = str(getattr(one.row, audit.name))
        entries.append(_entry(session, one.action, audit.subject, one.row.api_id, name, topic, logged))
    session.execute(insert(ActivityEntry), entries)


def _logged_value(row: Any, name: str, value: Any, names: dict[Any, Any]) -> Any:
    if name in row.audit.secret:
        return None if value is None else MASK
    target = _referenced_table(row, name)
    return _to_json(value) if target is None else names.get((target, value), _to_json(value))


def _pending(session: Session, row: Any, action: str) -> _Pending:
    pending: dict[int, _Pending] = session.info.setdefault(_PENDING, {})
    touched: _Touched | None = session.info.get(_TOUCHED)
    if touched is not None and id(row) not in touched:
        one = pending.get(id(row))
        touched[id(row)] = one and replace(one, before=dict(one.before), related=dict(one.related))
    return pending.setdefault(id(row), _Pending(row, action))


@event.listens_for(Session, "before_flush")
def _track_changes(session: Session, _context: UOWTransaction, _instances: Any) -> None:
    for row in session.new:
        if _is_logged(row):
            _pending(session, row, "created")
    for row in session.dirty:
        if _is_logged(row):
            _save_before(_pending(session, row, "changed"))
    for row in session.deleted:
        if _is_logged(row):
            one = _pending(session, row, "deleted")
            one.action = "deleted"
            one.before |= {name: getattr(row, name) for name in _fields(row) if name not in one.before}


def _save_before(one: _Pending) -> None:
    """Save the first value only: a transaction can flush more than once."""
    attributes = inspect(one.row).attrs
    for name in _fields(one.row):
        history = attributes[name].history
        if history.deleted and name not in one.before:
            one.before[name] = history.deleted[0]


@event.listens_for(Session, "do_orm_execute")
def _refuse_unlogged(state: ORMExecuteState) -> None:
    """Bulk statements bypass the log, so they must be marked with `without_audit`."""
    target = getattr(state.statement, "table", None)
    if not (state.is_update or state.is_delete) or state.execution_options.get(_WITHOUT_AUDIT):
        return
    if any(mapper.local_table is target for mapper in Model.registry.mappers if hasattr(mapper.class_, "audit")):
        raise AssertionError(f"a bulk statement on {target} is not in the activity log")


def _is_logged(row: Any) -> bool:
    return hasattr(type(row), "audit")


def _fields(row: Any) -> list[str]:
    hidden = NEVER_LOGGED | row.audit.hidden
    return [name for name in type(row).__mapper__.column_attrs.keys() if name not in hidden]  # noqa: SIM118


def _changes(one: _Pending) -> dict[str, list[Any]]:
    """Return [before, after] of the changed columns, with keys for references."""
    if one.action == "deleted":
        return {name: [value, None] for name, value in one.before.items() if value not in (None, [], "")}
    if one.action == "created":
        values = {name: getattr(one.row, name) for name in _fields(one.row)}
        return {name: [None, value] for name, value in values.items() if value not in (None, [], "")}
    values = {name: getattr(one.row, name) for name in one.before}
    return {name: [before, values[name]] for name, before in one.before.items() if before != values[name]}


def _referenced_table(row: Any, name: str) -> str | None:
    """Return the table that a column references, if its rows have names."""
    for key in type(row).__mapper__.columns[name].foreign_keys:
        target = key.column.table
        if {"api_id", "name"} <= set(target.columns.keys()):
            return target.name
    return None


def _logged_name(row: Any, name: str) -> str:
    return name.removesuffix("_id") if type(row).__mapper__.columns[name].foreign_keys else name


def _reference_names(session: Session, changed: list[tuple[_Pending, dict[str, list[Any]]]]) -> dict[Any, Any]:
    """Return the current names of referenced rows by (table, key); one query per table."""
    keys: dict[str, set[int]] = {}
    for one, changes in changed:
        for name, pair in changes.items():
            if target := _referenced_table(one.row, name):
                keys.setdefault(target, set()).update(value for value in pair if value is not None)
    names: dict[Any, Any] = {}
    for target, ids in keys.items():
        source = table(target, column("id"), column("name"))
        for row in session.execute(select(source.c.id, source.c.name).where(source.c.id.in_(ids))):
            names[target, row.id] = row.name
    return names


def _entry(
    session: Session,
    action: str,
    subject: str,
    api_id: str | None,
    name: str,
    topic: str | None,
    changes: dict[str, list[Any]],
) -> dict[str, Any]:
    author: Author | None = session.info.get(_AUTHOR)
    changes = changes | session.info.get(_CAUSE, {})
    real = author.impersonator if author else None
    people = " ".join(person.name for person in (author, real) if person)
    return {
        "api_id": new_api_id(),
        "at": session.info.get(_NOW) or datetime.now(UTC),
        "action": action,
        "subject_type": subject,
        "subject_api_id": api_id,
        "subject_name": name[:200],
        "actor_api_id": author.user_api_id if author else None,
        "actor_name": author.name if author else None,
        "real_actor_api_id": real.user_api_id if real else None,
        "real_actor_name": real.name if real else None,
        "topic": topic,
        "changes": changes,
        "search_key": fold(f"{name} {people}")[:500],
    }


def _to_json(value: Any) -> Any:
    """Convert a value to JSON; long texts are cut, the record has the rest."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return f"{value:.2f}" if value == value.quantize(_CENT) else f"{value.normalize():f}"
    if isinstance(value, str):
        return value if len(value) <= _MAX_TEXT_LENGTH else value[: _MAX_TEXT_LENGTH - 1] + "…"
    return value
