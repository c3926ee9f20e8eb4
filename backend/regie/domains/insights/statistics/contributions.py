"""Builds figures from one contribution per record, so that a figure always equals the sum of its rows.

Each amount is converted at the rate of its own day. A percentage is the sum of `value` ÷ the sum of `of`; a count is
the number of contributions.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from regie.core.money.amounts import money
from regie.domains.insights.statistics.formatting import format_percent, round_half_up
from regie.domains.insights.statistics.schemas import DashboardSum, DashboardUnit, RecordKind
from regie.domains.records.exchange_rates.figures import Rates


class Contribution(NamedTuple):
    """What one record (`kind` and `key`) adds to a figure on a day: an amount in its own currency, or `value` of `of`.

    `group` is the subtotal that it belongs to, such as a month and a project kind, or an aging bucket.
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
        """Whether it belongs to the group or to one of its subgroups: `2026-10` contains `2026-10:fixed`."""
        return self.group == group or self.group.startswith(f"{group}:")


@dataclass(slots=True)
class FigureSum:
    """A sum of contributions; amounts without a rate on their day are added separately, per currency."""

    unit: DashboardUnit
    currency: str
    count: int = 0
    amount: Decimal = Decimal(0)
    value: Fraction = Fraction(0)
    of: Fraction = Fraction(0)
    unconverted: dict[str, Decimal] = field(default_factory=lambda: defaultdict(Decimal))

    def add(self, contribution: Contribution, rates: Rates) -> None:
        self.count += 1
        if self.unit != "money":
            self.value += contribution.value
            self.of += contribution.of
            return
        converted = rates.convert(contribution.amount, contribution.currency, self.currency, contribution.day)
        if converted is None:
            self.unconverted[contribution.currency] += contribution.amount
        else:
            self.amount += converted

    def add_equal(self, count: int, amount: Decimal, currency: str, day: date, rates: Rates) -> None:
        """Add `count` records of the same amount on the same day."""
        self.count += count
        converted = rates.convert(amount, currency, self.currency, day)
        if converted is None:
            self.unconverted[currency] += amount * count
        else:
            self.amount += converted * count

    def merge(self, other: "FigureSum") -> None:
        """Add another sum of the same unit and currency."""
        self.count += other.count
        self.amount += other.amount
        self.value += other.value
        self.of += other.of
        for own, amount in other.unconverted.items():
            self.unconverted[own] += amount

    def without_zeros(self) -> "FigureSum":
        """The sum without currencies whose amounts without a rate add up to zero."""
        return replace(self, unconverted={own: amount for own, amount in self.unconverted.items() if amount})

    def minus(self, other: "FigureSum") -> "FigureSum":
        """The difference to another sum of the same unit and currency; that of percentages is in points."""
        value, of = self._points_above(other) if self.unit == "percent" else (self.value - other.value, Fraction(0))
        unconverted = {
            own: self.unconverted.get(own, Decimal(0)) - other.unconverted.get(own, Decimal(0))
            for own in self.unconverted.keys() | other.unconverted.keys()
        }
        return FigureSum(
            self.unit,
            self.currency,
            self.count - other.count,
            self.amount - other.amount,
            value,
            of,
            {own: amount for own, amount in unconverted.items() if amount},
        )

    def equals(self, other: "FigureSum") -> bool:
        """Whether both sums of the same unit and currency show the same: hours say nothing of what they are of."""
        return self.value == other.value if self.unit == "hours" else self == other

    def _points_above(self, other: "FigureSum") -> tuple[Fraction, Fraction]:
        """The points between two percentages as they are shown; nothing where one of them has no value."""
        own, others = format_percent(self.value, self.of), format_percent(other.value, other.of)
        if own is None or others is None:
            return Fraction(0), Fraction(0)
        return (Fraction(own) - Fraction(others)) / 100, Fraction(1)

    def serialize(self) -> DashboardSum:
        """Serialize the sum; the `value` of a percentage is null when `of` is zero."""
        values = {
            "money": None,
            "count": str(self.count),
            "percent": format_percent(self.value, self.of),
            "hours": str(round_half_up(self.value, 2)),
        }
        return {
            "count": self.count,
            "value": values[self.unit],
            "money": money(self.amount, self.currency) if self.unit == "money" else None,
            "unconverted": [money(amount, own) for own, amount in sorted(self.unconverted.items())],
        }


def sum_contributions(
    contributions: Iterable[Contribution], unit: DashboardUnit, currency: str, rates: Rates
) -> tuple[FigureSum, dict[str, FigureSum]]:
    """The total of all contributions, and the total of each group."""
    groups = empty_groups(unit, currency)
    if unit == "money":
        for contribution in contributions:
            groups[contribution.group].add(contribution, rates)
        return sum_groups(groups, unit, currency)
    parts: dict[str, list[Contribution]] = defaultdict(list)
    for contribution in contributions:
        parts[contribution.group].append(contribution)
    for name, part in parts.items():
        value, of = add_fractions(one.value for one in part), add_fractions(one.of for one in part)
        groups[name] = FigureSum(unit, currency, len(part), value=value, of=of)
    return sum_groups(groups, unit, currency)


def add_fractions(fractions: Iterable[Fraction]) -> Fraction:
    """The exact sum. Those of equal divisors are added as integers, which takes a tenth of the time."""
    numerators: dict[int, int] = defaultdict(int)
    for one in fractions:
        numerators[one.denominator] += one.numerator
    return sum((Fraction(numerator, divisor) for divisor, numerator in numerators.items()), Fraction(0))


def empty_groups(unit: DashboardUnit, currency: str) -> defaultdict[str, FigureSum]:
    return defaultdict(lambda: FigureSum(unit, currency))


def sum_groups(
    groups: Mapping[str, FigureSum], unit: DashboardUnit, currency: str
) -> tuple[FigureSum, dict[str, FigureSum]]:
    """The total of the groups, and the groups that any record is in."""
    total = FigureSum(unit, currency)
    for group in groups.values():
        total.merge(group)
    return total.without_zeros(), {name: group.without_zeros() for name, group in groups.items() if group.count}
