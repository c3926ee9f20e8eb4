"""Counts working days, Monday to Friday; holidays differ by province and client and are ignored."""

from datetime import date, timedelta
from functools import lru_cache

_SATURDAY = 5


@lru_cache(maxsize=500)
def working_days(first: date, last: date) -> int:
    """Count the working days from `first` to `last`, both included."""
    days = (last - first).days + 1
    weeks, rest = divmod(max(0, days), 7)
    return weeks * 5 + sum((first.weekday() + day) % 7 < _SATURDAY for day in range(rest))


@lru_cache(maxsize=500)
def nth_working_day(first: date, count: int) -> date:
    """Return the `count`-th working day from `first` on; `first` itself counts."""
    weeks, rest = divmod(max(count, 1) - 1, 5)
    day = first + timedelta(weeks=weeks)
    while day.weekday() >= _SATURDAY:
        day += timedelta(days=1)
    for _ in range(rest):
        day += timedelta(days=3 if day.weekday() == _SATURDAY - 1 else 1)
    return day
