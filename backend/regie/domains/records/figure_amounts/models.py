"""Defines the tables of stored figures of past months, and of the changes since they were calculated."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import JSON, ForeignKey, Index, Integer, String, UniqueConstraint
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


class FigureSpan(Model):
    """Days of one month until today, or until the same day of an earlier month that is compared with it."""

    __tablename__ = "figure_spans"
    __table_args__ = (UniqueConstraint("build_id", "first_on", "last_on"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    build_id: Mapped[int] = mapped_column(ForeignKey("figure_builds.id"))
    first_on: Mapped[date]
    last_on: Mapped[date]
    # The refreshes of the build that its amounts include.
    refreshes: Mapped[int] = mapped_column(Integer)


class SpanAmount(Model):
    """What one record contributes to a figure of a span; see `FigureAmount`."""

    __tablename__ = "figure_span_amounts"
    __table_args__ = (Index("ix_figure_span_amounts_owner", "span_id", "figure", "owner_id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    span_id: Mapped[int] = mapped_column(ForeignKey("figure_spans.id"))
    figure: Mapped[str] = mapped_column(String(24))
    owner_id: Mapped[int] = mapped_column(Integer)
    record: Mapped[str] = mapped_column(String(12))
    record_id: Mapped[int] = mapped_column(Integer)
    day: Mapped[date]
    part: Mapped[str] = mapped_column(String(40))
    currency: Mapped[str] = mapped_column(String(3))
    amount: Mapped[Decimal] = mapped_column(Amount)
    value: Mapped[str] = mapped_column(String(60))
    whole: Mapped[str] = mapped_column(String(60))


class FigureConversion(Model):
    """A month of a build, a span, or a closing, whose totals in one currency are stored."""

    __tablename__ = "figure_conversions"
    __table_args__ = (
        UniqueConstraint("build_id", "month", "currency"),
        UniqueConstraint("span_id", "currency"),
        UniqueConstraint("closing_id", "currency"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    build_id: Mapped[int | None] = mapped_column(ForeignKey("figure_builds.id"))
    span_id: Mapped[int | None] = mapped_column(ForeignKey("figure_spans.id"))
    closing_id: Mapped[int | None] = mapped_column(ForeignKey("closed_months.id"))
    # The first day of the month.
    month: Mapped[date]
    currency: Mapped[str] = mapped_column(String(3))
    # A digest of the rates of the month's days: with other rates, the totals are outdated.
    rates: Mapped[str] = mapped_column(String(32))
    # The refreshes of the build that the totals include; 0 for a closing, which never changes.
    refreshes: Mapped[int] = mapped_column(Integer)


class FigureTotal(Model):
    """The sum of the amounts in `currency` of a part of a figure, each converted at the rate of its day.

    `unconverted` is the sum of those without a rate, in their own currency.
    """

    __tablename__ = "figure_totals"
    __table_args__ = (UniqueConstraint("conversion_id", "figure", "part", "currency"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    conversion_id: Mapped[int] = mapped_column(ForeignKey("figure_conversions.id"))
    figure: Mapped[str] = mapped_column(String(24))
    part: Mapped[str] = mapped_column(String(40))
    currency: Mapped[str] = mapped_column(String(3))
    records: Mapped[int] = mapped_column(Integer)
    converted: Mapped[Decimal] = mapped_column(Amount)
    unconverted: Mapped[Decimal] = mapped_column(Amount)


class FigureChange(Model):
    """A mark that an owner's records changed; triggers append it in the transaction of the change (`triggers.py`)."""

    __tablename__ = "figure_changes"
    # A key is never used again: it would be mistaken for a mark that was seen.
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    owner_id: Mapped[int] = mapped_column(Integer)
