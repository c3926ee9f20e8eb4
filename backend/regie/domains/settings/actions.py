"""Changing the organization's settings."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.rows import require_version
from regie.core.errors import Invalid
from regie.domains.settings.models import OrganizationSettings
from regie.domains.settings.queries import DEFAULTS, THE_ONE
from regie.domains.settings.schemas import SettingsUpdate


def update_settings(session: Session, actor: Actor, data: SettingsUpdate) -> None:
    """Change what was sent; Changed (409) when another version was read, naming both values."""
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if "name" in sent and not sent["name"]:
        raise Invalid({"name": "required"})
    # Whoever asks it of all administrators shows first that it works.
    if sent.get("admins_need_two_factor") and not actor.two_factor:
        raise Invalid({"admins_need_two_factor": "own_second_factor"})
    settings, is_new = _the_one(session)
    if not is_new:
        require_version(settings, version, {name: (getattr(settings, name), sent[name]) for name in sent})
    for name, value in sent.items():
        setattr(settings, name, list(dict.fromkeys(value)) if isinstance(value, list) else value)
    session.flush()


def _the_one(session: Session) -> tuple[OrganizationSettings, bool]:
    """The row, made of the defaults by whoever saves first, and whether that is now."""
    found = select(OrganizationSettings).where(OrganizationSettings.id == THE_ONE).with_for_update()
    settings = session.execute(found).scalar_one_or_none()
    if settings is not None:
        return settings, False
    settings = OrganizationSettings(id=THE_ONE, **DEFAULTS)
    session.add(settings)
    session.flush()
    return settings, True
