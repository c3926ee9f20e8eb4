"""The calls about saved views: one's own, and those that others share."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.gate import Open, Router
from regie.access.house import House
from regie.core.clock import Clock
from regie.core.wire import Item, Json, Page
from regie.domains.saved_views import actions, queries
from regie.domains.saved_views.schemas import SavedViewCreate, SavedViewOut, SavedViewQuery, SavedViewUpdate

router = Router("/api/v1/saved-views", "saved_views")


@router.get(needs=Open.PERSON, out=Page[SavedViewOut])
def list_saved_views(
    db: Connection, actor: Actor, house: House, clock: Clock, query: Annotated[SavedViewQuery, Query()]
) -> Json:
    """The caller's own, and what is shared of the lists that they may read."""
    return queries.list_saved_views(db, actor, house.lists, query, clock.today())


@router.post(needs=Open.PERSON, out=Item[SavedViewOut])
def create_saved_view(session: Session, actor: Actor, house: House, clock: Clock, data: SavedViewCreate) -> Json:
    """Sharing it takes `saved_views.share`."""
    created = actions.create_saved_view(session, actor, data, house.lists, clock.today())
    return _show(session, actor, house, clock, created)


@router.get("/{id}", needs=Open.PERSON, out=Item[SavedViewOut])
def read_saved_view(db: Connection, actor: Actor, house: House, clock: Clock, id: str) -> Json:
    return {"data": queries.read_saved_view(db, actor, house.lists, id, clock.today())}


@router.patch("/{id}", needs=Open.PERSON, out=Item[SavedViewOut])
def update_saved_view(
    session: Session, actor: Actor, house: House, clock: Clock, id: str, data: SavedViewUpdate
) -> Json:
    """One that is or becomes shared takes `saved_views.share`, somebody else's in the scope of all."""
    actions.update_saved_view(session, actor, id, data, house.lists)
    return _show(session, actor, house, clock, id)


@router.delete("/{id}", needs=Open.PERSON)
def delete_saved_view(session: Session, actor: Actor, house: House, id: str) -> None:
    actions.delete_saved_view(session, actor, id, house.lists)


@router.put("/{id}/pin", needs=Open.PERSON, out=None, status=204)
def pin_saved_view(session: Session, actor: Actor, house: House, id: str) -> None:
    """The caller's list opens with it, in the place of the one before."""
    actions.pin_saved_view(session, actor, id, house.lists)


@router.delete("/{id}/pin", needs=Open.PERSON)
def unpin_saved_view(session: Session, actor: Actor, house: House, id: str) -> None:
    """The caller's list opens as it comes."""
    actions.unpin_saved_view(session, actor, id, house.lists)


@router.put("/{id}/use", needs=Open.PERSON, out=None, status=204)
def use_saved_view(session: Session, actor: Actor, house: House, clock: Clock, id: str) -> None:
    """Somebody opened it, which is remembered as a day."""
    actions.note_use(session, actor, id, house.lists, clock.today())


def _show(session: Session, actor: Actor, house: House, clock: Clock, api_id: str) -> Json:
    shown = queries.read_saved_view(session.connection(), actor, house.lists, api_id, clock.today())
    return {"data": shown}
