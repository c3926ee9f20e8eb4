"""Changes the option lists that the organization edits."""

import re

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.rows import require_version
from regie.core.api.errors import Invalid, NotFound
from regie.core.audit.activity import log_field_change
from regie.core.db.bilingual import require_unique_names
from regie.core.db.ordering import move_to, renumber
from regie.core.text.folding import fold
from regie.domains.administration.enum_options.queries import count_uses, require_editable_list
from regie.domains.administration.enum_options.schemas import OptionCreate, OptionUpdate
from regie.domains.records.options.models import Option
from regie.domains.records.options.queries import default_options

_MAX_OPTIONS = 100
# The length of the shortest column that stores an option.
_MAX_VALUE_LENGTH = 20


def add_option(session: Session, actor: Actor, enum: str, data: OptionCreate) -> str:
    """Add an option, last unless a position is given; return its value."""
    others = _load_list(session, actor, enum)
    if len(others) >= _MAX_OPTIONS:
        raise Invalid(code="list_full", limit=_MAX_OPTIONS)
    names = data.model_dump(exclude={"position"})
    require_unique_names(others, names)
    value = _unused_value(data.name_en, {other.value for other in others})
    option = Option(enum=enum, value=value, **names, position=len(others) + 1)
    session.add(option)
    move_to(option, others, data.position or option.position)
    session.flush()
    return option.value


def update_option(session: Session, actor: Actor, enum: str, value: str, data: OptionUpdate) -> None:
    """Change the sent fields; raise Changed (409) with both values if another version was read."""
    option, others = _load_option(session, actor, enum, value)
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if empty := [name for name, new in sent.items() if new is None]:
        raise Invalid(dict.fromkeys(empty, "required"))
    require_version(option, version, {name: (getattr(option, name), new) for name, new in sent.items()})
    require_unique_names(others, sent)
    if sent.get("is_active") is False and not any(other.is_active for other in others):
        raise Invalid({"is_active": "last_choice"})
    before, position = option.position, sent.pop("position", option.position)
    for name, new in sent.items():
        setattr(option, name, new)
    if position != before:
        move_to(option, others, position)
    session.flush()
    log_field_change(session, option, "position", before, option.position)


def delete_option(session: Session, actor: Actor, enum: str, value: str) -> None:
    """Delete an option that no record uses; used ones can only be deactivated."""
    list_name = require_editable_list(actor, enum)
    option, others = _load_option(session, actor, list_name, value)
    if count_uses(session.connection(), list_name).get(value):
        raise Invalid(code="option_in_use")
    if not any(other.is_active for other in others):
        raise Invalid(code="option_last")
    session.delete(option)
    renumber(others)
    session.flush()


def _load_option(session: Session, actor: Actor, enum: str, value: str) -> tuple[Option, list[Option]]:
    options = _load_list(session, actor, enum)
    found = [option for option in options if option.value == value]
    if not found:
        raise NotFound
    return found[0], [option for option in options if option is not found[0]]


def _load_list(session: Session, actor: Actor, enum: str) -> list[Option]:
    """Return the list in order, locked; the first change stores the default options as rows."""
    list_name = require_editable_list(actor, enum)
    locked = select(Option).where(Option.enum == list_name).order_by(Option.id).with_for_update()
    options = list(session.execute(locked).scalars())
    if not options:
        session.execute(insert(Option), default_options(list_name))
        options = list(session.execute(locked).scalars())
    return sorted(options, key=lambda option: (option.position, option.id))


def _unused_value(label: str, taken: set[str]) -> str:
    """Return a value made of the label, `"Price & terms"` → `"price_terms"`, with a number if it is taken."""
    base = re.sub(r"[^a-z0-9]+", "_", fold(label)).strip("_")[:_MAX_VALUE_LENGTH].strip("_") or "choice"
    numbered = (f"{base[: _MAX_VALUE_LENGTH - 4]}_{number}" for number in range(2, _MAX_OPTIONS + 2))
    return base if base not in taken else next(value for value in numbered if value not in taken)
