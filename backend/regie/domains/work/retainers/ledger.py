"""The chain of a retainer's months, worked out from plain values: nothing here knows of a table.

Each line closes: base + in + adjustment − used − late = closing = out + lapsed − overage; and the next line's `in` is
this one's `out`.
"""

from bisect import bisect_left, bisect_right
from calendar import monthrange
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from itertools import accumulate

from regie.core.time.months import last_of_month, months_between

NOTHING = Decimal("0.00")
_HUNDREDTH = Decimal("0.01")
_A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Terms:
    """A retainer's terms as they stand now; they shape the periods that are open."""

    starts_on: date
    # The last day of its last period; None while no end is known.
    ends_on: date | None
    included_hours: Decimal
    rollover: str
    cap_hours: Decimal | None
    expiry_months: int | None
    # (from, amount), oldest first.
    fees: Sequence[tuple[date, Decimal]]
    currency_digits: int = 2

    def fee_on(self, day: date) -> Decimal:
        """The fee in force on a day; nothing before the first."""
        return next((amount for starts_on, amount in reversed(self.fees) if starts_on <= day), NOTHING)


@dataclass(frozen=True, slots=True)
class Lot:
    """Hours that moved on, with the month whose hours they were."""

    month: date
    hours: Decimal


@dataclass(frozen=True, slots=True)
class Line:
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
    lots: tuple[Lot, ...]
    ran_out_on: date | None

    @property
    def available_hours(self) -> Decimal:
        """What this period's own work may take: late hours were worked in a locked one, and are gone already."""
        return self.base_hours + self.rollover_in + self.adjustment - self.late_hours


class Worked:
    """Minutes by day, summed as people read them: hundredths of an hour, rounded half up once on the sum."""

    def __init__(self, minutes: Mapping[date, int]) -> None:
        self.minutes = dict(minutes)
        self._days = sorted(minutes)
        self._sums = list(accumulate((minutes[day] for day in self._days), initial=0))

    def hours(self, first: date, last: date) -> Decimal:
        before = self._sums[bisect_left(self._days, first)]
        return _hours(self._sums[max(bisect_right(self._days, last), bisect_left(self._days, first))] - before)

    def day_of(self, first: date, last: date, hours: Decimal) -> date | None:
        """The first day by whose end so many hours had been worked; None when they never were."""
        if hours <= 0:
            return first
        start = bisect_left(self._days, first)
        for place in range(start, bisect_right(self._days, last)):
            if _hours(self._sums[place + 1] - self._sums[start]) >= hours:
                return self._days[place]
        return None


def _hours(minutes: int) -> Decimal:
    return Decimal((minutes * 100 + 30) // 60).scaleb(-2)


def month_of(day: date) -> date:
    return day.replace(day=1)


def open_lines(
    terms: Terms, locked: Sequence[Line], adjustments: Mapping[date, Decimal], worked: Worked, today: date
) -> list[Line]:
    """What follows the locked lines, up to the month of `today`; `adjustments` by the month's first day.

    What changed in the hours of locked months is late in the first line that follows, once: what an earlier line took
    up already is counted there.
    """
    before = locked[-1] if locked else None
    start = before.ends_on + _A_DAY if before else terms.starts_on
    late = late_hours(locked, worked)
    found: list[Line] = []
    month_end = last_of_month(today)
    for starts_on, ends_on in months_between(start, min(month_end, terms.ends_on or month_end)):
        month = month_of(starts_on)
        before = _line(terms, before, starts_on, ends_on, adjustments.get(month, NOTHING), worked, late)
        late = NOTHING
        found.append(before)
    return found


def late_hours(locked: Sequence[Line], worked: Worked) -> Decimal:
    """Hours of locked months that no locked line counts; negative where hours that were counted are gone."""
    counted = sum((line.used_hours + line.late_hours for line in locked), NOTHING)
    return sum((worked.hours(line.starts_on, line.ends_on) for line in locked), NOTHING) - counted


def _line(
    terms: Terms,
    before: Line | None,
    starts_on: date,
    ends_on: date,
    adjustment: Decimal,
    worked: Worked,
    late: Decimal,
) -> Line:
    lots = before.lots if before else ()
    moved_in = before.rollover_out if before else NOTHING
    base = prorated(terms.included_hours, starts_on, ends_on, _HUNDREDTH)
    used = worked.hours(starts_on, ends_on)
    debt = min(moved_in, NOTHING)
    kept, missing = _spend(lots, month_of(starts_on), base, (adjustment, -used, -late, debt))
    closing = sum((lot.hours for lot in kept), NOTHING) - missing
    going = _moving_on(terms, kept, starts_on, is_last=ends_on == terms.ends_on)
    moves_debt = terms.rollover == "both" and missing > 0 and ends_on != terms.ends_on
    out = -missing if moves_debt else sum((lot.hours for lot in going), NOTHING)
    overage = NOTHING if moves_debt else missing
    return Line(
        starts_on=starts_on,
        ends_on=ends_on,
        fee=prorated(terms.fee_on(starts_on), starts_on, ends_on, Decimal(1).scaleb(-terms.currency_digits)),
        base_hours=base,
        rollover_in=moved_in,
        adjustment=adjustment,
        used_hours=used,
        late_hours=late,
        closing_balance=closing,
        rollover_out=out,
        lapsed_hours=closing + overage - out,
        overage_hours=overage,
        lots=going,
        ran_out_on=worked.day_of(starts_on, ends_on, base + moved_in + adjustment - late) if used > 0 else None,
    )


def prorated(amount: Decimal, starts_on: date, ends_on: date, unit: Decimal) -> Decimal:
    """The share of a month's amount that falls on these days of it; a whole month is the amount itself."""
    days, of_month = (ends_on - starts_on).days + 1, monthrange(starts_on.year, starts_on.month)[1]
    return amount if days == of_month else (amount * days / of_month).quantize(unit, ROUND_HALF_UP)


def _spend(
    lots: Iterable[Lot], month: date, base: Decimal, moves: Sequence[Decimal]
) -> tuple[tuple[Lot, ...], Decimal]:
    """What is left of the lots and of this month's own hours, oldest used first, and what was lacking."""
    granted = base + sum((move for move in moves if move > 0), NOTHING)
    taken = -sum((move for move in moves if move < 0), NOTHING)
    kept = []
    for lot in (*lots, Lot(month, granted)):
        spent = min(lot.hours, taken)
        taken -= spent
        if lot.hours > spent:
            kept.append(Lot(lot.month, lot.hours - spent))
    return tuple(kept), taken


def _moving_on(terms: Terms, kept: Iterable[Lot], starts_on: date, *, is_last: bool) -> tuple[Lot, ...]:
    """The hours that the next period may use: not yet expired, and of these the newest up to the cap."""
    if is_last or terms.rollover == "none":
        return ()
    living = [lot for lot in kept if not _has_expired(lot, starts_on, terms.expiry_months)]
    room = sum((lot.hours for lot in living), NOTHING) if terms.cap_hours is None else terms.cap_hours
    going = []
    for lot in reversed(living):
        hours = min(lot.hours, room)
        room -= hours
        if hours > 0:
            going.append(Lot(lot.month, hours))
    return tuple(reversed(going))


def _has_expired(lot: Lot, now: date, months: int | None) -> bool:
    """Hours with an expiry of three months can be used in the three months after their own."""
    return months is not None and (now.year - lot.month.year) * 12 + now.month - lot.month.month >= months
