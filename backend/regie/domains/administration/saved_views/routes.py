"""The calls about saved views: one's own, and those that others share."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import House
from regie.access.authorization import Open, Router
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.administration.saved_views import actions, queries
from regie.domains.administration.saved_views.schemas import (
    SavedViewCreate,
    SavedViewOut,
    SavedViewQuery,
    SavedViewUpdate,
)

router = Router("/api/v1/saved-views", "saved_views")
_One = Item[SavedViewOut]


@router.get(needs=Open.PERSON)
def list_saved_views(
    db: Connection, actor: Actor, house: House, clock: Clock, query: Annotated[SavedViewQuery, Query()]
) -> Page[SavedViewOut]:
    """The caller's own, and what is shared of the lists that they may read."""
    return queries.list_saved_views(db, actor, house.lists, query, clock.today())


@router.post(needs=Open.PERSON)
def create_saved_view(session: Session, actor: Actor, house: House, clock: Clock, data: SavedViewCreate) -> _One:
    """Sharing it takes `saved_views.share`."""
    created = actions.create_saved_view(session, actor, data, house.lists, clock.today())
    return _show(session, actor, house, clock, created)


@router.get("/{id}", needs=Open.PERSON)
def read_saved_view(db: Connection, actor: Actor, house: House, clock: Clock, id: str) -> _One:
    return {"data": queries.read_saved_view(db, actor, house.lists, id, clock.today())}


@router.patch("/{id}", needs=Open.PERSON)
def update_saved_view(
    session: Session, actor: Actor, house: House, clock: Clock, id: str, data: SavedViewUpdate
) -> _One:
    """One that is or becomes shared takes `saved_views.share`, somebody else's in the scope of all."""
    actions.update_saved_view(session, actor, id, data, house.lists)
    return _show(session, actor, house, clock, id)


@router.delete("/{id}", needs=Open.PERSON)
def delete_saved_view(session: Session, actor: Actor, house: House, id: str) -> None:
    actions.delete_saved_view(session, actor, id, house.lists)


@router.put("/{id}/pin", needs=Open.PERSON, status=204)
def pin_saved_view(session: Session, actor: Actor, house: House, id: str) -> None:
    """The caller's list opens with it, in the place of the one before."""
    actions.pin_saved_view(session, actor, id, house.lists)


@router.delete("/{id}/pin", needs=Open.PERSON)
def unpin_saved_view(session: Session, actor: Actor, house: House, id: str) -> None:
    """The caller's list opens as it comes."""
    actions.unpin_saved_view(session, actor, id, house.lists)


@router.put("/{id}/use", needs=Open.PERSON, status=204)
def use_saved_view(session: Session, actor: Actor, house: House, clock: Clock, id: str) -> None:
    """Somebody opened it, which is remembered as a day."""
    actions.note_use(session, actor, id, house.lists, clock.today())


def _show(session: Session, actor: Actor, house: House, clock: Clock, api_id: str) -> _One:
    shown = queries.read_saved_view(session.connection(), actor, house.lists, api_id, clock.today())
    return {"data": shown}
