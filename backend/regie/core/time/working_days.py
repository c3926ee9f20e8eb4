"""Working days: Mondays to Fridays. Holidays differ by province and client, and are not kept."""

from datetime import date, timedelta
from functools import lru_cache

_SATURDAY = 5


@lru_cache(maxsize=500)
def working_days(first: date, last: date) -> int:
    """Mondays to Fridays from `first` to `last`."""
    days = (last - first).days + 1
    weeks, rest = divmod(max(0, days), 7)
    return weeks * 5 + sum((first.weekday() + day) % 7 < _SATURDAY for day in range(rest))


@lru_cache(maxsize=500)
def nth_working_day(first: date, count: int) -> date:
    """The `count`-th Monday to Friday from `first` on, the first being the first."""
    weeks, rest = divmod(max(count, 1) - 1, 5)
    day = first + timedelta(weeks=weeks)
    while day.weekday() >= _SATURDAY:
        day += timedelta(days=1)
    for _ in range(rest):
        day += timedelta(days=3 if day.weekday() == _SATURDAY - 1 else 1)
    return day
