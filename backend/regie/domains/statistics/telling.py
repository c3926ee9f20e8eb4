"""How a figure is told: its unit, the formula behind it, and its value rounded once."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from regie.core.money import digits_of, money


def figure(unit: str, formula: str, value: str | None) -> dict[str, Any]:
    return {"unit": unit, "formula": formula, "value": value, "money": None}


def money_figure(formula: str, amounts: Mapping[str, Decimal | Fraction]) -> dict[str, Any]:
    """One amount per currency, each rounded once."""
    told = [
        money(rounded(Fraction(amount), digits_of(currency)), currency) for currency, amount in sorted(amounts.items())
    ]
    return {"unit": "money", "formula": formula, "value": None, "money": told}


def missing_rates(figures: Iterable[Mapping[str, Any]], currency: str | None) -> list[str]:
    """Rates between currencies are not kept yet: which would be needed to tell all amounts in the one asked for."""
    if currency is None:
        return []
    others = {amount["currency"] for told in figures for amount in told["money"] or ()} - {currency}
    return [f"{other}/{currency}" for other in sorted(others)]


def hours_of(minutes: int) -> str:
    return str(rounded(Fraction(minutes, 60), 2))


def percent(part: Fraction, whole: Fraction | None) -> str | None:
    """Null where there is nothing to divide by."""
    return str(rounded(part * 100 / whole, 1)) if whole and whole > 0 else None


def rounded(value: Fraction, digits: int) -> Decimal:
    """Half up, once: the only place where these figures lose anything."""
    units = (abs(value.numerator) * 10**digits * 2 + value.denominator) // (value.denominator * 2)
    return Decimal(-units if value < 0 else units).scaleb(-digits)
