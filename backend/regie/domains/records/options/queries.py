"""Reading the organization's own choices: before anyone has changed a list, the product's own holds."""

from collections.abc import Iterable

from sqlalchemy import Connection, Select, select
from sqlalchemy.orm import Session

from regie.core.api.errors import FieldError, Invalid
from regie.core.lists.shape import rows_of
from regie.domains.records.options.models import Option
from regie.domains.records.options.schemas import OptionRow, OwnEnum

DEFAULTS: dict[OwnEnum, dict[str, tuple[str, str]]] = {
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
        "extra_hours": ("Extra hours", "Heures supplémentaires"),
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


def read_options(db: Connection) -> dict[OwnEnum, list[OptionRow]]:
    """Each list with its choices in their order, the retired ones among them."""
    lists: dict[OwnEnum, list[OptionRow]] = {name: [] for name in DEFAULTS}
    for row in rows_of(OptionRow, db.execute(_SAVED)):
        lists[row["enum"]].append(row)
    return {name: saved or OWN[name] for name, saved in lists.items()}


def default_options(enum: OwnEnum) -> list[OptionRow]:
    """The product's own choices, as the first version of the rows that they become when somebody changes one."""
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


# The lists as nobody has changed them.
OWN: dict[OwnEnum, list[OptionRow]] = {name: default_options(name) for name in DEFAULTS}


def require_option(session: Session, enum: OwnEnum, field: str, value: str | None, kept: str | None = None) -> None:
    """A record takes a choice that is offered, or keeps the one it has; the choice cannot be deleted meanwhile."""
    if value is None or value == kept:
        return
    offered = _active(session.connection(), _of(enum).with_for_update(read=True), enum)
    if value not in offered:
        raise Invalid({field: _unknown(offered)})


def require_known(db: Connection, enum: OwnEnum, field: str, values: Iterable[str]) -> None:
    """A filter names choices that its list has, be they retired."""
    if not values:
        return
    known = [option["value"] for option in read_options(db)[enum]]
    if not set(values) <= set(known):
        raise Invalid({field: _unknown(known)})


def _of(enum: OwnEnum) -> Select[str, bool]:
    return select(Option.value, Option.is_active).where(Option.enum == enum).order_by(Option.position)


def _active(db: Connection, statement: Select[str, bool], enum: OwnEnum) -> list[str]:
    saved = db.execute(statement).all()
    return [row.value for row in saved if row.is_active] if saved else list(DEFAULTS[enum])


def _unknown(known: list[str]) -> FieldError:
    return FieldError("choice", allowed=", ".join(known))
