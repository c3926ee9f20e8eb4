"""Holds what a request for figures selects: days, scope and currency."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from regie.access.permissions import Scope
from regie.core.time.months import end_of_month, months_between


@dataclass(frozen=True, slots=True)
class DateRange:
    """The days from `first` to `last`, both included."""

    first: date
    last: date

    @classmethod
    def month_of(cls, day: date) -> "DateRange":
        return cls(day.replace(day=1), end_of_month(day))

    @property
    def is_month(self) -> bool:
        return self.first.day == 1 and self.last == end_of_month(self.first)

    def until(self, today: date) -> "DateRange":
        """The days until today."""
        return DateRange(self.first, min(self.last, today))

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last

    def months(self) -> Iterator["DateRange"]:
        """The range split by month; the first and the last part may be partial months."""
        return (DateRange(first, last) for first, last in months_between(self.first, self.last))


@dataclass(frozen=True, slots=True)
class FigureRequest:
    """`scope` is the requested scope; the caller's permissions may narrow it for each figure.

    `compared` are the days to compare with; None for a comparison with targets only.
    """

    days: DateRange
    compared: DateRange | None
    today: date
    scope: Scope
    currency: str
