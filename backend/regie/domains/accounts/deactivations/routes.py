"""Routes of deactivation and departure."""

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.core.time.clock import Clock
from regie.domains.accounts.deactivations import actions, departures, queries
from regie.domains.accounts.deactivations.schemas import (
    Deactivation,
    Departure,
    EmployeeResponsibilities,
    Responsibilities,
)
from regie.domains.people.employees.queries import read_employee
from regie.domains.people.employees.schemas import EmployeeBasic, EmployeeCosted, EmployeeOut, EmployeeOwn, EmployeeRow
from regie.domains.people.users.queries import read_user
from regie.domains.people.users.schemas import UserOut

router = Router("/api/v1", "deactivations")


@router.get("/users/{id}/responsibilities", requires=P.USERS_EDIT, summary="Read responsibilities of user")
def read_responsibilities(db: Connection, actor: Actor, clock: Clock, id: str) -> Item[Responsibilities]:
    """Count what would be left without an account manager."""
    return {"data": queries.read_responsibilities(db, actor, id, clock.today())}


@router.post("/deactivated-users/{id}", requires=P.USERS_EDIT, status=200, forbids_impersonation=True)
def deactivate_user(
    session: Session, actor: Actor, clock: Clock, id: str, data: Deactivation | None = None
) -> Item[UserOut]:
    """Deactivate a user, which ends their sessions at once."""
    actions.deactivate_user(session, actor, id, data.successor if data else None, clock)
    return {"data": read_user(session.connection(), actor, id)}


@router.delete("/deactivated-users/{id}", requires=P.USERS_EDIT, forbids_impersonation=True)
def reactivate_user(session: Session, actor: Actor, id: str) -> None:
    """Restore the roles that the user had."""
    actions.reactivate_user(session, actor, id)


@router.get("/employees/{id}/responsibilities", requires=P.EMPLOYEES_EDIT)
def read_employee_responsibilities(db: Connection, clock: Clock, id: str) -> Item[EmployeeResponsibilities]:
    """Count the open work of an employee."""
    return {"data": queries.read_employee_responsibilities(db, id, clock.today())}


@router.post("/departed-employees/{id}", requires=P.EMPLOYEES_EDIT, status=200, forbids_impersonation=True)
def record_departure(
    session: Session, actor: Actor, clock: Clock, id: str, data: Departure
) -> Item[EmployeeOut | EmployeeOwn | EmployeeCosted | EmployeeBasic | EmployeeRow]:
    """Record that an employee has left; reassign their work and deactivate their user."""
    departures.record_departure(session, actor, id, data, clock)
    return {"data": read_employee(session.connection(), actor, id, clock.today())}


@router.delete("/departed-employees/{id}", requires=P.EMPLOYEES_EDIT, forbids_impersonation=True)
def reinstate_employee(session: Session, actor: Actor, id: str) -> None:
    """Record that an employee works here again."""
    departures.reinstate_employee(session, actor, id)
