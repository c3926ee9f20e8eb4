"""The days that a dashboard is asked for, and those that it is compared with."""

from datetime import date
from typing import NamedTuple

from tests.recount.book import A_DAY, month_end, month_length


class Span(NamedTuple):
    first: date
    last: date

    def __contains__(self, day: object) -> bool:
        return isinstance(day, date) and self.first <= day <= self.last


def _earlier(day: date, count: int) -> date:
    """The same day so many months before, or that month's last."""
    number = day.year * 12 + day.month - 1 - count
    first = date(number // 12, number % 12 + 1, 1)
    return first.replace(day=min(day.day, month_length(first)))


def before(span: Span) -> Span:
    """As many whole months, where it begins with one; otherwise as many days."""
    first, last = span
    if first.day > 1:
        return Span(first - (last - first) - A_DAY, first - A_DAY)
    count = (last.year - first.year) * 12 + last.month - first.month + 1
    return Span(_earlier(first, count), first - A_DAY if last == month_end(last) else _earlier(last, count))
