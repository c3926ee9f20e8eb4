"""Tables of the triage list: what people share about a matter, and what each of them snoozed."""

from datetime import date, datetime

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.db.model import Model, Record

KINDS = (
    "next_step",
    "overdue",
    "promise",
    "over_hours",
    "decide_hours",
    "approval",
    "renewal",
    "churn",
    "to_invoice",
    "uninvoiced",
    "unscheduled",
    "deal",
    "late_project",
    "over_budget",
    "ending_soon",
)


class TriageMatter(Record):
    """Who takes care of a matter, and whether it was dismissed; `record` is the api_id of what it is about."""

    __tablename__ = "triage_matters"
    __table_args__ = (UniqueConstraint("kind", "record"),)

    kind: Mapped[str] = mapped_column(String(12))
    record: Mapped[str] = mapped_column(String(36))
    assignee_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    dismissed_at: Mapped[datetime | None]


class TriageSnooze(Model):
    """A matter that a user does not want to see before a day."""

    __tablename__ = "triage_snoozes"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(12), primary_key=True)
    record: Mapped[str] = mapped_column(String(36), primary_key=True)
    until: Mapped[date]
