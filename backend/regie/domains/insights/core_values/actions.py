"""Creates, updates, orders and deletes core values."""

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import load_for_update, require_version
from regie.core.api.errors import Invalid
from regie.core.audit.activity import log_field_change
from regie.core.db.bilingual import require_unique_names
from regie.core.db.ordering import move_to, renumber
from regie.domains.insights.core_values.models import CoreValue
from regie.domains.insights.core_values.queries import visible_core_values
from regie.domains.insights.core_values.schemas import CoreValueCreate, CoreValueUpdate

_REQUIRED = ("name_en", "name_fr", "icon", "colour", "position", "is_active")


def create_core_value(session: Session, data: CoreValueCreate) -> str:
    """Create a value, at the end unless `position` is given; return its api_id."""
    others = _lock_all(session)
    values = data.model_dump(exclude={"position"})
    require_unique_names(others, values)
    value = CoreValue(**values, position=len(others) + 1)
    session.add(value)
    move_to(value, others, data.position or value.position)
    session.flush()
    return value.api_id


def update_core_value(session: Session, actor: Actor, api_id: str, data: CoreValueUpdate) -> None:
    """Change the fields that are sent; raise Changed (409) with both values when the version is outdated."""
    all_values = _lock_all(session)
    value = _open(session, actor, api_id)
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if empty := [name for name in _REQUIRED if name in sent and sent[name] is None]:
        raise Invalid(dict.fromkeys(empty, "required"))
    require_version(value, version, {name: (getattr(value, name), sent[name]) for name in sent})
    others = [other for other in all_values if other is not value]
    require_unique_names(others, sent)
    before, position = value.position, sent.pop("position", value.position)
    for name, new in sent.items():
        setattr(value, name, new)
    if position != before:
        move_to(value, others, position)
    session.flush()
    log_field_change(session, value, "position", before, value.position)


def delete_core_value(session: Session, actor: Actor, api_id: str) -> None:
    """Delete a value that was never awarded; a foreign key refuses the others."""
    others = _lock_all(session)
    value = _open(session, actor, api_id)
    others.remove(value)
    session.delete(value)
    renumber(others)
    try:
        session.flush()
    except IntegrityError as error:
        raise Invalid(code="core_value_in_use") from error


def _open(session: Session, actor: Actor, api_id: str) -> CoreValue:
    seen = (Permission.CORE_VALUES_VIEW, visible_core_values)
    changed = (Permission.CORE_VALUES_EDIT, visible_core_values)
    return load_for_update(session, actor, CoreValue, api_id, view=seen, edit=changed)


def _lock_all(session: Session) -> list[CoreValue]:
    """All values by position, locked: they are few and change rarely, so changes are serialized."""
    locked = select(CoreValue).order_by(CoreValue.id).with_for_update()
    return sorted(session.execute(locked).scalars(), key=lambda value: (value.position, value.id))
