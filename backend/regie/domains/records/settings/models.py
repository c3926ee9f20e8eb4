"""The organization's settings: one row, made of the defaults by whoever saves first."""

from decimal import Decimal

from sqlalchemy import JSON, Integer, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Model, Record
from regie.core.money.amounts import Hours, Scaled

Pace = Scaled(2)
AGEING_EDGES = 3


class OrganizationSettings(Record):
    """What holds for the whole agency; `id` is always 1."""

    __tablename__ = "settings"
    audit = Audit("settings", money=frozenset({"payment_terms_days", "ageing_edges", "exchange_rate_source"}))

    name: Mapped[str] = mapped_column(String(200))
    # Names the picture in `organization_logo`; empty: there is none.
    logo: Mapped[str | None] = mapped_column(String(12))
    # What figures of the whole agency are told in, and what a new person starts with.
    reporting_currency: Mapped[str] = mapped_column(String(3))
    # Where the agency's days and months begin.
    timezone: Mapped[str] = mapped_column(String(64))
    # The month whose first day begins the fiscal year.
    fiscal_year_start: Mapped[str] = mapped_column(String(9))
    default_locale: Mapped[str] = mapped_column(String(5))
    # E-mail domains whose people may sign in with Google; empty: any that an invited person has.
    allowed_email_domains: Mapped[list[str]] = mapped_column(JSON)
    admins_need_two_factor: Mapped[bool]
    # What a new project starts with, where whoever creates it says nothing else.
    counted_hours: Mapped[str] = mapped_column(String(8))
    rollover: Mapped[str] = mapped_column(String(8))
    rollover_cap_hours: Mapped[Decimal | None] = mapped_column(Hours)
    rollover_expiry_months: Mapped[int | None] = mapped_column(Integer)
    # In which month a loss counts: that of its last day, or that of the notice.
    churn_recognition: Mapped[str] = mapped_column(String(9))
    # How far back those who managed an account share its loss.
    attribution_look_back_months: Mapped[int] = mapped_column(Integer)
    # At which per cent of its hours, and from which pace on, the people of a retainer are warned.
    alert_thresholds: Mapped[list[int]] = mapped_column(JSON)
    alert_pace: Mapped[Decimal] = mapped_column(Pace)
    # After how many days past due what is owed is in the next part of ageing.
    ageing_edges: Mapped[list[int]] = mapped_column(JSON)
    # How long after its issue an invoice is due that names no day, of a client without terms of its own.
    payment_terms_days: Mapped[int] = mapped_column(Integer)
    exchange_rate_source: Mapped[str] = mapped_column(String(14))
    # Where the bug-report widget reports to; empty: what the server's environment says.
    bug_project: Mapped[str | None] = mapped_column(String(200))


class OrganizationLogo(Model):
    """The picture that `settings.logo` names: one row, or none."""

    __tablename__ = "organization_logo"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    mime: Mapped[str] = mapped_column(String(20))
    content: Mapped[bytes] = mapped_column(LargeBinary)
