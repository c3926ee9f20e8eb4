"""Reads option lists; the product's default options apply until the organization edits a list."""

from collections.abc import Iterable

from sqlalchemy import Connection, Select, select
from sqlalchemy.orm import Session

from regie.core.api.errors import FieldError, Invalid
from regie.core.lists.shape import read_rows
from regie.domains.records.options.models import Option
from regie.domains.records.options.schemas import OptionListName, OptionRow

DEFAULTS: dict[OptionListName, dict[str, tuple[str, str]]] = {
    "churn_reason": {
        "price": ("Price", "Prix"),
        "budget_cut": ("Budget cut", "Compressions budgétaires"),
        "results": ("Results fell short", "Résultats insuffisants"),
        "service_quality": ("Quality of service", "Qualité du service"),
        "responsiveness": ("Slow responses", "Délais de réponse"),
        "relationship": ("Relationship", "Relation avec l’équipe"),
        "in_house": ("Moved in-house", "Reprise à l’interne"),
        "competitor": ("Moved to a competitor", "Passage à la concurrence"),
        "strategy_change": ("Change of strategy", "Changement de stratégie"),
        "no_longer_needed": ("No longer needed", "Besoin comblé"),
        "merger": ("Merger or acquisition", "Fusion ou acquisition"),
        "closed_down": ("Client closed down", "Fermeture du client"),
        "non_payment": ("Unpaid invoices", "Factures impayées"),
        "poor_fit": ("Poor fit for the agency", "Mandat mal adapté à l’agence"),
        "other": ("Other", "Autre"),
        "not_stated": ("Not stated", "Non précisé"),
    },
    "industry": {
        "retail": ("Retail", "Commerce de détail"),
        "manufacturing": ("Manufacturing", "Fabrication"),
        "technology": ("Technology", "Technologies"),
        "finance": ("Finance", "Finance"),
        "health": ("Health", "Santé"),
        "education": ("Education", "Éducation"),
        "public": ("Public sector", "Secteur public"),
        "culture": ("Arts and culture", "Arts et culture"),
        "food": ("Food and drink", "Alimentation"),
        "tourism": ("Tourism", "Tourisme"),
        "real_estate": ("Real estate", "Immobilier"),
        "professional_services": ("Professional services", "Services professionnels"),
        "non_profit": ("Non-profit", "Organisme sans but lucratif"),
        "other": ("Other", "Autre"),
    },
    "oos_type": {
        "extra_hours": ("Extra hours", "Heures additionnelles"),
        "new_feature": ("New feature", "Nouvelle fonctionnalité"),
        "change_request": ("Change request", "Demande de changement"),
        "training": ("Training", "Formation"),
        "rush": ("Rush work", "Travail urgent"),
        "other": ("Other", "Autre"),
    },
}
_SAVED = select(*(getattr(Option, name) for name in OptionRow.__annotations__)).order_by(
    Option.enum, Option.position, Option.id
)


def read_options(db: Connection) -> dict[OptionListName, list[OptionRow]]:
    """Return each list with its options in order, retired ones included."""
    lists: dict[OptionListName, list[OptionRow]] = {name: [] for name in DEFAULTS}
    for row in read_rows(OptionRow, db.execute(_SAVED)):
        lists[row["enum"]].append(row)
    return {name: saved or DEFAULT_OPTIONS[name] for name, saved in lists.items()}


def default_options(enum: OptionListName) -> list[OptionRow]:
    """Return the product's default options as version 1 of the rows that the first edit creates."""
    return [
        {
            "enum": enum,
            "value": value,
            "name_en": english,
            "name_fr": french,
            "position": position,
            "is_active": True,
            "version": 1,
        }
        for position, (value, (english, french)) in enumerate(DEFAULTS[enum].items(), start=1)
    ]


# The lists before the first edit.
DEFAULT_OPTIONS: dict[OptionListName, list[OptionRow]] = {name: default_options(name) for name in DEFAULTS}


def require_option(
    session: Session, enum: OptionListName, field: str, value: str | None, current: str | None = None
) -> None:
    """Require that a new value is active.

    An unchanged value stays valid. Locks the list against deletions meanwhile.
    """
    if value is None or value == current:
        return
    offered = _active_values(session.connection(), _select_options(enum).with_for_update(read=True), enum)
    if value not in offered:
        raise Invalid({field: _unknown_option(offered)})


def require_known_options(db: Connection, enum: OptionListName, field: str, values: Iterable[str]) -> None:
    """Require that a filter's values exist in the list, retired ones included."""
    if not values:
        return
    known = [option["value"] for option in read_options(db)[enum]]
    if not set(values) <= set(known):
        raise Invalid({field: _unknown_option(known)})


def _select_options(enum: OptionListName) -> Select[str, bool]:
    return select(Option.value, Option.is_active).where(Option.enum == enum).order_by(Option.position)


def _active_values(db: Connection, statement: Select[str, bool], enum: OptionListName) -> list[str]:
    saved = db.execute(statement).all()
    return [row.value for row in saved if row.is_active] if saved else list(DEFAULTS[enum])


def _unknown_option(known: list[str]) -> FieldError:
    return FieldError("choice", allowed=", ".join(known))
