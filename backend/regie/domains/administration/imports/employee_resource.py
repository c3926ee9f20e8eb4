"""Describes employees in files; their key is the email address."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select

from regie.access.permissions import Permission
from regie.domains.administration.imports.cells import (
    Choice,
    Day,
    ImportContext,
    Integer,
    Number,
    UppercaseText,
    YesNo,
)
from regie.domains.administration.imports.references import EMPLOYEE, USER
from regie.domains.administration.imports.resources import Column, ExistingRecord, Key, Resource
from regie.domains.people.employees import actions
from regie.domains.people.employees.queries import known_employees
from regie.domains.people.employees.schemas import EmployeeCreate, EmployeeUpdate
from regie.domains.records.employees.models import Employee

_COST = ("cost_rate", "cost_currency", "cost_starts_on")


def find_employees(context: ImportContext, keys: Iterable[Key]) -> dict[Key, list[Any]]:
    visible = known_employees(context.actor.require(Permission.EMPLOYEES_VIEW))
    found: dict[Key, list[Any]] = {}
    statement = select(Employee).where(Employee.email.in_([email for (email,) in keys]), visible)
    for employee in context.session.execute(statement, context.actor.params).scalars():
        found.setdefault((employee.email.lower(),), []).append(employee)
    return found


def read_employee(context: ImportContext, employee: Any) -> ExistingRecord:
    """Return the editable values; cost rates only for users who may see them."""
    values = actions.editable_values(context.session, employee, context.clock.today())
    hidden = () if context.actor.can(Permission.EMPLOYEES_COST_RATES) else _COST
    return ExistingRecord(employee.api_id, values | dict.fromkeys(hidden))


def create_employee(context: ImportContext, data: EmployeeCreate) -> str:
    return actions.create_employee(context.session, context.actor, data, context.clock)


def update_employee(context: ImportContext, employee: ExistingRecord, data: EmployeeUpdate) -> None:
    actions.update_employee(context.session, context.actor, employee.api_id, data, context.clock)


def full_name(_context: ImportContext, values: dict[str, Any]) -> str:
    return " ".join(part for part in (values.get("first_name"), values.get("last_name")) if part)


def add_manager(context: ImportContext, api_id: str, values: dict[str, Any]) -> None:
    """Later rows can name a new employee as manager."""
    EMPLOYEE.index(context).add(api_id, full_name(context, values), values["email"].lower())


EMPLOYEES = Resource(
    name="employees",
    permissions=(Permission.EMPLOYEES_CREATE,),
    keys=(("email",),),
    normalize_key=str.lower,
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
        Column("capacity_hours_week", Number(), is_required=True, synonyms=("capacity", "capacité", "hours a week")),
        Column("phone"),
        Column("job_title", synonyms=("title", "position", "titre", "poste")),
        Column("department", Choice("department")),
        Column("manager", EMPLOYEE, synonyms=("supervisor", "supérieur")),
        Column("employment", Choice("employment"), synonyms=("type", "type d’emploi")),
        Column("ended_on", Day(), synonyms=("end date", "ended on", "date de départ")),
        Column("is_billable", YesNo(), synonyms=("billable",)),
        Column("utilisation_target", Integer(), synonyms=("target", "cible d’occupation")),
        Column("language", Choice("language")),
        Column("timezone"),
        Column("user", USER, synonyms=("account", "sign-in account", "compte", "compte de connexion")),
        Column("cost_rate", Number(), synonyms=("rate", "hourly cost", "cost of an hour", "coût d’une heure")),
        Column("cost_currency", UppercaseText()),
        Column("cost_starts_on", Day(), synonyms=("cost from",)),
    ),
    create_model=EmployeeCreate,
    update_model=EmployeeUpdate,
    find=find_employees,
    read=read_employee,
    create=create_employee,
    update=update_employee,
    display_name=full_name,
    on_created=add_manager,
)
