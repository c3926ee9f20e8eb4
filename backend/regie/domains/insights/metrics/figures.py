"""Calculates the metrics of employees from plain values."""

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
# An amount in its own currency and the day of its exchange rate; a calculated amount is not rounded yet.
StoredAmount = tuple[date, str, Decimal]
DatedAmount = tuple[date, str, Decimal | Fraction]


@dataclass(frozen=True, slots=True)
class EmployeeSpan:
    """An employee and a range of days, both ends included."""

    employee_id: int
    first: date
    last: date


@dataclass(frozen=True, slots=True)
class LoggedTime:
    """Logged time in minutes."""

    minutes: int = 0
    billable_minutes: int = 0


@dataclass(frozen=True, slots=True)
class Contract:
    """An employee's weekly hours, their first and last day, and their leaves."""

    hours_week: Decimal
    started_on: date | None
    ended_on: date | None
    leaves: Sequence[tuple[date, date | None]] = ()


def available_hours(contract: Contract, first: date, last: date) -> Fraction:
    """A fifth of the weekly hours for each working day on which the employee is employed and not on leave."""
    first = max(first, contract.started_on or first)
    last = min(last, contract.ended_on or last)
    days = working_days(first, last)
    for starts_on, ends_on in contract.leaves:
        days -= working_days(max(first, starts_on), min(last, ends_on or last))
    return Fraction(contract.hours_week) * days / _DAYS_A_WEEK


def utilization(logged: LoggedTime, available: Fraction) -> Fraction | None:
    """Billable hours ÷ available hours; None without available hours."""
    return Fraction(logged.billable_minutes, 60) / available if available else None


def sum_by_currency(amounts: Iterable[DatedAmount]) -> dict[str, Fraction]:
    """The unrounded sum per currency."""
    sums: dict[str, Fraction] = defaultdict(Fraction)
    for _day, currency, amount in amounts:
        sums[currency] += Fraction(amount)
    return dict(sorted(sums.items()))


def filter_amounts(amounts: Iterable[StoredAmount], first: date, last: date) -> list[StoredAmount]:
    return [amount for amount in amounts if first <= amount[0] <= last]


def mrr_amounts(runs: Sequence[Run], day: date) -> list[StoredAmount]:
    """The fees in force on a day, of the retainers that run on it."""
    return [(day, run.currency, fee_on(run.fees, day)) for run in runs if run.covers(day)]


def monthly_revenue(runs: Iterable[Run], first: date, last: date) -> list[DatedAmount]:
    """Each retainer's unrounded revenue per month, dated on the month's last day; `runs` are sorted by retainer."""
    months = list(months_between(first, last))
    retainers = [list(group) for _, group in groupby(runs, lambda run: run.project)]
    amounts = ((end, own[0].currency, retainer_revenue(own, start, end)) for own in retainers for start, end in months)
    return [amount for amount in amounts if amount[2]]


def retainer_revenue(runs: Iterable[Run], first: date, last: date) -> Fraction:
    """Σ over the retainer's days from first to last of the fee in force ÷ the days of that month, not rounded."""
    revenue = Fraction(0)
    for run in runs:
        day, until = max(run.starts_on, first), min(run.ends_on or last, last)
        while day <= until:
            same_until = min([until, *(start - A_DAY for start, _ in run.fees if start > day)])
            revenue += Fraction(fee_on(run.fees, day)) * _count_months(day, same_until)
            day = same_until + A_DAY
    return revenue


@lru_cache(maxsize=4_096)
def _count_months(first: date, last: date) -> Fraction:
    """The number of months from first to last; a partial month counts as the share of its days."""
    whole = (last.year - first.year) * 12 + last.month - first.month
    before = Fraction(first.day - 1, monthrange(first.year, first.month)[1])
    return whole - before + Fraction(last.day, monthrange(last.year, last.month)[1])
