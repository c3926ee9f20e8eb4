"""Ranges of days of a dashboard, and their previous ranges."""

from datetime import date
from typing import NamedTuple

from tests.recount.snapshot import A_DAY, month_end, month_length


class DateSpan(NamedTuple):
    first: date
    last: date

    def __contains__(self, day: object) -> bool:
        return isinstance(day, date) and self.first <= day <= self.last


def _months_earlier(day: date, count: int) -> date:
    """The same day a number of months earlier, or that month's last day."""
    number = day.year * 12 + day.month - 1 - count
    first = date(number // 12, number % 12 + 1, 1)
    return first.replace(day=min(day.day, month_length(first)))


def previous_span(span: DateSpan) -> DateSpan:
    """The same number of months for a span that starts on the first of a month, otherwise the same number of days."""
    first, last = span
    if first.day > 1:
        return DateSpan(first - (last - first) - A_DAY, first - A_DAY)
    count = (last.year - first.year) * 12 + last.month - first.month + 1
    return DateSpan(
        _months_earlier(first, count), first - A_DAY if last == month_end(last) else _months_earlier(last, count)
    )
