"""Reads who logged the hours of a retainer's period, day by day."""

from collections import defaultdict
from collections.abc import Collection
from datetime import date, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, case, false, func, select, true

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Ref
from regie.domains.people.employees.queries import known_employees
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import TeamworkPerson, TimeEntry
from regie.domains.records.projects.models import Project
from regie.domains.work.projects.queries import managed_projects
from regie.domains.work.retainers.burn_math import as_text
from regie.domains.work.retainers.inputs import IS_COUNTED
from regie.domains.work.retainers.ledger import LedgerLine, WorkedHours
from regie.domains.work.retainers.schemas import BurnPerson

# The employee and the name of a person.
_Who = tuple[Ref | None, str | None]
_MINUTES = (
    select(TimeEntry.teamwork_user_id, TimeEntry.worked_on, func.sum(TimeEntry.minutes).label("minutes"))
    .join(Project, Project.teamwork_project_id == TimeEntry.teamwork_project_id)
    .where(IS_COUNTED)
    .group_by(TimeEntry.teamwork_user_id, TimeEntry.worked_on)
)


def shows_people(actor: Actor) -> ColumnElement[Any]:
    """The retainers of which the caller reads all time entries, as `time_entry_row_scope` allows them."""
    adjusts = actor.scope(Permission.RETAINERS_ADJUST)
    if actor.scope(Permission.STATISTICS_HOURS) is Scope.ALL:
        granted = true()
    else:
        granted = false() if adjusts is None else managed_projects(adjusts)
    return case((granted, true()), else_=false())


def read_people(db: Connection, actor: Actor, project_id: int, line: LedgerLine, today: date) -> list[BurnPerson]:
    """Return the people of the period with their cumulative hours of each day up to today, most hours first."""
    last = min(line.ends_on, today)
    period = (Project.id == project_id, TimeEntry.worked_on >= line.starts_on, TimeEntry.worked_on <= last)
    minutes: dict[str | None, dict[date, int]] = defaultdict(dict)
    for row in db.execute(_MINUTES.where(*period)):
        minutes[row.teamwork_user_id][row.worked_on] = int(row.minutes)
    names = _read_names(db, actor, [key for key in minutes if key is not None])
    days = [line.starts_on + timedelta(days=count) for count in range((last - line.starts_on).days + 1)]
    most_first = sorted(minutes.items(), key=lambda item: (-sum(item[1].values()), item[0] or ""))
    return [
        _person(names.get(key, (None, None)), WorkedHours(worked), line.starts_on, days) for key, worked in most_first
    ]


def _person(who: _Who, worked: WorkedHours, first: date, days: list[date]) -> BurnPerson:
    employee, name = who
    return {"employee": employee, "name": name, "used_hours": [as_text(worked.hours(first, day)) for day in days]}


def _read_names(db: Connection, actor: Actor, keys: Collection[str]) -> dict[str | None, _Who]:
    """By key of the project tool, the employee and the name; neither for a person that the caller may not see."""
    people = select(TeamworkPerson.external_id, TeamworkPerson.name).where(TeamworkPerson.external_id.in_(keys))
    names: dict[str | None, _Who] = {row.external_id: (None, row.name) for row in db.execute(people)}
    is_known = known_employees(actor.scope(Permission.EMPLOYEES_VIEW) or Scope.OWN)
    employees = select(
        Employee.teamwork_user_id,
        Employee.api_id,
        Employee.name,
        case((is_known, true()), else_=false()).label("known"),
    ).where(Employee.teamwork_user_id.in_(keys))
    for row in db.execute(employees.order_by(Employee.id.desc()), actor.params):
        ref: Ref = {"api_id": row.api_id, "name": row.name}
        names[row.teamwork_user_id] = (ref, row.name) if row.known else (None, None)
    return names
