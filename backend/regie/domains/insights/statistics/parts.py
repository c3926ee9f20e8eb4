"""What a figure is made of: one part per record, so that its rows and the figure itself can never differ.

Money is converted part by part, each on its own day. A percentage is what the parts bring in of what they could, a
count how many they are.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from regie.core.money.amounts import money
from regie.domains.insights.statistics.schemas import BoardSum, BoardUnit, RecordKind
from regie.domains.insights.statistics.telling import percent
from regie.domains.records.exchange_rates.figures import Rates


class Part(NamedTuple):
    """What one record (`kind` and key) brings in on a day: an amount in its own currency, or so much `of` so much.

    `group` is the part of the figure that it belongs to: a month and a kind of work, or how late an invoice is.
    """

    kind: RecordKind
    key: int
    day: date
    group: str = ""
    currency: str = ""
    amount: Decimal = Decimal(0)
    value: Fraction = Fraction(0)
    of: Fraction = Fraction(0)

    def is_in(self, group: str) -> bool:
        """Of the group itself, or of one within it: a month has its kinds of work."""
        return self.group == group or self.group.startswith(f"{group}:")


@dataclass(slots=True)
class Sum:
    """What parts come to; what has no rate on its day stays apart, in its own currency."""

    unit: BoardUnit
    currency: str
    count: int = 0
    amount: Decimal = Decimal(0)
    value: Fraction = Fraction(0)
    of: Fraction = Fraction(0)
    unconverted: dict[str, Decimal] = field(default_factory=lambda: defaultdict(Decimal))

    def add(self, part: Part, rates: Rates) -> None:
        self.count += 1
        if self.unit != "money":
            self.value += part.value
            self.of += part.of
            return
        converted = rates.convert(part.amount, part.currency, self.currency, part.day)
        if converted is None:
            self.unconverted[part.currency] += part.amount
        else:
            self.amount += converted

    def take(self, other: "Sum") -> None:
        """What another sum of the same unit and currency came to."""
        self.count += other.count
        self.amount += other.amount
        self.value += other.value
        self.of += other.of
        for own, amount in other.unconverted.items():
            self.unconverted[own] += amount

    def told(self) -> BoardSum:
        """`value` of a percentage is null where there is nothing to divide by."""
        values = {"money": None, "count": str(self.count), "percent": percent(self.value, self.of)}
        return {
            "count": self.count,
            "value": values[self.unit],
            "money": money(self.amount, self.currency) if self.unit == "money" else None,
            "unconverted": [money(amount, own) for own, amount in sorted(self.unconverted.items())],
        }


def add_up(parts: Iterable[Part], unit: BoardUnit, currency: str, rates: Rates) -> tuple[Sum, dict[str, Sum]]:
    """All of the parts together, and those of each group."""
    groups: dict[str, Sum] = defaultdict(lambda: Sum(unit, currency))
    for part in parts:
        groups[part.group].add(part, rates)
    whole = Sum(unit, currency)
    for group in groups.values():
        whole.take(group)
    return whole, dict(groups)
