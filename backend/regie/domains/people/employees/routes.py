"""Routes of employees."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.people.employees import actions, employment_terms, leaves, queries
from regie.domains.people.employees.columns import EMPLOYEES_FILE
from regie.domains.people.employees.schemas import (
    EmployeeBasic,
    EmployeeBasicRow,
    EmployeeCosted,
    EmployeeCreate,
    EmployeeOut,
    EmployeeOwn,
    EmployeeQuery,
    EmployeeRow,
    EmployeeTermCreate,
    EmployeeTermUpdate,
    EmployeeUpdate,
    LeaveCreate,
    LeaveUpdate,
)
from regie.domains.records.dated_fields.schemas import DatedTerm, DatedTermQuery

router = Router("/api/v1/employees", "employees")
_One = Item[EmployeeOut | EmployeeOwn | EmployeeCosted | EmployeeBasic | EmployeeRow]


@router.get(requires=P.DIRECTORY_VIEW, export=EMPLOYEES_FILE)
def list_employees(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[EmployeeQuery, Query()]
) -> Page[EmployeeBasicRow | EmployeeRow]:
    """List the directory; callers who may view employees receive more fields."""
    return queries.list_employees(db, actor, query, clock.today())


@router.post(requires=P.EMPLOYEES_CREATE)
def create_employee(session: Session, actor: Actor, clock: Clock, data: EmployeeCreate) -> _One:
    return _show(session, actor, clock, actions.create_employee(session, actor, data, clock))


@router.get("/{id}", requires=P.DIRECTORY_VIEW)
def read_employee(db: Connection, actor: Actor, clock: Clock, id: str) -> _One:
    """Read the fields that the caller may see."""
    return {"data": queries.read_employee(db, actor, id, clock.today())}


@router.patch("/{id}", requires=(P.EMPLOYEES_EDIT, P.EMPLOYEES_EDIT_CONTACT))
def update_employee(session: Session, actor: Actor, clock: Clock, id: str, data: EmployeeUpdate) -> _One:
    """Update an employee; employees may change their own contact details, language and time zone."""
    actions.update_employee(session, actor, id, data, clock)
    return _show(session, actor, clock, id)


@router.delete("/{id}", requires=P.EMPLOYEES_DELETE)
def delete_employee(session: Session, actor: Actor, id: str) -> None:
    """Delete an employee whom no record references."""
    actions.delete_employee(session, actor, id)


@router.post("/{id}/leaves", requires=P.EMPLOYEES_EDIT)
def add_leave(session: Session, actor: Actor, clock: Clock, id: str, data: LeaveCreate) -> _One:
    """Add a leave."""
    leaves.add_leave(session, actor, id, data, clock.now())
    return _show(session, actor, clock, id)


@router.patch("/{id}/leaves/{leave_id}", requires=P.EMPLOYEES_EDIT)
def change_leave(session: Session, actor: Actor, clock: Clock, id: str, leave_id: str, data: LeaveUpdate) -> _One:
    leaves.change_leave(session, actor, id, leave_id, data, clock.now())
    return _show(session, actor, clock, id)


@router.delete("/{id}/leaves/{leave_id}", requires=P.EMPLOYEES_EDIT)
def remove_leave(session: Session, actor: Actor, clock: Clock, id: str, leave_id: str) -> None:
    leaves.remove_leave(session, actor, id, leave_id, clock.now())


@router.get("/{id}/employment-terms", requires=P.EMPLOYEES_VIEW)
def list_employment_terms(
    db: Connection, actor: Actor, clock: Clock, id: str, query: Annotated[DatedTermQuery, Query()]
) -> Page[DatedTerm]:
    """List capacity, target, billable work, memberships in teams and cost rates with the days from which they hold."""
    return employment_terms.list_employment_terms(db, actor, id, query, clock.today())


@router.post("/{id}/employment-terms", requires=P.EMPLOYEES_EDIT)
def record_employment_terms(session: Session, actor: Actor, clock: Clock, id: str, data: EmployeeTermCreate) -> _One:
    """Record values from a day on, which may be past or to come."""
    employment_terms.record_employment_terms(session, actor, id, data, clock)
    return _show(session, actor, clock, id)


@router.patch("/{id}/employment-terms/{term_id}", requires=P.EMPLOYEES_EDIT)
def change_employment_term(
    session: Session, actor: Actor, clock: Clock, id: str, term_id: str, data: EmployeeTermUpdate
) -> _One:
    employment_terms.change_employment_term(session, actor, id, term_id, data, clock)
    return _show(session, actor, clock, id)


@router.delete("/{id}/employment-terms/{term_id}", requires=P.EMPLOYEES_EDIT)
def remove_employment_term(session: Session, actor: Actor, clock: Clock, id: str, term_id: str) -> None:
    """Remove a term: the value before it holds on."""
    employment_terms.remove_employment_term(session, actor, id, term_id, clock)


def _show(session: Session, actor: Actor, clock: Clock, api_id: str) -> _One:
    return {"data": queries.read_employee(session.connection(), actor, api_id, clock.today())}
