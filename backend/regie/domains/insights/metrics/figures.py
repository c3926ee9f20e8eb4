"""What the metrics of people are worked out from, and how: pure, so that it can be told again from the same rows."""

from calendar import monthrange
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import groupby

from regie.core.time.months import months_between
from regie.core.time.working_days import working_days
from regie.domains.work.churns.figures import A_DAY, Run, fee_on

_DAYS_A_WEEK = 5
# An amount in its own currency, on the day whose rate converts it: as it is kept, or worked out and not rounded yet.
Kept = tuple[date, str, Decimal]
Dated = tuple[date, str, Decimal | Fraction]


@dataclass(frozen=True, slots=True)
class Span:
    """One employee (their key) and days, both ends included."""

    employee_id: int
    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Worked:
    """What a person logged, in minutes."""

    minutes: int = 0
    billable_minutes: int = 0


@dataclass(frozen=True, slots=True)
class Contract:
    """How much a person is there, from when until when, and the days on which they are away."""

    hours_week: Decimal
    started_on: date | None
    ended_on: date | None
    leaves: Sequence[tuple[date, date | None]] = ()


def available_hours(contract: Contract, first: date, last: date) -> Fraction:
    """A fifth of the week's hours for each working day on which the person is employed and not away."""
    first = max(first, contract.started_on or first)
    last = min(last, contract.ended_on or last)
    days = working_days(first, last)
    for starts_on, ends_on in contract.leaves:
        days -= working_days(max(first, starts_on), min(last, ends_on or last))
    return Fraction(contract.hours_week) * days / _DAYS_A_WEEK


def utilisation(worked: Worked, available: Fraction) -> Fraction | None:
    """Billable hours ÷ available hours; None where no hour was available."""
    return Fraction(worked.billable_minutes, 60) / available if available else None


def by_currency(amounts: Iterable[Dated]) -> dict[str, Fraction]:
    """What they come to in each currency, not rounded."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for _day, currency, amount in amounts:
        found[currency] += Fraction(amount)
    return dict(sorted(found.items()))


def between(amounts: Iterable[Kept], first: date, last: date) -> list[Kept]:
    return [one for one in amounts if first <= one[0] <= last]


def retained(runs: Sequence[Run], day: date) -> list[Kept]:
    """The fees in force on a day of the retainers that run on it."""
    return [(day, run.currency, fee_on(run.fees, day)) for run in runs if run.covers(day)]


def revenue(runs: Iterable[Run], first: date, last: date) -> list[Dated]:
    """What each retainer brought in per month, as of the last of its days, not rounded; its runs come together."""
    months = list(months_between(first, last))
    retainers = [list(found) for _, found in groupby(runs, lambda run: run.project)]
    found = ((end, own[0].currency, retainer_revenue(own, start, end)) for own in retainers for start, end in months)
    return [one for one in found if one[2]]


def retainer_revenue(runs: Iterable[Run], first: date, last: date) -> Fraction:
    """Σ over the days of the window on which it ran of the fee in force ÷ the days of that month, not rounded."""
    revenue = Fraction(0)
    for run in runs:
        day, until = max(run.starts_on, first), min(run.ends_on or last, last)
        while day <= until:
            same_until = min([until, *(start - A_DAY for start, _ in run.fees if start > day)])
            revenue += Fraction(fee_on(run.fees, day)) * _months(day, same_until)
            day = same_until + A_DAY
    return revenue


@lru_cache(maxsize=4_096)
def _months(first: date, last: date) -> Fraction:
    """Whole months, and of the first and the last one the part of its days."""
    whole = (last.year - first.year) * 12 + last.month - first.month
    before = Fraction(first.day - 1, monthrange(first.year, first.month)[1])
    return whole - before + Fraction(last.day, monthrange(last.year, last.month)[1])
