"""Defines the table of decisions about hours over."""

from datetime import datetime
from decimal import Decimal
from typing import Literal

from sqlalchemy import CheckConstraint, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.db.model import Record
from regie.core.money.amounts import Amount, Hours

OverageKind = Literal["billed", "carried", "given", "sold"]
RateSource = Literal["overage", "effective", "typed"]
KINDS: tuple[OverageKind, ...] = ("billed", "carried", "given", "sold")


class OverageDecision(Record):
    """What became of hours over of a retainer's month; undoing it removes the row.

    `rate` and `amount` are what the hours are billed at, or worth when they are given away. What a decision created,
    or refers to, takes the decision with it when it is removed: the hours are to decide again.
    """

    __tablename__ = "overage_decisions"
    __table_args__ = (CheckConstraint("hours > 0", name="hours"),)

    period_id: Mapped[int] = mapped_column(ForeignKey("retainer_periods.id", ondelete="CASCADE"), index=True)
    kind: Mapped[OverageKind] = mapped_column(String(7))
    hours: Mapped[Decimal] = mapped_column(Hours)
    rate: Mapped[Decimal | None] = mapped_column(Amount)
    rate_source: Mapped[RateSource | None] = mapped_column(String(9))
    amount: Mapped[Decimal | None] = mapped_column(Amount)
    currency: Mapped[str] = mapped_column(String(3))
    reason: Mapped[str | None] = mapped_column(Text)
    decided_at: Mapped[datetime]
    decided_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    # The scheduled payment that bills the hours.
    payment_id: Mapped[int | None] = mapped_column(ForeignKey("project_payments.id", ondelete="CASCADE"), index=True)
    # The month that is short of the hours instead.
    carried_to_id: Mapped[int | None] = mapped_column(ForeignKey("retainer_periods.id", ondelete="CASCADE"), index=True)
    # The out-of-scope work that was sold for them.
    project_id: Mapped[int | None] = mapped_column(ForeignKey("projects.id", ondelete="CASCADE"), index=True)
