"""Which days a dashboard is about, what it is compared with, and whose figures are asked for."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from regie.access.permissions import Scope
from regie.core.time.months import days_before, last_of_month, months_between


@dataclass(frozen=True, slots=True)
class Days:
    """From `first` to `last`, both included."""

    first: date
    last: date

    @property
    def before(self) -> "Days":
        return Days(*days_before(self.first, self.last))

    @property
    def is_month(self) -> bool:
        return self.first.day == 1 and self.last == last_of_month(self.first)

    def until(self, today: date) -> "Days":
        """The part of them that has come."""
        return Days(self.first, min(self.last, today))

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last

    def months(self) -> Iterator["Days"]:
        """Month by month, the first and the last as far as they belong."""
        return (Days(first, last) for first, last in months_between(self.first, self.last))


@dataclass(frozen=True, slots=True)
class Asked:
    """`scope` is as wide as the reader wants it; each figure reaches no further than they hold it."""

    days: Days
    today: date
    scope: Scope
    currency: str
