"""Tests conversions against fractions calculated from the same rows."""

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import BigInteger, String, column, literal, select, union_all

from regie.core.db.database import Database
from regie.core.money.amounts import currency_digits
from regie.domains.records.exchange_rates.figures import (
    Conversion,
    MissingRate,
    Rates,
    convert_units,
    group_by_currency,
)

FIRST, SPAN = date(2026, 3, 1), 40
TODAY = FIRST + timedelta(days=SPAN - 5)
CURRENCIES = ["CAD", "USD", "EUR", "JPY", "KWD"]
DAYS = st.integers(0, SPAN - 1).map(lambda days: FIRST + timedelta(days=days))
AMOUNTS = st.decimals(Decimal(-10_000_000), Decimal(10_000_000), places=4)
SCALED = st.integers(1, 3 * 10**11)
# By currency and day: the scaled rate, and how many days earlier it was observed.
HISTORIES = st.dictionaries(
    st.tuples(st.sampled_from(CURRENCIES[1:]), DAYS), st.tuples(SCALED, st.integers(0, 7)), max_size=60
)
History = dict[tuple[str, date], tuple[int, int]]


def _rates(history: History, today: date = TODAY) -> Rates:
    rows = [
        (currency, day, scaled, day - timedelta(days=age)) for (currency, day), (scaled, age) in sorted(history.items())
    ]
    return Rates(group_by_currency(rows), today)


def _value_in_cad(history: History, currency: str, day: date) -> Fraction | None:
    """The value of one unit in Canadian dollars, found day by day."""
    if day > TODAY:
        return None
    if currency == "CAD":
        return Fraction(1)
    for back in range(8):
        found = history.get((currency, day - timedelta(days=back)))
        if found is not None:
            return Fraction(found[0], 10**10) if back + found[1] <= 7 else None
    return None


def _round_half_up(value: Fraction, digits: int) -> Decimal:
    units = abs(value) * 10**digits
    whole = int(units) + (units - int(units) >= Fraction(1, 2))
    return (Decimal(whole) / 10**digits).copy_sign(Decimal(1 if value >= 0 else -1))


@given(HISTORIES, AMOUNTS, st.sampled_from(CURRENCIES), st.sampled_from(CURRENCIES), DAYS)
def test_conversion_equals_fractions(history: History, amount: Decimal, currency: str, target: str, day: date):
    converted = _rates(history).convert(amount, currency, target, day)
    source, target_value = _value_in_cad(history, currency, day), _value_in_cad(history, target, day)
    if currency == target:
        assert converted == amount
    elif source is None or target_value is None:
        assert converted is None
    else:
        assert converted == _round_half_up(Fraction(amount) * source / target_value, currency_digits(target))


@given(HISTORIES, AMOUNTS, st.sampled_from(CURRENCIES), st.sampled_from(CURRENCIES), DAYS)
def test_credit_is_the_opposite_of_the_bill(history: History, amount: Decimal, currency: str, target: str, day: date):
    rates = _rates(history)
    billed, credited = (rates.convert(sign, currency, target, day) for sign in (amount, -amount))
    assert (billed is None and credited is None) or billed == -(credited or 0)


@given(HISTORIES.filter(bool), st.data(), SCALED, AMOUNTS)
def test_correcting_a_rate_changes_no_other_day(history: History, data: st.DataObject, scaled: int, amount: Decimal):
    corrected = data.draw(st.sampled_from(sorted(history)))
    before, after = _rates(history), _rates(history | {corrected: (scaled, history[corrected][1])})
    for currency, day in history:
        if (currency, day) != corrected:
            assert before.convert(amount, currency, "CAD", day) == after.convert(amount, currency, "CAD", day)


@given(HISTORIES, st.sampled_from(CURRENCIES), st.sampled_from(CURRENCIES), DAYS)
def test_rate_exists_exactly_when_conversion_does_and_missing_names_the_rest(
    history: History, currency: str, target: str, day: date
):
    rates = _rates(history)
    converted, rate = rates.convert(Decimal(1), currency, target, day), rates.rate(currency, target, day)
    assert (converted is None) == (rate is None) == bool(rates.missing(currency, target, day))


def test_cross_rate_goes_through_cad_and_is_rounded_once():
    day = date(2026, 3, 4)
    rates = _rates(
        {("USD", day): (13_712_000_000, 0), ("EUR", day): (15_991_000_000, 0), ("JPY", day): (94_700_000, 0)}
    )
    assert rates.convert(Decimal("100.00"), "USD", "CAD", day) == Decimal("137.12")
    # 137.12 / 1.5991; intermediate rounding, or a rate of four decimals, would change the cents.
    assert rates.convert(Decimal("100000.00"), "USD", "EUR", day) == Decimal("85748.23")
    assert str(rates.convert(Decimal("100.00"), "USD", "JPY", day)) == "14479"
    assert rates.rate("USD", "EUR", day) == (Decimal("0.8574823338"), day)


