"""Reads the organization's settings; the defaults apply until someone saves them."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import get_args

from sqlalchemy import Connection, func, select

from regie.access.actor import Actor
from regie.core.api.errors import NotFound
from regie.core.api.wire import Ref
from regie.core.db.query_cache import QueryCache
from regie.core.lists.shape import read_rows
from regie.core.text.locale import DEFAULT_LOCALE, Locale
from regie.core.time.months import move_period, previous_period
from regie.core.time.zones import DEFAULT_ZONE
from regie.domains.records.settings.models import OrganizationLogo, OrganizationSettings, ReminderLevel
from regie.domains.records.settings.reminder_texts import effective_templates, fill_template, find_template
from regie.domains.records.settings.schemas import (
    Comparison,
    Month,
    ProjectDefaults,
    Settings,
    SettingsLabels,
    SettingsOut,
    SettingsValues,
)

SETTINGS_ID = 1
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
    "aging_buckets": [30, 60, 90],
    "payment_terms_days": 30,
    "payment_instructions_en": None,
    "payment_instructions_fr": None,
    "overhead_percent": 0,
    "reminder_interval_days": 7,
    "reminder_subject_en": None,
    "reminder_subject_fr": None,
    "reminder_text_en": None,
    "reminder_text_fr": None,
    "firm_reminder_subject_en": None,
    "firm_reminder_subject_fr": None,
    "firm_reminder_text_en": None,
    "firm_reminder_text_fr": None,
    "month_pack_recipients": [],
    "exchange_rate_source": "bank_of_canada",
    "bug_project": None,
    "retention_activity_months": None,
    "retention_imports_days": 30,
    "retention_exports_days": 7,
    "retention_notifications_days": 400,
    "retention_mails_days": None,
}
_FIELDS = (*DEFAULTS, "updated_at", "version")
_SAVED = select(*(getattr(OrganizationSettings, name) for name in _FIELDS)).where(
    OrganizationSettings.id == SETTINGS_ID
)
# For the statement that loads the caller; null while no settings are stored.
ADMINS_NEED_TWO_FACTOR = (
    select(OrganizationSettings.admins_need_two_factor).where(OrganizationSettings.id == SETTINGS_ID).scalar_subquery()
)
TIME_ZONE = select(OrganizationSettings.timezone).where(OrganizationSettings.id == SETTINGS_ID).scalar_subquery()
_LOGO = select(OrganizationLogo.mime, OrganizationLogo.content).where(OrganizationLogo.id == SETTINGS_ID)

_SETTINGS_CACHE: QueryCache[Settings] = QueryCache(("settings",))
# For the same statement: changes when the settings change.
SETTINGS_VERSION = func.coalesce(_SETTINGS_CACHE.version.scalar_subquery(), 0)


def settings_for(db: Connection, actor: Actor) -> Settings:
    """Return the settings for this request, read again only after a change. Do not mutate."""
    return _SETTINGS_CACHE.get_at_version(actor.settings_version, db.engine, lambda: read_settings(db))


def find_compared_days(
    db: Connection, actor: Actor, compare: Comparison, days: tuple[date, date], today: date
) -> tuple[date, date] | None:
    """Return the days to compare figures of the given days until today with; None for targets only."""
    first, last = days
    until = min(last, today)
    if compare == "target":
        return None
    if compare == "last_year":
        return move_period(first, until, -12)
    fiscal_start = get_args(Month).index(settings_for(db, actor)["fiscal_year_start"]) + 1
    return previous_period(first, last, until, fiscal_start)


def read_settings(db: Connection) -> Settings:
    """Return the stored settings, or the defaults as version 0."""
    saved = read_rows(Settings, db.execute(_SAVED))
    return saved[0] if saved else {**DEFAULTS, "updated_at": None, "version": 0}


def read_time_zone(db: Connection) -> str:
    """Return the time zone in which the organization's days begin."""
    return db.execute(select(TIME_ZONE)).scalar() or DEFAULT_ZONE


def describe_settings(settings: Settings, recipients: list[Ref]) -> SettingsOut:
    """Return all settings as the API has them, with the names of the recipients."""
    return {
        **settings,
        "logo": _logo_address(settings["logo"]),
        "rollover_cap_hours": _decimal_text(settings["rollover_cap_hours"]),
        "alert_pace": f"{settings['alert_pace']:.2f}",
        "month_pack_recipients": recipients,
        **effective_templates(settings),  # pyright: ignore[reportReturnType] - the fields of the templates
    }


def write_reminder(
    settings: Settings, level: ReminderLevel, locale: Locale, values: Mapping[str, str]
) -> tuple[str, str]:
    """Return the subject and the text of a reminder to pay, with the values in place of the placeholders."""
    subject, text = find_template(settings, level, locale)
    return fill_template(subject, values), fill_template(text, values)


def describe_public_settings(db: Connection) -> SettingsLabels:
    """Return the settings that every user may read."""
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


def to_wire(values: Mapping[str, object]) -> dict[str, object]:
    """Return some of the settings as the API has them: decimals as text, the logo as its URL."""
    shown = {name: f"{value:.2f}" if isinstance(value, Decimal) else value for name, value in values.items()}
    return shown | {"logo": _logo_address(str(shown["logo"]))} if shown.get("logo") else shown


def _logo_address(logo: str | None) -> str | None:
    return f"/api/v1/settings/logo?v={logo}" if logo else logo


def _decimal_text(value: Decimal | None) -> str | None:
    return None if value is None else f"{value:.2f}"


def read_logo(db: Connection) -> tuple[str, bytes]:
    """Return the MIME type and the bytes of the logo."""
    found = db.execute(_LOGO).first()
    if found is None:
        raise NotFound
    return found.mime, found.content


def describe_project_defaults(db: Connection) -> ProjectDefaults:
    """Return the defaults of a new project."""
    settings = read_settings(db)
    return {
        "counted_hours": settings["counted_hours"],
        "rollover": settings["rollover"],
        "rollover_cap_hours": _decimal_text(settings["rollover_cap_hours"]),
        "rollover_expiry_months": settings["rollover_expiry_months"],
    }
