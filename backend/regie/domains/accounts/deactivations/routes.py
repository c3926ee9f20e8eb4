"""The calls that end and give back a person's access."""

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.core.time.clock import Clock
from regie.domains.accounts.deactivations import actions, departures, queries
from regie.domains.accounts.deactivations.schemas import Deactivation, Departure, EmployeeHoldings, Holdings
from regie.domains.people.employees.queries import read_employee
from regie.domains.people.employees.schemas import EmployeeBasic, EmployeeCosted, EmployeeOut, EmployeeOwn, EmployeeRow
from regie.domains.people.users.queries import read_user
from regie.domains.people.users.schemas import UserOut

router = Router("/api/v1", "deactivations")


@router.get("/users/{id}/holdings", requires=P.USERS_EDIT)
def read_holdings(db: Connection, actor: Actor, id: str) -> Item[Holdings]:
    """What would be left without an account manager."""
    return {"data": queries.read_holdings(db, actor, id)}


@router.post("/deactivated-users/{id}", requires=P.USERS_EDIT, status=200, in_person=True)
def deactivate_user(session: Session, actor: Actor, id: str, data: Deactivation | None = None) -> Item[UserOut]:
    """Ends a person's access at once, in every browser."""
    actions.deactivate_user(session, actor, id, data.hand_over_to if data else None)
    return {"data": read_user(session.connection(), actor, id)}


@router.delete("/deactivated-users/{id}", requires=P.USERS_EDIT, in_person=True)
def reactivate_user(session: Session, actor: Actor, id: str) -> None:
    """Gives back the roles that the person had."""
    actions.reactivate_user(session, actor, id)


@router.get("/employees/{id}/holdings", requires=P.EMPLOYEES_EDIT)
def read_employee_holdings(db: Connection, id: str) -> Item[EmployeeHoldings]:
    """What somebody who leaves would leave behind."""
    return {"data": queries.read_employee_holdings(db, id)}


@router.post("/departed-employees/{id}", requires=P.EMPLOYEES_EDIT, status=200, in_person=True)
def depart(
    session: Session, actor: Actor, clock: Clock, id: str, data: Departure
) -> Item[EmployeeOut | EmployeeOwn | EmployeeCosted | EmployeeBasic | EmployeeRow]:
    """Records that a person has left, hands over what they looked after and ends their access."""
    departures.depart(session, actor, id, data, clock.today())
    return {"data": read_employee(session.connection(), actor, id, clock.today())}


@router.delete("/departed-employees/{id}", requires=P.EMPLOYEES_EDIT, in_person=True)
def take_back(session: Session, actor: Actor, id: str) -> None:
    """They work here again."""
    departures.take_back(session, actor, id)
