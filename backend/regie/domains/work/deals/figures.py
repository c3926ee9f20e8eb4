"""Derives the weighted amount of a deal."""

from decimal import Decimal

from regie.core.money.amounts import round_amount


def weigh(amount: Decimal, probability: str, currency: str) -> Decimal:
    """Return the amount times the probability of its stage, in its own currency, rounded once."""
    return round_amount(amount * Decimal(probability), currency)
