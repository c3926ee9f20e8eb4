"""Reading saved views; `visible_views` is the only door to the table."""

from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, true

from regie.access.actor import ME, Actor
from regie.core.listing import Listing, Sight, choice, one_of
from regie.core.shape import Shape
from regie.domains.saved_views.models import SavedView
from regie.domains.saved_views.schemas import SavedViewOut, SavedViewQuery

VIEWS = Listing(
    source=SavedView.__table__,
    key=SavedView.id,
    api_id=SavedView.api_id,
    shape=Shape({name: getattr(SavedView, name) for name in SavedViewOut.model_fields}),
    sorts={"name": SavedView.name_key, "list_name": SavedView.list_name, "updated_at": SavedView.updated_at},
    default_sort="name",
    tables=("saved_views",),
    search=(SavedView.search_key,),
    filters={
        "list_name": one_of(SavedView.list_name),
        "is_default": choice({wanted: partial(SavedView.is_default.is_, wanted) for wanted in (True, False)}),
    },
)


def visible_views() -> ColumnElement[bool]:
    """How a person likes to see their lists is theirs alone, whatever their roles."""
    return SavedView.user_id == ME


def list_saved_views(db: Connection, actor: Actor, query: SavedViewQuery) -> dict[str, Any]:
    return VIEWS.page(db, _sight(actor), query)


def read_saved_view(db: Connection, actor: Actor, api_id: str) -> dict[str, Any]:
    return VIEWS.one(db, _sight(actor), api_id)


def _sight(actor: Actor) -> Sight:
    return Sight(key="own", rows=visible_views, guard=true, params=actor.params)
