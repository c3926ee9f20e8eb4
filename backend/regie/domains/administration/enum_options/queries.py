"""Reads the labels of all enum values; tests compare them with the code that uses the values."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, func, select
from sqlalchemy.orm import InstrumentedAttribute

from regie.access.actor import Actor
from regie.access.permissions import Permission as P
from regie.core.api.errors import Forbidden, NotFound
from regie.core.money.amounts import CURRENCIES
from regie.domains.administration.enum_options import people_labels, system_labels, work_labels
from regie.domains.administration.enum_options.schemas import EnumItem, OptionOut
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.figures import bucket_names
from regie.domains.records.options.queries import DEFAULT_OPTIONS, read_options
from regie.domains.records.options.schemas import OptionListName, OptionRow
from regie.domains.records.projects.models import Project
from regie.domains.records.settings.queries import DEFAULTS
from regie.domains.records.settings.schemas import SettingsValues

_LABELS = {**work_labels.LABELS, **people_labels.LABELS, **system_labels.LABELS}


# The columns that store an option of each list.
_COLUMNS: dict[OptionListName, InstrumentedAttribute[Any]] = {
    "churn_reason": ChurnEvent.reason,
    "industry": Client.industry,
    "oos_type": Project.oos_type,
}
_EDITABLE_LISTS: dict[str, OptionListName] = {name: name for name in _COLUMNS}


def list_enum_options(
    settings: SettingsValues = DEFAULTS, editable: Mapping[OptionListName, list[OptionRow]] = DEFAULT_OPTIONS
) -> dict[str, list[EnumItem]]:
    """Return the items of each enum in display order; warnings and aging buckets depend on the settings."""
    options = {enum: [_item(value, *label) for value, label in labels.items()] for enum, labels in _LABELS.items()}
    return {
        **options,
        **{name: [_editable_item(row) for row in rows] for name, rows in editable.items()},
        "retainer_warning": _warning_items(settings["alert_thresholds"]),
        "aging_bucket": [_item(name, *_bucket_labels(name)) for name in bucket_names(settings["aging_buckets"])],
        "currency": [_item(code, code, code) for code in CURRENCIES],
    }


def _warning_items(shares: Sequence[int]) -> list[EnumItem]:
    thresholds = [_item(f"{share}", f"{share}% used", f"{share}\u00a0% utilisées") for share in shares]
    return [*thresholds, _item("pace", "Ahead of pace", "Rythme trop rapide")]


def _bucket_labels(name: str) -> tuple[str, str]:
    """Return the label of a bucket, `31_60` → "31–60 days", in English and French."""
    first, _, last = name.partition("_")
    if first == "over":
        return f"Over {last} days", f"Plus de {last} jours"
    return (f"{first}–{last} days", f"{first} à {last} jours") if last else ("Current", "Non échue")


def list_editable_options(db: Connection, actor: Actor, enum: str) -> list[OptionOut]:
    """Return an editable list with the number of records that use each option."""
    list_name = require_editable_list(actor, enum)
    uses = count_uses(db, list_name)
    return [{**option, "uses": uses.get(option["value"], 0)} for option in read_options(db)[list_name]]


def read_editable_option(db: Connection, actor: Actor, enum: str, value: str) -> OptionOut:
    for option in list_editable_options(db, actor, enum):
        if option["value"] == value:
            return option
    raise NotFound


def require_editable_list(actor: Actor, enum: str) -> OptionListName:
    """Raise NotFound for other enums; churn reasons have a permission of their own."""
    if enum not in _EDITABLE_LISTS:
        raise NotFound
    if not actor.can(P.ENUM_OPTIONS_EDIT) and (
        enum != "churn_reason" or not actor.can(P.ENUM_OPTIONS_EDIT_CHURN_REASONS)
    ):
        raise Forbidden
    return _EDITABLE_LISTS[enum]


def count_uses(db: Connection, enum: OptionListName) -> dict[str, int]:
    column = _COLUMNS[enum]
    counted = select(column, func.count()).where(column.is_not(None)).group_by(column)
    return {row[0]: row[1] for row in db.execute(counted)}


def _item(value: str, english: str, french: str) -> EnumItem:
    return {"value": value, "name_en": english, "name_fr": french, "is_active": True}


def _editable_item(option: OptionRow) -> EnumItem:
    return {
        "value": option["value"],
        "name_en": option["name_en"],
        "name_fr": option["name_fr"],
        "is_active": option["is_active"],
    }
