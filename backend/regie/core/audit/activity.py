"""The activity log: who changed what, from what to what; written in the change's own transaction, never changed after.

A model that names `audit` is logged by itself: whatever a transaction does to its rows becomes one entry per row.
What is kept in tables of its own (members, links, fees) is named with `note`, what is no change with `record`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, Protocol

from sqlalchemy import JSON, BigInteger, Integer, String, column, event, insert, inspect, select, table
from sqlalchemy.orm import Mapped, ORMExecuteState, Session, mapped_column
from sqlalchemy.orm.unitofwork import UOWTransaction

from regie.core.db.ids import new_api_id
from regie.core.db.model import Model
from regie.core.text.folding import fold

MASK = "•••"
_LONGEST = 2_000
_CENT = Decimal("0.01")
NEVER_LOGGED = frozenset({"id", "api_id", "created_at", "updated_at", "version", "name_key", "search_key"})
_AUTHOR = "author"
_NOW = "now"
_PENDING = "pending_activity"
_TOUCHED = "touched"
_CAUSE = "cause"
_UNLOGGED = "unlogged"


class Author(Protocol):
    """In whose name a transaction acts, and who really sits there while they impersonate somebody."""

    @property
    def user_api_id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def impersonator(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who acts before they have a session: at the door itself."""

    user_api_id: str
    name: str
    impersonator: "Person | None" = None


@dataclass(frozen=True, slots=True)
class Audit:
    """How a model is logged: as what, under which name, and what of it is money, secret or no business of the log."""

    subject: str
    name: str = "name"
    topic: str | None = None
    money: frozenset[str] = frozenset()
    secret: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()


class ActivityEntry(Model):
    """One thing that happened. Names are kept as they were then; a database trigger refuses every later change."""

    __tablename__ = "activity"

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True)
    at: Mapped[datetime] = mapped_column(index=True)
    action: Mapped[str] = mapped_column(String(40), index=True)
    subject_type: Mapped[str] = mapped_column(String(40))
    subject_api_id: Mapped[str | None] = mapped_column(String(36), index=True)
    subject_name: Mapped[str] = mapped_column(String(200))
    # Empty: Régie itself, at a synchronisation or a schedule.
    actor_api_id: Mapped[str | None] = mapped_column(String(36), index=True)
    actor_name: Mapped[str | None] = mapped_column(String(200))
    real_actor_api_id: Mapped[str | None] = mapped_column(String(36))
    real_actor_name: Mapped[str | None] = mapped_column(String(200))
    # "money", "churn" or "access": whose business the entry is besides the administrators'.
    topic: Mapped[str | None] = mapped_column(String(12), index=True)
    # {field: [before, after]}; what happened without changing a field has its details as [null, detail].
    changes: Mapped[dict[str, list[Any]]] = mapped_column(JSON)
    search_key: Mapped[str] = mapped_column(String(500))


@dataclass(slots=True)
class _Pending:
    """What a transaction did to one row so far."""

    row: Any
    action: str
    before: dict[str, Any] = field(default_factory=dict)
    noted: dict[str, list[Any]] = field(default_factory=dict)


# What a part of the transaction has touched, as it was before that part; None what was not there.
_Touched = dict[int, _Pending | None]


def act_as(session: Session, author: Author | None, now: datetime) -> None:
    """Everything this transaction does from here on is done in this name and at this instant."""
    session.info |= {_AUTHOR: author, _NOW: now}


def note(session: Session, row: Any, name: str, before: Any, after: Any) -> None:
    """Say that something which belongs to `row`, but lives in a table of its own, has changed."""
    if before != after:
        _pending(session, row, "changed").noted[name] = [_plain(before), _plain(after)]


