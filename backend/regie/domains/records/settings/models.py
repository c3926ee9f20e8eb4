"""Defines the tables of the organization's settings: one row, created from the defaults by the first change."""

from decimal import Decimal
from typing import Literal

from sqlalchemy import JSON, Integer, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Model, Record
from regie.core.money.amounts import Hours, Scaled

Pace = Scaled(2)
AGING_EDGE_COUNT = 3
ReminderLevel = Literal["friendly", "firm"]
# The templates of reminders to pay, by level, part and language; null for the text of the catalogue.
REMINDER_FIELDS = tuple(
    f"{level}_{part}_{language}"
    for level in ("reminder", "firm_reminder")
    for part in ("subject", "text")
    for language in ("en", "fr")
)


class OrganizationSettings(Record):
    """Settings of the whole agency; `id` is always 1."""

    __tablename__ = "settings"
    audit = Audit(
        "settings",
        money=frozenset(
            {
                "payment_terms_days",
                "payment_instructions_en",
                "payment_instructions_fr",
                "aging_buckets",
                "exchange_rate_source",
                "month_pack_recipients",
                "overhead_percent",
                "reminder_interval_days",
                *REMINDER_FIELDS,
            }
        ),
        # Logged by name.
        hidden=frozenset({"month_pack_recipients"}),
    )

    name: Mapped[str] = mapped_column(String(200))
    # Digest of the picture in `organization_logo`; null without one.
    logo: Mapped[str | None] = mapped_column(String(12))
    # The currency of agency-wide figures, and the default of new users.
    reporting_currency: Mapped[str] = mapped_column(String(3))
    # The time zone in which the agency's days and months begin.
    timezone: Mapped[str] = mapped_column(String(64))
    # The month whose first day begins the fiscal year.
    fiscal_year_start: Mapped[str] = mapped_column(String(9))
    default_locale: Mapped[str] = mapped_column(String(5))
    # Email domains whose users may sign in with Google; empty allows every invited user's.
    allowed_email_domains: Mapped[list[str]] = mapped_column(JSON)
    admins_need_two_factor: Mapped[bool]
    # Defaults of a new project.
    counted_hours: Mapped[str] = mapped_column(String(8))
    rollover: Mapped[str] = mapped_column(String(8))
    rollover_cap_hours: Mapped[Decimal | None] = mapped_column(Hours)
    rollover_expiry_months: Mapped[int | None] = mapped_column(Integer)
    # The month in which a churn counts: that of its last day or of its notice.
    churn_recognition: Mapped[str] = mapped_column(String(9))
    # For how many months before a churn account managers share it.
    attribution_look_back_months: Mapped[int] = mapped_column(Integer)
    # The thresholds of hours used, in per cent, and the pace above which the people of a retainer are warned.
    alert_thresholds: Mapped[list[int]] = mapped_column(JSON)
    alert_pace: Mapped[Decimal] = mapped_column(Pace)
    # Days past due after which the next aging bucket begins.
    aging_buckets: Mapped[list[int]] = mapped_column(JSON)
    # Payment terms of an invoice without a due date, for a client without its own terms.
    payment_terms_days: Mapped[int] = mapped_column(Integer)
    # How clients pay, on their statements of account; null for none.
    payment_instructions_en: Mapped[str | None] = mapped_column(Text)
    payment_instructions_fr: Mapped[str | None] = mapped_column(Text)
    # For how many days after a reminder to pay another one needs a confirmation.
    reminder_interval_days: Mapped[int] = mapped_column(Integer, server_default="7")
    reminder_subject_en: Mapped[str | None] = mapped_column(Text)
    reminder_subject_fr: Mapped[str | None] = mapped_column(Text)
    reminder_text_en: Mapped[str | None] = mapped_column(Text)
    reminder_text_fr: Mapped[str | None] = mapped_column(Text)
    firm_reminder_subject_en: Mapped[str | None] = mapped_column(Text)
    firm_reminder_subject_fr: Mapped[str | None] = mapped_column(Text)
    firm_reminder_text_en: Mapped[str | None] = mapped_column(Text)
    firm_reminder_text_fr: Mapped[str | None] = mapped_column(Text)
    # What an hour costs besides its cost rate, in per cent of it: offices, licences, people who bill no hours.
    overhead_percent: Mapped[int] = mapped_column(Integer, server_default="0")
    # The ids of the users who receive the month-end pack.
    month_pack_recipients: Mapped[list[str]] = mapped_column(JSON, server_default="[]")
    exchange_rate_source: Mapped[str] = mapped_column(String(14))
    # The target of the bug-report widget; null uses the server's environment.
    bug_project: Mapped[str | None] = mapped_column(String(200))
    # How long stored data are available; null for ever. The log of terms and figures has no limit.
    retention_activity_months: Mapped[int | None] = mapped_column(Integer)
    retention_imports_days: Mapped[int] = mapped_column(Integer, server_default="30")
    retention_exports_days: Mapped[int] = mapped_column(Integer, server_default="7")
    retention_notifications_days: Mapped[int] = mapped_column(Integer, server_default="400")
    retention_mails_days: Mapped[int | None] = mapped_column(Integer)


class OrganizationLogo(Model):
    """The picture that `settings.logo` names: one row, or none."""

    __tablename__ = "organization_logo"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    mime: Mapped[str] = mapped_column(String(20))
    content: Mapped[bytes] = mapped_column(LargeBinary)
