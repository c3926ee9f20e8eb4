"""API schemas of the organization's settings."""

import re
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from regie.core.api.wire import (
    MAX_INT,
    AmountText,
    ApiId,
    Currency,
    EmptyAsNone,
    Flag,
    HoursText,
    Input,
    MultilineText,
    Output,
    Ref,
    SingleLineText,
)
from regie.core.files.pictures import PictureText
from regie.core.time.zones import DEFAULT_ZONE, Timezone
from regie.domains.records.settings.models import AGING_EDGE_COUNT
from regie.domains.records.settings.reminder_texts import refuse_unknown_placeholders

Language = Literal["en-us", "fr-ca"]
CountedHours = Literal["all", "billable"]
Rollover = Literal["none", "surplus", "both"]
Recognition = Literal["effective", "notice"]
Month = Literal[
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
]  # fmt: skip
# What figures are compared with; the previous period follows from the fiscal year.
Comparison = Literal["previous", "last_year", "target"]
RateSource = Literal["bank_of_canada", "by_hand"]
_DOMAIN = re.compile(r"([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}")


def _refuse_wrong_domain(name: str) -> str:
    if not _DOMAIN.fullmatch(name):
        raise ValueError("domain")
    return name


Domain = Annotated[str, StringConstraints(max_length=253, to_lower=True), AfterValidator(_refuse_wrong_domain)]
Percent = Annotated[int, Field(ge=1, le=300, strict=True)]
Thresholds = Annotated[list[Percent], Field(max_length=5)]
Edge = Annotated[int, Field(ge=1, le=365, strict=True)]
Edges = Annotated[list[Edge], Field(min_length=AGING_EDGE_COUNT, max_length=AGING_EDGE_COUNT)]
# The log of the last two years explains the figures that screens compare.
ActivityMonths = Annotated[int, Field(ge=24, le=600, strict=True)]
# Shorter than the time in which someone reads a digest, a notification would disappear unread.
NotificationDays = Annotated[int, Field(ge=30, le=3650, strict=True)]
# A few lines, so that the statement stays on its page.
Instructions = Annotated[MultilineText, StringConstraints(max_length=1_000)]
Letter = Annotated[MultilineText, StringConstraints(max_length=4_000)]
ReminderSubject = Annotated[SingleLineText, AfterValidator(refuse_unknown_placeholders)]
ReminderText = Annotated[
    MultilineText, StringConstraints(max_length=4_000), AfterValidator(refuse_unknown_placeholders)
]
Pace = Annotated[AmountText, Field(ge=1, le=5)]


class HoursDefaults(Output):
    counted_hours: CountedHours
    rollover: Rollover
    rollover_expiry_months: int | None


class ProjectDefaults(HoursDefaults):
    """The defaults of a new project; the rollover applies to retainers."""

    rollover_cap_hours: str | None


class SettingsLabels(Output):
    """Settings that every user with a role may read: name, logo, currency and dates."""

    name: str
    logo: str | None
    default_locale: Language
    reporting_currency: str
    timezone: str
    fiscal_year_start: Month
    bug_project: str | None


class SettingsRules(Output):
    allowed_email_domains: list[str]
    admins_need_two_factor: bool
    churn_recognition: Recognition
    attribution_look_back_months: int
    alert_thresholds: list[int]
    aging_buckets: list[int]
    payment_terms_days: int
    payment_instructions_en: str | None
    payment_instructions_fr: str | None
    overhead_percent: int
    reminder_interval_days: int
    reminder_subject_en: str | None
    reminder_subject_fr: str | None
    reminder_text_en: str | None
    reminder_text_fr: str | None
    firm_reminder_subject_en: str | None
    firm_reminder_subject_fr: str | None
    firm_reminder_text_en: str | None
    firm_reminder_text_fr: str | None
    exchange_rate_source: RateSource
    retention_activity_months: int | None
    retention_imports_days: int
    retention_exports_days: int
    retention_notifications_days: int
    retention_mails_days: int | None


class SettingsVersion(Output):
    updated_at: datetime | None
    version: int


