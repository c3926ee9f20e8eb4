"""Defines the tables of churn events and of each employee's share in them."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import Boolean, ColumnElement, ForeignKey, Index, Integer, String, Text, and_, text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.ids import new_api_id
from regie.core.db.model import Model, Record
from regie.core.db.table_parts import declare_part
from regie.core.money.amounts import Amount

STATES = ("recorded", "confirmed", "voided", "won_back")
NOT_STATED = "not_stated"
SCOPES = ("project", "logo")
_SNAPSHOTS = ("currency", "mrr_lost", "tenure_months", "former_status", "former_end_on")
OPEN = ("recorded", "confirmed")
# The entry itself says who won the retainer back and when.
_WIN_BACK = ("won_back_at", "won_back_by_id")
_OPEN = text("state IN ('recorded', 'confirmed')")


class ChurnEvent(Record):
    """The churn of one retainer. Amounts are snapshots in the retainer's currency at that time."""

    __tablename__ = "churn_events"
    audit = Audit("churn", topic="churn", hidden=frozenset({"name", "recorded_by_id", *_WIN_BACK, *_SNAPSHOTS}))
    __table_args__ = (
        # A retainer has at most one open churn event until it is won back.
        Index("ux_churn_events_open", "project_id", unique=True, postgresql_where=_OPEN, sqlite_where=_OPEN),
        Index("ix_churn_events_effective_on_id", "effective_on", "id"),
    )

    # The retainer's name when it churned; the activity log shows it.
    name: Mapped[str] = mapped_column(String(200))
    project_id: Mapped[int] = mapped_column(ForeignKey("projects.id"), index=True)
    notice_on: Mapped[date | None]
    # The last day on which the retainer ran.
    effective_on: Mapped[date]
    reason: Mapped[str] = mapped_column(String(20))
    preventable: Mapped[bool] = mapped_column(Boolean)
    initiated_by: Mapped[str] = mapped_column(String(6))
    note: Mapped[str] = mapped_column(Text)
    competitor: Mapped[str | None] = mapped_column(String(200))
    state: Mapped[str] = mapped_column(String(10), default="recorded")
    scope: Mapped[str] = mapped_column(String(7), default="project")
    currency: Mapped[str] = mapped_column(String(3))
    mrr_lost: Mapped[Decimal] = mapped_column(Amount)
    tenure_months: Mapped[int] = mapped_column(Integer)
    # None for a churn that was recorded automatically.
    recorded_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    # Why the churn manager rejected the record; only a voided one has it.
    rejection_reason: Mapped[str | None] = mapped_column(Text)
    # The first day on which the retainer ran again; set only for won-back retainers.
    won_back_on: Mapped[date | None]
    # When that was recorded, by whom and why; None where it was recorded before these were stored.
    won_back_at: Mapped[datetime | None]
    won_back_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    won_back_reason: Mapped[str | None] = mapped_column(Text)
    # The project's status and end before the churn, restored when the churn is voided.
    former_status: Mapped[str] = mapped_column(String(10))
    former_end_on: Mapped[date | None]


# When retainers are lost and won back.
CHURN_DAYS = declare_part(ChurnEvent, "days", ("project_id", "state", "effective_on", "won_back_on"))
# Made for a retainer that ended without a recorded churn: it follows the end until a person decides.
IS_AUTOMATIC: ColumnElement[bool] = and_(
    ChurnEvent.state == "recorded", ChurnEvent.reason == NOT_STATED, ChurnEvent.recorded_by_id.is_(None)
)


class ChurnAttribution(Model):
    """An employee's share of a churn, in whole per cent, and the months of it for which they managed the account."""

    __tablename__ = "churn_attributions"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    event_id: Mapped[int] = mapped_column(ForeignKey("churn_events.id", ondelete="CASCADE"), index=True)
    employee_id: Mapped[int] = mapped_column(ForeignKey("employees.id"), index=True)
    weight: Mapped[int] = mapped_column(Integer)
    months_managed: Mapped[int] = mapped_column(Integer)
    # The employee's share of the MRR lost; the shares of one event add up to the MRR lost to the cent.
    mrr_share: Mapped[Decimal] = mapped_column(Amount)
