"""Reads exports; every statement starts from `visible_exports`."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, select, true

from regie.access.actor import CURRENT_USER_ID, Actor
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
    filters={"status": one_of(Export.status)},
)
_ONE = select(Export.__table__)


def visible_exports() -> ColumnElement[bool]:
    """Exports are visible to their owner only, whatever the roles of others."""
    return Export.user_id == CURRENT_USER_ID


def _row_scope(actor: Actor) -> RowScope:
    return RowScope(key="exports", rows=visible_exports, shows_restricted=true, params=actor.params)


def list_exports(db: Connection, actor: Actor, query: ListQuery) -> Page[ExportOut]:
    return EXPORTS.page(db, _row_scope(actor), query)


def read_export(db: Connection, actor: Actor, api_id: str) -> ExportOut:
    return EXPORTS.one(db, _row_scope(actor), api_id)


def find_export(db: Connection, actor: Actor, api_id: str) -> Any:
    """Return the row; raise NotFound if it is unknown or belongs to someone else."""
    statement = _ONE.where(visible_exports(), Export.api_id == bindparam("api_id"))
    row = db.execute(statement, {**actor.params, "api_id": api_id}).first() if is_api_id(api_id) else None
    if row is None:
        raise NotFound
    return row
