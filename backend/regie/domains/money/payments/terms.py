"""Calculates the payments that a retainer's terms define, from plain values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

from regie.core.money.amounts import round_amount
from regie.core.time.months import add_months, end_of_month
from regie.domains.records.projects.models import FeeValue
from regie.domains.records.projects.queries import Pauses

NEVER_BILLED_STATUSES = ("cancelled",)
FINISHED = ("ended", "churned", "completed")
PLANNED_MONTHS = 12
_NO_FEE = FeeValue("month", Decimal(0))
_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Terms:
    """The fields of a retainer that define its schedule; `fees` are (start, fee), earliest first."""

    status: str
    currency: str
    start_on: date
    end_on: date | None
    billing_day: int | None
    term_months: int | None
    renews_on: date | None
    auto_renew: bool
    fees: Sequence[tuple[date, FeeValue]]
    # (first day, last day), the last without an end.
    pauses: Pauses = ()
    # (first day, last day) of the payments that are no longer planned: their months are not planned again.
    decided: Sequence[tuple[date, date]] = ()

    def fee_on(self, day: date) -> FeeValue:
        """Return the fee in force on a day; nothing before the first."""
        return next((fee for starts_on, fee in reversed(self.fees) if starts_on <= day), _NO_FEE)

    def decided_until(self, day: date) -> date | None:
        """Return the last day of the decided payment whose months contain a day."""
        found = (last for first, last in self.decided if first.replace(day=1) <= day <= end_of_month(last))
        return next(found, None)

    def count_running_days(self, start: date, end: date) -> int:
        paused = ((min(last or end, end) - max(first, start)).days + 1 for first, last in self.pauses)
        return (end - start).days + 1 - sum(days for days in paused if days > 0)


@dataclass(frozen=True, slots=True)
class PlannedPayment:
    """The payment of one billing interval that the terms define."""

    sequence: int
    period_start: date
    period_end: date
    due_on: date
    amount: Decimal


def plan_payments(terms: Terms, today: date) -> list[PlannedPayment]:
    """One payment per billing interval until `last_day`; intervals without a fee have none."""
    payments = []
    for number, (start, end) in enumerate(_intervals(terms, today), 1):
        amount = _amount(terms, start, end)
        if amount > 0 and terms.decided_until(start) is None:
            payments.append(PlannedPayment(number, start, end, _due_on(terms, start), amount))
    return payments


def _intervals(terms: Terms, today: date) -> Iterator[tuple[date, date]]:
    """The calendar months that are billed together, counted from the first one with this interval.

    The retainer's end, a change of the interval and a decided payment cut the last one; the end of the planning does
    not. After a decided payment, a new count starts.
    """
    last = last_day(terms, today)
    start, ends_on = terms.start_on, last if _ends(terms, today) else date.max
    while start <= last:
        decided = terms.decided_until(start)
        end = min(_last_of_interval(terms, start) if decided is None else end_of_month(decided), ends_on)
        yield start, end
        start = end + _ONE_DAY


def _last_of_interval(terms: Terms, start: date) -> date:
    months = terms.fee_on(start).months
    firsts = [add_months(start.replace(day=1), number) for number in range(months + 1)]
    cuts = (day for day in firsts[1:-1] if terms.fee_on(day).months != months or terms.decided_until(day))
    return next(cuts, firsts[-1]) - _ONE_DAY


def _ends(terms: Terms, today: date) -> bool:
    """Whether the last planned day is the last one of the retainer or of its term."""
    is_over = terms.end_on is not None or terms.status in FINISHED
    return is_over or (not _is_open(terms) and _end_of_term(terms, today) >= end_of_month(today))


def _is_open(terms: Terms) -> bool:
    return terms.auto_renew or terms.term_months is None


def last_day(terms: Terms, today: date) -> date:
    """The last planned day: the retainer's end, the end of its current term, or twelve months ahead."""
    if terms.status in NEVER_BILLED_STATUSES:
        return terms.start_on - _ONE_DAY
    if terms.end_on is not None:
        return terms.end_on
    if terms.status in FINISHED:
        return today
    this_month, planning_end = end_of_month(today), end_of_month(add_months(today, PLANNED_MONTHS - 1))
    if _is_open(terms):
        return max(planning_end, end_of_month(add_months(terms.start_on, PLANNED_MONTHS - 1)))
    return max(_end_of_term(terms, today), this_month)


def _end_of_term(terms: Terms, today: date) -> date:
    """The last day of the current term; a term that was not renewed ended the day before its renewal date."""
    if terms.renews_on is not None:
        return terms.renews_on - _ONE_DAY
    months = terms.term_months or PLANNED_MONTHS
    elapsed_months = max(0, (today.year - terms.start_on.year) * 12 + today.month - terms.start_on.month)
    ends = (
        add_months(terms.start_on, months * count)
        for count in range(elapsed_months // months, elapsed_months // months + 3)
    )
    return next(day for day in ends if day > max(today, terms.start_on)) - _ONE_DAY


def _amount(terms: Terms, start: date, end: date) -> Decimal:
    """The fee in force on the interval's first day; partial and paused months cost their share of days."""
    fee, share, first = terms.fee_on(start), Fraction(0), start.replace(day=1)
    while first <= end:
        last = end_of_month(first)
        share += Fraction(terms.count_running_days(max(first, start), min(last, end)), last.day)
        first = add_months(first, 1)
    if share == fee.months:
        return fee.billed
    return round_amount(fee.billed * share.numerator / (share.denominator * fee.months), terms.currency)


def _due_on(terms: Terms, start: date) -> date:
    day = min(terms.billing_day or 1, end_of_month(start).day)
    return max(start.replace(day=day), start)
