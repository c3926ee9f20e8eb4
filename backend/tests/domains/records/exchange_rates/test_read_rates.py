"""Tests of stored rates: precision, caching, constraints and memory."""

import tracemalloc
from datetime import date, timedelta
from decimal import Decimal

import pytest
from sqlalchemy.exc import IntegrityError

from regie.core.db.database import Database
from regie.domains.records.exchange_rates.figures import Rates, group_by_currency
from regie.domains.records.exchange_rates.queries import read_rates
from tests.factories.rates import make_rate
from tests.factories.statements import record_statements

DAY, TODAY = date(2026, 11, 19), date(2026, 11, 20)
YEARS_OF_DAYS = 3_650


def _rates(database: Database) -> Rates:
    with database.read() as db:
        return read_rates(db, TODAY)


def test_rates_have_ten_decimals_and_are_cached_until_they_change(database: Database):
    with database.write() as session:
        make_rate(session, "IDR", DAY, "0.0000850001")
        make_rate(session, "USD", DAY, "1.3712")
    with record_statements(database) as first:
        rates = _rates(database)
    assert rates.rate("IDR", "CAD", DAY) == (Decimal("0.0000850001"), DAY)
    with record_statements(database) as again:
        assert _rates(database).rate("USD", "CAD", TODAY) == (Decimal("1.3712"), DAY)
    assert (len(first), len(again)) == (2, 1)
    with database.write() as session:
        make_rate(session, "USD", TODAY, "1.4")
    assert _rates(database).rate("USD", "CAD", TODAY) == (Decimal("1.4"), TODAY)
    # Earlier results do not change: a request never sees two states.
    assert rates.rate("USD", "CAD", TODAY) == (Decimal("1.3712"), DAY)


def test_without_rates_every_conversion_is_none(database: Database):
    assert _rates(database).convert(Decimal(1), "USD", "CAD", DAY) is None


@pytest.mark.parametrize("invalid", [{"rate": "0"}, {"rate": "-1.2"}, {"observed_on": TODAY}])
def test_database_rejects_invalid_rates(database: Database, invalid: dict[str, object]):
    with pytest.raises(IntegrityError), database.write() as session:
        make_rate(session, "USD", DAY, **({"rate": "1.3"} | invalid))  # type: ignore[arg-type]
    assert _rates(database).rate("USD", "CAD", DAY) is None


def test_database_rejects_a_second_rate_of_a_day(database: Database):
    with database.write() as session:
        make_rate(session, "USD", DAY, "1.3712")
    with pytest.raises(IntegrityError), database.write() as session:
        make_rate(session, "USD", DAY, "1.5")
    assert _rates(database).rate("USD", "CAD", DAY) == (Decimal("1.3712"), DAY)


def test_ten_years_of_twenty_five_currencies_use_less_than_two_megabytes():
    codes = [f"X{number:02}" for number in range(25)]
    first = DAY - timedelta(days=YEARS_OF_DAYS)
    days = [first + timedelta(days=number) for number in range(YEARS_OF_DAYS)]
    tracemalloc.start()
    rates_by_currency = group_by_currency(
        (code, day, 10**10 + number, day) for code in codes for number, day in enumerate(days)
    )
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(rates_by_currency) == 25
    assert size < 2_000_000
