"""Records that an employee leaves: their work is reassigned and their user deactivated."""

from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import load_for_update
from regie.core.api.errors import Invalid
from regie.core.audit.activity import log_event
from regie.core.time.clock import Clock
from regie.domains.accounts.deactivations.actions import end_access
from regie.domains.accounts.deactivations.reassignment import (
    find_employee_successor,
    reassign_reports,
    reassign_work,
    remove_teams_to_come,
    require_unnamed,
)
from regie.domains.accounts.deactivations.schemas import Departure
from regie.domains.people.employees.queries import known_employees, readable_employees
from regie.domains.people.users.actions import lock_super_admins
from regie.domains.records.dated_fields.actions import Change
from regie.domains.records.employees.models import Employee
from regie.domains.records.months.queries import require_open_span
from regie.domains.records.personal_data.models import is_erased_email
from regie.domains.records.users.models import User

_VIEW = (Permission.EMPLOYEES_VIEW, known_employees)
_EDIT = (Permission.EMPLOYEES_EDIT, readable_employees)


def record_departure(session: Session, actor: Actor, api_id: str, data: Departure, clock: Clock) -> None:
    """Record the departure in one transaction, so that a refused one changes nothing."""
    lock_super_admins(session)
    employee = load_for_update(session, actor, Employee, api_id, view=_VIEW, edit=_EDIT)
    if employee.status == "left":
        raise Invalid(code="already_departed")
    _require_valid_end(employee, data.ended_on, clock.today())
    require_open_span(session, (employee.started_on, employee.ended_on), (employee.started_on, data.ended_on))
    counts, successor = {}, None
    change = Change.by(actor, clock)
    if data.successor is None:
        require_unnamed(session, {"users": employee.user_id, "employees": employee.id}, change.today)
    else:
        successor = find_employee_successor(session, actor, employee, data.successor)
        counts = reassign_work(session, employee, successor, change)
    counts["teams_to_come"] = remove_teams_to_come(session, employee, change)
    counts["reports"] = reassign_reports(session, employee)
    employee.status, employee.ended_on = "left", data.ended_on
    if data.deactivate_user and employee.user_id is not None:
        user = session.execute(select(User.api_id, User.roles).where(User.id == employee.user_id)).one()
        if user.roles:
            end_access(session, actor, user.api_id)
    details = {name: count for name, count in counts.items() if count} | {"to": successor and successor.name}
    log_event(session, "handed_over", subject="employee", api_id=api_id, name=employee.name, details=details)
    session.flush()


def reinstate_employee(session: Session, actor: Actor, api_id: str) -> None:
    """Record that the employee works here again; their user stays deactivated."""
    employee = load_for_update(session, actor, Employee, api_id, view=_VIEW, edit=_EDIT)
    if is_erased_email(employee.email):
        raise Invalid(code="person_erased")
    if employee.status != "left":
        raise Invalid(code="not_departed")
    require_open_span(session, (employee.started_on, employee.ended_on), (employee.started_on, None))
    employee.status, employee.ended_on = "active", None
    session.flush()


def _require_valid_end(employee: Employee, ended_on: date, today: date) -> None:
    if employee.started_on is not None and ended_on < employee.started_on:
        raise Invalid({"ended_on": "after_start"})
    if ended_on > today:
        raise Invalid({"ended_on": "departure_to_come"})
