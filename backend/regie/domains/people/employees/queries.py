"""Reads employees; every statement starts from `visible_employees` or `known_employees`."""

from collections.abc import Collection, Iterable
from datetime import date
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Connection, bindparam, exists, join, or_, select, true
from sqlalchemy import literal_column as literal
from sqlalchemy.orm import Session, aliased

from regie.access.actor import CURRENT_EMPLOYEE_ID, Actor
from regie.access.link_targets import LinkTarget, annotate_can_open
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import Invalid
from regie.core.api.wire import Page, Ref
from regie.core.db.references import find_references
from regie.core.lists.listing import Filter, Listing, RowScope, any_of, choice, one_of
from regie.core.lists.shape import Field, Shape, link_to, read_restricted, read_rows, ref_to
from regie.core.money.amounts import money
from regie.domains.people.employees.figures import STATUS, STATUS_NAME
from regie.domains.people.employees.schemas import (
    CostRate,
    EmployeeAction,
    EmployeeBasic,
    EmployeeBasicRow,
    EmployeeCosted,
    EmployeeCosts,
    EmployeeDetails,
    EmployeeFigures,
    EmployeeOut,
    EmployeeOwn,
    EmployeeQuery,
    EmployeeRow,
    EmployeeSummary,
    Leave,
)
from regie.domains.people.teams.models import Team, TeamMember
from regie.domains.people.teams.queries import my_teammates
from regie.domains.records.dated_fields.queries import count_references
from regie.domains.records.employees.models import Employee, EmployeeCostRate, EmployeeLeave
from regie.domains.records.mirrors.models import TeamworkPerson, TimeEntry
from regie.domains.records.mirrors.schemas import Link
from regie.domains.records.months.queries import find_published
from regie.domains.records.personal_data.models import is_erased_email
from regie.domains.records.users.models import User

_Manager = aliased(Employee, name="manager")
_FIELDS: dict[str, Field] = {"status": STATUS_NAME, "manager": link_to(_Manager), "user": ref_to(User)}
_EMPLOYEE_SHAPE = Shape.of(EmployeeRow, Employee, EmployeeDetails, **_FIELDS)


def is_member_of(teams: Collection[str] | BindParameter[Any]) -> ColumnElement[bool]:
    """Whether the employee is a member of one of the teams, by their ids."""
    members = select(TeamMember.user_id).join(Team, Team.id == TeamMember.team_id)
    return Employee.user_id.in_(members.where(Team.api_id.in_(teams)))


def _in_team(name: str, _value: object) -> ColumnElement[bool]:
    return is_member_of(bindparam(name, expanding=True))


EMPLOYEES = Listing(
    source=join(Employee, _Manager, _Manager.id == Employee.manager_id, isouter=True).join(
        User, User.id == Employee.user_id, isouter=True
    ),
    key=Employee.id,
    api_id=Employee.api_id,
    shape=Shape.of(EmployeeRow, Employee, EmployeeSummary, **_FIELDS),
    sorts={
        "name": Employee.name_key,
        "job_title": Employee.job_title,
        "department": Employee.department,
        "started_on": Employee.started_on,
        "capacity_hours_week": Employee.capacity_hours_week,
        "updated_at": Employee.updated_at,
    },
    default_sort="name",
    search=(Employee.search_key,),
    filters={
        "status": any_of({name: (lambda condition=condition: condition) for name, condition in STATUS.items()}),
        "department": one_of(Employee.department),
        "employment": one_of(Employee.employment),
        "team": Filter(_in_team),
        "manager": one_of(_Manager.api_id),
        "has_user": choice({True: lambda: Employee.user_id.is_not(None), False: lambda: Employee.user_id.is_(None)}),
        "has_teamwork": choice(
            {
                True: lambda: Employee.teamwork_user_id.is_not(None),
                False: lambda: Employee.teamwork_user_id.is_(None),
            }
        ),
    },
    restricted_sorts=frozenset({"department", "started_on", "capacity_hours_week", "updated_at"}),
)
_TEAMS = (
    select(Employee.api_id.label("employee"), Team.api_id, Team.name)
    .join(TeamMember, TeamMember.user_id == Employee.user_id)
    .join(Team, Team.id == TeamMember.team_id)
    .where(Employee.api_id.in_(bindparam("ids", expanding=True)), Team.archived_at.is_(None))
    .order_by(Team.name_key, Team.id)
)
_REPORTS = (
    select(Employee.api_id, Employee.name)
    .join(_Manager, _Manager.id == Employee.manager_id)
    .where(_Manager.api_id == bindparam("id"), Employee.status != "left")
    .order_by(Employee.name_key, Employee.id)
)
_LEAVES = (
    select(EmployeeLeave.api_id, EmployeeLeave.starts_on, EmployeeLeave.ends_on)
    .join(Employee, Employee.id == EmployeeLeave.employee_id)
    .where(Employee.api_id == bindparam("id"))
    .order_by(EmployeeLeave.starts_on.desc())
)
_Recorder = aliased(User, name="recorder")
_COST_RATES = (
    select(
        *(EmployeeCostRate.amount, EmployeeCostRate.currency, EmployeeCostRate.starts_on, EmployeeCostRate.reason),
        *(EmployeeCostRate.recorded_at, _Recorder.api_id, _Recorder.name),
    )
    .join(Employee, Employee.id == EmployeeCostRate.employee_id)
    .outerjoin(_Recorder, _Recorder.id == EmployeeCostRate.recorded_by_id)
    .where(Employee.api_id == bindparam("id"))
    .order_by(EmployeeCostRate.starts_on.desc())
)
_FIGURE_RIGHTS = select(Employee.metric_scopes, Employee.metric_permissions).where(Employee.api_id == bindparam("id"))
_TEAMWORK_LINK = (
    select(
        literal("'teamwork'").label("service"),
        *(TeamworkPerson.external_id, TeamworkPerson.name, TeamworkPerson.source_url.label("url")),
        *(TeamworkPerson.synced_at, TeamworkPerson.deleted_at),
    )
    .join(Employee, Employee.teamwork_user_id == TeamworkPerson.external_id)
    .where(Employee.api_id == bindparam("id"))
)


