"""Converts amounts at the rate of their day: exact, rounded once, and never with a missing rate.

Every figure in another currency than its records' uses it:

    rates = read_rates(db, clock.today())                   # once per request: `queries`
    rates.convert(Decimal("100.00"), "USD", "CAD", day)     # Decimal("137.12"), or None without a rate for that day
    rates.rate("USD", "CAD", day)                           # (Decimal("1.3712"), the day of observation), or None

A total converts each record at the record's own date and collects the missing rates:

    conversion = Conversion(rates, "CAD")
    total = sum(conversion.convert(row.amount, row.currency, row.issued_on) or 0 for row in rows)
    conversion.missing                                      # {MissingRate("DKK", date(2026, 3, 5))}

A figure names its missing rates and shows those amounts in their own currency: no rate is replaced by 1 or by another
day's.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from hashlib import blake2b
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Numeric,
    case,
    cast,
    literal,
    literal_column,
    null,
    select,
    type_coerce,
)

from regie.core.lists.shape import Column
from regie.core.money.amounts import AMOUNT_DIGITS, currency_digits, money
from regie.core.money.shares import share_of
from regie.core.time.months import add_months, end_of_month
from regie.domains.records.exchange_rates.models import MAX_RATE_AGE_DAYS, PIVOT, RATE_DIGITS, ExchangeRate
from regie.domains.records.exchange_rates.schemas import ConvertedRow, ConvertedSum

_ONE = 10**RATE_DIGITS
_LATEST = ExchangeRate.__table__.alias("rate_of_row")
_TWO, _HALF_UP = literal_column("2", BigInteger), literal_column("1", BigInteger)
_SQL_ONE = literal_column(str(10**RATE_DIGITS), Numeric)
_PIVOT = literal_column(f"'{PIVOT}'")


class MissingRate(NamedTuple):
    """A currency without a rate for the day: the amount's own currency or the target."""

    currency: str
    day: date


class RatesOfCurrency:
    """All days of one currency, in about twelve bytes each.

    Ten years of twenty-five currencies take about a megabyte.
    """

    __slots__ = ("_ages", "_days", "_scaled")

    def __init__(self) -> None:
        self._days = array("i")
        self._scaled = array("q")
        # How many days before its day each rate was observed.
        self._ages = array("B")

    def add(self, day: date, scaled: int, observed_on: date) -> None:
        """Add a day; days are added in order."""
        self._days.append(day.toordinal())
        self._scaled.append(scaled)
        self._ages.append((day - observed_on).days)

    def at(self, day: date) -> tuple[int, date] | None:
        """Return the rate of this day, or of the last day before it, and its day of observation.

        None when that is too old.
        """
        ordinal = day.toordinal()
        index = bisect_right(self._days, ordinal) - 1
        if index < 0:
            return None
        observed = self._days[index] - self._ages[index]
        if ordinal - observed > MAX_RATE_AGE_DAYS:
            return None
        return self._scaled[index], date.fromordinal(observed)

    @property
    def first_day(self) -> date:
        return date.fromordinal(self._days[0])

    def between(self, first: date, last: date) -> bytes:
        """The rates of these days and how old they are."""
        days = slice(bisect_left(self._days, first.toordinal()), bisect_right(self._days, last.toordinal()))
        return self._days[days].tobytes() + self._scaled[days].tobytes() + self._ages[days].tobytes()


@dataclass(frozen=True, slots=True)
class Rates:
    """Every rate as of `today`, shared by all requests until the table changes; never mutated.

    A future day has no rate. Today has the last published rate until its own is published.
    """

    by_currency: Mapping[str, RatesOfCurrency]
    today: date

    def convert(self, amount: Decimal, currency: str, target: str, day: date) -> Decimal | None:
        """Return the amount in `target` at the rate of `day`, half a cent rounded away from zero; None without a rate.

        A conversion between two foreign currencies goes through the Canadian dollar exactly: only the result is
        rounded, once, to the target's smallest unit. An amount that is already in `target` is returned unchanged.
        """
        if currency == target:
            return amount
        source_rate, target_rate = self._scaled(currency, day), self._scaled(target, day)
        if source_rate is None or target_rate is None:
            return None
        digits = currency_digits(target)
        numerator, denominator = amount.as_integer_ratio()
        units = _divide_rounded(numerator * source_rate[0] * 10**digits, denominator * target_rate[0])
        return Decimal(units).scaleb(-digits)

    def rate(self, currency: str, target: str, day: date) -> tuple[Decimal, date] | None:
        """Return the value of one unit of `currency` in `target`, to ten decimals, and the day of observation.

        Where two rates are combined, the day is the older of the two.
        """
        if currency == target:
            return Decimal(1), day
        source_rate, target_rate = self._scaled(currency, day), self._scaled(target, day)
        if source_rate is None or target_rate is None:
            return None
        return Decimal(_divide_rounded(source_rate[0] * _ONE, target_rate[0])).scaleb(-RATE_DIGITS), min(
            source_rate[1], target_rate[1]
        )

    def missing(self, currency: str, target: str, day: date) -> list[MissingRate]:
        """Return the rates that are missing for such a conversion."""
        if currency == target:
            return []
        return [MissingRate(code, day) for code in (currency, target) if self._scaled(code, day) is None]

    def on(self, day: date) -> dict[str, int]:
        """Return the scaled rate of each currency that has one on this day."""
        found = {code: self._scaled(code, day) for code in (PIVOT, *sorted(self.by_currency))}
        return {code: scaled[0] for code, scaled in found.items() if scaled is not None}

    def _scaled(self, currency: str, day: date) -> tuple[int, date] | None:
        if day > self.today:
            return None
        if currency == PIVOT:
            return _ONE, day
        found = self.by_currency.get(currency)
        return None if found is None else found.at(day)


