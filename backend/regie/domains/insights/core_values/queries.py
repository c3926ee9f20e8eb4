"""Reads core values; all access to the table goes through `visible_core_values`."""

from sqlalchemy import ColumnElement, Connection, true

from regie.access.actor import Actor, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import ListQuery, Page
from regie.core.lists.listing import Listing, RowScope, choice
from regie.core.lists.shape import Shape
from regie.domains.insights.core_values.models import CoreValue
from regie.domains.insights.core_values.schemas import CoreValueDetails, CoreValueOut

CORE_VALUES = Listing(
    source=CoreValue.__table__,
    key=CoreValue.id,
    api_id=CoreValue.api_id,
    shape=Shape.of(CoreValueDetails, CoreValue),
    sorts={"position": CoreValue.position, "name": CoreValue.name_key, "created_at": CoreValue.created_at},
    default_sort="position",
    search=(CoreValue.search_key,),
    filters={
        "is_active": choice(
            {True: lambda: CoreValue.is_active.is_(True), False: lambda: CoreValue.is_active.is_(False)}
        )
    },
)


def visible_core_values(_scope: Scope) -> ColumnElement[bool]:
    """All values, including retired ones, which their awards show."""
    return true()


def list_core_values(db: Connection, actor: Actor, query: ListQuery) -> Page[CoreValueOut]:
    page = CORE_VALUES.page(db, core_value_row_scope(actor), query)
    return {"data": [_localize(row, actor) for row in page["data"]], "meta": page["meta"]}


def read_core_value(db: Connection, actor: Actor, api_id: str) -> CoreValueOut:
    return _localize(CORE_VALUES.one(db, core_value_row_scope(actor), api_id), actor)


def _localize(row: CoreValueDetails, actor: Actor) -> CoreValueOut:
    return {**row, "name": row["name_fr" if actor.locale == "fr-ca" else "name_en"]}


def core_value_row_scope(actor: Actor) -> RowScope:
    return row_scope(actor, Permission.CORE_VALUES_VIEW, visible_core_values)
