"""Rates as they are kept: on both engines, read once until one of them changes, small however many they are."""

import tracemalloc
from datetime import date, timedelta
from decimal import Decimal

import pytest
from sqlalchemy.exc import IntegrityError

from regie.core.db.database import Database
from regie.domains.records.exchange_rates.figures import Rates, gather
from regie.domains.records.exchange_rates.queries import read_rates
from tests.factories.rates import make_rate
from tests.factories.statements import count_statements

DAY, TODAY = date(2026, 11, 19), date(2026, 11, 20)
YEARS_OF_DAYS = 3_650


def _rates(database: Database) -> Rates:
    with database.read() as db:
        return read_rates(db, TODAY)


def test_rates_are_kept_to_ten_decimals_and_read_once_until_they_change(database: Database):
    with database.write() as session:
        make_rate(session, "IDR", DAY, "0.0000850001")
        make_rate(session, "USD", DAY, "1.3712")
    with count_statements(database) as first:
        rates = _rates(database)
    assert rates.rate("IDR", "CAD", DAY) == (Decimal("0.0000850001"), DAY)
    with count_statements(database) as again:
        assert _rates(database).rate("USD", "CAD", TODAY) == (Decimal("1.3712"), DAY)
    assert (len(first), len(again)) == (2, 1)
    with database.write() as session:
        make_rate(session, "USD", TODAY, "1.4")
    assert _rates(database).rate("USD", "CAD", TODAY) == (Decimal("1.4"), TODAY)
    # What was read before is what it was: a call never sees two states.
    assert rates.rate("USD", "CAD", TODAY) == (Decimal("1.3712"), DAY)


def test_before_there_are_rates_every_one_is_missing(database: Database):
    assert _rates(database).convert(Decimal(1), "USD", "CAD", DAY) is None


@pytest.mark.parametrize("wrong", [{"rate": "0"}, {"rate": "-1.2"}, {"observed_on": TODAY}])
def test_the_database_itself_refuses_what_is_no_rate(database: Database, wrong: dict[str, object]):
    with pytest.raises(IntegrityError), database.write() as session:
        make_rate(session, "USD", DAY, **({"rate": "1.3"} | wrong))  # type: ignore[arg-type]
    assert _rates(database).rate("USD", "CAD", DAY) is None


def test_a_day_has_one_rate(database: Database):
    with database.write() as session:
        make_rate(session, "USD", DAY, "1.3712")
    with pytest.raises(IntegrityError), database.write() as session:
        make_rate(session, "USD", DAY, "1.5")
    assert _rates(database).rate("USD", "CAD", DAY) == (Decimal("1.3712"), DAY)


def test_ten_years_of_twenty_five_currencies_are_less_than_two_megabytes():
    codes = [f"X{number:02}" for number in range(25)]
    first = DAY - timedelta(days=YEARS_OF_DAYS)
    tracemalloc.start()
    kept = gather((code, first + timedelta(days=n), 10**10 + n, first + timedelta(days=n)) for code in codes
                  for n in range(YEARS_OF_DAYS))  # fmt: skip
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(kept) == 25
    assert size < 2_000_000
