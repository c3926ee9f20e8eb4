"""Reading employees; `visible_employees` and `known_employees` are the only doors to the table."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, exists, join, or_, select, true
from sqlalchemy.orm import Session, aliased

from regie.access.actor import MY_EMPLOYEE, Actor
from regie.access.opening import Door, tell_openable
from regie.access.permissions import Permission, Scope
from regie.core.errors import Invalid
from regie.core.listing import Filter, Listing, Sight, any_of, choice, one_of
from regie.core.money import money
from regie.core.referring import referring
from regie.core.shape import RefField, Shape
from regie.domains.employees.figures import STATUS, STATUS_NAME
from regie.domains.employees.models import Employee, EmployeeCostRate, EmployeeLeave
from regie.domains.employees.schemas import EmployeeQuery
from regie.domains.mirrors.models import TeamworkPerson, TimeEntry
from regie.domains.teams.models import Team, TeamMember
from regie.domains.users.models import User

_Manager = aliased(Employee, name="manager")
_DIRECTORY = ("api_id", "name", "first_name", "last_name", "email", "job_title")
_MORE = (
    "department employment teamwork_user_id started_on ended_on capacity_hours_week is_billable updated_at version"
).split()
_DETAILS = ("phone", "utilisation_target", "language", "timezone", "created_at")
_METRICS = ("metric_scopes", "metric_permissions")
_BASIC = {
    **{name: getattr(Employee, name) for name in _MORE},
    "status": STATUS_NAME,
    "manager": RefField(_Manager.api_id, _Manager.name),
    "user": RefField(User.api_id, User.name),
}
_ROW = {name: getattr(Employee, name) for name in _DIRECTORY} | _BASIC
_SINGLE = {name: getattr(Employee, name) for name in (*_DETAILS, *_METRICS)}
_ONE = Shape(_ROW | _SINGLE, guarded=frozenset({*_BASIC, *_SINGLE}))


def _in_team(name: str, _value: Any) -> ColumnElement[bool]:
    members = select(TeamMember.user_id).join(Team, Team.id == TeamMember.team_id)
    return Employee.user_id.in_(members.where(Team.api_id.in_(bindparam(name, expanding=True))))


EMPLOYEES = Listing(
    source=join(Employee, _Manager, _Manager.id == Employee.manager_id, isouter=True).join(
        User, User.id == Employee.user_id, isouter=True
    ),
    key=Employee.id,
    api_id=Employee.api_id,
    shape=Shape(_ROW, guarded=frozenset(_BASIC)),
    sorts={
        "name": Employee.name_key,
        "job_title": Employee.job_title,
        "department": Employee.department,
        "started_on": Employee.started_on,
        "capacity_hours_week": Employee.capacity_hours_week,
        "updated_at": Employee.updated_at,
    },
    default_sort="name",
    tables=("employees", "employee_leaves", "users", "teams", "team_members"),
    search=(Employee.search_key,),
    filters={
        "status": any_of({name: (lambda held=held: held) for name, held in STATUS.items()}),
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
    guarded_sorts=frozenset({"department", "started_on", "capacity_hours_week", "updated_at"}),
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
_RATES = (
    select(EmployeeCostRate.amount, EmployeeCostRate.currency, EmployeeCostRate.starts_on)
    .join(Employee, Employee.id == EmployeeCostRate.employee_id)
    .where(Employee.api_id == bindparam("id"))
    .order_by(EmployeeCostRate.starts_on.desc())
)
_LINK = (
    select(
        *(TeamworkPerson.external_id, TeamworkPerson.name, TeamworkPerson.source_url.label("url")),
        *(TeamworkPerson.synced_at, TeamworkPerson.deleted_at),
    )
    .join(Employee, Employee.teamwork_user_id == TeamworkPerson.external_id)
    .where(Employee.api_id == bindparam("id"))
)


def visible_employees(_scope: Scope) -> ColumnElement[bool]:
    """Everyone who has not left: the directory is open to all who sign in, and records may name them."""
    return Employee.status != "left"


def viewed_employees(scope: Scope) -> ColumnElement[bool]:
    """Those whose record, and not their name alone, the caller reads: everyone's, or their own."""
    return true() if scope is Scope.ALL else Employee.id == MY_EMPLOYEE


def known_employees(scope: Scope) -> ColumnElement[bool]:
    """The directory, and beside it the records that the caller views: who has left is on record only."""
    return or_(visible_employees(scope), viewed_employees(scope))


# A manager who has left is named to those who worked for them, and read by those alone who read every record.
_DOORS: dict[str, Door] = {"manager": (Employee, Permission.EMPLOYEES_VIEW, known_employees)}