def record(
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
    """Log what is no change of a row, such as signing in; `details` are shown as they are.

    What a bulk statement changes of a row that is not logged by itself are `changes`, before and after.
    """
    told = {key: [None, _plain(value)] for key, value in (details or {}).items() if value is not None}
    told |= {key: [_plain(before), _plain(after)] for key, (before, after) in (changes or {}).items()}
    session.execute(insert(ActivityEntry), [_entry(session, action, subject, api_id, name, topic, told)])


def because_of(session: Session, name: str, cause: str) -> None:
    """Everything that this transaction logs names what made it happen, such as the file that it came from."""
    session.info[_CAUSE] = {name: [None, cause]}


@contextmanager
def discard_on_rollback(session: Session) -> Iterator[None]:
    """What a part of the transaction would have logged is forgotten where that part is undone.

    Only what the part touches is kept as it was: a file of many rows has as many parts.
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
    """For a bulk statement on a logged model that changes nothing a person would ask about, such as a last visit."""
    return statement.execution_options(**{_UNLOGGED: True})


def write_activity(session: Session) -> None:
    """Called by the database before the commit: one entry per row that is not as it was."""
    pending: dict[int, _Pending] = session.info.pop(_PENDING, {})
    found = [(one, _changes(one)) for one in pending.values()]
    told = [(one, changes) for one, changes in found if changes or one.noted or one.action != "changed"]
    if not told:
        return
    names = _names_of_references(session, told)
    entries = []
    for one, changes in told:
        audit: Audit = one.row.audit
        shown = {
            _shown_name(one.row, key): [_shown(one.row, key, value, names) for value in pair]
            for key, pair in changes.items()
        } | one.noted
        topic = "money" if audit.money & set(shown) else audit.topic
        name = str(getattr(one.row, audit.name))
        entries.append(_entry(session, one.action, audit.subject, one.row.api_id, name, topic, shown))
    session.execute(insert(ActivityEntry), entries)


def _shown(row: Any, name: str, value: Any, names: dict[Any, Any]) -> Any:
    if name in row.audit.secret:
        return None if value is None else MASK
    target = _target(row, name)
    return _plain(value) if target is None else names.get((target, value), _plain(value))


def _pending(session: Session, row: Any, action: str) -> _Pending:
    pending: dict[int, _Pending] = session.info.setdefault(_PENDING, {})
    touched: _Touched | None = session.info.get(_TOUCHED)
    if touched is not None and id(row) not in touched:
        one = pending.get(id(row))
        touched[id(row)] = one and replace(one, before=dict(one.before), noted=dict(one.noted))
    return pending.setdefault(id(row), _Pending(row, action))


@event.listens_for(Session, "before_flush")
def _notice(session: Session, _context: UOWTransaction, _instances: Any) -> None:
    for row in session.new:
        if _is_logged(row):
            _pending(session, row, "created")
    for row in session.dirty:
        if _is_logged(row):
            _keep_before(_pending(session, row, "changed"))
    for row in session.deleted:
        if _is_logged(row):
            one = _pending(session, row, "deleted")
            one.action = "deleted"
            one.before |= {name: getattr(row, name) for name in _fields(row) if name not in one.before}


def _keep_before(one: _Pending) -> None:
    """The first value counts: a transaction may flush more than once."""
    attributes = inspect(one.row).attrs
    for name in _fields(one.row):
        history = attributes[name].history
        if history.deleted and name not in one.before:
            one.before[name] = history.deleted[0]


@event.listens_for(Session, "do_orm_execute")
def _refuse_unlogged(state: ORMExecuteState) -> None:
    """A bulk statement would slip past the log: it says that it means to, or it is not run."""
    target = getattr(state.statement, "table", None)
    if not (state.is_update or state.is_delete) or state.execution_options.get(_UNLOGGED):
        return
    if any(mapper.local_table is target for mapper in Model.registry.mappers if hasattr(mapper.class_, "audit")):
        raise AssertionError(f"a bulk statement on {target} is not in the activity log")


def _is_logged(row: Any) -> bool:
    return hasattr(type(row), "audit")


def _fields(row: Any) -> list[str]:
    hidden = NEVER_LOGGED | row.audit.hidden
    return [name for name in type(row).__mapper__.column_attrs.keys() if name not in hidden]  # noqa: SIM118


def _changes(one: _Pending) -> dict[str, list[Any]]:
    """The fields that differ, as columns and keys: names come later."""
    if one.action == "deleted":
        return {name: [value, None] for name, value in one.before.items() if value not in (None, [], "")}
    if one.action == "created":
        values = {name: getattr(one.row, name) for name in _fields(one.row)}
        return {name: [None, value] for name, value in values.items() if value not in (None, [], "")}
    values = {name: getattr(one.row, name) for name in one.before}
    return {name: [before, values[name]] for name, before in one.before.items() if before != values[name]}


def _target(row: Any, name: str) -> str | None:
    """The table that a reference points to, where its rows have names of their own."""
    for key in type(row).__mapper__.columns[name].foreign_keys:
        target = key.column.table
        if {"api_id", "name"} <= set(target.columns.keys()):
            return target.name
    return None


def _shown_name(row: Any, name: str) -> str:
    return name.removesuffix("_id") if type(row).__mapper__.columns[name].foreign_keys else name


def _names_of_references(session: Session, told: list[tuple[_Pending, dict[str, list[Any]]]]) -> dict[Any, Any]:
    """What referenced rows are called now, by (table, key): one statement per table."""
    keys: dict[str, set[int]] = {}
    for one, changes in told:
        for name, pair in changes.items():
            if target := _target(one.row, name):
                keys.setdefault(target, set()).update(value for value in pair if value is not None)
    names: dict[Any, Any] = {}
    for target, wanted in keys.items():
        source = table(target, column("id"), column("name"))
        for row in session.execute(select(source.c.id, source.c.name).where(source.c.id.in_(wanted))):
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


def _plain(value: Any) -> Any:
    """As JSON has it; a long text is cut, the record itself has the rest."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return f"{value:.2f}" if value == value.quantize(_CENT) else f"{value.normalize():f}"
    if isinstance(value, str):
        return value if len(value) <= _LONGEST else value[: _LONGEST - 1] + "…"
    return value
