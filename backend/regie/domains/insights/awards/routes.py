"""The calls about awards: the wall of all, those of one employee, giving one and taking it back."""

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
    """The recognition wall: everything that the caller may see, the newest first."""
    return queries.list_awards(db, actor, query, clock.now())


@router.post("/awards", requires=P.AWARDS_GIVE, in_person=True)
def give_award(session: Session, actor: Actor, clock: Clock, context: AppContext, data: AwardCreateAnywhere) -> _One:
    """Give whom the body names a value, in the caller's name, and tell them."""
    award = actions.give_award(session, actor, data, Notifier(context.mail, context.origin), clock)
    return {"data": queries.read_award(session.connection(), actor, award, clock.now())}


@router.get("/award-totals", requires=P.CORE_VALUES_VIEW)
def read_award_totals(db: Connection, actor: Actor, query: Annotated[AwardQuery, Query()]) -> Item[AwardTotals]:
    """What the awards of the same filters come to, per value and per person, over all pages."""
    return {"data": queries.read_totals(db, actor, query)}


@router.delete("/awards/{id}", requires=P.AWARDS_GIVE, in_person=True)
def revoke_award(session: Session, actor: Actor, clock: Clock, id: str) -> None:
    """Whoever gave it can take it back within 24 hours; those who look after awards at any time."""
    actions.revoke_award(session, actor, id, clock.now())


@router.get("/employees/{id}/core-values", requires=P.CORE_VALUES_VIEW)
def list_employee_awards(
    db: Connection, actor: Actor, clock: Clock, id: str, query: Annotated[OwnAwardQuery, Query()]
) -> Page[AwardOut]:
    """What this employee received, as far as the caller may see it."""
    return queries.list_awards_of(db, actor, id, query, clock.now())


@router.post("/employees/{id}/core-values", requires=P.AWARDS_GIVE, in_person=True)
def give_award_to(
    session: Session, actor: Actor, clock: Clock, context: AppContext, id: str, data: AwardCreate
) -> _One:
    """Give this employee a value, in the caller's name, and tell them."""
    award = actions.give_award_to(session, actor, id, data, Notifier(context.mail, context.origin), clock)
    return {"data": queries.read_award(session.connection(), actor, award, clock.now())}
