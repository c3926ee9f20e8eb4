"""Calculates the months of a retainer from plain values, without a database.

Each line balances: base + in + adjustment − used − late = closing = out + lapsed − overage; the next line's `in` is
this line's `out`. Hours are agreed by month: what is in force on a period's last day holds for the whole period.

A ledger that begins later opens with a stated balance; no hours roll over out of the months before it.
"""

from bisect import bisect_left, bisect_right
from calendar import monthrange
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from itertools import accumulate

from regie.core.time.months import end_of_month, months_between
from regie.domains.records.dated_fields.figures import value_at
from regie.domains.records.dated_fields.schemas import RolloverPolicy, Timeline

NOTHING = Decimal("0.00")
_HUNDREDTH = Decimal("0.01")
_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Terms:
    """A retainer's dated terms, which determine its open periods."""

    starts_on: date
    # The last day of the last period; None without an end.
    ends_on: date | None
    # Hours, and roll-over policies.
    included_hours: Timeline
    rollover: Timeline
    # (first day, amount), oldest first.
    fees: Sequence[tuple[date, Decimal]]
    currency_digits: int = 2
    # (first day, last day) of the pauses, the last without an end.
    pauses: Sequence[tuple[date, date | None]] = ()
    # The first day of the first month of the ledger, and the hours with which it opens; None from the first day on.
    ledger_from: date | None = None
    opening_hours: Decimal = NOTHING

    def is_last(self, ends_on: date) -> bool:
        """Whether no hours roll over out of the month that ends on this day."""
        return ends_on == self.ends_on or (self.ledger_from is not None and ends_on < self.ledger_from)

    def count_running_days(self, starts_on: date, ends_on: date) -> int:
        """Return the days between two days, both included, on which the retainer is not paused."""
        paused = ((min(last or ends_on, ends_on) - max(first, starts_on)).days + 1 for first, last in self.pauses)
        return (ends_on - starts_on).days + 1 - sum(days for days in paused if days > 0)

    def fee_on(self, day: date) -> Decimal:
        """Return the fee in force on a day; zero before the first."""
        return next((amount for starts_on, amount in reversed(self.fees) if starts_on <= day), NOTHING)


@dataclass(frozen=True, slots=True)
class HourBatch:
    """Rolled-over hours and the month they come from; they expire together."""

    month: date
    hours: Decimal


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One period of the ledger."""

    starts_on: date
    ends_on: date
    fee: Decimal
    base_hours: Decimal
    rollover_in: Decimal
    adjustment: Decimal
    used_hours: Decimal
    late_hours: Decimal
    closing_balance: Decimal
    rollover_out: Decimal
    lapsed_hours: Decimal
    overage_hours: Decimal
    batches: tuple[HourBatch, ...]
    ran_out_on: date | None

    @property
    def available_hours(self) -> Decimal:
        """Hours available to the period's own work; late hours belong to a locked period and are already used."""
        return self.base_hours + self.rollover_in + self.adjustment - self.late_hours


@dataclass(frozen=True, slots=True)
class _Carried:
    """The hours with which a line begins, and the months that they come from."""

    hours: Decimal = NOTHING
    batches: tuple[HourBatch, ...] = ()

    @classmethod
    def of(cls, line: LedgerLine) -> "_Carried":
        return cls(line.rollover_out, line.batches)

    @classmethod
    def opening(cls, hours: Decimal, month: date) -> "_Carried":
        """The stated balance of the first month of the ledger, from the month before; negative when hours are owed."""
        return cls(hours, (HourBatch(month_of(month - _ONE_DAY), hours),) if hours > 0 else ())


class WorkedHours:
    """Minutes per day; sums are hundredths of an hour, rounded half up once."""

    def __init__(self, minutes: Mapping[date, int]) -> None:
        self.minutes = dict(minutes)
        self._days = sorted(minutes)
        self._sums = list(accumulate((minutes[day] for day in self._days), initial=0))

    def hours(self, first: date, last: date) -> Decimal:
        before = self._sums[bisect_left(self._days, first)]
        return _round_to_hours(self._sums[max(bisect_right(self._days, last), bisect_left(self._days, first))] - before)

    def day_when_used(self, first: date, last: date, hours: Decimal) -> date | None:
        """Return the first day by whose end this many hours were worked; None when they never were."""
        if hours <= 0:
            return first
        start = bisect_left(self._days, first)
        for index in range(start, bisect_right(self._days, last)):
            if _round_to_hours(self._sums[index + 1] - self._sums[start]) >= hours:
                return self._days[index]
        return None


