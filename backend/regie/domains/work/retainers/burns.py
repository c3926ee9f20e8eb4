"""How a retainer stands in a period: burn, pace, when its hours run out, forecast and risk; from plain values."""

from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property
from math import ceil

from regie.core.time.working_days import nth_working_day, working_days
from regie.domains.records.retainers.models import PACE
from regie.domains.work.retainers.ledger import NOTHING, Line
from regie.domains.work.retainers.schemas import Level

_HUNDREDTH = Decimal("0.01")
_TENTH = Decimal("0.1")
_WHOLE = Decimal(1)
# A first busy day is no pace yet: it is judged from the fifth working day on.
PACE_FROM_DAYS = 5
# From where on the level says that it will clearly end over; what is warned of is settled by the organization.
_FAR_OVER = Decimal("1.15")
_MOST_USED = Decimal("0.8")
_LEVELS: tuple[Level, ...] = ("ok", "watch", "high", "over")
_A_LEVEL = 10_000


@dataclass(frozen=True)
class Alerts:
    """What people are warned of: shares of the hours, in rising per cent, and a pace that is exceeded."""

    thresholds: tuple[int, ...]
    pace: Decimal


@dataclass(frozen=True)
class Standing:
    """What a period has, what it took, and by when."""

    starts_on: date
    ends_on: date
    available: Decimal
    used: Decimal
    ran_out_on: date | None
    today: date

    @classmethod
    def of(cls, line: Line, today: date) -> "Standing":
        return cls(line.starts_on, line.ends_on, line.available_hours, line.used_hours, line.ran_out_on, today)

    @property
    def left(self) -> Decimal:
        return self.available - self.used

    @cached_property
    def elapsed_days(self) -> int:
        """Working days begun, today's with them."""
        return working_days(self.starts_on, min(self.today, self.ends_on))

    @cached_property
    def share(self) -> Decimal:
        """Of the period's working days; a period without any is over at once."""
        days = working_days(self.starts_on, self.ends_on)
        return Decimal(self.elapsed_days) / days if days else _WHOLE

    def even_on(self, day: date) -> Decimal:
        """Hours that an even pace has used by the end of a day: a period without working days uses them at once."""
        days = working_days(self.starts_on, self.ends_on)
        share = Decimal(working_days(self.starts_on, day)) / days if days else _WHOLE
        return (max(self.available, NOTHING) * share).quantize(_HUNDREDTH, ROUND_HALF_UP)

    def forecast_on(self, day: date) -> Decimal | None:
        """Hours used by the end of a day from today on, at this pace; today's own are those that were worked."""
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
        return None if self.burn is None or not self.share else self.burn / self.share

    def is_faster_than(self, pace: Decimal) -> bool:
        return self.pace is not None and self.pace > pace and self.elapsed_days >= PACE_FROM_DAYS

    @cached_property
    def forecast(self) -> Decimal:
        """Hours at the end of the period, at this pace."""
        return (self.used / self.share).quantize(_HUNDREDTH, ROUND_HALF_UP) if self.share else self.used

    @property
    def forecast_overage(self) -> Decimal:
        return max(NOTHING, self.forecast - max(self.available, NOTHING))

    @property
    def runs_out_on(self) -> date | None:
        """The day on which the hours ran out, or will at this pace; None where they last."""
        if self.ran_out_on is not None or self.used <= 0 or not self.elapsed_days or self.available <= 0:
            return self.ran_out_on
        days = ceil(self.available * self.elapsed_days / self.used)
        day = nth_working_day(self.starts_on, days)
        return max(day, self.today) if day <= self.ends_on and self.forecast > self.available else None

    @cached_property
    def expected(self) -> Decimal | None:
        """The burn to reckon with at the end: the pace so far, trusted as far as the period has gone."""
        if self.burn is None:
            return None
        rest = _WHOLE - self.share
        return self.burn + rest * (self.burn + rest)

    @cached_property
    def level(self) -> Level:
        if self.left < 0 or (self.available > 0 and self.left == 0):
            return "over"
        if self.burn is None or self.expected is None:
            return "ok"
        if self.expected > _FAR_OVER:
            return "high"
        return "watch" if self.expected > 1 or self.burn >= _MOST_USED else "ok"

    @property
    def risk(self) -> int:
        """Levels first, then what is to be reckoned with; hours without anything available come before all."""
        most = _A_LEVEL - 1
        expected = self.expected if self.expected is not None else Decimal(most if self.used > 0 else 0)
        return _LEVELS.index(self.level) * _A_LEVEL + min(most, int(expected * 100))

    @property
    def used_percent(self) -> int:
        """As far as it is full; hours without anything available count as all of it."""
        burn = self.burn if self.burn is not None else (_WHOLE if self.left < 0 else NOTHING)
        return int(burn * 100)

    def passed(self, alerts: Alerts) -> list[str]:
        """What a warning is due for."""
        shares = [str(share) for share in alerts.thresholds if self.used_percent >= share]
        return shares + ([PACE] if self.is_faster_than(alerts.pace) else [])


def percent(share: Decimal) -> str:
    return f"{(share * 100).quantize(_TENTH, ROUND_HALF_UP)}"


def as_text(value: Decimal) -> str:
    return f"{value.quantize(_HUNDREDTH, ROUND_HALF_UP)}"
