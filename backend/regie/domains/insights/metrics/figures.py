"""Calculates the metrics of employees from plain values."""

from calendar import monthrange
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, pairwise

from regie.core.time.months import months_between
from regie.core.time.working_days import working_days
from regie.domains.records.dated_fields.figures import split_days
from regie.domains.records.dated_fields.schemas import Timeline
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


NO_TIME = LoggedTime()


@dataclass(frozen=True, slots=True)
class Contract:
    """An employee's weekly hours by their first day, their first and last day of work, and their leaves."""

    hours_week: Timeline
    started_on: date | None
    ended_on: date | None
    leaves: Sequence[tuple[date, date | None]] = ()
    # Whether they are billable, by first day.
    is_billable: Timeline = ()


@dataclass(frozen=True, slots=True)
class AccountBilling:
    """An amount billed on a day, before tax, and the employee who managed the account on it."""

    invoice_id: int
    project_id: int
    employee_id: int
    day: date
    currency: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class HeldRun:
    """A retainer's run, and the days on which an employee managed its account, both ends included."""

    run: Run
    first: date
    last: date


@dataclass(frozen=True, slots=True)
class HeldRuns:
    """The retainers whose account an employee managed, sorted by retainer."""

    parts: list[HeldRun] = field(default_factory=list)

    def on(self, day: date) -> list[Run]:
        """The runs whose account the employee managed on a day."""
        return [part.run for part in self.parts if part.first <= day <= part.last]

    def revenue(self, first: date, last: date) -> list[tuple[int, DatedAmount]]:
        """With the project's key, its unrounded revenue per month on the days that the employee managed it."""
        amounts: list[tuple[int, DatedAmount]] = []
        months = list(months_between(first, last))
        for project, group in groupby(self.parts, lambda part: part.run.project):
            parts = list(group)
            for start, end in months:
                found = [
                    retainer_revenue([part.run], max(start, part.first), min(end, part.last))
                    for part in parts
                    if part.first <= end and part.last >= start
                ]
                revenue = found[0] if len(found) == 1 else sum(found, Fraction(0))
                if revenue:
                    amounts.append((project, (end, parts[0].run.currency, revenue)))
        return amounts


def available_hours(contract: Contract, first: date, last: date) -> Fraction:
    """A fifth of the weekly hours for each working day on which the employee is employed and not on leave."""
    first = max(first, contract.started_on or first)
    last = min(last, contract.ended_on or last)
    return _count_hours(tuple(contract.hours_week), tuple(contract.leaves), first, last)


@lru_cache(maxsize=1_024)
def _count_hours(timeline: Timeline, leaves: Sequence[tuple[date, date | None]], first: date, last: date) -> Fraction:
    """The hours of one contract; those of most people are the same."""
    # Decimals are exact here and faster than fractions: a week has few hours, with two decimals.
    week_hours = Decimal(0)
    for start, end, hours_week in split_days(timeline, first, last):
        days = working_days(start, end)
        for starts_on, ends_on in leaves:
            days -= working_days(max(start, starts_on), min(end, ends_on or end))
        week_hours += hours_week * days
    return Fraction(week_hours) / _DAYS_A_WEEK


def add_time(parts: Iterable[LoggedTime]) -> LoggedTime:
    minutes = billable = 0
    for part in parts:
        minutes += part.minutes
        billable += part.billable_minutes
    return LoggedTime(minutes, billable)


def split_overlaps(spans: Collection[EmployeeSpan]) -> dict[EmployeeSpan, list[EmployeeSpan]]:
    """By span, parts of it, of which no two overlap: days that several spans of an employee have are read once."""
    cuts: dict[int, set[int]] = defaultdict(set)
    for span in spans:
        cuts[span.employee_id].update((span.first.toordinal(), span.last.toordinal() + 1))
    ordered = {key: sorted(days) for key, days in cuts.items()}
    return {
        span: [
            EmployeeSpan(span.employee_id, date.fromordinal(first), date.fromordinal(after - 1))
            for first, after in pairwise(ordered[span.employee_id])
            if span.first.toordinal() <= first and after - 1 <= span.last.toordinal()
        ]
        for span in spans
    }


def sum_by_currency(amounts: Iterable[DatedAmount]) -> dict[str, Fraction]:
    """The unrounded sum per currency."""
    decimals: dict[str, Decimal] = defaultdict(Decimal)
    fractions: dict[str, Fraction] = defaultdict(Fraction)
    for _day, currency, amount in amounts:
        if isinstance(amount, Decimal):
            decimals[currency] += amount
        else:
            fractions[currency] += amount
    return {
        currency: Fraction(decimals.get(currency, 0)) + fractions.get(currency, 0)
        for currency in sorted(decimals.keys() | fractions.keys())
    }


def filter_amounts(amounts: Iterable[StoredAmount], first: date, last: date) -> list[StoredAmount]:
    return [amount for amount in amounts if first <= amount[0] <= last]


def mrr_amounts(runs: Sequence[Run], day: date) -> list[StoredAmount]:
    """The fees in force at the end of a day, of the retainers that still run then."""
    return [(day, run.currency, fee_on(run.fees, day)) for run in runs if run.has_mrr_on(day)]


def monthly_revenue(runs: Iterable[Run], first: date, last: date) -> list[DatedAmount]:
    """Each retainer's unrounded revenue per month, dated on the month's last day; `runs` are sorted by retainer."""
    months = list(months_between(first, last))
    retainers = [list(group) for _, group in groupby(runs, lambda run: run.project)]
    amounts = ((end, own[0].currency, retainer_revenue(own, start, end)) for own in retainers for start, end in months)
    return [amount for amount in amounts if amount[2]]


def retainer_revenue(runs: Iterable[Run], first: date, last: date) -> Fraction:
    """Σ over the retainer's days from first to last of the fee in force ÷ the days of that month, not rounded."""
    # Whole months are most of them, and decimals are exact and faster than fractions.
    of_whole_months, of_parts = Decimal(0), Fraction(0)
    for run in runs:
        day, until = max(run.starts_on, first), min(run.ends_on or last, last)
        while day <= until:
            same_until = min([until, *(start - A_DAY for start, _ in run.fees if start > day)])
            months = _count_months(day, same_until)
            if months.denominator == 1:
                of_whole_months += fee_on(run.fees, day) * months.numerator
            else:
                of_parts += Fraction(fee_on(run.fees, day)) * months
            day = same_until + A_DAY
    return Fraction(of_whole_months) + of_parts if of_parts else Fraction(of_whole_months)


@lru_cache(maxsize=4_096)
def _count_months(first: date, last: date) -> Fraction:
    """The number of months from first to last; a partial month counts as the share of its days."""
    whole = (last.year - first.year) * 12 + last.month - first.month
    before = Fraction(first.day - 1, monthrange(first.year, first.month)[1])
    return whole - before + Fraction(last.day, monthrange(last.year, last.month)[1])
