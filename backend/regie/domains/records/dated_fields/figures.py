"""Reads dated values from plain timelines."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from regie.domains.records.dated_fields.schemas import Timeline

_A_DAY = timedelta(days=1)


def value_at(timeline: Timeline, day: date) -> Any:
    """Return the value in force on a day; the first one before it."""
    found = timeline[0][1]
    for starts_on, value in timeline:
        if starts_on > day:
            break
        found = value
    return found


def split_days(timeline: Timeline, first: date, last: date) -> Iterator[tuple[date, date, Any]]:
    """Split days by value: (first day, last day, value), in order."""
    starts = [*(starts_on for starts_on, _ in timeline[1:]), None]
    for (_, value), next_start in zip(timeline, starts, strict=True):
        until = last if next_start is None else min(last, next_start - _A_DAY)
        if first <= until:
            yield first, until, value
            if until == last:
                return
            first = until + _A_DAY
