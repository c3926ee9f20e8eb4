"""Calendar months: their days, the day so many months later, and the days before some days."""

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta

_A_DAY = timedelta(days=1)


def last_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def add_months(day: date, months: int) -> date:
    """The same day so many months later, or that month's last."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def days_before(first: date, last: date) -> tuple[date, date]:
    """As many months before where these begin with one, so that a month is compared with a month; else as long."""
    if first.day != 1:
        return first - (last - first) - _A_DAY, first - _A_DAY
    months = (last.year - first.year) * 12 + last.month - first.month + 1
    return add_months(first, -months), first - _A_DAY if last == last_of_month(last) else add_months(last, -months)


def months_between(first: date, last: date) -> Iterator[tuple[date, date]]:
    """The calendar months from `first` to `last`, cut by both."""
    while first <= last:
        end = last_of_month(first)
        yield first, min(end, last)
        first = end + _A_DAY