class SettingsOut(SettingsLabels, ProjectDefaults, SettingsRules, SettingsVersion):
    """Version 0 means that the defaults apply."""

    alert_pace: str
    month_pack_recipients: list[Ref]


class SettingsValues(SettingsLabels, HoursDefaults, SettingsRules):
    """Settings with decimals for calculations; `logo` is the picture's digest, recipients are ids of users."""

    rollover_cap_hours: Decimal | None
    alert_pace: Decimal
    month_pack_recipients: list[str]


class Settings(SettingsValues, SettingsVersion):
    """The stored settings, or the defaults as version 0."""


class SettingsUpdate(Input):
    """Only the sent fields change; `logo` is a PNG, JPEG or WebP picture, base64-encoded, or null for none.

    Templates of reminders may contain the placeholders {client}, {contact}, {amount}, {invoices}, {oldest},
    {organization} and {sender}; an empty one is the default text again.
    """

    name: SingleLineText = ""
    logo: PictureText | None = None
    reporting_currency: Currency = "USD"
    timezone: Timezone = DEFAULT_ZONE
    fiscal_year_start: Month = "january"
    default_locale: Language = "en-us"
    allowed_email_domains: Annotated[list[Domain], Field(max_length=50)] = []
    admins_need_two_factor: Flag = False
    counted_hours: CountedHours = "all"
    rollover: Rollover = "none"
    rollover_cap_hours: Annotated[HoursText | None, EmptyAsNone] = None
    rollover_expiry_months: Annotated[int, Field(ge=1, le=60, strict=True)] | None = None
    churn_recognition: Recognition = "effective"
    attribution_look_back_months: Annotated[int, Field(ge=1, le=60, strict=True)] = 12
    alert_thresholds: Thresholds = []
    alert_pace: Pace = Decimal("1.15")
    aging_buckets: Edges = [30, 60, 90]
    payment_terms_days: Annotated[int, Field(ge=0, le=365, strict=True)] = 30
    payment_instructions_en: Annotated[Instructions | None, EmptyAsNone] = None
    payment_instructions_fr: Annotated[Instructions | None, EmptyAsNone] = None
    overhead_percent: Annotated[int, Field(ge=0, le=500, strict=True)] = 0
    reminder_interval_days: Annotated[int, Field(ge=1, le=90, strict=True)] = 7
    reminder_subject_en: Annotated[ReminderSubject | None, EmptyAsNone] = None
    reminder_subject_fr: Annotated[ReminderSubject | None, EmptyAsNone] = None
    reminder_text_en: Annotated[ReminderText | None, EmptyAsNone] = None
    reminder_text_fr: Annotated[ReminderText | None, EmptyAsNone] = None
    firm_reminder_subject_en: Annotated[ReminderSubject | None, EmptyAsNone] = None
    firm_reminder_subject_fr: Annotated[ReminderSubject | None, EmptyAsNone] = None
    firm_reminder_text_en: Annotated[ReminderText | None, EmptyAsNone] = None
    firm_reminder_text_fr: Annotated[ReminderText | None, EmptyAsNone] = None
    exchange_rate_source: RateSource = "bank_of_canada"
    month_pack_recipients: Annotated[list[ApiId], Field(max_length=50)] = []
    bug_project: Annotated[SingleLineText | None, EmptyAsNone] = None
    retention_activity_months: ActivityMonths | None = None
    retention_imports_days: Annotated[int, Field(ge=1, le=365, strict=True)] = 30
    retention_exports_days: Annotated[int, Field(ge=1, le=90, strict=True)] = 7
    retention_notifications_days: NotificationDays = 400
    retention_mails_days: Annotated[int, Field(ge=1, le=3650, strict=True)] | None = None
    version: Annotated[int, Field(ge=0, le=MAX_INT, strict=True)] | None = None


class LogoQuery(Input):
    """`v` is the picture's digest, so that a new picture has a new URL; the settings contain the whole URL."""

    v: Annotated[str, StringConstraints(max_length=64)] | None = None