def test_half_a_cent_is_rounded_away_from_zero():
    day = date(2026, 3, 4)
    rates = _rates({("USD", day): (15_000_000_000, 0)})
    assert rates.convert(Decimal("0.01"), "USD", "CAD", day) == Decimal("0.02")
    assert rates.convert(Decimal("-0.01"), "USD", "CAD", day) == Decimal("-0.02")


def _rates_of_one_friday() -> Rates:
    return _rates({("USD", date(2026, 3, 6)): (13_712_000_000, 0)}, date(2026, 3, 20))


@pytest.mark.parametrize(
    ("day", "observed_on"),
    [
        (date(2026, 3, 5), None),
        (date(2026, 3, 6), date(2026, 3, 6)),
        (date(2026, 3, 8), date(2026, 3, 6)),
        (date(2026, 3, 13), date(2026, 3, 6)),
        (date(2026, 3, 14), None),
    ],
)
def test_rate_is_valid_for_seven_days(day: date, observed_on: date | None):
    found = _rates_of_one_friday().rate("USD", "CAD", day)
    assert found == (None if observed_on is None else (Decimal("1.3712"), observed_on))


def test_stored_holiday_rate_expires_with_its_observation():
    stored = {("USD", date(2026, 3, 6)): (13_712_000_000, 0), ("USD", date(2026, 3, 9)): (13_712_000_000, 3)}
    rates = _rates(stored, date(2026, 3, 20))
    assert rates.rate("USD", "CAD", date(2026, 3, 13)) == (Decimal("1.3712"), date(2026, 3, 6))
    assert rates.rate("USD", "CAD", date(2026, 3, 14)) is None


def test_today_uses_the_last_rate_and_tomorrow_has_none():
    rates = _rates({("USD", date(2026, 3, 6)): (13_712_000_000, 0)}, date(2026, 3, 7))
    assert rates.convert(Decimal(10), "USD", "CAD", date(2026, 3, 7)) == Decimal("13.71")
    assert rates.convert(Decimal(10), "USD", "CAD", date(2026, 3, 8)) is None
    assert rates.convert(Decimal(10), "USD", "USD", date(2026, 3, 8)) == Decimal(10)


def test_conversion_collects_missing_rates():
    conversion = Conversion(_rates_of_one_friday(), "CAD")
    converted = [
        conversion.convert(Decimal(10), currency, day)
        for currency, day in (
            ("USD", date(2026, 3, 6)), ("DKK", date(2026, 3, 6)), ("DKK", date(2026, 3, 6)), ("CAD", date(2026, 3, 6)),
            ("USD", date(2026, 2, 1)),
        )
    ]  # fmt: skip
    assert converted == [Decimal("13.71"), None, None, Decimal(10), None]
    assert conversion.missing == {MissingRate("DKK", date(2026, 3, 6)), MissingRate("USD", date(2026, 2, 1))}
    both = Conversion(_rates_of_one_friday(), "DKK")
    assert both.convert(Decimal(1), "USD", date(2026, 2, 1)) is None
    assert {missing.currency for missing in both.missing} == {"USD", "DKK"}
    assert _missing_of_unused_conversion() == set()


def _missing_of_unused_conversion() -> set[Any]:
    return set(Conversion(_rates_of_one_friday(), "USD").missing)


@pytest.mark.parametrize("target", CURRENCIES)
@pytest.mark.parametrize("usd", [0, 1_000_000, 13_333_000_000, 14_000_000_000, 99_999_999_999])
def test_database_converts_to_the_same_amount(database: Database, target: str, usd: int):
    """Halves included; the euro has no rate, the yen no decimals and the Kuwaiti dinar three."""
    known = {"USD": usd, "JPY": 90_000_000, "KWD": 44_567_891_234}
    rates = _rates({(currency, FIRST): (rate, 0) for currency, rate in known.items() if rate})
    units, currency = column("units", BigInteger), column("currency", String)
    amounts = (0, 1, 49, 50, 51, 5_000, 12_345, 1_000_001, 9_999_999_999_9900)
    with database.read() as db:
        for own in CURRENCIES:
            rows = union_all(
                *(select(literal(one, BigInteger).label("units"), literal(own).label("currency")) for one in amounts)
            ).subquery()
            converted = convert_units(units, currency, target, rates, FIRST)
            statement = select(units, converted.label("converted"))
            found = {row.units: row.converted for row in db.execute(statement.select_from(rows))}
            expected = {one: rates.convert(Decimal(one).scaleb(-4), own, target, FIRST) for one in amounts}
            assert found == {one: None if value is None else value.scaleb(4) for one, value in expected.items()}
