"""Routes of core values."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.domains.insights.core_values import actions, queries
from regie.domains.insights.core_values.columns import CORE_VALUES_FILE
from regie.domains.insights.core_values.schemas import CoreValueCreate, CoreValueOut, CoreValueQuery, CoreValueUpdate

router = Router("/api/v1/core-values", "core_values")
_One = Item[CoreValueOut]


@router.get(requires=P.CORE_VALUES_VIEW, export=CORE_VALUES_FILE)
def list_core_values(db: Connection, actor: Actor, query: Annotated[CoreValueQuery, Query()]) -> Page[CoreValueOut]:
    """All core values by position, including retired ones."""
    return queries.list_core_values(db, actor, query)


@router.post(requires=P.CORE_VALUES_EDIT)
def create_core_value(session: Session, actor: Actor, data: CoreValueCreate) -> _One:
    return _show(session, actor, actions.create_core_value(session, data))


@router.get("/{id}", requires=P.CORE_VALUES_VIEW)
def read_core_value(db: Connection, actor: Actor, id: str) -> _One:
    return {"data": queries.read_core_value(db, actor, id)}


@router.patch("/{id}", requires=P.CORE_VALUES_EDIT)
def update_core_value(session: Session, actor: Actor, id: str, data: CoreValueUpdate) -> _One:
    """Changes names, descriptions, icon, colour, whether it can be awarded, and its position among the others."""
    actions.update_core_value(session, actor, id, data)
    return _show(session, actor, id)


@router.delete("/{id}", requires=P.CORE_VALUES_EDIT)
def delete_core_value(session: Session, actor: Actor, id: str) -> None:
    """Deletes a value that was never awarded; retire the others instead."""
    actions.delete_core_value(session, actor, id)


def _show(session: Session, actor: Actor, api_id: str) -> _One:
    return {"data": queries.read_core_value(session.connection(), actor, api_id)}
