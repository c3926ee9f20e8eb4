"""Changing core values, and the order in which they stand."""

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import open_record, require_version
from regie.core.api.errors import Invalid
from regie.core.audit.activity import note
from regie.core.db.bilingual import require_free_names
from regie.core.db.ordering import count_places, move_to
from regie.domains.insights.core_values.models import CoreValue
from regie.domains.insights.core_values.queries import visible_core_values
from regie.domains.insights.core_values.schemas import CoreValueCreate, CoreValueUpdate

_REQUIRED = ("name_en", "name_fr", "icon", "colour", "position", "is_active")


def create_core_value(session: Session, data: CoreValueCreate) -> str:
    """A new value, the last one unless a position is named; returns its api_id."""
    others = _lock_all(session)
    values = data.model_dump(exclude={"position"})
    require_free_names(others, values)
    value = CoreValue(**values, position=len(others) + 1)
    session.add(value)
    move_to(value, others, data.position or value.position)
    session.flush()
    return value.api_id


def update_core_value(session: Session, actor: Actor, api_id: str, data: CoreValueUpdate) -> None:
    """Change what was sent; Changed (409) when another version was read, naming both values."""
    everyone = _lock_all(session)
    value = _open(session, actor, api_id)
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if empty := [name for name in _REQUIRED if name in sent and sent[name] is None]:
        raise Invalid(dict.fromkeys(empty, "required"))
    require_version(value, version, {name: (getattr(value, name), sent[name]) for name in sent})
    others = [other for other in everyone if other is not value]
    require_free_names(others, sent)
    before, position = value.position, sent.pop("position", value.position)
    for name, new in sent.items():
        setattr(value, name, new)
    if position != before:
        move_to(value, others, position)
    session.flush()
    note(session, value, "position", before, value.position)


def delete_core_value(session: Session, actor: Actor, api_id: str) -> None:
    """Only a value that was never given; the database itself refuses otherwise."""
    others = _lock_all(session)
    value = _open(session, actor, api_id)
    others.remove(value)
    session.delete(value)
    count_places(others)
    try:
        session.flush()
    except IntegrityError as error:
        raise Invalid(code="core_value_in_use") from error


def _open(session: Session, actor: Actor, api_id: str) -> CoreValue:
    seen = (Permission.CORE_VALUES_VIEW, visible_core_values)
    changed = (Permission.CORE_VALUES_EDIT, visible_core_values)
    return open_record(session, actor, CoreValue, api_id, seen=seen, changed=changed)


def _lock_all(session: Session) -> list[CoreValue]:
    """In their order: they are few, and change seldom enough for one change at a time."""
    locked = select(CoreValue).order_by(CoreValue.id).with_for_update()
    return sorted(session.execute(locked).scalars(), key=lambda value: (value.position, value.id))
