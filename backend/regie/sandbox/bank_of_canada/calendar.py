"""The days on which the Bank publishes rates: all but weekends and its holidays."""

from datetime import date, timedelta
from functools import cache


def is_business_day(day: date) -> bool:
    return day.weekday() < 5 and day not in _holidays(day.year)


@cache
def _holidays(year: int) -> frozenset[date]:
    moving = {
        _easter(year) - timedelta(days=2),
        _monday_before(date(year, 5, 25)),
        _nth_monday(year, 8, 1),
        _nth_monday(year, 9, 1),
        _nth_monday(year, 10, 2),
    }
    fixed = {date(year, 1, 1), date(year, 7, 1), date(year, 11, 11)}
    if year >= 2021:
        fixed.add(date(year, 9, 30))
    return frozenset(moving | {_observed(holiday) for holiday in fixed} | set(_christmas(year)))


def _observed(holiday: date) -> date:
    """Return the day on which a holiday is observed: the next Monday if it falls on a weekend."""
    return holiday if holiday.weekday() < 5 else holiday + timedelta(days=7 - holiday.weekday())


def _christmas(year: int) -> list[date]:
    """Return Christmas and Boxing Day as observed, both on weekdays."""
    days = (date(year, 12, 25) + timedelta(days=number) for number in range(5))
    return [day for day in days if day.weekday() < 5][:2]


def _nth_monday(year: int, month: int, which: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=-first.weekday() % 7 + 7 * (which - 1))


def _monday_before(day: date) -> date:
    return day - timedelta(days=day.weekday() or 7)


def _easter(year: int) -> date:
    """Return Easter Sunday by the Gregorian computus."""
    golden, (century, rest) = year % 19, divmod(year, 100)
    leap, of_four = divmod(century, 4)
    moon = (19 * golden + century - leap - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    quarter, left = divmod(rest, 4)
    weekday = (32 + 2 * of_four + 2 * quarter - moon - left) % 7
    late = (golden + 11 * moon + 22 * weekday) // 451
    month, day = divmod(moon + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)
