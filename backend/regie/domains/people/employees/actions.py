"""Creates, changes and deletes employees."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from regie.access.actor import Actor
from regie.access.permissions import Permission, Role
from regie.access.rows import can_change, find_reference, load_for_update, require_version
from regie.core.api.errors import Forbidden, Invalid
from regie.core.text.locale import translate
from regie.core.time.clock import Clock
from regie.domains.people.employees import rules
from regie.domains.people.employees.cost_rates import set_cost_rate
from regie.domains.people.employees.employment_terms import record_employment_terms as record_employment_terms
from regie.domains.people.employees.employment_terms import remove_employment_term as remove_employment_term
from regie.domains.people.employees.queries import (
    find_employee_references,
    known_employees,
    readable_employees,
    visible_employees,
)
from regie.domains.people.employees.schemas import EmployeeCreate, EmployeeUpdate
from regie.domains.people.users.actions import set_roles
from regie.domains.records.dated_fields.actions import Change, owner_of, set_columns
from regie.domains.records.employees.models import METRIC_PERMISSIONS, METRIC_SCOPES, Employee, EmployeeCostRate
from regie.domains.records.months.queries import require_open_span, require_unpublished
from regie.domains.records.personal_data.models import is_erased_email
from regie.domains.records.terms.actions import delete_terms
from regie.domains.records.users.models import User

_SEEN = (Permission.EMPLOYEES_VIEW, known_employees)
_CHANGED = (Permission.EMPLOYEES_EDIT, readable_employees)
_OWN_FIELDS = frozenset({"phone", "language", "timezone"})
_REQUIRED = ("first_name", "last_name", "email", "started_on", "capacity_hours_week")
_STORAGE_ORDER = {"metric_scopes": METRIC_SCOPES, "metric_permissions": METRIC_PERMISSIONS}


def create_employee(session: Session, actor: Actor, data: EmployeeCreate, clock: Clock) -> str:
    """Create an employee and return their api_id; raise Invalid with every wrong field."""
    values = _normalize(data.model_dump())
    errors: rules.Errors = {}
    dates = (values["started_on"], values["ended_on"])
    rules.collect_errors(errors, lambda: rules.require_dates(*dates, has_left=False, today=clock.today()))
    rules.collect_errors(errors, lambda: rules.require_cost_rate(actor, values, None))
    rate = {name: values.pop(name) for name in rules.COST_FIELDS}
    columns = _resolve_columns(session, actor, values, None, errors)
    if errors:
        raise Invalid(errors)
    if data.is_billable:  # utilization divides by the available hours of each billable day
        require_open_span(session, None, dates)
    employee = Employee(**columns, name=f"{data.first_name} {data.last_name}")
    session.add(employee)
    _flush(session)
    if employee.user_id is not None:
        grant_employee_role(session, actor, employee.user_id)
    set_cost_rate(session, employee, rate, Change.by(actor, clock))
    session.flush()
    return employee.api_id


def update_employee(session: Session, actor: Actor, api_id: str, data: EmployeeUpdate, clock: Clock) -> None:
    """Change the sent fields; raise Changed (409) with both values when the caller read another version."""
    sent = _sent_values(data)
    if sent.get("manager"):
        rules.lock_hierarchy(session)
    employee = _load_employee(session, actor, api_id, set(sent) - {"version"})
    version = sent.pop("version", None)
    if empty := [name for name in _REQUIRED if name in sent and sent[name] in ("", None)]:
        raise Invalid(dict.fromkeys(empty, "required"))
    theirs = editable_values(session, employee, clock.today())
    sent = _normalize(sent)
    require_version(employee, version, {name: (_to_wire(theirs[name]), _to_wire(sent[name])) for name in sent})
    changes = {name: value for name, value in sent.items() if value != theirs[name]}
    if changes.keys() & set(rules.COST_FIELDS):
        changes |= {name: sent[name] for name in rules.COST_FIELDS if name in sent}
    if changes:
        _validate_and_apply(session, actor, employee, changes, theirs, clock)


def _validate_and_apply(
    session: Session, actor: Actor, employee: Employee, changes: dict[str, Any], theirs: dict[str, Any], clock: Clock
) -> None:
    errors: rules.Errors = {}
    merged = theirs | changes
    dates, has_left = (merged["started_on"], merged["ended_on"]), employee.status == "left"
    if changes.keys() & {"started_on", "ended_on"}:
        rules.collect_errors(errors, lambda: rules.require_dates(*dates, has_left=has_left, today=clock.today()))
        rules.collect_errors(errors, lambda: rules.require_terms_between(session, employee, *dates, clock.today()))
    rules.collect_errors(errors, lambda: rules.require_cost_rate(actor, changes, theirs["cost_currency"]))
    rate = {name: changes.pop(name, None) for name in rules.COST_FIELDS}
    rate["cost_currency"] = rate["cost_currency"] or theirs["cost_currency"]
    columns = _resolve_columns(session, actor, changes, employee, errors)
    if errors:
        raise Invalid(errors)
    require_open_span(session, (employee.started_on, employee.ended_on), dates)
    set_columns(session, employee, columns, Change.by(actor, clock))
    employee.name = f"{employee.first_name} {employee.last_name}"
    # A cost rate has its own table: setting one is a new version of the employee all the same.
    employee.updated_at = clock.now()
    flag_modified(employee, "updated_at")
    _flush(session)
    if columns.get("user_id") is not None:
        grant_employee_role(session, actor, columns["user_id"])
    set_cost_rate(session, employee, rate, Change.by(actor, clock))
    session.flush()


def delete_employee(session: Session, actor: Actor, api_id: str) -> None:
    """Delete an employee whom no record references; otherwise raise Invalid with the referencing tables."""
    changed = (Permission.EMPLOYEES_DELETE, readable_employees)
    employee = load_for_update(session, actor, Employee, api_id, view=_SEEN, edit=changed)
    tables = find_employee_references(session.connection(), employee.id, employee.teamwork_user_id)
    if tables:
        reasons = ", ".join(translate(actor.locale, f"named_in.{table}") for table in tables)
        raise Invalid(code="employee_in_use", reasons=reasons)
    require_unpublished(session, "employee", employee.id)
    delete_terms(session, owner_of(employee))
    session.delete(employee)
    session.flush()


def grant_employee_role(session: Session, actor: Actor, user_id: int) -> None:
    """Give a user who becomes an employee the employee role; a deactivated user stays deactivated."""
    user = session.execute(select(User).where(User.id == user_id).with_for_update()).scalar_one()
    if user.roles and Role.EMPLOYEE not in user.roles:
        set_roles(session, actor, user, [*user.roles, Role.EMPLOYEE.value])


def _load_employee(session: Session, actor: Actor, api_id: str, fields: set[str]) -> Employee:
    """Load the employee, locked for this transaction; employees may change their own contact details."""
    edit = _CHANGED if actor.can(Permission.EMPLOYEES_EDIT) else (Permission.EMPLOYEES_EDIT_CONTACT, readable_employees)
    employee = load_for_update(session, actor, Employee, api_id, view=_SEEN, edit=edit)
    if is_erased_email(employee.email):
        raise Invalid(code="person_erased")
    if can_change(session, actor, employee, *_CHANGED):
        return employee
    if employee.status == "left":
        raise Forbidden
    if others := fields - _OWN_FIELDS:
        raise Invalid(dict.fromkeys(sorted(others), "not_yours"))
    return employee


def _resolve_columns(
    session: Session, actor: Actor, values: dict[str, Any], employee: Employee | None, errors: rules.Errors
) -> dict[str, Any]:
    """Return the table's columns for an input's fields; problems of references are added to `errors`."""
    columns, key = dict(values), employee and employee.id
    if manager := columns.pop("manager", None):
        columns["manager_id"] = rules.collect_errors(errors, lambda: _find_manager(session, actor, manager, key))
    elif "manager" in values:
        columns["manager_id"] = None
    if user := columns.pop("user", None):
        columns["user_id"] = rules.collect_errors(errors, lambda: rules.find_account(session, actor, user, key))
    elif "user" in values:
        columns["user_id"] = None
    if external_id := values.get("teamwork_user_id"):
        rules.collect_errors(errors, lambda: rules.find_teamwork_person(session, external_id, key))
    email = values.get("email")
    taken = select(Employee.id).where(Employee.email == email, Employee.id != (key or 0))
    if email is not None and session.execute(taken).first() is not None:
        errors["email"] = "taken"
    return columns


def _find_manager(session: Session, actor: Actor, api_id: str, employee_id: int | None) -> int:
    seen = (Permission.DIRECTORY_VIEW, visible_employees)
    manager_id = find_reference(session, actor, Employee, api_id, field="manager", view=seen)
    if employee_id is not None:
        rules.require_no_cycle(session, manager_id, employee_id)
    return manager_id


def _flush(session: Session) -> None:
    """Flush; of two transactions with the same email or account, the database accepts one."""
    try:
        session.flush()
    except IntegrityError as error:
        raise Invalid({"user" if "user_id" in str(error.orig) else "email": "taken"}) from error


def _sent_values(data: EmployeeUpdate) -> dict[str, Any]:
    """Return the sent fields without empty cost fields: a rate can be replaced, never removed."""
    sent = data.model_dump(exclude_unset=True)
    return {name: value for name, value in sent.items() if value is not None or name not in rules.COST_FIELDS}


def _normalize(values: dict[str, Any]) -> dict[str, Any]:
    """Return emails in lower case and sets in their storage order."""
    if values.get("email"):
        values["email"] = values["email"].lower()
    for name, order in _STORAGE_ORDER.items():
        if name in values:
            values[name] = [item for item in order if item in values[name]]
    return values


def editable_values(session: Session, employee: Employee, today: date) -> dict[str, Any]:
    """Return the editable values in the form of the API, to show both sides of a conflict."""
    manager = session.get(Employee, employee.manager_id) if employee.manager_id else None
    user = session.get(User, employee.user_id) if employee.user_id else None
    rates = select(EmployeeCostRate).where(
        EmployeeCostRate.employee_id == employee.id, EmployeeCostRate.starts_on <= today
    )
    rate = session.execute(rates.order_by(EmployeeCostRate.starts_on.desc()).limit(1)).scalar_one_or_none()
    values = {name: getattr(employee, name) for name in EmployeeUpdate.model_fields if hasattr(Employee, name)}
    return values | {
        "manager": manager and manager.api_id,
        "user": user and user.api_id,
        "cost_rate": rate and rate.amount,
        "cost_currency": rate and rate.currency,
        "cost_starts_on": rate and rate.starts_on,
    }


def _to_wire(value: Any) -> Any:
    return f"{value:.2f}" if isinstance(value, Decimal) else value
