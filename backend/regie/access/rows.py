"""Loads one row for a change: 404 when it is unknown or hidden, 403 when the caller can read but not change it."""

from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor, ScopeClause
from regie.access.permissions import Permission
from regie.core.api.errors import Changed, Forbidden, Invalid, NotFound
from regie.core.db.ids import is_api_id
from regie.core.db.model import Record

R = TypeVar("R", bound=Record)


def load_for_update(
    session: Session,
    actor: Actor,
    model: type[R],
    api_id: str,
    *,
    view: tuple[Permission, ScopeClause],
    edit: tuple[Permission, ScopeClause],
) -> R:
    """Return the record, locked for this transaction; the caller can change it."""
    record = load_visible(session, actor, model, api_id, view, lock=True)
    if not can_change(session, actor, record, *edit):
        raise Forbidden
    return record


def load_visible(
    session: Session,
    actor: Actor,
    model: type[R],
    api_id: str,
    view: tuple[Permission, ScopeClause],
    *,
    lock: bool = False,
) -> R:
    """Return the record that the caller can read."""
    if not is_api_id(api_id):
        raise NotFound
    permission, visible = view
    statement = select(model).where(model.api_id == api_id, visible(actor.require(permission)))
    found = session.execute(statement.with_for_update() if lock else statement, actor.params).scalar_one_or_none()
    if found is None:
        raise NotFound
    return found


def can_change(session: Session, actor: Actor, record: Record, permission: Permission, clause: ScopeClause) -> bool:
    scope = actor.scope(permission)
    if scope is None:
        return False
    model = type(record)
    return (
        session.execute(select(model.id).where(model.id == record.id, clause(scope)), actor.params).first() is not None
    )


def find_reference(
    session: Session, actor: Actor, model: type[Any], api_id: str, *, field: str, view: tuple[Permission, ScopeClause]
) -> int:
    """Return the key of the record that an input field names; raise Invalid when the caller cannot read it."""
    permission, visible = view
    scope = actor.scope(permission)
    if scope is not None:
        statement = select(model.id).where(model.api_id == api_id, visible(scope))
        found = session.execute(statement, actor.params).scalar_one_or_none()
        if found is not None:
            return found
    raise Invalid({field: "reference"})


def require_version(record: Record, version: int | None, changes: dict[str, tuple[Any, Any]]) -> None:
    """Raise Changed (409) when the caller read another version and a field differs.

    `changes` maps fields to (stored value, sent value), both as JSON.
    """
    if version is None or version == record.version:
        return
    conflicts = {
        name: {"theirs": theirs, "yours": yours} for name, (theirs, yours) in changes.items() if theirs != yours
    }
    if conflicts:
        raise Changed(record.version, conflicts)
