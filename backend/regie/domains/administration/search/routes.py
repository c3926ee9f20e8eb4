"""Routes of the search."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.domains.administration.search import queries
from regie.domains.administration.search.schemas import SearchQuery, SearchResult

router = Router("/api/v1", "search")


@router.get("/search", requires=P.DIRECTORY_VIEW)
def search_everything(db: Connection, actor: Actor, query: Annotated[SearchQuery, Query()]) -> Item[list[SearchResult]]:
    """Search records whose names, numbers or addresses contain every word; exact names come first."""
    return {"data": queries.search_everything(db, actor, query)}
