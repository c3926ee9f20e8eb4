"""Reads time entries; every statement starts from `time_entry_row_scope`."""

from collections.abc import Callable
from datetime import date
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Date,
    Integer,
    and_,
    bindparam,
    case,
    exists,
    func,
    join,
    not_,
    or_,
    select,
    true,
    type_coerce,
)
from sqlalchemy import literal_column as literal

from regie.access.actor import Actor
from regie.access.link_targets import annotate_can_open
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import Forbidden
from regie.core.api.wire import ListQuery, Page
from regie.core.db.query_cache import QueryCache
from regie.core.lists.listing import Filter, Listing, RowScope, any_of, at_least, at_most, choice, one_of
from regie.core.lists.shape import LinkField, RefField, Shape
from regie.core.money.amounts import HOURS_DIGITS, Hours, write_scaled
from regie.domains.people.employees.queries import known_employees, people_within
from regie.domains.people.teams.models import Team
from regie.domains.people.teams.queries import IS_MEMBERSHIP, always_member
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import TeamworkPerson, TeamworkProject, TeamworkTask, TimeEntry
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import SHOWN_STATUS, RetainerPeriod
from regie.domains.records.terms.models import Term
from regie.domains.records.terms.queries import is_in_force
from regie.domains.work.clients.queries import CLIENT_LINK
from regie.domains.work.projects.queries import PROJECT_LINK, managed_projects
from regie.domains.work.time_entries.schemas import (
    PeriodStatus,
    TimeEntryBasic,
    TimeEntryPerson,
    TimeEntryQuery,
    TimeEntryRow,
    TimeEntryTask,
    TimeEntryTotals,
)

TABLES = (
    "time_entries", "teamwork_people", "teamwork_projects", "teamwork_tasks", "employees", "projects", "clients",
    "retainer_periods", "teams", "team_members", "terms",
)  # fmt: skip
_HUNDREDTHS = (TimeEntry.minutes * literal("100", BigInteger) + literal("30")) // literal("60")


def _of_project(column: Any) -> Any:
    """A column of the matched project or its client, read for the rows of a page only: joins would slow all counts."""
    found = select(column).select_from(join(Project, Client, Client.id == Project.client_id))
    return found.where(Project.teamwork_project_id == TimeEntry.teamwork_project_id).scalar_subquery()


def _of_person(column: Any) -> Any:
    """A column of the matched employee."""
    return select(column).where(Employee.teamwork_user_id == TimeEntry.teamwork_user_id).limit(_ONE).scalar_subquery()


def _of_mirror(mirror: Any, column: Any, key: Any) -> Any:
    return select(column).where(mirror.external_id == key).scalar_subquery()


