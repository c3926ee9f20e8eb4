"""Routes of the triage list."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.errors import NotFound
from regie.core.api.wire import Item, Ref
from regie.core.time.clock import Clock
from regie.domains.insights.triage import actions, queries
from regie.domains.insights.triage.assignees import find_assignees, serialize_assignee
from regie.domains.insights.triage.schemas import (
    AssignmentUpdate,
    DismissalUpdate,
    MatterQuery,
    SnoozeUpdate,
    Triage,
    TriageQuery,
    TriageRow,
)

router = Router("/api/v1", "triage")


@router.get("/triage", requires=P.DASHBOARD_VIEW, summary="Read the triage list")
def read_triage(db: Connection, actor: Actor, clock: Clock, query: Annotated[TriageQuery, Query()]) -> Item[Triage]:
    """What needs a decision, of all kinds that the caller may see, ranked by the money at stake."""
    return {"data": queries.read_triage(db, actor, clock, query)}


@router.get("/triage-assignees", requires=P.DASHBOARD_VIEW, summary="Read possible assignees")
def read_triage_assignees(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[MatterQuery, Query()]
) -> Item[list[Ref]]:
    """The users to whom a matter can be assigned: those who may see it."""
    matter = queries.find_matter(db, actor, clock, query.kind, query.record)
    if matter is None:
        raise NotFound
    return {"data": [serialize_assignee(one) for one in find_assignees(db, matter, clock)]}


@router.put("/triage-snooze", requires=P.DASHBOARD_VIEW, status=204)
def set_triage_snooze(session: Session, actor: Actor, clock: Clock, data: SnoozeUpdate) -> None:
    """Hide a matter from the caller until a day."""
    actions.set_snooze(session, actor, clock, data)


@router.put("/triage-assignment", requires=P.DASHBOARD_VIEW)
def set_triage_assignment(session: Session, actor: Actor, clock: Clock, data: AssignmentUpdate) -> Item[TriageRow]:
    """Assign a matter to a user who may see it."""
    matter = actions.assign(session, actor, clock, data)
    return {"data": queries.read_row(session.connection(), actor, clock, matter)}


@router.put("/triage-dismissals", requires=P.DEALS_VIEW, status=204)
def set_triage_dismissals(session: Session, actor: Actor, clock: Clock, data: DismissalUpdate) -> None:
    """Dismiss won deals that need no project."""
    actions.set_dismissed(session, actor, clock, data)