def _round_to_hours(minutes: int) -> Decimal:
    return Decimal((minutes * 100 + 30) // 60).scaleb(-2)


def month_of(day: date) -> date:
    return day.replace(day=1)


def build_open_lines(
    terms: Terms, locked: Sequence[LedgerLine], adjustments: Mapping[date, Decimal], worked: WorkedHours, today: date
) -> list[LedgerLine]:
    """Return the lines after the locked ones, up to the month of `today`.

    `adjustments` are keyed by the first day of their month.

    Changes of hours in locked months appear once, as late hours of the first following line; hours that an earlier line
    counted as late are not counted again.
    """
    start = locked[-1].ends_on + _ONE_DAY if locked else terms.ledger_from or terms.starts_on
    carried = _Carried.of(locked[-1]) if locked else _Carried.opening(terms.opening_hours, start)
    return list(
        _build_lines(terms, carried, (start, end_of_month(today)), adjustments, worked, late_hours(locked, worked))
    )


def build_earlier_lines(terms: Terms, adjustments: Mapping[date, Decimal], worked: WorkedHours) -> list[LedgerLine]:
    """Return the lines before the first month of the ledger; none when it begins with the retainer."""
    if terms.ledger_from is None:
        return []
    days = (terms.starts_on, terms.ledger_from - _ONE_DAY)
    return list(_build_lines(terms, _Carried(), days, adjustments, worked, NOTHING))


def _build_lines(
    terms: Terms, carried: _Carried, days: tuple[date, date], adjustments: Mapping[date, Decimal], worked: WorkedHours,
    late: Decimal,
) -> Iterator[LedgerLine]:  # fmt: skip
    first, last = days
    for starts_on, ends_on in months_between(first, min(last, terms.ends_on or last)):
        adjustment = adjustments.get(month_of(starts_on), NOTHING)
        line = _build_line(terms, carried, starts_on, ends_on, adjustment, worked, late)
        carried, late = _Carried.of(line), NOTHING
        yield line


def late_hours(locked: Sequence[LedgerLine], worked: WorkedHours) -> Decimal:
    """Hours of locked months that no locked line counts; negative when counted hours were deleted."""
    counted = sum((line.used_hours + line.late_hours for line in locked), NOTHING)
    return sum((worked.hours(line.starts_on, line.ends_on) for line in locked), NOTHING) - counted


def _build_line(
    terms: Terms,
    carried: _Carried,
    starts_on: date,
    ends_on: date,
    adjustment: Decimal,
    worked: WorkedHours,
    late: Decimal,
) -> LedgerLine:
    running_days = terms.count_running_days(starts_on, ends_on)
    included_hours: Decimal = value_at(terms.included_hours, ends_on) or NOTHING
    policy: RolloverPolicy = value_at(terms.rollover, ends_on)
    base = prorated(included_hours, starts_on, running_days, _HUNDREDTH)
    used = worked.hours(starts_on, ends_on)
    debt = min(carried.hours, NOTHING)
    remaining, missing = _spend_hours(carried.batches, month_of(starts_on), base, (adjustment, -used, -late, debt))
    closing = sum((batch.hours for batch in remaining), NOTHING) - missing
    is_last = terms.is_last(ends_on)
    rolled_over = _rolled_over(policy, remaining, starts_on, is_last=is_last)
    carries_debt = policy.rollover == "both" and missing > 0 and not is_last
    rollover_out = -missing if carries_debt else sum((batch.hours for batch in rolled_over), NOTHING)
    overage = NOTHING if carries_debt else missing
    return LedgerLine(
        starts_on=starts_on,
        ends_on=ends_on,
        fee=prorated(terms.fee_on(starts_on), starts_on, running_days, Decimal(1).scaleb(-terms.currency_digits)),
        base_hours=base,
        rollover_in=carried.hours,
        adjustment=adjustment,
        used_hours=used,
        late_hours=late,
        closing_balance=closing,
        rollover_out=rollover_out,
        lapsed_hours=closing + overage - rollover_out,
        overage_hours=overage,
        batches=rolled_over,
        ran_out_on=worked.day_when_used(starts_on, ends_on, base + carried.hours + adjustment - late)
        if used > 0
        else None,
    )


def prorated(amount: Decimal, month: date, days: int, unit: Decimal) -> Decimal:
    """Return the part of a month's amount for this number of days; a whole month returns the amount itself."""
    month_days = monthrange(month.year, month.month)[1]
    return amount if days == month_days else (amount * days / month_days).quantize(unit, ROUND_HALF_UP)


def _spend_hours(
    batches: Iterable[HourBatch], month: date, base: Decimal, changes: Sequence[Decimal]
) -> tuple[tuple[HourBatch, ...], Decimal]:
    """Return the remaining hours, after using the oldest first, and the hours that were lacking."""
    granted = base + sum((change for change in changes if change > 0), NOTHING)
    taken = -sum((change for change in changes if change < 0), NOTHING)
    remaining = []
    for batch in (*batches, HourBatch(month, granted)):
        spent = min(batch.hours, taken)
        taken -= spent
        if batch.hours > spent:
            remaining.append(HourBatch(batch.month, batch.hours - spent))
    return tuple(remaining), taken


def _rolled_over(
    policy: RolloverPolicy, remaining: Iterable[HourBatch], starts_on: date, *, is_last: bool
) -> tuple[HourBatch, ...]:
    """Return the hours that roll over: unexpired ones, newest first up to the cap."""
    if is_last or policy.rollover in (None, "none"):
        return ()
    unexpired = [batch for batch in remaining if not _has_expired(batch, starts_on, policy.expiry_months)]
    capacity = sum((batch.hours for batch in unexpired), NOTHING) if policy.cap_hours is None else policy.cap_hours
    carried = []
    for batch in reversed(unexpired):
        hours = min(batch.hours, capacity)
        capacity -= hours
        if hours > 0:
            carried.append(HourBatch(batch.month, hours))
    return tuple(reversed(carried))


def _has_expired(batch: HourBatch, now: date, months: int | None) -> bool:
    """Hours with an expiry of three months can be used in the three months after their own."""
    return months is not None and (now.year - batch.month.year) * 12 + now.month - batch.month.month >= months
