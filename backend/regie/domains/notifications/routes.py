"""The calls about what the caller was told."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.gate import Open, Router
from regie.core.clock import Clock
from regie.core.wire import Item, Json, Page
from regie.domains.notifications import actions, queries
from regie.domains.notifications.schemas import (
    NotificationOut,
    NotificationQuery,
    NotificationUpdate,
    Reading,
    ReadingCreate,
)

router = Router("/api/v1/notifications", "notifications")


@router.get(needs=Open.PERSON, out=Page[NotificationOut], unattended=True)
def list_notifications(db: Connection, actor: Actor, query: Annotated[NotificationQuery, Query()]) -> Json:
    """What the caller was told, the newest first; `meta.total` of the unread ones is the bell's number."""
    return queries.list_notifications(db, actor, query)


@router.patch("/{id}", needs=Open.PERSON, out=Item[NotificationOut], in_person=True)
def update_notification(session: Session, actor: Actor, clock: Clock, id: str, data: NotificationUpdate) -> Json:
    """Note it as read, or as unread again."""
    actions.mark(session, actor, id, read=data.read, now=clock.now())
    return {"data": queries.read_notification(session.connection(), actor, id)}


@router.post("/reads", needs=Open.PERSON, out=Item[Reading], in_person=True)
def read_notifications(session: Session, actor: Actor, clock: Clock, data: ReadingCreate) -> Json:
    """Note all as read that were shown."""
    return {"data": {"read": actions.mark_all(session, actor, data.newest, clock.now())}}
