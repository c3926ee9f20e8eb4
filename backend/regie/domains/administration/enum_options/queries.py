"""Every enumerated value of the product with its words; a house test holds them against the code that uses them."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, func, select
from sqlalchemy.orm import InstrumentedAttribute

from regie.access.actor import Actor
from regie.access.permissions import Permission as P
from regie.core.api.errors import Forbidden, NotFound
from regie.core.money.amounts import CURRENCIES
from regie.domains.administration.enum_options import words_of_house, words_of_people, words_of_work
from regie.domains.administration.enum_options.schemas import EnumItem, OptionOut
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.figures import bucket_names
from regie.domains.records.options.queries import OWN, read_options
from regie.domains.records.options.schemas import OptionRow, OwnEnum
from regie.domains.records.projects.models import Project
from regie.domains.records.settings.queries import DEFAULTS
from regie.domains.records.settings.schemas import SettingsValues

_WORDS = {**words_of_work.WORDS, **words_of_people.WORDS, **words_of_house.WORDS}


# The records that keep a choice of each list.
_KEPT_IN: dict[OwnEnum, InstrumentedAttribute[Any]] = {
    "churn_reason": ChurnEvent.reason,
    "industry": Client.industry,
    "oos_type": Project.oos_type,
}
_NAMES: dict[str, OwnEnum] = {name: name for name in _KEPT_IN}


def list_enum_options(
    settings: SettingsValues = DEFAULTS, own: Mapping[OwnEnum, list[OptionRow]] = OWN
) -> dict[str, list[EnumItem]]:
    """Enum name → its items in the order in which screens offer them; warnings and ageing are as the settings say."""
    options = {name: [_option(value, *said) for value, said in words.items()] for name, words in _WORDS.items()}
    return {
        **options,
        **{name: [_own_option(one) for one in choices] for name, choices in own.items()},
        "retainer_warning": _warnings(settings["alert_thresholds"]),
        "aging_bucket": [_option(name, *_say_bucket(name)) for name in bucket_names(settings["ageing_edges"])],
        "currency": [_option(code, code, code) for code in CURRENCIES],
    }


def _warnings(shares: Sequence[int]) -> list[EnumItem]:
    said = [_option(f"{share}", f"{share}% used", f"{share}\u00a0% utilisées") for share in shares]
    return [*said, _option("pace", "Ahead of pace", "Rythme trop rapide")]


def _say_bucket(name: str) -> tuple[str, str]:
    """`31_60` → "31–60 days"."""
    first, _, last = name.partition("_")
    if first == "over":
        return f"Over {last} days", f"Plus de {last} jours"
    return (f"{first}–{last} days", f"{first} à {last} jours") if last else ("Current", "Courante")


def list_own_options(db: Connection, actor: Actor, enum: str) -> list[OptionOut]:
    """A list that the organization keeps, with how many records have each choice."""
    own = require_own_enum(actor, enum)
    uses = count_uses(db, own)
    return [{**option, "uses": uses.get(option["value"], 0)} for option in read_options(db)[own]]


def read_own_option(db: Connection, actor: Actor, enum: str, value: str) -> OptionOut:
    for option in list_own_options(db, actor, enum):
        if option["value"] == value:
            return option
    raise NotFound


def require_own_enum(actor: Actor, enum: str) -> OwnEnum:
    """NotFound for a list that is the product's own; the reasons for losses are also theirs who confirm losses."""
    if enum not in _NAMES:
        raise NotFound
    if not actor.may(P.ENUM_OPTIONS_EDIT) and (
        enum != "churn_reason" or not actor.may(P.ENUM_OPTIONS_EDIT_CHURN_REASONS)
    ):
        raise Forbidden
    return _NAMES[enum]


def count_uses(db: Connection, enum: OwnEnum) -> dict[str, int]:
    column = _KEPT_IN[enum]
    counted = select(column, func.count()).where(column.is_not(None)).group_by(column)
    return {row[0]: row[1] for row in db.execute(counted)}


def _option(value: str, english: str, french: str) -> EnumItem:
    return {"value": value, "name_en": english, "name_fr": french, "is_active": True}


def _own_option(option: OptionRow) -> EnumItem:
    return {
        "value": option["value"],
        "name_en": option["name_en"],
        "name_fr": option["name_fr"],
        "is_active": option["is_active"],
    }
