"""Calculates with calendar months."""

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta

_A_DAY = timedelta(days=1)


def end_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def add_months(day: date, months: int) -> date:
    """Return the same day `months` later, or the last day of that month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def previous_period(first: date, last: date) -> tuple[date, date]:
    """Return the period before `first` to `last` to compare with.

    It has the same number of months if the period starts with a month, otherwise the same number of days.
    """
    if first.day != 1:
        return first - (last - first) - _A_DAY, first - _A_DAY
    months = (last.year - first.year) * 12 + last.month - first.month + 1
    return add_months(first, -months), first - _A_DAY if last == end_of_month(last) else add_months(last, -months)


def months_between(first: date, last: date) -> Iterator[tuple[date, date]]:
    """Yield the calendar months from `first` to `last`, cut at both ends."""
    while first <= last:
        end = end_of_month(first)
        yield first, min(end, last)
        first = end + _A_DAY
