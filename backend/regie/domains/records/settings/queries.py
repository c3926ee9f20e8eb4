"""Reading the organization's settings: before anyone has saved them, the defaults hold."""

from collections.abc import Mapping
from decimal import Decimal

from sqlalchemy import Connection, func, select

from regie.access.actor import Actor
from regie.core.api.errors import NotFound
from regie.core.db.query_cache import QueryCache
from regie.core.lists.shape import rows_of
from regie.core.text.locale import DEFAULT_LOCALE
from regie.core.time.zones import DEFAULT_ZONE
from regie.domains.records.settings.models import OrganizationLogo, OrganizationSettings
from regie.domains.records.settings.schemas import (
    ProjectDefaults,
    Settings,
    SettingsLabels,
    SettingsOut,
    SettingsValues,
)

THE_ONE = 1
DEFAULTS: SettingsValues = {
    "name": "Régie",
    "logo": None,
    "reporting_currency": "USD",
    "timezone": DEFAULT_ZONE,
    "fiscal_year_start": "january",
    "default_locale": DEFAULT_LOCALE,
    "allowed_email_domains": [],
    "admins_need_two_factor": False,
    "counted_hours": "all",
    "rollover": "none",
    "rollover_cap_hours": None,
    "rollover_expiry_months": None,
    "churn_recognition": "effective",
    "attribution_look_back_months": 12,
    "alert_thresholds": [50, 80, 100],
    "alert_pace": Decimal("1.15"),
    "ageing_edges": [30, 60, 90],
    "payment_terms_days": 30,
    "exchange_rate_source": "bank_of_canada",
    "bug_project": None,
}
_FIELDS = (*DEFAULTS, "updated_at", "version")
_SAVED = select(*(getattr(OrganizationSettings, name) for name in _FIELDS)).where(OrganizationSettings.id == THE_ONE)
# For the statement that finds every caller; null before anyone has saved settings.
ADMINS_NEED_TWO_FACTOR = (
    select(OrganizationSettings.admins_need_two_factor).where(OrganizationSettings.id == THE_ONE).scalar_subquery()
)
TIME_ZONE = select(OrganizationSettings.timezone).where(OrganizationSettings.id == THE_ONE).scalar_subquery()
_LOGO = select(OrganizationLogo.mime, OrganizationLogo.content).where(OrganizationLogo.id == THE_ONE)

_KEPT: QueryCache[Settings] = QueryCache(("settings",), 8)
# For the same statement: what tells whether the settings are still those that were read before.
SETTINGS_CHANGES = func.coalesce(_KEPT.changes.scalar_subquery(), 0)


def settings_for(db: Connection, actor: Actor) -> Settings:
    """The settings that hold for this call: read again only after they changed. Not to be written to."""
    return _KEPT.get_at(actor.settings_changes, db.engine, lambda: read_settings(db))


def read_settings(db: Connection) -> Settings:
    """What was saved last, or the defaults as version 0."""
    saved = rows_of(Settings, db.execute(_SAVED))
    return saved[0] if saved else {**DEFAULTS, "updated_at": None, "version": 0}


def read_time_zone(db: Connection) -> str:
    """Where the organization's days begin."""
    return db.execute(select(TIME_ZONE)).scalar() or DEFAULT_ZONE


def describe_settings(db: Connection) -> SettingsOut:
    """All of them, as callers know them."""
    settings = read_settings(db)
    return {
        **settings,
        "logo": _logo_address(settings["logo"]),
        "rollover_cap_hours": _decimal_text(settings["rollover_cap_hours"]),
        "alert_pace": f"{settings['alert_pace']:.2f}",
    }


def describe_labels(db: Connection) -> SettingsLabels:
    """The part of them that everyone may know."""
    settings = read_settings(db)
    return {
        "name": settings["name"],
        "logo": _logo_address(settings["logo"]),
        "default_locale": settings["default_locale"],
        "reporting_currency": settings["reporting_currency"],
        "timezone": settings["timezone"],
        "fiscal_year_start": settings["fiscal_year_start"],
        "bug_project": settings["bug_project"],
    }


def on_wire(values: Mapping[str, object]) -> dict[str, object]:
    """Some of the settings as callers know them: decimals as text, the logo as its address."""
    shown = {name: f"{value:.2f}" if isinstance(value, Decimal) else value for name, value in values.items()}
    return shown | {"logo": _logo_address(str(shown["logo"]))} if shown.get("logo") else shown


def _logo_address(logo: str | None) -> str | None:
    return f"/api/v1/settings/logo?v={logo}" if logo else logo


def _decimal_text(value: Decimal | None) -> str | None:
    return None if value is None else f"{value:.2f}"


def read_logo(db: Connection) -> tuple[str, bytes]:
    """The kind and the bytes of the organization's logo."""
    found = db.execute(_LOGO).first()
    if found is None:
        raise NotFound
    return found.mime, found.content


def describe_project_defaults(db: Connection) -> ProjectDefaults:
    """What a new project starts with, for those who create one."""
    settings = read_settings(db)
    return {
        "counted_hours": settings["counted_hours"],
        "rollover": settings["rollover"],
        "rollover_cap_hours": _decimal_text(settings["rollover_cap_hours"]),
        "rollover_expiry_months": settings["rollover_expiry_months"],
    }
