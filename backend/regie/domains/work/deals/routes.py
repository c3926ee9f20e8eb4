"""Routes of deals."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.domains.work.deals import queries
from regie.domains.work.deals.columns import DEALS_FILE
from regie.domains.work.deals.schemas import DealOut, DealQuery

router = Router("/api/v1/Deals", "deals")


@router.get(requires=P.DEALS_VIEW, export=DEALS_FILE)
def list_deals(db: Connection, actor: Actor, query: Annotated[DealQuery, Query()]) -> Page[DealOut]:
    """List CRM deals that are, or may become, projects."""
    return queries.list_deals(db, actor, query)


@router.get("/{id}", requires=P.DEALS_VIEW)
def read_deal(db: Connection, actor: Actor, id: str) -> Item[DealOut]:
    return {"data": queries.read_deal(db, actor, id)}
