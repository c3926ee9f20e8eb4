"""Calculates with calendar months."""

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta

_A_DAY = timedelta(days=1)
_MONTHS_PER_YEAR = 12


def end_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def add_months(day: date, months: int) -> date:
    """Return the same day `months` later, or the last day of that month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def previous_period(first: date, last: date, until: date, fiscal_start: int) -> tuple[date, date]:
    """Return the period before `first` to `last` to compare with, until the same day as `until`.

    Months are compared with as many months before them. Days of a fiscal quarter or year, which start in the month
    `fiscal_start`, are compared with the same days of the previous one, and other days with as many days before.
    """
    if first.day != 1:
        return first - (until - first) - _A_DAY, first - _A_DAY
    return move_period(first, until, -_count_months(first, last, fiscal_start))


def move_period(first: date, last: date, months: int) -> tuple[date, date]:
    """Return the same days some months later; the end of a month stays the end of a month."""
    moved = add_months(last, months)
    return add_months(first, months), end_of_month(moved) if last == end_of_month(last) else moved


def _count_months(first: date, last: date, fiscal_start: int) -> int:
    """Return the number of months of a period, or of the fiscal quarter or year that it is the beginning of."""
    months = (last.year - first.year) * _MONTHS_PER_YEAR + last.month - first.month + 1
    if last == end_of_month(last):
        return months
    into_year = (first.month - fiscal_start) % _MONTHS_PER_YEAR
    lengths = (1, *([3] if into_year % 3 == 0 else []), *([_MONTHS_PER_YEAR] if into_year == 0 else []))
    return next((length for length in lengths if months <= length), months)


def months_between(first: date, last: date) -> Iterator[tuple[date, date]]:
    """Yield the calendar months from `first` to `last`, cut at both ends."""
    while first <= last:
        end = end_of_month(first)
        yield first, min(end, last)
        first = end + _A_DAY
