"""Defines the tables of warnings about hours: of a retainer's period, or of the budget of any other project."""

from datetime import datetime

from sqlalchemy import ForeignKey, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.db.model import Model

PACE = "pace"


class HoursWarning(Model):
    """A threshold in per cent, or `pace`, that was warned; either the period or the project is set."""

    # The name from when only retainers had warnings: servers of the previous release read and write it.
    __tablename__ = "retainer_warnings"
    __table_args__ = (UniqueConstraint("period_id", "threshold"), UniqueConstraint("project_id", "threshold"))

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    period_id: Mapped[int | None] = mapped_column(ForeignKey("retainer_periods.id", ondelete="CASCADE"))
    project_id: Mapped[int | None] = mapped_column(ForeignKey("projects.id", ondelete="CASCADE"))
    threshold: Mapped[str] = mapped_column(String(5))
    # The percentage of hours used that the warning stated: lower thresholds are not sent afterwards.
    burn_percent: Mapped[int]
    given_at: Mapped[datetime]


class UnsettledWarning(Model):
    """A threshold whose warning has not followed the hours yet, and since when.

    It has been passed without a warning, or is no longer passed although its warning was sent.
    """

    __tablename__ = "unsettled_warnings"
    __table_args__ = (UniqueConstraint("period_id", "threshold"), UniqueConstraint("project_id", "threshold"))

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    period_id: Mapped[int | None] = mapped_column(ForeignKey("retainer_periods.id", ondelete="CASCADE"))
    project_id: Mapped[int | None] = mapped_column(ForeignKey("projects.id", ondelete="CASCADE"))
    threshold: Mapped[str] = mapped_column(String(5))
    since: Mapped[datetime]
