"""Calculates the payments that a retainer's terms define, from plain values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

from regie.core.money.amounts import currency_digits
from regie.core.time.months import add_months, end_of_month
from regie.domains.records.projects.queries import Pauses

NEVER_BILLED_STATUSES = ("cancelled",)
FINISHED = ("ended", "churned", "completed")
PLANNED_MONTHS = 12


@dataclass(frozen=True, slots=True)
class Terms:
    """The fields of a retainer that define its schedule; `fees` are (start, amount), earliest first."""

    status: str
    currency: str
    start_on: date
    end_on: date | None
    billing_day: int | None
    term_months: int | None
    renews_on: date | None
    auto_renew: bool
    fees: Sequence[tuple[date, Decimal]]
    # (first day, last day), the last without an end.
    pauses: Pauses = ()

    def count_running_days(self, start: date, end: date) -> int:
        paused = ((min(last or end, end) - max(first, start)).days + 1 for first, last in self.pauses)
        return (end - start).days + 1 - sum(days for days in paused if days > 0)


@dataclass(frozen=True, slots=True)
class PlannedPayment:
    """The payment of one month that the terms define."""

    sequence: int
    period_start: date
    period_end: date
    due_on: date
    amount: Decimal


def plan_payments(terms: Terms, today: date) -> list[PlannedPayment]:
    """One payment per month until `last_day`; months without a fee have none."""
    last = last_day(terms, today)
    payments = []
    for number, first in enumerate(_months(terms.start_on, last), 1):
        start, end = max(first, terms.start_on), min(end_of_month(first), last)
        amount = _amount(terms, first, start, end)
        if amount > 0:
            payments.append(PlannedPayment(number, start, end, _due_on(terms, first, start), amount))
    return payments


def last_day(terms: Terms, today: date) -> date:
    """The last planned day: the retainer's end, the end of its current term, or twelve months ahead."""
    if terms.status in NEVER_BILLED_STATUSES:
        return terms.start_on - timedelta(days=1)
    if terms.end_on is not None:
        return terms.end_on
    if terms.status in FINISHED:
        return today
    this_month, planning_end = end_of_month(today), end_of_month(add_months(today, PLANNED_MONTHS - 1))
    if terms.auto_renew or terms.term_months is None:
        return max(planning_end, end_of_month(add_months(terms.start_on, PLANNED_MONTHS - 1)))
    return max(_end_of_term(terms, today), this_month)


def _end_of_term(terms: Terms, today: date) -> date:
    """The last day of the current term; a term that was not renewed ended the day before its renewal date."""
    if terms.renews_on is not None:
        return terms.renews_on - timedelta(days=1)
    months = terms.term_months or PLANNED_MONTHS
    elapsed_months = max(0, (today.year - terms.start_on.year) * 12 + today.month - terms.start_on.month)
    ends = (
        add_months(terms.start_on, months * count)
        for count in range(elapsed_months // months, elapsed_months // months + 3)
    )
    return next(day for day in ends if day > max(today, terms.start_on)) - timedelta(days=1)


def _amount(terms: Terms, first: date, start: date, end: date) -> Decimal:
    """The fee in force on the period's first day; a partial or paused month costs its share of days."""
    fee = next((amount for starts_on, amount in reversed(terms.fees) if starts_on <= start), Decimal(0))
    days, month_length = terms.count_running_days(start, end), (end_of_month(first) - first).days + 1
    smallest = Decimal(1).scaleb(-currency_digits(terms.currency))
    return fee if days == month_length else (fee * days / month_length).quantize(smallest, ROUND_HALF_UP)


def _due_on(terms: Terms, first: date, start: date) -> date:
    day = min(terms.billing_day or 1, end_of_month(first).day)
    return max(first.replace(day=day), start)


def _months(start_on: date, last: date) -> Iterator[date]:
    first = start_on.replace(day=1)
    while first <= last:
        yield first
        first = add_months(first, 1)
