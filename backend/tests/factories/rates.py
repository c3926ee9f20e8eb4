"""Creates exchange rates."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from regie.domains.records.exchange_rates.models import ExchangeRate


def make_rate(session: Session, currency: str, day: date, rate: str, **fields: Any) -> ExchangeRate:
    """Create the rate of one unit of `currency` in Canadian dollars on a day; observed that day by default."""
    values = {"observed_on": day, "source": "bank_of_canada"} | fields
    exchange_rate = ExchangeRate(currency=currency, valid_on=day, rate=Decimal(rate), **values)
    session.add(exchange_rate)
    session.flush()
    return exchange_rate
