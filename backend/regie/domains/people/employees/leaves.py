"""Creates, changes and deletes employees' leaves, which never overlap."""

from datetime import date, datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import load_for_update, require_version
from regie.core.api.errors import Invalid, NotFound
from regie.core.audit.activity import log_field_change
from regie.core.db.ids import is_api_id
from regie.domains.people.employees.queries import known_employees, readable_employees
from regie.domains.people.employees.schemas import LeaveCreate, LeaveUpdate
from regie.domains.records.employees.models import Employee, EmployeeLeave
from regie.domains.records.months.queries import require_open_span

_SEEN = (Permission.EMPLOYEES_VIEW, known_employees)
_CHANGED = (Permission.EMPLOYEES_EDIT, readable_employees)


def add_leave(session: Session, actor: Actor, api_id: str, data: LeaveCreate, now: datetime) -> None:
    employee = load_for_update(session, actor, Employee, api_id, view=_SEEN, edit=_CHANGED)
    _require_valid_days(session, employee, data.starts_on, data.ends_on, None)
    require_open_span(session, None, (data.starts_on, data.ends_on))
    session.add(EmployeeLeave(employee_id=employee.id, starts_on=data.starts_on, ends_on=data.ends_on))
    _log_change(session, employee, now, None, _format_days(data.starts_on, data.ends_on))


def change_leave(session: Session, actor: Actor, api_id: str, leave_id: str, data: LeaveUpdate, now: datetime) -> None:
    employee, leave = _load_leave(session, actor, api_id, leave_id)
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if "starts_on" in sent and sent["starts_on"] is None:
        raise Invalid({"starts_on": "required"})
    require_version(employee, version, {name: (getattr(leave, name), value) for name, value in sent.items()})
    before = _format_days(leave.starts_on, leave.ends_on)
    starts_on, ends_on = sent.get("starts_on", leave.starts_on), sent.get("ends_on", leave.ends_on)
    _require_valid_days(session, employee, starts_on, ends_on, leave.id)
    require_open_span(session, (leave.starts_on, leave.ends_on), (starts_on, ends_on))
    leave.starts_on, leave.ends_on = starts_on, ends_on
    _log_change(session, employee, now, before, _format_days(starts_on, ends_on))


def remove_leave(session: Session, actor: Actor, api_id: str, leave_id: str, now: datetime) -> None:
    employee, leave = _load_leave(session, actor, api_id, leave_id)
    require_open_span(session, (leave.starts_on, leave.ends_on), None)
    session.delete(leave)
    _log_change(session, employee, now, _format_days(leave.starts_on, leave.ends_on), None)


def _load_leave(session: Session, actor: Actor, api_id: str, leave_id: str) -> tuple[Employee, EmployeeLeave]:
    employee = load_for_update(session, actor, Employee, api_id, view=_SEEN, edit=_CHANGED)
    if not is_api_id(leave_id):
        raise NotFound
    statement = select(EmployeeLeave).where(EmployeeLeave.employee_id == employee.id, EmployeeLeave.api_id == leave_id)
    leave = session.execute(statement).scalar_one_or_none()
    if leave is None:
        raise NotFound
    return employee, leave


def _require_valid_days(
    session: Session, employee: Employee, starts_on: date, ends_on: date | None, own_id: int | None
) -> None:
    """Require days in order, within the employment, and free of other leaves."""
    if ends_on is not None and ends_on < starts_on:
        raise Invalid({"ends_on": "after_start"})
    if employee.started_on is not None and starts_on < employee.started_on:
        raise Invalid({"starts_on": "before_employment"})
    others = select(EmployeeLeave.id).where(
        EmployeeLeave.employee_id == employee.id,
        EmployeeLeave.id != (own_id or 0),
        or_(EmployeeLeave.ends_on.is_(None), EmployeeLeave.ends_on >= starts_on),
    )
    if ends_on is not None:
        others = others.where(EmployeeLeave.starts_on <= ends_on)
    if session.execute(others).first() is not None:
        raise Invalid({"starts_on": "leave_overlaps"})


def _log_change(session: Session, employee: Employee, now: datetime, before: str | None, after: str | None) -> None:
    """Log the change; it is a new version of the employee, although leaves have their own table."""
    log_field_change(session, employee, "leave", before, after)
    if before != after:
        employee.updated_at = now
        flag_modified(employee, "updated_at")
    session.flush()


def _format_days(starts_on: date, ends_on: date | None) -> str:
    return f"{starts_on} – {ends_on or '…'}"
