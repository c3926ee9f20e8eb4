"""Converts and formats figures: unit, formula, and a value that is rounded once."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from regie.core.money.amounts import currency_digits, money
from regie.domains.insights.metrics.figures import DatedAmount, sum_by_currency
from regie.domains.insights.statistics.request import DateRange
from regie.domains.insights.statistics.schemas import Figure, RecordFigure
from regie.domains.records.exchange_rates.figures import Rates


@dataclass(frozen=True, slots=True)
class CurrencyConverter:
    """Converts amounts to one currency at the rates of their days; without a currency it leaves them unchanged."""

    currency: str | None
    rates: Rates

    def convert(self, amounts: Iterable[DatedAmount]) -> list[DatedAmount]:
        """Convert the amounts; those without a rate on their day stay in their own currency."""
        return [self._convert(*one) for one in amounts]

    def _convert(self, day: date, currency: str, amount: Decimal | Fraction) -> DatedAmount:
        if self.currency in (None, currency):
            return day, currency, amount
        own = round_half_up(Fraction(amount), currency_digits(currency))
        converted = self.rates.convert(own, currency, str(self.currency), day)
        return (day, currency, own) if converted is None else (day, str(self.currency), converted)

    def money_figure(self, formula: str, amounts: Iterable[DatedAmount]) -> Figure:
        """A figure of one amount per remaining currency, each rounded once."""
        amounts_by_currency = [
            money(round_half_up(amount, currency_digits(currency)), currency)
            for currency, amount in sum_by_currency(self.convert(amounts)).items()
        ]
        return {"unit": "money", "formula": formula, "value": None, "money": amounts_by_currency}

    def missing_rates(self, figures: Iterable[Figure]) -> list[str]:
        """The currency pairs whose rates are missing to convert these amounts, such as `EUR/CAD`."""
        if self.currency is None:
            return []
        others = {amount["currency"] for figure in figures for amount in figure["money"] or ()} - {self.currency}
        return [f"{other}/{self.currency}" for other in sorted(others)]


def build_figure(unit: Literal["hours", "percent", "count"], formula: str, value: str | None) -> Figure:
    return {"unit": unit, "formula": formula, "value": value, "money": None}


def format_hours(minutes: int) -> str:
    return str(round_half_up(Fraction(minutes, 60), 2))


def format_percent(part: Fraction, whole: Fraction | None) -> str | None:
    """`part` of `whole` as a percentage with one decimal; None when `whole` is not positive."""
    return str(round_half_up(part * 100 / whole, 1)) if whole and whole > 0 else None


def record_rows_path(figure: RecordFigure, api_id: str, days: DateRange, currency: str | None) -> str:
    """The path of the rows of a record's figure."""
    path = f"/api/v1/figure-rows?figure={figure}&id={api_id}&from={days.first}&to={days.last}"
    return path if currency is None else f"{path}&currency={currency}"


def round_half_up(value: Fraction, digits: int) -> Decimal:
    """Round half away from zero; the only rounding of these figures."""
    units = (abs(value.numerator) * 10**digits * 2 + value.denominator) // (value.denominator * 2)
    return Decimal(-units if value < 0 else units).scaleb(-digits)
