"""Routes of saved views, own and shared."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Access, Router
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
_ViewItem = Item[SavedViewOut]


@router.get(requires=Access.SIGNED_IN)
def list_saved_views(
    db: Connection, actor: Actor, context: AppContext, clock: Clock, query: Annotated[SavedViewQuery, Query()]
) -> Page[SavedViewOut]:
    """List the caller's views and shared views of lists that they can read."""
    return queries.list_saved_views(db, actor, context.lists, query, clock.today())


@router.post(requires=Access.SIGNED_IN)
def create_saved_view(
    session: Session, actor: Actor, context: AppContext, clock: Clock, data: SavedViewCreate
) -> _ViewItem:
    """Save a view; sharing it requires `saved_views.share`."""
    created = actions.create_saved_view(session, actor, data, context.lists, clock.today())
    return _show(session, actor, context, clock, created)


@router.get("/{id}", requires=Access.SIGNED_IN)
def read_saved_view(db: Connection, actor: Actor, context: AppContext, clock: Clock, id: str) -> _ViewItem:
    return {"data": queries.read_saved_view(db, actor, context.lists, id, clock.today())}


@router.patch("/{id}", requires=Access.SIGNED_IN)
def update_saved_view(
    session: Session, actor: Actor, context: AppContext, clock: Clock, id: str, data: SavedViewUpdate
) -> _ViewItem:
    """Change a view; shared ones require `saved_views.share`, those of others with scope `all`."""
    actions.update_saved_view(session, actor, id, data, context.lists)
    return _show(session, actor, context, clock, id)


@router.delete("/{id}", requires=Access.SIGNED_IN)
def delete_saved_view(session: Session, actor: Actor, context: AppContext, id: str) -> None:
    actions.delete_saved_view(session, actor, id, context.lists)


@router.put("/{id}/default", requires=Access.SIGNED_IN, status=204)
def set_default_view(session: Session, actor: Actor, context: AppContext, id: str) -> None:
    """Open the caller's list with this view instead of the previous one."""
    actions.set_default_view(session, actor, id, context.lists)


@router.delete("/{id}/default", requires=Access.SIGNED_IN)
def clear_default_view(session: Session, actor: Actor, context: AppContext, id: str) -> None:
    """Open the caller's list in its default state."""
    actions.clear_default_view(session, actor, id, context.lists)


@router.put("/{id}/use", requires=Access.SIGNED_IN, status=204, summary="Record use of saved view")
def use_saved_view(session: Session, actor: Actor, context: AppContext, clock: Clock, id: str) -> None:
    """Record that the view was used today."""
    actions.record_use(session, actor, id, context.lists, clock.today())


def _show(session: Session, actor: Actor, context: AppContext, clock: Clock, api_id: str) -> _ViewItem:
    shown = queries.read_saved_view(session.connection(), actor, context.lists, api_id, clock.today())
    return {"data": shown}
