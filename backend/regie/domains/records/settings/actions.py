"""Changes the organization's settings."""

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.rows import require_version
from regie.core.api.errors import Invalid
from regie.core.db.inserts import insert_into
from regie.core.files.pictures import Picture, read_picture
from regie.domains.records.settings import rules
from regie.domains.records.settings.models import OrganizationLogo, OrganizationSettings
from regie.domains.records.settings.queries import DEFAULTS, SETTINGS_ID, to_wire
from regie.domains.records.settings.schemas import SettingsUpdate

_LOGO_DIGEST_LENGTH = 12


def update_settings(session: Session, actor: Actor, data: SettingsUpdate) -> set[str]:
    """Change the sent fields and return the names of those whose value changed.

    Raise Changed (409) with both values when the caller read another version; Invalid where settings would contradict
    each other.
    """
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    rules.require_field_permissions(actor, set(sent))
    # An administrator who requires a second factor of all administrators must have one.
    if sent.get("admins_need_two_factor") and not actor.two_factor:
        raise Invalid({"admins_need_two_factor": "own_second_factor"})
    picture = read_picture(sent["logo"], "logo") if sent.get("logo") else None
    if "logo" in sent:
        sent["logo"] = picture and picture.digest[:_LOGO_DIGEST_LENGTH]
    settings = _load_settings(session)
    before = {name: getattr(settings, name) for name in DEFAULTS}
    theirs, yours = to_wire(before), to_wire(sent)
    require_version(settings, version, {name: (theirs[name], yours[name]) for name in sent})
    rules.require_consistent(before | sent, set(sent))
    for name, value in sent.items():
        setattr(settings, name, list(dict.fromkeys(value)) if isinstance(value, list) else value)
    if "logo" in sent:
        _save_logo(session, picture)
    session.flush()
    return {name for name in sent if getattr(settings, name) != before[name]}


def store_reporting_currency(session: Session, currency: str) -> None:
    """Store the currency of a new organization; the source of its rates is by hand where the default has none."""
    settings = _load_settings(session)
    if settings.version:
        return
    _set_currency(settings, currency)
    session.flush()


def store_first_settings(session: Session, name: str, locale: str, timezone: str, currency: str) -> None:
    """Store what the first owner answers about the organization."""
    settings = _load_settings(session)
    settings.name, settings.default_locale, settings.timezone = name, locale, timezone
    _set_currency(settings, currency)
    session.flush()


def _set_currency(settings: OrganizationSettings, currency: str) -> None:
    settings.reporting_currency = currency
    rates = {"reporting_currency": currency, "exchange_rate_source": DEFAULTS["exchange_rate_source"]}
    settings.exchange_rate_source = DEFAULTS["exchange_rate_source"] if rules.has_rates(rates) else "by_hand"


def _load_settings(session: Session) -> OrganizationSettings:
    """Return the row, locked; create it from the defaults as version 0 when there is none."""
    defaults: dict[str, object] = {"id": SETTINGS_ID, "version": 0, **DEFAULTS}
    session.execute(
        insert_into(session, OrganizationSettings).values(defaults).on_conflict_do_nothing(index_elements=["id"])
    )
    found = select(OrganizationSettings).where(OrganizationSettings.id == SETTINGS_ID).with_for_update()
    return session.execute(found).scalar_one()


def _save_logo(session: Session, picture: Picture | None) -> None:
    session.execute(delete(OrganizationLogo))
    if picture is not None:
        session.add(OrganizationLogo(id=SETTINGS_ID, mime=picture.mime, content=picture.content))