def visible_employees(_scope: Scope) -> ColumnElement[bool]:
    """Everyone who has not left: every user may read the directory, and records may refer to them."""
    return Employee.status != "left"


def readable_employees(scope: Scope) -> ColumnElement[bool]:
    """Employees whose whole record the caller may read: all, or only themself."""
    return true() if scope is Scope.ALL else Employee.id == CURRENT_EMPLOYEE_ID


def known_employees(scope: Scope) -> ColumnElement[bool]:
    """Visible employees and those whose record the caller may read, former employees included."""
    return or_(visible_employees(scope), readable_employees(scope))


def people_within(scope: Scope) -> ColumnElement[bool]:
    """The employees whose hours and figures a scope covers: the caller, the caller's teams, or all."""
    if scope is Scope.ALL:
        return true()
    own = Employee.id == CURRENT_EMPLOYEE_ID
    return or_(own, Employee.user_id.in_(my_teammates())) if scope is Scope.TEAM else own


# The name of a former manager stays visible; only callers who read every record may open it.
_LINKS: dict[str, LinkTarget] = {"manager": (Employee, Permission.EMPLOYEES_VIEW, known_employees)}


def employee_row_scope(actor: Actor) -> RowScope:
    scope = actor.scope(Permission.EMPLOYEES_VIEW) or Scope.OWN
    return RowScope(
        key=("employees", scope),
        rows=lambda: known_employees(scope),
        shows_restricted=lambda: readable_employees(scope),
        params=actor.params,
        sees_all_restricted=scope is Scope.ALL,
    )


def list_employees(
    db: Connection, actor: Actor, query: EmployeeQuery, today: date
) -> Page[EmployeeBasicRow | EmployeeRow]:
    """List employees; raise Invalid for filters on fields that the caller may not see."""
    row_scope = employee_row_scope(actor)
    requested = query.model_fields_set & EMPLOYEES.filters.keys()
    if requested and not row_scope.sees_all_restricted:
        raise Invalid(dict.fromkeys(sorted(requested), "unknown"))
    page = EMPLOYEES.page(db, row_scope, query, today_=today)
    viewed = [row["api_id"] for row in page["data"] if read_restricted(EmployeeSummary, row)]
    teams = read_teams(db, viewed)
    rows = annotate_can_open(db, actor, page["data"], _LINKS)
    return {"data": [_with_teams(row, teams.get(row["api_id"], [])) for row in rows], "meta": page["meta"]}


def _with_teams(row: EmployeeRow, teams: list[Ref]) -> EmployeeBasicRow | EmployeeRow:
    more = read_restricted(EmployeeSummary, row)
    return row if more is None else {**row, **more, "teams": teams}


