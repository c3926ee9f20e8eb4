"""Defines the tables of exchange rates and of rate fetches."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import CheckConstraint, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.ids import new_api_id
from regie.core.db.model import Model, Record
from regie.core.money.amounts import Scaled

# Every rate is in this currency, and conversions between two others go through it.
PIVOT = "CAD"
# Decimals of a rate. An Indonesian rupiah is 0.000085 dollars: ten decimals leave six significant digits.
RATE_DIGITS = 10
Rate = Scaled(RATE_DIGITS)
# A weekend or holiday has the rate of the last working day before it, for at most this many days.
MAX_RATE_AGE_DAYS = 7
FETCH_STATUSES = ("queued", "running", "succeeded", "failed")
SOURCES = ("bank_of_canada", "by_hand", "imported")


class ExchangeRate(Record):
    """What one unit of `currency` was worth in Canadian dollars on one day.

    Only a correction by hand changes a stored rate, and the activity log records it, so that converted figures stay
    reproducible.
    """

    __tablename__ = "exchange_rates"
    audit = Audit("exchange_rate", topic="money")
    __table_args__ = (
        CheckConstraint("rate > 0", name="positive"),
        CheckConstraint("observed_on <= valid_on", name="observed"),
        Index("uq_exchange_rates_currency_valid_on", "currency", "valid_on", unique=True),
        Index("ix_exchange_rates_valid_on_id", "valid_on", "id"),
    )

    currency: Mapped[str] = mapped_column(String(3))
    valid_on: Mapped[date]
    rate: Mapped[Decimal] = mapped_column(Rate)
    # The day of observation: earlier than `valid_on` where no market was open.
    observed_on: Mapped[date]
    source: Mapped[str] = mapped_column(String(14))
    # Null for a rate that was fetched automatically.
    entered_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)

    @property
    def name(self) -> str:
        """The name in the activity log."""
        return f"{self.currency} {self.valid_on}"


class RateFetch(Model):
    """One request to the Bank of Canada: who made it, for which days, and its result."""

    __tablename__ = "rate_fetches"
    __table_args__ = (Index("ix_rate_fetches_created_at", "created_at", "id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    status: Mapped[str] = mapped_column(String(10), default="queued")
    # Null for a scheduled fetch.
    requested_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
    # The requested days; null until the fetch starts.
    first_on: Mapped[date | None]
    last_on: Mapped[date | None]
    rates_added: Mapped[int] = mapped_column(Integer, default=0)
    # Values that were not valid rates and were skipped.
    problems: Mapped[int] = mapped_column(Integer, default=0)
    # The code of an error text in the catalogue, and the Bank's own message for administrators.
    error: Mapped[str | None] = mapped_column(String(40))
    error_detail: Mapped[str | None] = mapped_column(Text)