def employee_sight(actor: Actor) -> Sight:
    scope = actor.scope(Permission.EMPLOYEES_VIEW) or Scope.OWN
    return Sight(
        key=("employees", scope),
        rows=lambda: known_employees(scope),
        guard=lambda: viewed_employees(scope),
        params=actor.params,
        sees_all_guarded=scope is Scope.ALL,
    )


def list_employees(db: Connection, actor: Actor, query: EmployeeQuery, today: date) -> dict[str, Any]:
    """Nobody learns by a filter what the list does not show them."""
    sight = employee_sight(actor)
    asked = query.model_fields_set & EMPLOYEES.filters.keys()
    if asked and not sight.sees_all_guarded:
        raise Invalid(dict.fromkeys(sorted(asked), "unknown"))
    page = EMPLOYEES.page(db, sight, query, today_=today)
    teams = _teams_of(db, [row["api_id"] for row in page["data"] if "status" in row])
    rows = tell_openable(db, actor, page["data"], _DOORS)
    return {**page, "data": [_with_teams(row, teams) for row in rows]}


def _with_teams(row: dict[str, Any], teams: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    return row | {"teams": teams.get(row["api_id"], [])} if "status" in row else row


def read_employee(db: Connection, actor: Actor, api_id: str, today: date) -> dict[str, Any]:
    """As much as the caller may know: the directory's line, the record, and what of it is guarded further."""
    found = EMPLOYEES.one(db, employee_sight(actor), api_id, _ONE, today_=today)
    (employee,) = tell_openable(db, actor, [found], _DOORS)
    if "status" not in employee:
        return employee
    key = db.execute(select(Employee.id).where(Employee.api_id == api_id)).scalar_one()
    links = db.execute(_LINK, {"id": api_id}).mappings()
    more = {
        "teams": _teams_of(db, [api_id]).get(api_id, []),
        "reports": _rows(db, _REPORTS, api_id),
        "leaves": _rows(db, _LEAVES, api_id),
        "links": [{"service": "teamwork", **link} for link in links],
        "can": _allowed(db, actor, employee, key),
    }
    if actor.may(Permission.EMPLOYEES_COST_RATES):
        more |= _cost(db, api_id, today)
    hidden = () if actor.may(Permission.EMPLOYEES_EDIT) or key == actor.employee_id else _METRICS
    return {name: value for name, value in {**employee, **more}.items() if name not in hidden}


def _cost(db: Connection, api_id: str, today: date) -> dict[str, Any]:
    """What an hour costs today, and the whole history, the newest first."""
    rates = [
        {"amount": money(row["amount"], row["currency"]), "starts_on": row["starts_on"]}
        for row in _rows(db, _RATES, api_id)
    ]
    current = next((rate["amount"] for rate in rates if rate["starts_on"] <= today), None)
    return {"cost_rate": current, "cost_rates": rates}


def _teams_of(db: Connection, api_ids: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for row in db.execute(_TEAMS, {"ids": list(api_ids)}):
        found.setdefault(row.employee, []).append({"api_id": row.api_id, "name": row.name})
    return found


def _rows(db: Connection, statement: Any, api_id: str) -> list[dict[str, Any]]:
    return [dict(row) for row in db.execute(statement, {"id": api_id}).mappings()]


def named_in(db: Connection, key: int, teamwork_user_id: str | None) -> dict[str, int]:
    """How much speaks of this person, by table; hours name them by their id in Teamwork."""
    found = referring(db, Employee.__table__, key)
    hours = exists().where(TimeEntry.teamwork_user_id == teamwork_user_id)
    if teamwork_user_id is not None and db.execute(select(hours)).scalar():
        found["time_entries"] = 1
    return found


def holds_teamwork_person(session: Session, external_id: str, *, but: int | None) -> bool:
    """Whether another employee is this person; no unique key says so, two who link the same one take turns here."""
    session.execute(select(TeamworkPerson.id).where(TeamworkPerson.external_id == external_id).with_for_update())
    others = select(Employee.id).where(Employee.teamwork_user_id == external_id, Employee.id != (but or 0))
    return session.execute(others).first() is not None


def _allowed(db: Connection, actor: Actor, employee: dict[str, Any], key: int) -> list[str]:
    """What the caller may do with this person now, so that a screen offers nothing that would be refused."""
    allowed = []
    if actor.may(Permission.EMPLOYEES_EDIT):
        allowed += ["edit", "edit_contact", "return" if employee["status"] == "left" else "depart"]
    elif actor.may(Permission.EMPLOYEES_EDIT_CONTACT) and key == actor.employee_id:
        allowed.append("edit_contact")
    if actor.may(Permission.EMPLOYEES_DELETE) and not named_in(db, key, employee["teamwork_user_id"]):
        allowed.append("delete")
    return allowed
