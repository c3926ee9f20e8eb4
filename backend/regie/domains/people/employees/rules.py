"""Checks an employee's dates, manager, cost rate and links."""

from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session, aliased

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.access.rows import find_reference
from regie.core.api.errors import FieldError, Invalid
from regie.domains.people.employees.queries import is_teamwork_person_linked
from regie.domains.people.teams.queries import joins_to_come
from regie.domains.people.users.queries import visible_users
from regie.domains.records.dated_fields.queries import names_to_come
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import TeamworkPerson
from regie.domains.records.terms.models import Term
from regie.domains.records.users.models import User

T = TypeVar("T")
Errors = dict[str, FieldError | str]
COST_FIELDS = ("cost_rate", "cost_currency", "cost_starts_on")


def collect_errors(errors: Errors, find: Callable[[], T]) -> T | None:
    """Return the result of `find`; when it raises Invalid, add its errors to `errors` and return None."""
    try:
        return find()
    except Invalid as error:
        errors.update(error.fields)
        return None


def require_dates(started_on: date | None, ended_on: date | None, *, has_left: bool, today: date) -> None:
    if ended_on is None:
        if has_left:
            raise Invalid({"ended_on": "required"})
        return
    if started_on is not None and ended_on < started_on:
        raise Invalid({"ended_on": "after_start"})
    if has_left and ended_on > today:
        raise Invalid({"ended_on": "departure_to_come"})


def require_terms_between(
    session: Session, employee: Employee, started_on: date | None, ended_on: date | None, today: date
) -> None:
    """Require that terms to come name the employee, or make them a member of a team, only while they work here."""
    people = {"users": employee.user_id, "employees": employee.id}
    named = or_(names_to_come(people, today), joins_to_come(employee.id, today))
    first, last = session.execute(
        select(func.min(Term.effective_from), func.max(Term.effective_from)).where(named)
    ).one()
    if first is not None and started_on is not None and first < started_on:
        raise Invalid({"started_on": FieldError("named_before", day=first)})
    if last is not None and ended_on is not None and ended_on < last:
        raise Invalid({"ended_on": FieldError("named_after", day=last)})


def require_cost_rate(actor: Actor, values: dict[str, Any], known_currency: str | None) -> None:
    """Require an amount and a currency when a cost field is sent."""
    sent = [name for name in COST_FIELDS if values.get(name) is not None]
    if sent and not actor.can(Permission.EMPLOYEES_EDIT_COST_RATES):
        raise Invalid(dict.fromkeys(sent, "not_yours"))
    missing = []
    if sent and values.get("cost_rate") is None:
        missing.append("cost_rate")
    if sent and values.get("cost_currency") is None and known_currency is None:
        missing.append("cost_currency")
    if missing:
        raise Invalid(dict.fromkeys(missing, "required"))


def lock_hierarchy(session: Session) -> None:
    """Lock all employees: concurrent changes of managers could otherwise create a cycle."""
    session.execute(select(Employee.id).order_by(Employee.id).with_for_update()).all()


def require_no_cycle(session: Session, manager_id: int, employee_id: int) -> None:
    """Require that the manager is another employee and does not report to this one."""
    if manager_id == employee_id:
        raise Invalid({"manager": "own_manager"})
    first = select(Employee.id, Employee.manager_id).where(Employee.id == manager_id).cte("above", recursive=True)
    next_up = aliased(Employee)
    above = first.union(select(next_up.id, next_up.manager_id).join(first, next_up.id == first.c.manager_id))
    if session.execute(select(above.c.id).where(above.c.id == employee_id)).first() is not None:
        raise Invalid({"manager": "manager_below"})


def find_account(session: Session, actor: Actor, api_id: str, employee_id: int | None) -> int:
    """Return the key of an active account that no other employee has."""
    seen = (Permission.USERS_VIEW, _active_accounts)
    key = find_reference(session, actor, User, api_id, field="user", view=seen)
    taken = select(Employee.id).where(Employee.user_id == key, Employee.id != (employee_id or 0))
    if session.execute(taken).first() is not None:
        raise Invalid({"user": "taken"})
    return key


def _active_accounts(scope: Scope) -> ColumnElement[bool]:
    return visible_users(scope) & (User.status != "deactivated")


def find_teamwork_person(session: Session, external_id: str, employee_id: int | None) -> str:
    """Return the id of a Teamwork person of the agency to whom no other employee is linked."""
    if not _is_staff(session, external_id):
        raise Invalid({"teamwork_user_id": "reference"})
    if is_teamwork_person_linked(session, external_id, except_id=employee_id):
        raise Invalid({"teamwork_user_id": "taken"})
    return external_id


def _is_staff(session: Session, external_id: str) -> bool:
    person = select(TeamworkPerson.id).where(
        TeamworkPerson.external_id == external_id,
        TeamworkPerson.kind == "account",
        TeamworkPerson.deleted_at.is_(None),
    )
    return session.execute(person).first() is not None
