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


def previous_span(span: DateSpan, until: date | None = None) -> DateSpan:
    """The span before, until the same day; the fiscal year starts in January.

    A span that starts on the first of a month has as many months, or those of the quarter or year that it begins;
    another span has as many days.
    """
    first, last = span
    until = last if until is None else min(until, last)
    if first.day > 1:
        return DateSpan(first - (until - first) - A_DAY, first - A_DAY)
    count = (last.year - first.year) * 12 + last.month - first.month + 1
    if last != month_end(last):
        if first.month == 1 and 3 < count < 12:
            count = 12
        elif first.month in (1, 4, 7, 10) and 1 < count < 3:
            count = 3
    end = _months_earlier(until, count)
    return DateSpan(_months_earlier(first, count), month_end(end) if until == month_end(until) else end)
