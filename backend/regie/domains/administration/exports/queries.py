"""Reading exports; `visible_exports` is the only door to the table."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, select, true

from regie.access.actor import ME, Actor
from regie.core.api.errors import NotFound
from regie.core.api.wire import ListQuery, Page
from regie.core.db.ids import is_api_id
from regie.core.lists.listing import Listing, RowScope, one_of
from regie.core.lists.shape import Shape
from regie.domains.administration.exports.models import Export
from regie.domains.administration.exports.schemas import ExportOut

EXPORTS = Listing(
    source=Export.__table__,
    key=Export.id,
    api_id=Export.api_id,
    shape=Shape.of(ExportOut, Export),
    sorts={"created_at": Export.created_at},
    default_sort="-created_at",
    tables=("exports",),
    filters={"status": one_of(Export.status)},
)
_ONE = select(Export.__table__)


def visible_exports() -> ColumnElement[bool]:
    """What somebody took away is theirs alone, whatever the roles of others."""
    return Export.user_id == ME


def _sight(actor: Actor) -> RowScope:
    return RowScope(key="exports", rows=visible_exports, shows_restricted=true, params=actor.params)


def list_exports(db: Connection, actor: Actor, query: ListQuery) -> Page[ExportOut]:
    return EXPORTS.page(db, _sight(actor), query)


def read_export(db: Connection, actor: Actor, api_id: str) -> ExportOut:
    return EXPORTS.one(db, _sight(actor), api_id)


def find_export(db: Connection, actor: Actor, api_id: str) -> Any:
    """The row itself; NotFound when it is unknown or somebody else's."""
    statement = _ONE.where(visible_exports(), Export.api_id == bindparam("api_id"))
    row = db.execute(statement, {**actor.params, "api_id": api_id}).first() if is_api_id(api_id) else None
    if row is None:
        raise NotFound
    return row
