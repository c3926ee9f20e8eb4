"""Routes of hours over."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.money.overages import actions, queries, totals
from regie.domains.money.overages.columns import OVERAGES_FILE
from regie.domains.money.overages.schemas import (
    OverageBasic,
    OverageDecide,
    OverageOut,
    OverageQuery,
    OverageSums,
)

router = Router("/api/v1", "overages")
_One = Item[OverageOut | OverageBasic]
_DECIDERS = (P.PAYMENTS_EDIT, P.RETAINERS_ADJUST, P.PROJECTS_EDIT)


@router.get("/retainer-overages", requires=P.RETAINERS_VIEW, export=OVERAGES_FILE)
def list_retainer_overages(
    db: Connection, actor: Actor, query: Annotated[OverageQuery, Query()]
) -> Page[OverageOut | OverageBasic]:
    """Lists the closed months with hours over, and what became of the hours."""
    return queries.list_overages(db, actor, query)


@router.get("/retainer-overages/totals", requires=P.RETAINERS_VIEW)
def add_up_retainer_overages(
    db: Connection, actor: Actor, query: Annotated[OverageQuery, Query()]
) -> Item[OverageSums]:
    """Read the totals of the list over all pages, per currency."""
    return {"data": {"totals": totals.add_up_overages(db, actor, query)}}


@router.get("/retainer-overages/{id}", requires=P.RETAINERS_VIEW)
def read_retainer_overage(db: Connection, actor: Actor, id: str) -> _One:
    return {"data": queries.read_overage(db, actor, id)}


@router.post("/retainer-overages/{id}/decisions", requires=_DECIDERS)
def decide_retainer_overage(session: Session, actor: Actor, clock: Clock, id: str, data: OverageDecide) -> _One:
    """Bills hours over, carries them over, gives them away, or names the work that was sold for them."""
    actions.decide(session, actor, id, data, clock)
    return {"data": queries.read_overage(session.connection(), actor, id)}


@router.delete("/retainer-overage-decisions/{id}", requires=_DECIDERS)
def undo_retainer_overage_decision(session: Session, actor: Actor, clock: Clock, id: str) -> None:
    """Undoes a decision on which nothing was built: its hours are to decide again."""
    actions.undo(session, actor, id, clock)
