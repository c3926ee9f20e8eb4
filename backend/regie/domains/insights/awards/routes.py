"""Routes of awards."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.insights.awards import actions, queries
from regie.domains.insights.awards.columns import AWARDS_FILE
from regie.domains.insights.awards.schemas import (
    AwardCreate,
    AwardCreateAnywhere,
    AwardOut,
    AwardQuery,
    AwardTotals,
    OwnAwardQuery,
)
from regie.domains.people.notifications.actions import Notifier

router = Router("/api/v1", "awards")
_One = Item[AwardOut]


@router.get("/awards", requires=P.CORE_VALUES_VIEW, export=AWARDS_FILE)
def list_awards(db: Connection, actor: Actor, clock: Clock, query: Annotated[AwardQuery, Query()]) -> Page[AwardOut]:
    """All awards that the caller may see, newest first."""
    return queries.list_awards(db, actor, query, clock.now())


@router.post("/awards", requires=P.AWARDS_GIVE, forbids_impersonation=True)
def give_award(session: Session, actor: Actor, clock: Clock, context: AppContext, data: AwardCreateAnywhere) -> _One:
    """Give an award to the receiver that the body names, and notify them."""
    award = actions.give_award(session, actor, data, Notifier(context.mail, context.origin), clock)
    return {"data": queries.read_award(session.connection(), actor, award, clock.now())}


@router.get("/award-totals", requires=P.CORE_VALUES_VIEW)
def read_award_totals(db: Connection, actor: Actor, query: Annotated[AwardQuery, Query()]) -> Item[AwardTotals]:
    """The number of awards per value and per receiver, with the filters of the list."""
    return {"data": queries.read_totals(db, actor, query)}


@router.delete("/awards/{id}", requires=P.AWARDS_GIVE, forbids_impersonation=True)
def revoke_award(session: Session, actor: Actor, clock: Clock, id: str) -> None:
    """The giver may revoke an award within 24 hours, users who manage awards at any time."""
    actions.revoke_award(session, actor, id, clock.now())


@router.get("/employees/{id}/core-values", requires=P.CORE_VALUES_VIEW)
def list_employee_awards(
    db: Connection, actor: Actor, clock: Clock, id: str, query: Annotated[OwnAwardQuery, Query()]
) -> Page[AwardOut]:
    """The awards of this employee that the caller may see."""
    return queries.list_employee_awards(db, actor, id, query, clock.now())


@router.post("/employees/{id}/core-values", requires=P.AWARDS_GIVE, forbids_impersonation=True)
def give_award_to_employee(
    session: Session, actor: Actor, clock: Clock, context: AppContext, id: str, data: AwardCreate
) -> _One:
    """Give an award to this employee, and notify them."""
    award = actions.give_award_to_employee(session, actor, id, data, Notifier(context.mail, context.origin), clock)
    return {"data": queries.read_award(session.connection(), actor, award, clock.now())}
