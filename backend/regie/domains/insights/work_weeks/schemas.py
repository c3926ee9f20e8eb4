"""API schemas of the caller's weeks."""

from datetime import date

from regie.core.api.wire import Output


class WorkDay(Output):
    on: date
    hours: str
    available_hours: str


class WorkWeek(Output):
    """Monday to Sunday; a day of the weekend is named only if time was logged.

    `missing_hours` are those of the days before today on which less time was logged than was available.
    """

    starts_on: date
    ends_on: date
    hours: str
    billable_hours: str
    available_hours: str
    missing_hours: str
    days: list[WorkDay]


class MyWeeks(Output):
    """Last week and this one, in this order; empty for users without an employee record."""

    as_of: date
    weeks: list[WorkWeek]