def read_employee(
    db: Connection, actor: Actor, api_id: str, today: date
) -> EmployeeOut | EmployeeOwn | EmployeeCosted | EmployeeBasic | EmployeeRow:
    """Read what the caller may see: the directory entry, the record, and its restricted fields."""
    found = EMPLOYEES.one(db, employee_row_scope(actor), api_id, _EMPLOYEE_SHAPE, today_=today)
    (employee,) = annotate_can_open(db, actor, [found], _LINKS)
    details = read_restricted(EmployeeDetails, employee)
    if details is None:
        return employee
    key = db.execute(select(Employee.id).where(Employee.api_id == api_id)).scalar_one()
    basic: EmployeeBasic = {
        **employee,
        **details,
        "teams": read_teams(db, [api_id]).get(api_id, []),
        "reports": read_rows(Ref, db.execute(_REPORTS, {"id": api_id})),
        "leaves": read_rows(Leave, db.execute(_LEAVES, {"id": api_id})),
        "links": read_rows(Link, db.execute(_TEAMWORK_LINK, {"id": api_id})),
        "can": [] if is_erased_email(employee["email"]) else _allowed_actions(db, actor, details, key),
    }
    costs = _read_costs(db, api_id, today) if actor.can(Permission.EMPLOYEES_COST_RATES) else None
    if not actor.can(Permission.EMPLOYEES_EDIT) and key != actor.employee_id:
        return basic if costs is None else {**basic, **costs}
    (figures,) = read_rows(EmployeeFigures, db.execute(_FIGURE_RIGHTS, {"id": api_id}))
    return {**basic, **figures} if costs is None else {**basic, **figures, **costs}


def _read_costs(db: Connection, api_id: str, today: date) -> EmployeeCosts:
    rates: list[CostRate] = [
        {
            "amount": money(amount, currency),
            "starts_on": starts_on,
            "reason": reason,
            "recorded_at": recorded_at,
            "recorded_by": None if user is None else {"api_id": user, "name": name},
        }
        for amount, currency, starts_on, reason, recorded_at, user, name in db.execute(_COST_RATES, {"id": api_id})
    ]
    current = next((rate["amount"] for rate in rates if rate["starts_on"] <= today), None)
    return {"cost_rate": current, "cost_rates": rates}


def read_teams(db: Connection, api_ids: Iterable[str]) -> dict[str, list[Ref]]:
    """By employee, the teams that they belong to and that are not archived."""
    found: dict[str, list[Ref]] = {}
    for employee, api_id, name in db.execute(_TEAMS, {"ids": list(api_ids)}):
        found.setdefault(employee, []).append({"api_id": api_id, "name": name})
    return found


def find_employee_references(db: Connection, key: int, teamwork_user_id: str | None) -> dict[str, int]:
    """Return the tables that reference the employee; hours reference them by their Teamwork id."""
    found = count_references(db, "employees", key) | find_references(db, Employee.__table__, key)
    hours = exists().where(TimeEntry.teamwork_user_id == teamwork_user_id)
    if teamwork_user_id is not None and db.execute(select(hours)).scalar():
        found["time_entries"] = 1
    return found


def is_teamwork_person_linked(session: Session, external_id: str, *, except_id: int | None) -> bool:
    """Return whether another employee is linked to this person; the lock makes concurrent links wait for each other."""
    session.execute(select(TeamworkPerson.id).where(TeamworkPerson.external_id == external_id).with_for_update())
    others = select(Employee.id).where(Employee.teamwork_user_id == external_id, Employee.id != (except_id or 0))
    return session.execute(others).first() is not None


def _allowed_actions(db: Connection, actor: Actor, employee: EmployeeSummary, key: int) -> list[EmployeeAction]:
    """Return the actions that the caller may perform now, so that a screen offers no other."""
    allowed: list[EmployeeAction] = []
    if actor.can(Permission.EMPLOYEES_EDIT):
        allowed = ["edit", "edit_contact", "return" if employee["status"] == "left" else "depart"]
    elif actor.can(Permission.EMPLOYEES_EDIT_CONTACT) and key == actor.employee_id:
        allowed.append("edit_contact")
    if actor.can(Permission.EMPLOYEES_DELETE) and not (
        find_employee_references(db, key, employee["teamwork_user_id"]) or find_published(db, "employee", key)
    ):
        allowed.append("delete")
    return allowed
