"""Somebody leaves the agency: their record says so, what they looked after is handed over, and their access ends."""

from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import open_record
from regie.core.api.errors import Invalid
from regie.core.audit.activity import record
from regie.domains.accounts.deactivations.actions import end_access
from regie.domains.accounts.deactivations.handing import find_employee_heir, hand_over_work, move_reports_up
from regie.domains.accounts.deactivations.schemas import Departure
from regie.domains.people.employees.queries import known_employees, viewed_employees
from regie.domains.people.users.actions import lock_owners
from regie.domains.records.employees.models import Employee
from regie.domains.records.users.models import User

_SEEN = (Permission.EMPLOYEES_VIEW, known_employees)
_CHANGED = (Permission.EMPLOYEES_EDIT, viewed_employees)


def depart(session: Session, actor: Actor, api_id: str, data: Departure, today: date) -> None:
    """All of it in one transaction: what is refused leaves nothing half handed over."""
    lock_owners(session)
    employee = open_record(session, actor, Employee, api_id, seen=_SEEN, changed=_CHANGED)
    if employee.status == "left":
        raise Invalid(code="already_departed")
    _require_day(employee, data.ended_on, today)
    counts, heir = {}, None
    if data.hand_over_to is not None:
        heir = find_employee_heir(session, actor, employee, data.hand_over_to)
        counts = hand_over_work(session, employee, heir)
    counts["reports"] = move_reports_up(session, employee)
    employee.status, employee.ended_on = "left", data.ended_on
    if data.deactivate_user and employee.user_id is not None:
        user = session.execute(select(User.api_id, User.roles).where(User.id == employee.user_id)).one()
        if user.roles:
            end_access(session, actor, user.api_id)
    details = {name: count for name, count in counts.items() if count} | {"to": heir and heir.name}
    record(session, "handed_over", subject="employee", api_id=api_id, name=employee.name, details=details)
    session.flush()


def take_back(session: Session, actor: Actor, api_id: str) -> None:
    """They work here again; their account stays as it is until somebody reactivates it."""
    employee = open_record(session, actor, Employee, api_id, seen=_SEEN, changed=_CHANGED)
    if employee.status != "left":
        raise Invalid(code="not_departed")
    employee.status, employee.ended_on = "active", None
    session.flush()


def _require_day(employee: Employee, ended_on: date, today: date) -> None:
    if employee.started_on is not None and ended_on < employee.started_on:
        raise Invalid({"ended_on": "after_start"})
    if ended_on > today:
        raise Invalid({"ended_on": "departure_to_come"})
