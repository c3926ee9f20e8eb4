"""Converting amounts at the rate of their day: exact, rounded once, and never with a rate that is not there.

This is what every figure of money uses that is told in another currency than its records':

    rates = read_rates(db, clock.today())                   # once per call: `queries`
    rates.convert(Decimal("100.00"), "USD", "CAD", day)     # Decimal("137.12"), or None: there is no rate for that day
    rates.rate("USD", "CAD", day)                           # (Decimal("1.3712"), the day it was observed on), or None

A figure that adds records up converts each of them at the record's own date and keeps what could not be converted:

    conversion = Conversion(rates, "CAD")
    total = sum(conversion.convert(row.amount, row.currency, row.issued_on) or 0 for row in rows)
    conversion.missing                                      # {MissingRate("DKK", date(2026, 3, 5))}

What is missing is told with the figure and shown in its own currency; it is never taken as 1, nor as another day's.
"""

from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from regie.core.money.amounts import digits_of, money
from regie.domains.records.exchange_rates.models import CARRIED_FOR_DAYS, PIVOT, RATE_DIGITS
from regie.domains.records.exchange_rates.schemas import ConvertedRow, ConvertedSum

_ONE = 10**RATE_DIGITS


class MissingRate(NamedTuple):
    """The currency that has no rate for the day: the amount's own, or the one it was to be told in."""

    currency: str
    day: date


class RatesOfCurrency:
    """All days of one currency in a dozen bytes each: ten years of twenty-five currencies are about a megabyte."""

    __slots__ = ("_ages", "_days", "_scaled")

    def __init__(self) -> None:
        self._days = array("i")
        self._scaled = array("q")
        # How many days before its day a rate was observed.
        self._ages = array("B")

    def add(self, day: date, scaled: int, observed_on: date) -> None:
        """Days come in their order."""
        self._days.append(day.toordinal())
        self._scaled.append(scaled)
        self._ages.append((day - observed_on).days)

    def at(self, day: date) -> tuple[int, date] | None:
        """The rate of this day or of the last one before it, and when it was observed; None when that is long ago."""
        ordinal = day.toordinal()
        place = bisect_right(self._days, ordinal) - 1
        if place < 0:
            return None
        observed = self._days[place] - self._ages[place]
        if ordinal - observed > CARRIED_FOR_DAYS:
            return None
        return self._scaled[place], date.fromordinal(observed)


@dataclass(frozen=True, slots=True)
class Rates:
    """Every rate there is, as of `today`: shared by all calls until the table changes, and never written to.

    A day that is still to come has no rate. Today has the last one until its own is published.
    """

    kept: Mapping[str, RatesOfCurrency]
    today: date

    def convert(self, amount: Decimal, currency: str, target: str, day: date) -> Decimal | None:
        """The amount in `target` at the rate of `day`, half a cent rounded away from zero; None without a rate.

        Between two foreign currencies the Canadian dollar is passed through exactly: what is rounded is the result,
        once, to the target's smallest unit. An amount that is in `target` already is given back as it is.
        """
        if currency == target:
            return amount
        of, into = self._scaled(currency, day), self._scaled(target, day)
        if of is None or into is None:
            return None
        digits = digits_of(target)
        numerator, denominator = amount.as_integer_ratio()
        units = _rounded(numerator * of[0] * 10**digits, denominator * into[0])
        return Decimal(units).scaleb(-digits)

    def rate(self, currency: str, target: str, day: date) -> tuple[Decimal, date] | None:
        """What one unit of `currency` was in `target` on `day`, to ten decimals for showing, and since when it held.

        The day is that of the observation, the older one where two rates meet.
        """
        if currency == target:
            return Decimal(1), day
        of, into = self._scaled(currency, day), self._scaled(target, day)
        if of is None or into is None:
            return None
        return Decimal(_rounded(of[0] * _ONE, into[0])).scaleb(-RATE_DIGITS), min(of[1], into[1])

    def missing(self, currency: str, target: str, day: date) -> list[MissingRate]:
        """What would have to be entered for such an amount to be converted."""
        if currency == target:
            return []
        return [MissingRate(one, day) for one in (currency, target) if self._scaled(one, day) is None]

    def _scaled(self, currency: str, day: date) -> tuple[int, date] | None:
        if day > self.today:
            return None
        if currency == PIVOT:
            return _ONE, day
        found = self.kept.get(currency)
        return None if found is None else found.at(day)


@dataclass(slots=True)
class Conversion:
    """The conversion of many records into one currency, and the rates that were missing on the way."""

    rates: Rates
    target: str
    missing: set[MissingRate] = field(default_factory=set)

    def convert(self, amount: Decimal, currency: str, day: date) -> Decimal | None:
        """As `Rates.convert`; None is noted in `missing`."""
        converted = self.rates.convert(amount, currency, self.target, day)
        if converted is None:
            self.missing.update(self.rates.missing(currency, self.target, day))
        return converted

    def tell(self, amount: Decimal, currency: str, day: date) -> ConvertedRow:
        """What a row says beside an amount: it converted, at which rate, and since when that held (`ConvertedRow`)."""
        converted, rate = self.convert(amount, currency, day), self.rates.rate(currency, self.target, day)
        return {
            "converted": None if converted is None else money(converted, self.target),
            "rate": f"{rate[0].normalize():f}" if rate else None,
            "rate_on": rate[1] if rate else None,
        }

    def add_up(self, amounts: Iterable[tuple[Decimal, str, date]]) -> ConvertedSum:
        """What such rows come to, to the cent; what has no rate stays apart, in its own currency (`ConvertedSum`)."""
        total, apart = Decimal(0), defaultdict[str, Decimal](Decimal)
        for amount, currency, day in amounts:
            converted = self.convert(amount, currency, day)
            if converted is None:
                apart[currency] += amount
            else:
                total += converted
        unconverted = [money(amount, currency) for currency, amount in sorted(apart.items())]
        return {"money": money(total, self.target), "unconverted": unconverted}


# What a row says of an amount that nobody asked to be told in another currency.
NOT_CONVERTED: ConvertedRow = {"converted": None, "rate": None, "rate_on": None}


def gather(rows: Iterable[tuple[str, date, int, date]]) -> dict[str, RatesOfCurrency]:
    """Rows of currency, day, scaled rate and day of observation, each currency's days in their order."""
    kept: dict[str, RatesOfCurrency] = {}
    for currency, day, scaled, observed_on in rows:
        kept.setdefault(currency, RatesOfCurrency()).add(day, scaled, observed_on)
    return kept


def _rounded(numerator: int, denominator: int) -> int:
    """The nearest whole number, a half away from zero: what is owed and what is credited stay each other's opposite."""
    units, rest = divmod(abs(numerator), denominator)
    units += 2 * rest >= denominator
    return units if numerator >= 0 else -units
