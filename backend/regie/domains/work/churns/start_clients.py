"""Calculates the losses of the clients at the start of several months, and apart those of later clients.

A client that starts after the first day is not in the divisor, so its loss cannot be in the rate. Pure functions over
the steps of `figures`.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction

from regie.core.time.months import end_of_month, months_between
from regie.domains.work.churns.figures import GAINS, LOSSES, NOTHING, Convert, Movement, Step, join_currencies, percent
from regie.domains.work.churns.movement_schemas import MovementKind

_MONTHS_PER_YEAR = 12
Sums = Mapping[MovementKind, Decimal]


@dataclass(slots=True)
class Group:
    """Some clients: their movements, and how many clients and retainers they lost."""

    movements: list[Movement] = field(default_factory=list)
    logos_lost: int = 0
    projects_lost: int = 0

    def sums(self, currency: str) -> dict[MovementKind, Decimal]:
        """The movements in one currency, not converted."""
        result: dict[MovementKind, Decimal] = defaultdict(Decimal)
        for movement in self.movements:
            if movement.currency == currency:
                result[movement.kind] += movement.amount
        return result

    def converted_sums(self, convert: Convert, left_out: Iterable[str]) -> dict[MovementKind, Decimal]:
        """The movements at the rates of their days, without currencies that have a missing rate."""
        result: dict[MovementKind, Decimal] = defaultdict(Decimal)
        included = (movement for movement in self.movements if movement.currency not in left_out)
        for movement in join_currencies(included, convert):
            result[movement.kind] += convert(movement.amount, movement.currency, movement.day) or NOTHING
        return result


class StartClients:
    """The clients with a retainer at the start of some days (`present`), and those that start or return after it."""

    def __init__(self, first: date, last: date) -> None:
        self.first, self.last = first, last
        self.present, self.later = Group(), Group()

    def add_client(self, steps: Iterable[Step]) -> None:
        at_start, is_lost, group = 0, False, self.later
        for step in steps:
            if step.day > self.last:
                break
            if step.day < self.first:
                at_start = step.after
                continue
            group = self.present if at_start else self.later
            group.movements += step.movements
            group.projects_lost += step.lost
            is_lost = is_lost or step.is_last
        group.logos_lost += is_lost


def is_several_months(first: date, last: date) -> bool:
    return (first.year, first.month) != (last.year, last.month)


def lost(sums: Sums) -> Decimal:
    return sum((sums.get(kind, NOTHING) for kind in LOSSES), NOTHING)


def retained(start: Decimal, sums: Sums) -> Decimal:
    """What is left of the MRR at the start, with what the same clients added; none of them is new."""
    return start + sum((sums.get(kind, NOTHING) for kind in GAINS if kind != "new"), NOTHING) - lost(sums)


def annualized_loss(part: Decimal | int, whole: Decimal | int, days: tuple[date, date]) -> str | None:
    """The share that twelve months lose at the rate of these days: 1 − (1 − part ÷ whole) ^ (12 ÷ months)."""
    remaining = _annualize(whole - part, whole, days)
    return None if remaining is None else percent(1 - remaining, 1)


def annualized_retention(part: Decimal, whole: Decimal, days: tuple[date, date]) -> str | None:
    remaining = _annualize(part, whole, days)
    return None if remaining is None else percent(remaining, 1)


def _annualize(remaining: Decimal | int, whole: Decimal | int, days: tuple[date, date]) -> Decimal | None:
    """(remaining ÷ whole) ^ (12 ÷ months); None without a divisor, or when more than everything is lost."""
    if not whole or remaining < 0:
        return None
    exponent = _MONTHS_PER_YEAR / count_months(*days)
    return (Decimal(remaining) / Decimal(whole)) ** (Decimal(exponent.numerator) / Decimal(exponent.denominator))


def count_months(first: date, last: date) -> Fraction:
    """The number of months of these days; a part of a month counts as the share of its days."""
    parts: Sequence[tuple[date, date]] = list(months_between(first, last))
    return sum((Fraction((end - start).days + 1, end_of_month(start).day) for start, end in parts), Fraction(0))
