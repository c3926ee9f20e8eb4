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
    # A rate, such as utilization, does not grow with time.
    is_rate: bool = False

    @property
    def progress(self) -> Fraction | None:
        """The share of the distance from start to target: above 1 beyond the target, negative below the start."""
        if self.current is None:
            return None
        return Fraction(self.current - self.start) / Fraction(self.target - self.start)

    @property
    def attainment(self) -> Fraction | None:
        """The progress; for a limit, 1 within it and 0 from twice the limit on."""
        if self.progress is None or self.direction != "at_most":
            return self.progress
        if not self.is_allowance:
            return min(self.progress, Fraction(1))
        return Fraction(1) if self.is_met else max(1 - self._distance, Fraction(0))

    @property
    def is_allowance(self) -> bool:
        """Whether the target is a limit, such as at most three complaints, and not a value to come down to."""
        return self.direction == "at_most" and self.start < self.target

    @property
    def is_met(self) -> bool:
        if self.progress is None:
            return False
        return self.progress <= 1 if self.is_allowance else self.progress >= 1

    @property
    def _distance(self) -> Fraction:
        """The distance between the current value and the target, as a share of the target."""
        distance = abs(Fraction(self.target) - Fraction(self.current or 0))
        return distance / abs(Fraction(self.target)) if self.target else Fraction(1)

    def elapsed(self, today: date) -> Fraction:
        """The share of the period that is over: 0 on the first day, 1 on the last."""
        days = min(max((today - self.first).days, 0), (self.last - self.first).days)
        return Fraction(days, (self.last - self.first).days)

    def pace(self, today: date) -> Pace | None:
        """Compare progress with elapsed time; an allowance is late when it is used up faster than time passes.

        A rate is compared with its target, whatever time has passed.
        """
        if self.progress is None:
            return None
        if self.is_rate:
            gap = Fraction(0) if self.is_met else self._distance
        elif self.is_allowance:
            gap = self.progress - self.elapsed(today) if self.is_met else Fraction(1)
        else:
            gap = self.elapsed(today) - self.progress
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
    """The weighted mean of the goals' attainments, each at most 1; None without goals."""
    total = sum(weight for weight, _ in goals)
    return sum((weight * capped(share) for weight, share in goals), Fraction(0)) / total if total else None


def capped(share: Fraction) -> Fraction:
    """An attainment in an average: a goal that is exceeded does not make up for another one."""
    return min(share, Fraction(1))
