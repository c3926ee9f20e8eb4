"""Reads by week who logged less time than was available in a month: it is entered before the month is closed."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import date, timedelta
from fractions import Fraction
from typing import NamedTuple

from sqlalchemy import Connection, select

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Ref
from regie.core.text.folding import fold
from regie.core.time.months import end_of_month
from regie.domains.insights.metrics.figures import EmployeeSpan, LoggedTime
from regie.domains.insights.metrics.queries import read_available_hours, read_hours
from regie.domains.insights.utilization.queries import employed_between, read_missing_hours
from regie.domains.insights.work_weeks.queries import add_hours, first_of_week
from regie.domains.insights.work_weeks.schemas import MissingTime, MissingWeek, PersonMissingWeek
from regie.domains.people.employees.queries import known_employees, people_within
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import TimeEntry

_A_DAY = timedelta(days=1)
_REST_OF_WEEK = timedelta(days=6)


class _Hours(NamedTuple):
    """The hours of some people: logged and available by span, and the days on which each logged time."""

    logged: dict[EmployeeSpan, LoggedTime]
    available: dict[EmployeeSpan, Fraction]
    days: dict[int, set[date]]


def read_missing_time(db: Connection, actor: Actor, today: date, on: date | None) -> MissingTime:
    """Return the people whose hours the caller may see and who miss time in the month of a day."""
    first = (on or today).replace(day=1)
    last = end_of_month(first)
    people = _find_people(db, actor, first, last)
    missing = read_missing_hours(db, people.keys(), first, last, today)
    people = {key: person for key, person in people.items() if missing[key]}
    weeks = list(_weeks(first, min(last, today - _A_DAY)))
    hours = _read_hours(db, people.keys(), weeks)
    found = [_week(people, hours, *week) for week in weeks]
    return {
        "starts_on": first,
        "ends_on": last,
        "as_of": today,
        "people": len(people),
        "weeks": [week for week in found if week["people"]],
    }


def _find_people(db: Connection, actor: Actor, first: date, last: date) -> dict[int, Ref]:
    """The people who log their time in Teamwork; former ones only for callers who see their record."""
    hours = actor.require(Permission.STATISTICS_HOURS)
    directory = actor.scope(Permission.EMPLOYEES_VIEW) or Scope.OWN
    statement = select(Employee.id, Employee.api_id, Employee.name).where(
        Employee.teamwork_user_id.is_not(None),
        employed_between(first, last),
        people_within(hours),
        known_employees(directory),
    )
    return {key: {"api_id": api_id, "name": name} for key, api_id, name in db.execute(statement, actor.params)}


def _weeks(first: date, last: date) -> Iterator[tuple[date, date]]:
    while first <= last:
        end = min(first_of_week(first) + _REST_OF_WEEK, last)
        yield first, end
        first = end + _A_DAY


def _read_hours(db: Connection, people: Collection[int], weeks: Collection[tuple[date, date]]) -> _Hours:
    of_weeks = [EmployeeSpan(key, *week) for key in people for week in weeks]
    of_days = [EmployeeSpan(key, day, day) for key in people for week in weeks for day in _days(*week)]
    days: dict[int, set[date]] = defaultdict(set)
    if of_days:
        statement = (
            select(Employee.id, TimeEntry.worked_on)
            .join(TimeEntry, TimeEntry.teamwork_user_id == Employee.teamwork_user_id)
            .where(
                Employee.id.in_(people),
                TimeEntry.worked_on.between(min(first for first, _ in weeks), max(last for _, last in weeks)),
                TimeEntry.deleted_at.is_(None),
            )
            .distinct()
        )
        for key, day in db.execute(statement):
            if day is not None:
                days[key].add(day)
    return _Hours(read_hours(db, of_weeks), read_available_hours(db, [*of_weeks, *of_days]), days)


def _days(first: date, last: date) -> list[date]:
    return [first + timedelta(days=count) for count in range((last - first).days + 1)]


def _week(people: dict[int, Ref], hours: _Hours, first: date, last: date) -> MissingWeek:
    missing = {key: _missing(hours, EmployeeSpan(key, first, last)) for key in people}
    order = sorted((-amount, fold(people[key]["name"]), key) for key, amount in missing.items() if amount)
    return {
        "starts_on": first,
        "ends_on": last,
        "missing_hours": add_hours(missing.values()),
        "people": [_person(people[key], hours, EmployeeSpan(key, first, last)) for _, _, key in order],
    }


def _missing(hours: _Hours, span: EmployeeSpan) -> Fraction:
    return max(Fraction(0), hours.available[span] - Fraction(hours.logged[span].minutes, 60))


def _person(person: Ref, hours: _Hours, span: EmployeeSpan) -> PersonMissingWeek:
    logged = hours.days.get(span.employee_id, ())
    return {
        "employee": person,
        "hours": add_hours([Fraction(hours.logged[span].minutes, 60)]),
        "available_hours": add_hours([hours.available[span]]),
        "missing_hours": add_hours([_missing(hours, span)]),
        "days": [
            day
            for day in _days(span.first, span.last)
            if day not in logged and hours.available[EmployeeSpan(span.employee_id, day, day)]
        ],
    }
