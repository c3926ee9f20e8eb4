"""Routes of a client's page."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.core.time.clock import Clock
from regie.domains.insights.client_overviews import queries, timeline
from regie.domains.insights.client_overviews.schemas import ClientRevenue, Timeline, TimelineQuery

router = Router("/api/v1", "client_overviews")


@router.get("/clients/{id}/revenue", requires=P.CLIENTS_MONEY)
def read_client_revenue(db: Connection, actor: Actor, clock: Clock, id: str) -> Item[ClientRevenue]:
    """Read the revenue of twelve months by project kind, with the MRR at the end of each."""
    return {"data": queries.read_client_revenue(db, actor, clock, id)}


@router.get("/clients/{id}/timeline", requires=P.CLIENTS_VIEW)
def read_client_timeline(
    db: Connection, actor: Actor, clock: Clock, id: str, query: Annotated[TimelineQuery, Query()]
) -> Item[Timeline]:
    """Read what happened with a client, the latest first; each kind as far as the caller may see it."""
    return {"data": timeline.read_timeline(db, actor, clock, id, query)}
