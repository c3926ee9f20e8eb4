"""Reading the organization's settings: before anyone has saved them, the defaults hold."""

from typing import Any

from sqlalchemy import Connection, select

from regie.core.locale import DEFAULT_LOCALE
from regie.domains.settings.models import OrganizationSettings

THE_ONE = 1
DEFAULTS: dict[str, Any] = {
    "name": "Régie",
    "default_locale": DEFAULT_LOCALE,
    "allowed_email_domains": [],
    "admins_need_two_factor": False,
}
_FIELDS = (*DEFAULTS, "updated_at", "version")
_SAVED = select(*(getattr(OrganizationSettings, name) for name in _FIELDS)).where(OrganizationSettings.id == THE_ONE)
# For the statement that finds every caller; null before anyone has saved settings.
ADMINS_NEED_TWO_FACTOR = (
    select(OrganizationSettings.admins_need_two_factor).where(OrganizationSettings.id == THE_ONE).scalar_subquery()
)


def read_settings(db: Connection) -> dict[str, Any]:
    """What was saved last, or the defaults as version 0."""
    saved = db.execute(_SAVED).first()
    return dict(saved._mapping) if saved else DEFAULTS | {"updated_at": None, "version": 0}
