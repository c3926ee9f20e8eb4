"""Routes of deals."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.work.deals import pipeline, queries
from regie.domains.work.deals.columns import DEALS_FILE
from regie.domains.work.deals.schemas import DealOut, DealQuery, Pipeline, PipelineQuery

router = Router("/api/v1", "deals")


@router.get("/Deals", requires=P.DEALS_VIEW, export=DEALS_FILE)
def list_deals(db: Connection, actor: Actor, query: Annotated[DealQuery, Query()]) -> Page[DealOut]:
    """List CRM deals that are, or may become, projects."""
    return queries.list_deals(db, actor, query)


@router.get("/Deals/{id}", requires=P.DEALS_VIEW)
def read_deal(db: Connection, actor: Actor, id: str) -> Item[DealOut]:
    return {"data": queries.read_deal(db, actor, id)}


@router.get("/deal-pipeline", requires=P.DEALS_VIEW)
def read_pipeline(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[PipelineQuery, Query()]
) -> Item[Pipeline]:
    """Read the open deals by month, in the requested currency or the caller's own."""
    return {"data": pipeline.read_pipeline(db, actor, query, clock.today())}
