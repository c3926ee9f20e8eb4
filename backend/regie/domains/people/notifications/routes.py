"""Routes of notifications and of the caller's channel choices."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Access, Router
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.people.notifications import actions, notification_channels, queries
from regie.domains.people.notifications.schemas import (
    NotificationOut,
    NotificationQuery,
    NotificationSettingsOut,
    NotificationSettingsUpdate,
    NotificationUpdate,
    ReadCount,
    ReadMark,
)

router = Router("/api/v1", "notifications")
_Choices = Item[NotificationSettingsOut]


@router.get("/notifications", requires=Access.SIGNED_IN, is_polling=True)
def list_notifications(
    db: Connection, actor: Actor, query: Annotated[NotificationQuery, Query()]
) -> Page[NotificationOut]:
    """List the caller's notifications, newest first; the bell shows `meta.total` of the unread ones."""
    return queries.list_notifications(db, actor, query)


@router.patch("/notifications/{id}", requires=Access.SIGNED_IN, forbids_impersonation=True)
def update_notification(
    session: Session, actor: Actor, clock: Clock, id: str, data: NotificationUpdate
) -> Item[NotificationOut]:
    """Mark a notification as read or unread."""
    actions.set_read(session, actor, id, read=data.read, now=clock.now())
    return {"data": queries.read_notification(session.connection(), actor, id)}


@router.post(
    "/notifications/reads", requires=Access.SIGNED_IN, forbids_impersonation=True, summary="Mark notifications as read"
)
def read_notifications(session: Session, actor: Actor, clock: Clock, data: ReadMark) -> Item[ReadCount]:
    """Mark everything up to the newest visible notification as read."""
    return {"data": {"read": actions.mark_all_as_read(session, actor, data.newest, clock.now())}}


@router.get("/me/notification-settings", requires=Access.SIGNED_IN)
def read_notification_choices(db: Connection, actor: Actor) -> _Choices:
    """Read the caller's channels for each event that concerns them."""
    return {"data": queries.read_choices(db, actor)}


@router.patch("/me/notification-settings", requires=Access.SIGNED_IN, forbids_impersonation=True)
def update_notification_choices(session: Session, actor: Actor, data: NotificationSettingsUpdate) -> _Choices:
    """Change the sent events; existing notifications do not change."""
    notification_channels.update_choices(session, actor, data)
    return {"data": queries.read_choices(session.connection(), actor)}
