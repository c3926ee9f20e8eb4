"""The calls about what the caller was told."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Access, Router
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.people.notifications import actions, choosing, queries
from regie.domains.people.notifications.schemas import (
    NotificationChoicesOut,
    NotificationChoicesUpdate,
    NotificationOut,
    NotificationQuery,
    NotificationUpdate,
    Reading,
    ReadingCreate,
)

router = Router("/api/v1", "notifications")
_Choices = Item[NotificationChoicesOut]


@router.get("/notifications", requires=Access.SIGNED_IN, unattended=True)
def list_notifications(
    db: Connection, actor: Actor, query: Annotated[NotificationQuery, Query()]
) -> Page[NotificationOut]:
    """What the caller was told, the newest first; `meta.total` of the unread ones is the bell's number."""
    return queries.list_notifications(db, actor, query)


@router.patch("/notifications/{id}", requires=Access.SIGNED_IN, in_person=True)
def update_notification(
    session: Session, actor: Actor, clock: Clock, id: str, data: NotificationUpdate
) -> Item[NotificationOut]:
    """Note it as read, or as unread again."""
    actions.mark(session, actor, id, read=data.read, now=clock.now())
    return {"data": queries.read_notification(session.connection(), actor, id)}


@router.post("/notifications/reads", requires=Access.SIGNED_IN, in_person=True)
def read_notifications(session: Session, actor: Actor, clock: Clock, data: ReadingCreate) -> Item[Reading]:
    """Note all as read that were shown."""
    return {"data": {"read": actions.mark_all(session, actor, data.newest, clock.now())}}


@router.get("/me/notification-choices", requires=Access.SIGNED_IN)
def read_notification_choices(db: Connection, actor: Actor) -> _Choices:
    """How the caller is told of what can reach them, in the app and by mail."""
    return {"data": queries.read_choices(db, actor)}


@router.patch("/me/notification-choices", requires=Access.SIGNED_IN, in_person=True)
def update_notification_choices(session: Session, actor: Actor, data: NotificationChoicesUpdate) -> _Choices:
    """Changes what was sent; what has happened already goes as it was chosen then."""
    choosing.update_choices(session, actor, data)
    return {"data": queries.read_choices(session.connection(), actor)}
