"""Defines the table of retainer periods."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint, case, literal_column
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Record
from regie.core.money.amounts import Amount, Hours

STATUSES = ("open", "locked")


class RetainerPeriod(Record):
    """A calendar month of a retainer, within its first and last day.

    An open period is recalculated whenever the terms, the hours or earlier periods change; a locked one never changes.
    Those `before` the first month of the ledger follow the records: they are not adjusted, locked or decided on.
    """

    __tablename__ = "retainer_periods"
    __table_args__ = (
        UniqueConstraint("project_id", "starts_on"),
        Index("ix_retainer_periods_starts_on_id", "starts_on", "id"),
        Index("ix_retainer_periods_used_hours_id", "used_hours", "id"),
        Index("ix_retainer_periods_closing_balance_id", "closing_balance", "id"),
    )
    audit = Audit(
        "retainer_period",
        name="title",
        topic="money",
        hidden=frozenset(
            "project_id starts_on ends_on fee base_hours rollover_in used_hours late_hours closing_balance "
            "rollover_out lapsed_hours overage_hours ran_out_on hour_batches".split()
        ),
    )
    # The name in the activity log, retainer and month; set before a change on behalf of a user.
    title = ""

    project_id: Mapped[int] = mapped_column(ForeignKey("projects.id"))
    starts_on: Mapped[date]
    ends_on: Mapped[date]
    fee: Mapped[Decimal] = mapped_column(Amount)
    base_hours: Mapped[Decimal] = mapped_column(Hours)
    rollover_in: Mapped[Decimal] = mapped_column(Hours)
    adjustment: Mapped[Decimal] = mapped_column(Hours, default=Decimal(0))
    adjustment_reason: Mapped[str | None] = mapped_column(Text)
    used_hours: Mapped[Decimal] = mapped_column(Hours)
    late_hours: Mapped[Decimal] = mapped_column(Hours)
    closing_balance: Mapped[Decimal] = mapped_column(Hours)
    rollover_out: Mapped[Decimal] = mapped_column(Hours)
    # Hours that do not roll over: unused hours lapse, hours above the available ones are overage.
    lapsed_hours: Mapped[Decimal] = mapped_column(Hours)
    overage_hours: Mapped[Decimal] = mapped_column(Hours)
    # The day on which the available hours were used up.
    ran_out_on: Mapped[date | None]
    # Hours that roll over, by the month they come from: [["2026-09-01", "3.50"]], oldest first.
    hour_batches: Mapped[list[list[str]]] = mapped_column(JSON, default=list)
    status: Mapped[str] = mapped_column(String(6), default="open")
    locked_at: Mapped[datetime | None]
    locked_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)


# A month before the ledger is locked, by no person.
SHOWN_STATUS = case((RetainerPeriod.status == "open", literal_column("'open'")), else_=literal_column("'locked'"))
