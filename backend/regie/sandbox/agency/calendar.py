"""Represents days as ordinals and instants as epoch milliseconds, which sort and compare quickly."""

from datetime import date

DAY_MS = 86_400_000
_EPOCH_ORDINAL = date(1970, 1, 1).toordinal()


def instant(day: int, hour: int = 12, minute: int = 0, second: int = 0) -> int:
    """Return the epoch milliseconds of a day's hour, in UTC."""
    return (day - _EPOCH_ORDINAL) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000


def day_of(instant_ms: int) -> int:
    return instant_ms // DAY_MS + _EPOCH_ORDINAL


def first_of_month(day: int) -> int:
    return date.fromordinal(day).replace(day=1).toordinal()


def months_later(first_day: int, months: int) -> int:
    """Return the first of the month `months` after that of `first_day`."""
    first = date.fromordinal(first_day)
    count = first.year * 12 + first.month - 1 + months
    return date(count // 12, count % 12 + 1, 1).toordinal()


def months_from(first_day: int, last_day: int) -> list[int]:
    """Return every first of a month from one day to another, both included."""
    current = first_of_month(first_day)
    months: list[int] = []
    while current <= last_day:
        if current >= first_day:
            months.append(current)
        current = months_later(current, 1)
    return months


def is_workday(day: int) -> bool:
    return date.fromordinal(day).weekday() < 5
