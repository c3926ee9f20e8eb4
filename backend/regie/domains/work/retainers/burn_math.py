"""Calculates a period's burn, pace, forecast and risk from plain values."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property, lru_cache
from math import ceil

from regie.core.time.working_days import nth_working_day, working_days
from regie.domains.records.hours_warnings.models import PACE
from regie.domains.work.hours_warnings.schemas import Alerts
from regie.domains.work.retainers.ledger import NOTHING, LedgerLine
from regie.domains.work.retainers.schemas import Level

_HUNDREDTH = Decimal("0.01")
_TENTH = Decimal("0.1")
_ONE = Decimal(1)
# The pace is evaluated from the fifth working day on: one busy first day is not a trend.
PACE_FROM_DAYS = 5
# Expected burn above which the level is high; the organization's settings determine the warnings.
_HIGH_EXPECTED_BURN = Decimal("1.15")
_WATCH_BURN = Decimal("0.8")
LEVELS: tuple[Level, ...] = ("unknown", "ok", "watch", "high", "over")
_LEVEL_STEP = 10_000


@dataclass(frozen=True)
class BurnProgress:
    """A period's available and used hours on a day."""

    starts_on: date
    ends_on: date
    available: Decimal
    used: Decimal
    ran_out_on: date | None
    today: date
    # Whether anyone has said how many hours are included.
    states_hours: bool = True

    @classmethod
    def of(cls, line: LedgerLine, today: date, *, states_hours: bool = True) -> "BurnProgress":
        hours = (line.available_hours, line.used_hours, line.ran_out_on)
        return cls(line.starts_on, line.ends_on, *hours, today, states_hours)

    @property
    def left(self) -> Decimal:
        return self.available - self.used if self.states_hours else NOTHING

    @cached_property
    def elapsed_days(self) -> int:
        """Working days that have begun, today included."""
        return working_days(self.starts_on, min(self.today, self.ends_on))

    @cached_property
    def elapsed_share(self) -> Decimal:
        """The elapsed part of the period's working days; 1 for a period without any."""
        return _elapsed_share(self.starts_on, self.ends_on, self.elapsed_days)

    def even_on(self, day: date) -> Decimal:
        """Hours used by the end of a day at an even pace; a period without working days uses all at once."""
        days = working_days(self.starts_on, self.ends_on)
        elapsed_share = Decimal(working_days(self.starts_on, day)) / days if days else _ONE
        return (max(self.available, NOTHING) * elapsed_share).quantize(_HUNDREDTH, ROUND_HALF_UP)

    def forecast_on(self, day: date) -> Decimal | None:
        """Hours used by the end of a day from today on, at the current pace; today's are the hours logged."""
        if day < self.today:
            return None
        if day == self.today:
            return self.used
        days = working_days(self.starts_on, day)
        return (self.used * days / self.elapsed_days).quantize(_HUNDREDTH, ROUND_HALF_UP) if self.elapsed_days else None

    @cached_property
    def burn(self) -> Decimal | None:
        return self.used / self.available if self.available > 0 else None

    @property
    def pace(self) -> Decimal | None:
        return None if self.burn is None or not self.elapsed_share else self.burn / self.elapsed_share

    def is_faster_than(self, pace: Decimal) -> bool:
        return self.pace is not None and self.pace > pace and self.elapsed_days >= PACE_FROM_DAYS

    @cached_property
    def forecast(self) -> Decimal:
        """Hours used by the end of the period, at the current pace."""
        return (self.used / self.elapsed_share).quantize(_HUNDREDTH, ROUND_HALF_UP) if self.elapsed_share else self.used

    @property
    def forecast_overage(self) -> Decimal:
        return max(NOTHING, self.forecast - max(self.available, NOTHING)) if self.states_hours else NOTHING

    @property
    def runs_out_on(self) -> date | None:
        """The day on which the hours ran out, or will at the current pace; None where they last."""
        if not self.states_hours:
            return None
        if self.ran_out_on is not None or self.used <= 0 or not self.elapsed_days or self.available <= 0:
            return self.ran_out_on
        days = ceil(self.available * self.elapsed_days / self.used)
        day = nth_working_day(self.starts_on, days)
        return max(day, self.today) if day <= self.ends_on and self.forecast > self.available else None

    @cached_property
    def expected(self) -> Decimal | None:
        """The burn expected at the end: the current pace, weighted by the elapsed part of the period."""
        if self.burn is None:
            return None
        remaining = _ONE - self.elapsed_share
        return self.burn + remaining * (self.burn + remaining)

    @cached_property
    def level(self) -> Level:
        if not self.states_hours:
            return "unknown"
        if self.left < 0 or (self.available > 0 and self.left == 0):
            return "over"
        if self.burn is None or self.expected is None:
            return "ok"
        if self.expected > _HIGH_EXPECTED_BURN:
            return "high"
        return "watch" if self.expected > 1 or self.burn >= _WATCH_BURN else "ok"

    @property
    def risk(self) -> int:
        """Sorts by level, then by expected burn; hours used while none are available come first in their level."""
        max_in_level = _LEVEL_STEP - 1
        expected = self.expected if self.expected is not None else Decimal(max_in_level if self.used > 0 else 0)
        return LEVELS.index(self.level) * _LEVEL_STEP + min(max_in_level, int(expected * 100))

    @property
    def used_percent(self) -> int:
        """The percentage of hours used, rounded down; 100 for hours used while none are available."""
        burn = self.burn if self.burn is not None else (_ONE if self.left < 0 else NOTHING)
        return int(burn * 100)

    def passed_thresholds(self, alerts: Alerts) -> list[str]:
        """Return the thresholds that the period has passed."""
        return alerts.passed_at(self.used_percent) + ([PACE] if self.is_faster_than(alerts.pace) else [])


def least_high_burn(periods: Iterable[tuple[date, date]], today: date) -> Decimal:
    """Return a burn from which on a period's level can be high or over; below it, it is lower in all these periods."""
    remaining = [_ONE - _elapsed_share(first, last, working_days(first, min(today, last))) for first, last in periods]
    return min([_ONE, *((_HIGH_EXPECTED_BURN - rest * rest) / (_ONE + rest) for rest in remaining)])


@lru_cache(maxsize=500)
def _elapsed_share(first: date, last: date, elapsed_days: int) -> Decimal:
    # Most periods are the same month.
    days = working_days(first, last)
    return Decimal(elapsed_days) / days if days else _ONE


def percent(share: Decimal) -> str:
    return f"{(share * 100).quantize(_TENTH, ROUND_HALF_UP)}"


def as_text(value: Decimal) -> str:
    return f"{value.quantize(_HUNDREDTH, ROUND_HALF_UP)}"
