"""Calculates attainment and pace of goals as exact fractions; only output is rounded."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from regie.domains.insights.goals.models import Measure, Metric
from regie.domains.insights.goals.schemas import Pace, Unit

CLOSED = ("achieved", "missed", "cancelled")
_UNIT_OF_MEASURE: dict[Measure, Unit] = {
    "number": "number",
    "percent": "percent",
    "money": "money",
    "yes_no": "yes_no",
}
_UNIT_OF_METRIC: dict[Metric, Unit] = {
    "retained_mrr": "money",
    "churned_mrr": "money",
    "oos_sold": "money",
    "utilisation": "percent",
    "values_received": "number",
}
# Limits of elapsed time minus attainment, as shares: below the first is on track, up to the second is behind.
_ON_TRACK, _BEHIND = Fraction(165, 1000), Fraction(33, 100)
_DIGITS = Decimal("0.0001")


@dataclass(frozen=True, slots=True)
class Trajectory:
    """A goal's start, target, current value and period; `current` is None when the metric has no value."""

    start: Decimal
    target: Decimal
    current: Decimal | None
    direction: str
    first: date
    last: date

    @property
    def attainment(self) -> Fraction | None:
        """The share of the distance from start to target: above 1 beyond the target, negative below the start."""
        if self.current is None:
            return None
        return Fraction(self.current - self.start) / Fraction(self.target - self.start)

    @property
    def is_allowance(self) -> bool:
        """Whether the target is a limit, such as at most three complaints, and not a value to come down to."""
        return self.direction == "at_most" and self.start < self.target

    @property
    def is_met(self) -> bool:
        if self.attainment is None:
            return False
        return self.attainment <= 1 if self.is_allowance else self.attainment >= 1

    def elapsed(self, today: date) -> Fraction:
        """The share of the period that is over: 0 on the first day, 1 on the last."""
        days = min(max((today - self.first).days, 0), (self.last - self.first).days)
        return Fraction(days, (self.last - self.first).days)

    def pace(self, today: date) -> Pace | None:
        """Compare progress with elapsed time; an allowance is late when it is used up faster than time passes."""
        if self.attainment is None:
            return None
        gap = self.elapsed(today) - self.attainment
        if self.is_allowance:
            if self.attainment > 1:
                return "at_risk"
            gap = -gap
        if gap < _ON_TRACK:
            return "on_track"
        return "behind" if gap <= _BEHIND else "at_risk"


def unit_of(measure: Measure, metric_key: Metric | None) -> Unit:
    """The unit of the goal's values; a linked goal has the unit of its metric."""
    return _UNIT_OF_METRIC[metric_key] if metric_key else _UNIT_OF_MEASURE[measure]


def round_share(share: Fraction) -> Decimal:
    """Round to four decimals, the precision of stored values, with halves away from zero."""
    return (Decimal(share.numerator) / Decimal(share.denominator)).quantize(_DIGITS, ROUND_HALF_UP)


def weighted_attainment(goals: Collection[tuple[int, Fraction]]) -> Fraction | None:
    """The weighted mean of the goals' attainments; None without goals."""
    total = sum(weight for weight, _ in goals)
    return sum((weight * share for weight, share in goals), Fraction(0)) / total if total else None
