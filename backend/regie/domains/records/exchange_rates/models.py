"""The tables of exchange rates, and of the times when they were fetched."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import CheckConstraint, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.ids import new_api_id
from regie.core.db.model import Model, Record
from regie.core.money.amounts import Scaled

# Every rate is told in it, and every conversion between two others goes through it.
PIVOT = "CAD"
# Of a rate. An Indonesian rupiah is 0.000085 dollars: ten still leave it six that count.
RATE_DIGITS = 10
Rate = Scaled(RATE_DIGITS)
# A weekend or a holiday has the rate of the last working day before it; no rate holds for longer than this.
CARRIED_FOR_DAYS = 7
FETCH_STATUSES = ("queued", "running", "succeeded", "failed")
SOURCES = ("bank_of_canada", "by_hand", "imported")


class ExchangeRate(Record):
    """What one unit of `currency` was in Canadian dollars on one day.

    It is kept once. Nothing but a correction by hand changes it, and that is in the log: what was converted with it
    stays what it was.
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
    # The day on which it was observed: earlier than `valid_on` where no market was open.
    observed_on: Mapped[date]
    source: Mapped[str] = mapped_column(String(14))
    # Empty: fetched by Régie itself.
    entered_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)

    @property
    def name(self) -> str:
        """What the log calls it."""
        return f"{self.currency} {self.valid_on}"


class RateFetch(Model):
    """One time the Bank of Canada was asked: by whom, for which days, and what came of it."""

    __tablename__ = "rate_fetches"
    __table_args__ = (Index("ix_rate_fetches_created_at", "created_at", "id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    status: Mapped[str] = mapped_column(String(10), default="queued")
    # Empty: by the clock.
    asked_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
    # The days that it was asked for; empty until it is.
    first_on: Mapped[date | None]
    last_on: Mapped[date | None]
    rates_added: Mapped[int] = mapped_column(Integer, default=0)
    # Values that were no rates, and were left out.
    problems: Mapped[int] = mapped_column(Integer, default=0)
    # As a synchronisation's: the code of the catalogue's words, and the Bank's own words for administrators.
    error: Mapped[str | None] = mapped_column(String(40))
    error_detail: Mapped[str | None] = mapped_column(Text)
