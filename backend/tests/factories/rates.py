"""Exchange rates."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from regie.domains.records.exchange_rates.models import ExchangeRate


def make_rate(session: Session, currency: str, day: date, rate: str, **fields: Any) -> ExchangeRate:
    """What one unit of `currency` was in dollars that day, observed on the day itself unless said otherwise."""
    values = {"observed_on": day, "source": "bank_of_canada"} | fields
    kept = ExchangeRate(currency=currency, valid_on=day, rate=Decimal(rate), **values)
    session.add(kept)
    session.flush()
    return kept
