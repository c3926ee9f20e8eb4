"""What an employee must be: dates in order, a manager above them, a whole rate, links that are nobody else's."""

from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session, aliased

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.access.rows import find_reference
from regie.core.api.errors import FieldError, Invalid
from regie.domains.people.employees.queries import holds_teamwork_person
from regie.domains.people.users.queries import visible_users
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import TeamworkPerson
from regie.domains.records.users.models import User

T = TypeVar("T")
Errors = dict[str, FieldError | str]
COST_FIELDS = ("cost_rate", "cost_currency", "cost_starts_on")


def gather(errors: Errors, find: Callable[[], T]) -> T | None:
    """What `find` answers; where it refuses, its reasons are added to the others."""
    try:
        return find()
    except Invalid as refused:
        errors.update(refused.fields)
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


def require_rate(actor: Actor, values: dict[str, Any], known_currency: str | None) -> None:
    """An amount and what it is in; a day or a currency alone is no rate."""
    sent = [name for name in COST_FIELDS if values.get(name) is not None]
    if sent and not actor.may(Permission.EMPLOYEES_EDIT_COST_RATES):
        raise Invalid(dict.fromkeys(sent, "not_yours"))
    missing = []
    if sent and values.get("cost_rate") is None:
        missing.append("cost_rate")
    if sent and values.get("cost_currency") is None and known_currency is None:
        missing.append("cost_currency")
    if missing:
        raise Invalid(dict.fromkeys(missing, "required"))


def lock_hierarchy(session: Session) -> None:
    """Two who move people below each other at once wait here: each alone would make no circle."""
    session.execute(select(Employee.id).order_by(Employee.id).with_for_update()).all()


def require_above(session: Session, manager_id: int, employee_id: int) -> None:
    """A manager is somebody else, and nobody who works under the person already."""
    if manager_id == employee_id:
        raise Invalid({"manager": "own_manager"})
    first = select(Employee.id, Employee.manager_id).where(Employee.id == manager_id).cte("above", recursive=True)
    next_up = aliased(Employee)
    above = first.union(select(next_up.id, next_up.manager_id).join(first, next_up.id == first.c.manager_id))
    if session.execute(select(above.c.id).where(above.c.id == employee_id)).first() is not None:
        raise Invalid({"manager": "manager_below"})


def find_account(session: Session, actor: Actor, api_id: str, employee_id: int | None) -> int:
    """The key of an account that is nobody else's and not deactivated."""
    seen = (Permission.USERS_VIEW, _open_accounts)
    key = find_reference(session, actor, User, api_id, field="user", seen=seen)
    taken = select(Employee.id).where(Employee.user_id == key, Employee.id != (employee_id or 0))
    if session.execute(taken).first() is not None:
        raise Invalid({"user": "taken"})
    return key


def _open_accounts(scope: Scope) -> ColumnElement[bool]:
    return visible_users(scope) & (User.status != "deactivated")


def find_teamwork_person(session: Session, external_id: str, employee_id: int | None) -> str:
    """The id of somebody of the agency in Teamwork who is no other employee."""
    if not _is_staff(session, external_id):
        raise Invalid({"teamwork_user_id": "reference"})
    if holds_teamwork_person(session, external_id, but=employee_id):
        raise Invalid({"teamwork_user_id": "taken"})
    return external_id


def _is_staff(session: Session, external_id: str) -> bool:
    person = select(TeamworkPerson.id).where(
        TeamworkPerson.external_id == external_id,
        TeamworkPerson.kind == "account",
        TeamworkPerson.deleted_at.is_(None),
    )
    return session.execute(person).first() is not None
