"""Employees as a file describes them; their key is the address at work."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select

from regie.access.permissions import Permission
from regie.domains.administration.imports.cells import Choice, Day, Desk, Number, Reference, Upper, Whole, YesNo
from regie.domains.administration.imports.resources import Column, Existing, Resource
from regie.domains.people.employees import actions
from regie.domains.people.employees.queries import known_employees, visible_employees
from regie.domains.people.employees.schemas import EmployeeCreate, EmployeeUpdate
from regie.domains.people.users.queries import visible_users
from regie.domains.records.employees.models import Employee
from regie.domains.records.users.models import User

_COST = ("cost_rate", "cost_currency", "cost_starts_on")


def managers(desk: Desk) -> Iterable[Any]:
    is_open = visible_employees(desk.actor.require(Permission.DIRECTORY_VIEW)).label("is_open")
    statement = select(Employee.api_id, Employee.name, Employee.email, is_open)
    return desk.session.execute(statement, desk.actor.params)


def accounts(desk: Desk) -> Iterable[Any]:
    scope = desk.actor.scope(Permission.USERS_VIEW)
    if scope is None:
        return ()
    statement = select(User.api_id, User.name, User.email, (User.status != "deactivated").label("is_open"))
    return desk.session.execute(statement.where(visible_users(scope)), desk.actor.params)


def find(desk: Desk, keys: Iterable[str]) -> dict[str, list[Any]]:
    seen = known_employees(desk.actor.require(Permission.EMPLOYEES_VIEW))
    found: dict[str, list[Any]] = {}
    statement = select(Employee).where(Employee.email.in_(list(keys)), seen)
    for employee in desk.session.execute(statement, desk.actor.params).scalars():
        found.setdefault(employee.email.lower(), []).append(employee)
    return found


def read(desk: Desk, employee: Any) -> Existing:
    """What people cost is nobody's to compare with who may not see it."""
    values = actions.editable_values(desk.session, employee, desk.clock.today())
    hidden = () if desk.actor.may(Permission.EMPLOYEES_COST_RATES) else _COST
    return Existing(employee.api_id, values | dict.fromkeys(hidden))


def create(desk: Desk, data: EmployeeCreate) -> str:
    return actions.create_employee(desk.session, desk.actor, data, desk.clock)


def update(desk: Desk, api_id: str, data: EmployeeUpdate) -> None:
    actions.update_employee(desk.session, desk.actor, api_id, data, desk.clock)


def name_of(values: dict[str, Any]) -> str:
    return " ".join(part for part in (values.get("first_name"), values.get("last_name")) if part)


MANAGER = Reference(managers)


def created(desk: Desk, api_id: str, values: dict[str, Any]) -> None:
    """Who is new can be the manager of who comes further down."""
    MANAGER.known(desk).add(api_id, name_of(values), values["email"].lower())


EMPLOYEES = Resource(
    name="employees",
    permission=Permission.EMPLOYEES_CREATE,
    key="email",
    normal=str.lower,
    columns=(
        Column("first_name", is_required=True, synonyms=("given name",)),
        Column("last_name", is_required=True, synonyms=("surname", "family name", "nom")),
        Column("email", is_required=True, synonyms=("email", "e-mail", "courriel", "adresse courriel")),
        Column(
            "started_on",
            Day(),
            is_required=True,
            synonyms=("start date", "started", "started on", "date d’embauche", "date d’entrée"),
        ),
        Column("capacity_hours_week", Number(), is_required=True, synonyms=("capacity", "capacité", "hours per week")),
        Column("phone"),
        Column("job_title", synonyms=("title", "position", "titre")),
        Column("department", Choice("department")),
        Column("manager", MANAGER, synonyms=("supervisor", "supérieur")),
        Column("employment", Choice("employment"), synonyms=("type", "type d’emploi")),
        Column("ended_on", Day(), synonyms=("end date", "ended on", "date de départ")),
        Column("is_billable", YesNo(), synonyms=("billable",)),
        Column("utilisation_target", Whole(), synonyms=("target", "cible d’occupation")),
        Column("language", Choice("language")),
        Column("timezone"),
        Column("user", Reference(accounts), synonyms=("sign-in account", "compte de connexion")),
        Column("cost_rate", Number(), synonyms=("rate", "hourly cost", "coût horaire")),
        Column("cost_currency", Upper()),
        Column("cost_starts_on", Day()),
    ),
    create_model=EmployeeCreate,
    update_model=EmployeeUpdate,
    find=find,
    read=read,
    create=create,
    update=update,
    name_of=name_of,
    created=created,
)
