"""Changing the organization's settings."""

from decimal import Decimal
from itertools import pairwise
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.rows import require_version
from regie.core.errors import Invalid
from regie.domains.settings.models import OrganizationSettings
from regie.domains.settings.queries import DEFAULTS, THE_ONE
from regie.domains.settings.schemas import SettingsUpdate

_RISING = ("alert_thresholds", "ageing_edges")


def update_settings(session: Session, actor: Actor, data: SettingsUpdate) -> None:
    """Change what was sent; Changed (409) when another version was read, naming both values."""
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if "name" in sent and not sent["name"]:
        raise Invalid({"name": "required"})
    if falling := [name for name in _RISING if not _rises(sent.get(name, []))]:
        raise Invalid(dict.fromkeys(falling, "rising"))
    # Whoever asks it of all administrators shows first that it works.
    if sent.get("admins_need_two_factor") and not actor.two_factor:
        raise Invalid({"admins_need_two_factor": "own_second_factor"})
    settings, is_new = _the_one(session)
    if not is_new:
        read = {name: (_on_wire(getattr(settings, name)), _on_wire(sent[name])) for name in sent}
        require_version(settings, version, read)
    for name, value in sent.items():
        setattr(settings, name, list(dict.fromkeys(value)) if isinstance(value, list) else value)
    session.flush()


def _rises(numbers: list[int]) -> bool:
    return all(earlier < later for earlier, later in pairwise(numbers))


def _on_wire(value: Any) -> Any:
    return f"{value:.2f}" if isinstance(value, Decimal) else value


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