def _in_project(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    matched = select(Project.teamwork_project_id).outerjoin(Client, Client.id == Project.client_id)
    return TimeEntry.teamwork_project_id.in_(matched.where(Project.teamwork_project_id.is_not(None), condition))


def _by_person(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    matched = select(Employee.teamwork_user_id).where(Employee.teamwork_user_id.is_not(None), condition)
    return TimeEntry.teamwork_user_id.in_(matched)


def _by_member(name: str, _value: object) -> ColumnElement[bool]:
    """The entries of people who were members of one of the teams on the day."""
    teams = Team.api_id.in_(bindparam(name, expanding=True))
    was_member = select(Term.id).join(Employee, Employee.id == Term.record_id).join(Team, Team.id == Term.reference_id)
    return or_(
        _by_person(always_member(teams)),
        exists(
            was_member.where(
                Employee.teamwork_user_id == TimeEntry.teamwork_user_id,
                teams,
                IS_MEMBERSHIP,
                Term.value == "true",
                is_in_force(type_coerce(TimeEntry.worked_on, Date)),
            ).correlate(TimeEntry)
        ),
    )


def _is_not(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    """The opposite of a condition that is null for entries without a project or a person."""
    return func.coalesce(not_(condition), true())


def _through(find: Callable[[ColumnElement[bool]], ColumnElement[bool]], target: Filter) -> Filter:
    """Apply the filter of another table to the entries that belong to its rows."""
    return Filter(lambda name, value: find(target.clause(name, value)))


def _in_period(status: PeriodStatus) -> ColumnElement[bool]:
    return exists(_PERIODS.where(SHOWN_STATUS.in_((status,))))


_ONE = literal("1", Integer)
_PERIODS = (
    select(SHOWN_STATUS)
    .join(Project, Project.id == RetainerPeriod.project_id)
    .where(
        Project.teamwork_project_id == TimeEntry.teamwork_project_id,
        RetainerPeriod.starts_on <= TimeEntry.worked_on,
        RetainerPeriod.ends_on >= TimeEntry.worked_on,
    )
    .correlate(TimeEntry)
)
TIME_ENTRIES = Listing(
    source=TimeEntry.__table__,
    key=TimeEntry.id,
    api_id=TimeEntry.api_id,
    shape=Shape.of(
        TimeEntryBasic,
        TimeEntry,
        TimeEntryPerson,
        client=LinkField(_of_project(Client.api_id), _of_project(Client.name)),
        project=LinkField(_of_project(Project.api_id), _of_project(Project.name)),
        service_project=_of_mirror(TeamworkProject, TeamworkProject.name, TimeEntry.teamwork_project_id),
        project_kind=_of_project(Project.kind),
        task=RefField(
            _of_mirror(TeamworkTask, TeamworkTask.api_id, TimeEntry.teamwork_task_id),
            _of_mirror(TeamworkTask, TeamworkTask.name, TimeEntry.teamwork_task_id),
        ),
        hours=type_coerce(_HUNDREDTHS, Hours),
        period=_PERIODS.with_only_columns(func.max(SHOWN_STATUS)).scalar_subquery(),
        employee=RefField(_of_person(Employee.api_id), _of_person(Employee.name)),
        service_person=_of_mirror(TeamworkPerson, TeamworkPerson.name, TimeEntry.teamwork_user_id),
    ),
    sorts={"worked_on": TimeEntry.worked_on, "hours": TimeEntry.minutes},
    default_sort="-worked_on",
    filters={
        "employee": _through(_by_person, one_of(Employee.api_id)),
        "team": Filter(_by_member),
        "client": _through(_in_project, one_of(Client.api_id)),
        "project": _through(_in_project, one_of(Project.api_id)),
        "kind": _through(_in_project, one_of(Project.kind)),
        "task": _through(
            lambda condition: TimeEntry.teamwork_task_id.in_(select(TeamworkTask.external_id).where(condition)),
            one_of(TeamworkTask.api_id),
        ),
        "billable": choice(
            {True: lambda: TimeEntry.is_billable.is_(True), False: lambda: TimeEntry.is_billable.is_(False)}
        ),
        "period": any_of({"open": lambda: _in_period("open"), "locked": lambda: _in_period("locked")}),
        "unmatched": any_of(
            {
                "person": lambda: _is_not(_by_person(true())),
                "project": lambda: _is_not(_in_project(true())),
                "client": lambda: _is_not(_in_project(Client.id.is_not(None))),
                "task": lambda: _is_not(TimeEntry.teamwork_task_id.in_(select(TeamworkTask.external_id))),
                "day": lambda: TimeEntry.worked_on.is_(None),
            }
        ),
        "service_person": one_of(func.coalesce(TimeEntry.teamwork_user_id, literal("''"))),
        "service_project": one_of(func.coalesce(TimeEntry.teamwork_project_id, literal("''"))),
        "worked_from": at_least(TimeEntry.worked_on),
        "worked_to": at_most(TimeEntry.worked_on),
    },
)
TASKS = Listing(
    source=TeamworkTask.__table__,
    key=TeamworkTask.id,
    api_id=TeamworkTask.api_id,
    shape=Shape.of(TimeEntryTask, TeamworkTask),
    sorts={"name": TeamworkTask.name_key},
    default_sort="name",
    search=(TeamworkTask.search_key,),
)
BILLABLE_MINUTES = case((TimeEntry.is_billable, TimeEntry.minutes), else_=literal("0"))
_PAGE_SIZE = 100
_TOTALS: QueryCache[TimeEntryTotals] = QueryCache(TABLES)


def visible_time_entries(people: Scope | None, projects: Scope | None) -> ColumnElement[bool]:
    """The entries of the people within one scope, and those of the projects that the caller manages within another.

    Entries that the project tool has deleted are left out.
    """
    is_present = TimeEntry.deleted_at.is_(None)
    if Scope.ALL in (people, projects):
        return is_present
    whose = select(Employee.teamwork_user_id).where(people_within(people or Scope.OWN))
    managed = select(Project.teamwork_project_id).where(managed_projects(projects or Scope.OWN))
    granted = [
        *([] if people is None else [TimeEntry.teamwork_user_id.in_(whose)]),
        *([] if projects is None else [TimeEntry.teamwork_project_id.in_(managed)]),
    ]
    return and_(is_present, or_(*granted))


def time_entry_row_scope(actor: Actor) -> RowScope:
    """Who reads people's hours reads their entries; who adjusts the hours of a project reads those of the project."""
    people, projects = actor.scope(Permission.STATISTICS_HOURS), actor.scope(Permission.RETAINERS_ADJUST)
    if people is None and projects is None:
        raise Forbidden
    directory = actor.scope(Permission.EMPLOYEES_VIEW) or Scope.OWN

    def shows_person() -> ColumnElement[bool]:
        return true() if directory is Scope.ALL else _is_not(_by_person(not_(known_employees(directory))))

    return RowScope(
        key=("time_entries", people, projects, directory),
        rows=lambda: visible_time_entries(people, projects),
        shows_restricted=shows_person,
        params=actor.params,
    )


def list_time_entries(db: Connection, actor: Actor, query: TimeEntryQuery) -> Page[TimeEntryRow | TimeEntryBasic]:
    page = TIME_ENTRIES.page(db, time_entry_row_scope(actor), query)
    links = {"client": CLIENT_LINK, "project": PROJECT_LINK}
    return {"data": annotate_can_open(db, actor, page["data"], links), "meta": page["meta"]}


def list_own_time_entries(db: Connection, actor: Actor, first: date, last: date) -> list[TimeEntryRow | TimeEntryBasic]:
    """Return the caller's own entries of some days, in their order; no permission is needed for them."""
    own = RowScope(
        key="own_time_entries",
        rows=lambda: visible_time_entries(Scope.OWN, None),
        shows_restricted=true,
        params=actor.params,
    )
    entries: list[TimeEntryRow | TimeEntryBasic] = []
    while True:
        number = len(entries) // _PAGE_SIZE + 1
        query = TimeEntryQuery(worked_from=first, worked_to=last, sort="worked_on", page=number, per_page=_PAGE_SIZE)
        page = TIME_ENTRIES.page(db, own, query)
        entries += page["data"]
        if len(page["data"]) < _PAGE_SIZE:
            links = {"client": CLIENT_LINK, "project": PROJECT_LINK}
            return annotate_can_open(db, actor, entries, links)


def add_up_time_entries(db: Connection, actor: Actor, query: TimeEntryQuery) -> TimeEntryTotals:
    """Return the sums over all pages of `query`."""
    seen = time_entry_row_scope(actor)

    def compute() -> TimeEntryTotals:
        ((entries, minutes, billable),) = TIME_ENTRIES.counts(
            db, seen, query, (), sums=(TimeEntry.minutes, BILLABLE_MINUTES)
        )
        return {
            "entries": entries,
            "minutes": int(minutes or 0),
            "hours": format_minutes(minutes),
            "billable_hours": format_minutes(billable),
        }

    return _TOTALS.get(db, cache_key(db, seen, query), compute)


def list_tasks(db: Connection, actor: Actor, query: ListQuery) -> Page[TimeEntryTask]:
    """Return the tasks of the entries that the caller may read."""
    seen = time_entry_row_scope(actor)
    entries = select(TimeEntry.teamwork_task_id).where(seen.rows())
    tasks = RowScope(
        key=seen.key,
        rows=lambda: TeamworkTask.external_id.in_(entries),
        shows_restricted=true,
        params=seen.params,
    )
    return TASKS.page(db, tasks, query)


def format_minutes(minutes: int | None) -> str:
    """Return minutes as hours, rounded half up to hundredths."""
    return write_scaled((int(minutes or 0) * 100 + 30) // 60, HOURS_DIGITS, HOURS_DIGITS)


def cache_key(db: Connection, seen: RowScope, query: TimeEntryQuery) -> tuple[Any, ...]:
    params = tuple(sorted(seen.params.items()))
    return db.engine, seen.key, params, query.model_dump_json(exclude={"page", "per_page", "sort"}), query.selected_ids
