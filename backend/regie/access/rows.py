"""Opening one row for a change: unknown or unseen is 404, seen but not the caller's to change is 403."""

from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor, Within
from regie.access.permissions import Permission
from regie.core.api.errors import Changed, Forbidden, Invalid, NotFound
from regie.core.db.ids import is_api_id
from regie.core.db.model import Record

R = TypeVar("R", bound=Record)


def open_record(
    session: Session,
    actor: Actor,
    model: type[R],
    api_id: str,
    *,
    seen: tuple[Permission, Within],
    changed: tuple[Permission, Within],
) -> R:
    """The record, locked for this transaction, shown to be the caller's to change."""
    if not is_api_id(api_id):
        raise NotFound
    permission, visible = seen
    statement = select(model).where(model.api_id == api_id, visible(actor.require(permission))).with_for_update()
    record = session.execute(statement, actor.params).scalar_one_or_none()
    if record is None:
        raise NotFound
    if not may_change(session, actor, record, *changed):
        raise Forbidden
    return record


def may_change(session: Session, actor: Actor, record: Record, permission: Permission, within: Within) -> bool:
    scope = actor.scope(permission)
    if scope is None:
        return False
    model = type(record)
    return (
        session.execute(select(model.id).where(model.id == record.id, within(scope)), actor.params).first() is not None
    )


def find_reference(
    session: Session, actor: Actor, model: type[Any], api_id: str, *, field: str, seen: tuple[Permission, Within]
) -> int:
    """The key of a record that an input names; a field error when the caller may not see it."""
    permission, visible = seen
    scope = actor.scope(permission)
    if scope is not None:
        statement = select(model.id).where(model.api_id == api_id, visible(scope))
        found = session.execute(statement, actor.params).scalar_one_or_none()
        if found is not None:
            return found
    raise Invalid({field: "reference"})


def require_version(record: Record, version: int | None, changes: dict[str, tuple[Any, Any]]) -> None:
    """Changed (409) when the caller read another version; `changes` holds (theirs, yours) per field, as on the wire."""
    if version is None or version == record.version:
        return
    conflicts = {
        name: {"theirs": theirs, "yours": yours} for name, (theirs, yours) in changes.items() if theirs != yours
    }
    if conflicts:
        raise Changed(record.version, conflicts)
