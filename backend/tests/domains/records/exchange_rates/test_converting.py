"""Conversions, recomputed with fractions from the rows themselves; each day's rate is that day's business alone."""

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regie.core.money.amounts import digits_of
from regie.domains.records.exchange_rates.figures import Conversion, MissingRate, Rates, gather

FIRST, SPAN = date(2026, 3, 1), 40
TODAY = FIRST + timedelta(days=SPAN - 5)
CURRENCIES = ["CAD", "USD", "EUR", "JPY", "KWD"]
DAYS = st.integers(0, SPAN - 1).map(lambda days: FIRST + timedelta(days=days))
AMOUNTS = st.decimals(Decimal(-10_000_000), Decimal(10_000_000), places=4)
SCALED = st.integers(1, 3 * 10**11)
# Per currency and day: the scaled rate, and how long before its day it was observed.
HISTORIES = st.dictionaries(
    st.tuples(st.sampled_from(CURRENCIES[1:]), DAYS), st.tuples(SCALED, st.integers(0, 7)), max_size=60
)
History = dict[tuple[str, date], tuple[int, int]]


def _rates(history: History, today: date = TODAY) -> Rates:
    rows = [
        (currency, day, scaled, day - timedelta(days=age)) for (currency, day), (scaled, age) in sorted(history.items())
    ]
    return Rates(gather(rows), today)


def _worth(history: History, currency: str, day: date) -> Fraction | None:
    """In Canadian dollars, looked up day by day."""
    if day > TODAY:
        return None
    if currency == "CAD":
        return Fraction(1)
    for back in range(8):
        found = history.get((currency, day - timedelta(days=back)))
        if found is not None:
            return Fraction(found[0], 10**10) if back + found[1] <= 7 else None
    return None


def _half_up(value: Fraction, digits: int) -> Decimal:
    units = abs(value) * 10**digits
    whole = int(units) + (units - int(units) >= Fraction(1, 2))
    return (Decimal(whole) / 10**digits).copy_sign(Decimal(1 if value >= 0 else -1))


@given(HISTORIES, AMOUNTS, st.sampled_from(CURRENCIES), st.sampled_from(CURRENCIES), DAYS)
def test_a_conversion_is_what_fractions_say(history: History, amount: Decimal, currency: str, target: str, day: date):
    converted = _rates(history).convert(amount, currency, target, day)
    of, into = _worth(history, currency, day), _worth(history, target, day)
    if currency == target:
        assert converted == amount
    elif of is None or into is None:
        assert converted is None
    else:
        assert converted == _half_up(Fraction(amount) * of / into, digits_of(target))


@given(HISTORIES, AMOUNTS, st.sampled_from(CURRENCIES), st.sampled_from(CURRENCIES), DAYS)
def test_what_is_credited_is_the_opposite_of_what_is_billed(
    history: History, amount: Decimal, currency: str, target: str, day: date
):
    rates = _rates(history)
    billed, credited = (rates.convert(sign, currency, target, day) for sign in (amount, -amount))
    assert (billed is None and credited is None) or billed == -(credited or 0)


@given(HISTORIES.filter(bool), st.data(), SCALED, AMOUNTS)
def test_a_days_rate_leaves_every_other_day_that_has_one_as_it_was(
    history: History, data: st.DataObject, scaled: int, amount: Decimal
):
    corrected = data.draw(st.sampled_from(sorted(history)))
    before, after = _rates(history), _rates(history | {corrected: (scaled, history[corrected][1])})
    for currency, day in history:
        if (currency, day) != corrected:
            assert before.convert(amount, currency, "CAD", day) == after.convert(amount, currency, "CAD", day)


@given(HISTORIES, st.sampled_from(CURRENCIES), st.sampled_from(CURRENCIES), DAYS)
def test_a_rate_is_there_when_a_conversion_is_and_what_is_missing_is_named(
    history: History, currency: str, target: str, day: date
):
    rates = _rates(history)
    converted, rate = rates.convert(Decimal(1), currency, target, day), rates.rate(currency, target, day)
    assert (converted is None) == (rate is None) == bool(rates.missing(currency, target, day))


def test_a_cross_rate_goes_through_the_canadian_dollar_and_is_rounded_once():
    day = date(2026, 3, 4)
    rates = _rates(
        {("USD", day): (13_712_000_000, 0), ("EUR", day): (15_991_000_000, 0), ("JPY", day): (94_700_000, 0)}
    )
    assert rates.convert(Decimal("100.00"), "USD", "CAD", day) == Decimal("137.12")
    # 137.12 / 1.5991; rounded on the way, or with a rate of four decimals, it would be another cent.
    assert rates.convert(Decimal("100000.00"), "USD", "EUR", day) == Decimal("85748.23")
    assert str(rates.convert(Decimal("100.00"), "USD", "JPY", day)) == "14479"
    assert rates.rate("USD", "EUR", day) == (Decimal("0.8574823338"), day)


def test_half_a_cent_is_rounded_away_from_zero():
    day = date(2026, 3, 4)
    rates = _rates({("USD", day): (15_000_000_000, 0)})
    assert rates.convert(Decimal("0.01"), "USD", "CAD", day) == Decimal("0.02")
    assert rates.convert(Decimal("-0.01"), "USD", "CAD", day) == Decimal("-0.02")


def _friday() -> Rates:
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
def test_a_rate_holds_for_seven_days_and_says_since_when(day: date, observed_on: date | None):
    found = _friday().rate("USD", "CAD", day)
    assert found == (None if observed_on is None else (Decimal("1.3712"), observed_on))


def test_a_rate_that_was_kept_for_a_holiday_is_carried_no_longer_for_that():
    kept = {("USD", date(2026, 3, 6)): (13_712_000_000, 0), ("USD", date(2026, 3, 9)): (13_712_000_000, 3)}
    rates = _rates(kept, date(2026, 3, 20))
    assert rates.rate("USD", "CAD", date(2026, 3, 13)) == (Decimal("1.3712"), date(2026, 3, 6))
    assert rates.rate("USD", "CAD", date(2026, 3, 14)) is None


def test_today_has_the_last_rate_and_tomorrow_none():
    rates = _rates({("USD", date(2026, 3, 6)): (13_712_000_000, 0)}, date(2026, 3, 7))
    assert rates.convert(Decimal(10), "USD", "CAD", date(2026, 3, 7)) == Decimal("13.71")
    assert rates.convert(Decimal(10), "USD", "CAD", date(2026, 3, 8)) is None
    assert rates.convert(Decimal(10), "USD", "USD", date(2026, 3, 8)) == Decimal(10)


def test_a_figure_keeps_what_it_could_not_convert():
    conversion = Conversion(_friday(), "CAD")
    told = [
        conversion.convert(Decimal(10), currency, day)
        for currency, day in (
            ("USD", date(2026, 3, 6)), ("DKK", date(2026, 3, 6)), ("DKK", date(2026, 3, 6)), ("CAD", date(2026, 3, 6)),
            ("USD", date(2026, 2, 1)),
        )
    ]  # fmt: skip
    assert told == [Decimal("13.71"), None, None, Decimal(10), None]
    assert conversion.missing == {MissingRate("DKK", date(2026, 3, 6)), MissingRate("USD", date(2026, 2, 1))}
    both = Conversion(_friday(), "DKK")
    assert both.convert(Decimal(1), "USD", date(2026, 2, 1)) is None
    assert {one.currency for one in both.missing} == {"USD", "DKK"}
    assert _of_nothing() == set()


def _of_nothing() -> set[Any]:
    return set(Conversion(_friday(), "USD").missing)
