"""API schemas of the caller's weeks."""

from datetime import date

from regie.core.api.wire import Day, Input, LinkRef, Output, Ref


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


class MyWeekQuery(Input):
    """`on` is a day of the week; the present week without it."""

    on: Day | None = None


class MyTimeEntry(Output):
    """`minutes` are exact, `hours` are rounded."""

    api_id: str
    worked_on: date
    task: Ref | None
    description: str | None
    minutes: int
    hours: str
    is_billable: bool
    source_url: str | None


class MyProjectWeek(Output):
    """The caller's time on one project; `day_hours` are those of the days of the week, in their order.

    `service_project` is the project's name in Teamwork; without both, the entries name no project.
    """

    project: LinkRef | None
    client: LinkRef | None
    service_project: str | None
    hours: str
    day_hours: list[str]
    entries: list[MyTimeEntry]


class MyWeek(Output):
    """One week of the caller, the projects with the most hours first; `week` is null without an employee record."""

    as_of: date
    week: WorkWeek | None
    projects: list[MyProjectWeek]


class MissingTimeQuery(Input):
    """`on` is a day of the month; the present month without it."""

    on: Day | None = None


class PersonMissingWeek(Output):
    """`missing_hours` were available and not logged; `days` are the working days without any time."""

    employee: Ref
    hours: str
    available_hours: str
    missing_hours: str
    days: list[date]


class MissingWeek(Output):
    """Monday to Sunday, within the month; the people with the most missing hours first."""

    starts_on: date
    ends_on: date
    missing_hours: str
    people: list[PersonMissingWeek]


class MissingTime(Output):
    """The weeks of a month with the people who logged less than was available in the month and in the week.

    Only days before `as_of` count, and only people who are linked to Teamwork. `people` is how many they are.
    """

    starts_on: date
    ends_on: date
    as_of: date
    people: int
    weeks: list[MissingWeek]
