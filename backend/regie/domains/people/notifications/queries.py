"""Reads notifications; every statement starts from `visible_notifications`."""

from sqlalchemy import ColumnElement, Connection, and_, true

from regie.access.actor import CURRENT_USER_ID, Actor
from regie.core.api.wire import Page
from regie.core.lists.listing import Listing, RowScope, choice
from regie.core.lists.shape import Shape
from regie.domains.people.notifications.events import DIGEST_HOUR, EVENTS, channels_for
from regie.domains.people.notifications.models import ChannelChoices, EventName, Notification
from regie.domains.people.notifications.notification_channels import read_saved_choices
from regie.domains.people.notifications.schemas import (
    EventSettings,
    NotificationColumns,
    NotificationOut,
    NotificationQuery,
    NotificationSettingsOut,
)
from regie.domains.people.notifications.wording import detail_of, title_of

NOTIFICATIONS = Listing(
    source=Notification.__table__,
    key=Notification.id,
    api_id=Notification.api_id,
    shape=Shape.of(NotificationColumns, Notification),
    sorts={"created_at": Notification.created_at},
    default_sort="-created_at",
    filters={
        "unread": choice(
            {True: lambda: Notification.read_at.is_(None), False: lambda: Notification.read_at.is_not(None)}
        )
    },
)


def visible_notifications() -> ColumnElement[bool]:
    """The caller's own notifications that are shown in the application, whatever the caller's roles."""
    return and_(Notification.user_id == CURRENT_USER_ID, Notification.in_app.is_(True))


def list_notifications(db: Connection, actor: Actor, query: NotificationQuery) -> Page[NotificationOut]:
    page = NOTIFICATIONS.page(db, _own_row_scope(actor), query)
    return {"data": [_render(row, actor) for row in page["data"]], "meta": page["meta"]}


def read_notification(db: Connection, actor: Actor, api_id: str) -> NotificationOut:
    return _render(NOTIFICATIONS.one(db, _own_row_scope(actor), api_id), actor)


def read_choices(db: Connection, actor: Actor) -> NotificationSettingsOut:
    """Return the caller's channels for the events that concern them."""
    choices, updated_at, version = read_saved_choices(db, actor.user_id)
    events = [_choice(name, choices) for name, event in EVENTS.items() if event.is_available_to(actor.roles)]
    return {"events": events, "digest_hour": DIGEST_HOUR, "updated_at": updated_at, "version": version}


def _choice(event: EventName, choices: ChannelChoices) -> EventSettings:
    channels = channels_for(event, choices)
    return {
        "event": event,
        "in_app": channels.in_app,
        "by_mail": channels.by_mail,
        "always_in_app": EVENTS[event].always_in_app,
    }


def _own_row_scope(actor: Actor) -> RowScope:
    return RowScope(key="own", rows=visible_notifications, shows_restricted=true, params=actor.params)


def _render(row: NotificationColumns, actor: Actor) -> NotificationOut:
    return {
        "api_id": row["api_id"],
        "kind": row["kind"],
        "title": title_of(row["kind"], row["values"], actor.locale),
        "detail": detail_of(row["kind"], row["values"], actor.locale),
        "link": row["link"],
        "created_at": row["created_at"],
        "read_at": row["read_at"],
    }
