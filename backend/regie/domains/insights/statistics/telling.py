"""How a figure is told: its unit, the formula behind it, and its value rounded once."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from regie.core.money.amounts import digits_of, money
from regie.domains.insights.metrics.figures import Dated, by_currency
from regie.domains.insights.statistics.schemas import Figure
from regie.domains.records.exchange_rates.figures import Rates


@dataclass(frozen=True, slots=True)
class Telling:
    """The currency that amounts are told in, each at the rate of its day; without one, each in its own."""

    currency: str | None
    rates: Rates

    def convert(self, amounts: Iterable[Dated]) -> list[Dated]:
        """What has no rate on its day stays in its own currency."""
        return [self._converted(*one) for one in amounts]

    def _converted(self, day: date, currency: str, amount: Decimal | Fraction) -> Dated:
        if self.currency in (None, currency):
            return day, currency, amount
        own = rounded(Fraction(amount), digits_of(currency))
        told = self.rates.convert(own, currency, str(self.currency), day)
        return (day, currency, own) if told is None else (day, str(self.currency), told)

    def money(self, formula: str, amounts: Iterable[Dated]) -> Figure:
        """One amount per currency that is left, each rounded once."""
        told = [
            money(rounded(amount, digits_of(currency)), currency)
            for currency, amount in by_currency(self.convert(amounts)).items()
        ]
        return {"unit": "money", "formula": formula, "value": None, "money": told}

    def missing_rates(self, figures: Iterable[Figure]) -> list[str]:
        """The pairs of currencies without which some of these amounts could not be told in the one asked for."""
        if self.currency is None:
            return []
        others = {amount["currency"] for told in figures for amount in told["money"] or ()} - {self.currency}
        return [f"{other}/{self.currency}" for other in sorted(others)]


def figure(unit: Literal["hours", "percent", "count"], formula: str, value: str | None) -> Figure:
    return {"unit": unit, "formula": formula, "value": value, "money": None}


def hours_of(minutes: int) -> str:
    return str(rounded(Fraction(minutes, 60), 2))


def percent(part: Fraction, whole: Fraction | None) -> str | None:
    """Null where there is nothing to divide by."""
    return str(rounded(part * 100 / whole, 1)) if whole and whole > 0 else None


def rounded(value: Fraction, digits: int) -> Decimal:
    """Half up, once: the only place where these figures lose anything."""
    units = (abs(value.numerator) * 10**digits * 2 + value.denominator) // (value.denominator * 2)
    return Decimal(-units if value < 0 else units).scaleb(-digits)