@dataclass(slots=True)
class Conversion:
    """Converts many records into one currency and collects the missing rates."""

    rates: Rates
    target: str
    missing: set[MissingRate] = field(default_factory=set)

    def convert(self, amount: Decimal, currency: str, day: date) -> Decimal | None:
        """Convert like `Rates.convert`, and note a missing rate in `missing`."""
        converted = self.rates.convert(amount, currency, self.target, day)
        if converted is None:
            self.missing.update(self.rates.missing(currency, self.target, day))
        return converted

    def convert_row(self, amount: Decimal, currency: str, day: date) -> ConvertedRow:
        """Return the converted amount, its rate and the rate's day of observation."""
        converted, rate = self.convert(amount, currency, day), self.rates.rate(currency, self.target, day)
        return {
            "converted": None if converted is None else money(converted, self.target),
            "rate": f"{rate[0].normalize():f}" if rate else None,
            "rate_on": rate[1] if rate else None,
        }

    def sum_converted(self, amounts: Iterable[tuple[Decimal, str, date]]) -> ConvertedSum:
        """Add up amounts, each converted to the cent; amounts without a rate stay in their own currency."""
        total, unconverted_sums = Decimal(0), defaultdict[str, Decimal](Decimal)
        for amount, currency, day in amounts:
            converted = self.convert(amount, currency, day)
            if converted is None:
                unconverted_sums[currency] += amount
            else:
                total += converted
        unconverted = [money(amount, currency) for currency, amount in sorted(unconverted_sums.items())]
        return {"money": money(total, self.target), "unconverted": unconverted}


# The conversion fields of a row when no target currency is requested.
NOT_CONVERTED: ConvertedRow = {"converted": None, "rate": None, "rate_on": None}


def group_by_currency(rows: Iterable[tuple[str, date, int, date]]) -> dict[str, RatesOfCurrency]:
    """Group rows of (currency, day, scaled rate, day of observation) by currency.

    The days of a currency are in order.
    """
    groups: dict[str, RatesOfCurrency] = {}
    for currency, day, scaled, observed_on in rows:
        groups.setdefault(currency, RatesOfCurrency()).add(day, scaled, observed_on)
    return groups


def digest_months(by_currency: Mapping[str, RatesOfCurrency], today: date) -> dict[date, str]:
    """By the first day of each month until today, a digest of every rate that its days use."""
    digests: dict[date, str] = {}
    month = min((of_currency.first_day for of_currency in by_currency.values()), default=today).replace(day=1)
    while month <= today:
        digest = blake2b(digest_size=16)
        for currency, of_currency in sorted(by_currency.items()):
            rates = of_currency.between(month - timedelta(days=MAX_RATE_AGE_DAYS), end_of_month(month))
            digest.update(f"{currency}{len(rates)}:".encode() + rates)
        digests[month] = digest.hexdigest()
        month = add_months(month, 1)
    return digests


def _divide_rounded(numerator: int, denominator: int) -> int:
    """Return the nearest integer, a half rounded away from zero, so that an amount and its credit stay opposite."""
    units, remainder = divmod(abs(numerator), denominator)
    units += 2 * remainder >= denominator
    return units if numerator >= 0 else -units


def by_value(amount: Column, currency: Column, day: Column | None = None) -> ColumnElement[Any]:
    """The amount in Canadian dollars at the last rate until the row's day, by default today, as SQL to sort by.

    Lists sort by it, because a bare number says nothing about an amount among several currencies. It is in units of the
    amount times units of the rate, and null without a rate.
    """
    until = [] if day is None else [_LATEST.c.valid_on <= day]
    rate = (
        select(type_coerce(_LATEST.c.rate, BigInteger))
        .where(_LATEST.c.currency == currency, *until)
        .order_by(_LATEST.c.valid_on.desc())
        .limit(literal_column("1"))
        .scalar_subquery()
    )
    of_pivot = currency == _PIVOT
    return cast(type_coerce(amount, BigInteger), Numeric) * case((of_pivot, _SQL_ONE), else_=cast(rate, Numeric))


def convert_units(
    units: ColumnElement[int], currency: Column, target: str, rates: Rates, day: date
) -> ColumnElement[int | None]:
    """Convert an amount that is not negative as `Rates.convert` does, in SQL; null without a rate of the day.

    Amounts are in ten-thousandths. A half is rounded up: of twice the amount, one is added and a half taken.
    """
    digits, of_day = currency_digits(target), rates.on(day)
    divisor = of_day.pop(target, 0) * 10**AMOUNT_DIGITS
    own = (currency == literal(target), units)
    if not divisor or not of_day:
        return case(own, else_=null())
    multipliers = {code: literal(rate * 10**digits, BigInteger) for code, rate in of_day.items()}
    twice = share_of(units * _TWO, case(multipliers, value=currency), literal(divisor, BigInteger))
    unit = literal_column(str(10 ** (AMOUNT_DIGITS - digits)), BigInteger)
    return case(own, else_=(twice + _HALF_UP) // _TWO * unit)
