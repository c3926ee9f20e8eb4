"""Defines the tables of stored figures of past months, and of the changes since they were calculated."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import JSON, ForeignKey, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.db.model import Model
from regie.core.money.amounts import Amount


class FigureBuild(Model):
    """A calculation of every figure of past months; the newest complete one is read."""

    __tablename__ = "figure_builds"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    # The first days of the first and the last month.
    first_month: Mapped[date]
    last_month: Mapped[date]
    # The version of each figure's formula.
    formulas: Mapped[dict[str, int]] = mapped_column(JSON)
    started_at: Mapped[datetime]
    # Null while it is being calculated.
    completed_at: Mapped[datetime | None]
    # How often changed owners were calculated again.
    refreshes: Mapped[int] = mapped_column(Integer, default=0)


class FigureAmount(Model):
    """What one record contributes to a figure of a past month, as long as its owner has no newer change.

    The owner is a client, or an employee for figures of hours; 0 for records without one.
    """

    __tablename__ = "figure_amounts"
    __table_args__ = (
        Index("ix_figure_amounts_month", "build_id", "figure", "month"),
        Index("ix_figure_amounts_owner", "build_id", "figure", "owner_id"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    build_id: Mapped[int] = mapped_column(ForeignKey("figure_builds.id"))
    figure: Mapped[str] = mapped_column(String(24))
    # The first day of the month.
    month: Mapped[date]
    owner_id: Mapped[int] = mapped_column(Integer)
    # The record's table and internal key, as in the rows of a figure.
    record: Mapped[str] = mapped_column(String(12))
    record_id: Mapped[int] = mapped_column(Integer)
    day: Mapped[date]
    # The subtotal that it belongs to.
    part: Mapped[str] = mapped_column(String(40))
    currency: Mapped[str] = mapped_column(String(3))
    amount: Mapped[Decimal] = mapped_column(Amount)
    # Exact fractions as text, for figures that are not money: `value` of `whole`.
    value: Mapped[str] = mapped_column(String(60))
    whole: Mapped[str] = mapped_column(String(60))


class FigureChange(Model):
    """A mark that an owner's records changed; triggers append it in the transaction of the change (`triggers.py`)."""

    __tablename__ = "figure_changes"
    # A key is never used again: it would be mistaken for a mark that was seen.
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    owner_id: Mapped[int] = mapped_column(Integer)
