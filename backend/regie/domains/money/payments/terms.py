"""The payments that a retainer's terms ask for, worked out from plain values: no clock and no database."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

from regie.core.money.amounts import digits_of
from regie.core.time.months import add_months, last_of_month

NEVER = ("cancelled",)
OVER = ("ended", "churned", "completed")
AHEAD_MONTHS = 12


@dataclass(frozen=True, slots=True)
class Terms:
    """What of a retainer shapes its schedule; `fees` are (from, amount), the earliest first."""

    status: str
    currency: str
    start_on: date
    end_on: date | None
    billing_day: int | None
    term_months: int | None
    renews_on: date | None
    auto_renew: bool
    fees: Sequence[tuple[date, Decimal]]


@dataclass(frozen=True, slots=True)
class Planned:
    """One month's payment as the terms have it now."""

    sequence: int
    period_start: date
    period_end: date
    due_on: date
    amount: Decimal


def plan_payments(terms: Terms, today: date) -> list[Planned]:
    """One payment a month from the first day to the last one that is known; a month without a fee has none."""
    last = last_day(terms, today)
    found = []
    for number, first in enumerate(_months(terms.start_on, last), 1):
        start, end = max(first, terms.start_on), min(last_of_month(first), last)
        amount = _amount(terms, first, start, end)
        if amount > 0:
            found.append(Planned(number, start, end, _due_on(terms, first, start), amount))
    return found


def last_day(terms: Terms, today: date) -> date:
    """How far ahead is planned: to the end; to the end of the term that runs; or for twelve months."""
    if terms.status in NEVER:
        return terms.start_on - timedelta(days=1)
    if terms.end_on is not None:
        return terms.end_on
    if terms.status in OVER:
        return today
    this_month, soon = last_of_month(today), last_of_month(add_months(today, AHEAD_MONTHS - 1))
    if terms.auto_renew or terms.term_months is None:
        return max(soon, last_of_month(add_months(terms.start_on, AHEAD_MONTHS - 1)))
    return max(_end_of_term(terms, today), this_month)


def _end_of_term(terms: Terms, today: date) -> date:
    """Of the term that runs today; one that nobody renewed ended where it did."""
    if terms.renews_on is not None:
        return terms.renews_on - timedelta(days=1)
    months = terms.term_months or AHEAD_MONTHS
    behind = max(0, (today.year - terms.start_on.year) * 12 + today.month - terms.start_on.month)
    ends = (add_months(terms.start_on, months * count) for count in range(behind // months, behind // months + 3))
    return next(day for day in ends if day > max(today, terms.start_on)) - timedelta(days=1)


def _amount(terms: Terms, first: date, start: date, end: date) -> Decimal:
    """The fee in force on the period's first day; a month that is cut costs its share of days."""
    fee = next((amount for starts_on, amount in reversed(terms.fees) if starts_on <= start), Decimal(0))
    days, of = (end - start).days + 1, (last_of_month(first) - first).days + 1
    smallest = Decimal(1).scaleb(-digits_of(terms.currency))
    return fee if days == of else (fee * days / of).quantize(smallest, ROUND_HALF_UP)


def _due_on(terms: Terms, first: date, start: date) -> date:
    day = min(terms.billing_day or 1, last_of_month(first).day)
    return max(first.replace(day=day), start)


def _months(start_on: date, last: date) -> Iterator[date]:
    first = start_on.replace(day=1)
    while first <= last:
        yield first
        first = add_months(first, 1)
