"""Changing the lists of choices that are the organization's own."""

import re

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.rows import require_version
from regie.core.api.errors import Invalid, NotFound
from regie.core.audit.activity import note
from regie.core.db.bilingual import require_free_names
from regie.core.db.ordering import count_places, move_to
from regie.core.text.folding import fold
from regie.domains.administration.enum_options.queries import count_uses, require_own_enum
from regie.domains.administration.enum_options.schemas import OptionCreate, OptionUpdate
from regie.domains.records.options.models import Option
from regie.domains.records.options.queries import default_options

_LONGEST_LIST = 100
# As long as the shortest column that keeps one.
_LONGEST_VALUE = 20


def add_option(session: Session, actor: Actor, enum: str, data: OptionCreate) -> str:
    """A new choice, the last one unless a position is named; returns its value."""
    others = _open_list(session, actor, enum)
    if len(others) >= _LONGEST_LIST:
        raise Invalid(code="list_full", limit=_LONGEST_LIST)
    names = data.model_dump(exclude={"position"})
    require_free_names(others, names)
    value = _free_value(data.name_en, {other.value for other in others})
    option = Option(enum=enum, value=value, **names, position=len(others) + 1)
    session.add(option)
    move_to(option, others, data.position or option.position)
    session.flush()
    return option.value


def update_option(session: Session, actor: Actor, enum: str, value: str, data: OptionUpdate) -> None:
    """Change what was sent; Changed (409) when another version was read, naming both values."""
    option, others = _open(session, actor, enum, value)
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if empty := [name for name, new in sent.items() if new is None]:
        raise Invalid(dict.fromkeys(empty, "required"))
    require_version(option, version, {name: (getattr(option, name), new) for name, new in sent.items()})
    require_free_names(others, sent)
    if sent.get("is_active") is False and not any(other.is_active for other in others):
        raise Invalid({"is_active": "last_choice"})
    before, position = option.position, sent.pop("position", option.position)
    for name, new in sent.items():
        setattr(option, name, new)
    if position != before:
        move_to(option, others, position)
    session.flush()
    note(session, option, "position", before, option.position)


def delete_option(session: Session, actor: Actor, enum: str, value: str) -> None:
    """Only a choice that no record has: one that was taken is retired."""
    own = require_own_enum(actor, enum)
    option, others = _open(session, actor, own, value)
    if count_uses(session.connection(), own).get(value):
        raise Invalid(code="option_in_use")
    if not any(other.is_active for other in others):
        raise Invalid(code="option_last")
    session.delete(option)
    count_places(others)
    session.flush()


def _open(session: Session, actor: Actor, enum: str, value: str) -> tuple[Option, list[Option]]:
    options = _open_list(session, actor, enum)
    found = [option for option in options if option.value == value]
    if not found:
        raise NotFound
    return found[0], [option for option in options if option is not found[0]]


def _open_list(session: Session, actor: Actor, enum: str) -> list[Option]:
    """The list in its order, locked; whoever changes it first makes rows of the product's own choices."""
    own = require_own_enum(actor, enum)
    locked = select(Option).where(Option.enum == own).order_by(Option.id).with_for_update()
    options = list(session.execute(locked).scalars())
    if not options:
        session.execute(insert(Option), default_options(own))
        options = list(session.execute(locked).scalars())
    return sorted(options, key=lambda option: (option.position, option.id))


def _free_value(words: str, taken: set[str]) -> str:
    """`"Price & terms"` → `"price_terms"`, with a number where that is taken."""
    plain = re.sub(r"[^a-z0-9]+", "_", fold(words)).strip("_")[:_LONGEST_VALUE].strip("_") or "choice"
    numbered = (f"{plain[: _LONGEST_VALUE - 4]}_{number}" for number in range(2, _LONGEST_LIST + 2))
    return plain if plain not in taken else next(value for value in numbered if value not in taken)
