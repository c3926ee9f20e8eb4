"""The calls about one's own saved views."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.gate import Open, Router
from regie.access.house import House
from regie.core.wire import Item, Json, Page
from regie.domains.saved_views import actions, queries
from regie.domains.saved_views.schemas import SavedViewCreate, SavedViewOut, SavedViewQuery, SavedViewUpdate

router = Router("/api/v1/saved-views", "saved_views")


@router.get(needs=Open.PERSON, out=Page[SavedViewOut])
def list_saved_views(db: Connection, actor: Actor, query: Annotated[SavedViewQuery, Query()]) -> Json:
    """The caller's own."""
    return queries.list_saved_views(db, actor, query)


@router.post(needs=Open.PERSON, out=Item[SavedViewOut])
def create_saved_view(session: Session, actor: Actor, house: House, data: SavedViewCreate) -> Json:
    return _show(session, actor, actions.create_saved_view(session, actor, data, house.lists))


@router.get("/{id}", needs=Open.PERSON, out=Item[SavedViewOut])
def read_saved_view(db: Connection, actor: Actor, id: str) -> Json:
    return {"data": queries.read_saved_view(db, actor, id)}


@router.patch("/{id}", needs=Open.PERSON, out=Item[SavedViewOut])
def update_saved_view(session: Session, actor: Actor, house: House, id: str, data: SavedViewUpdate) -> Json:
    actions.update_saved_view(session, actor, id, data, house.lists)
    return _show(session, actor, id)


@router.delete("/{id}", needs=Open.PERSON)
def delete_saved_view(session: Session, actor: Actor, id: str) -> None:
    actions.delete_saved_view(session, actor, id)


def _show(session: Session, actor: Actor, api_id: str) -> Json:
    return {"data": queries.read_saved_view(session.connection(), actor, api_id)}
