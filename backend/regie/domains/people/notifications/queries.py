"""Reading notifications; `visible_notifications` is the only door to the table."""

from sqlalchemy import ColumnElement, Connection, and_, true

from regie.access.actor import ME, Actor
from regie.core.api.wire import Page
from regie.core.lists.listing import Listing, RowScope, choice
from regie.core.lists.shape import Shape
from regie.domains.people.notifications.choices import read_kept
from regie.domains.people.notifications.events import DIGEST_HOUR, EVENTS, ways_of
from regie.domains.people.notifications.models import Chosen, EventName, Notification
from regie.domains.people.notifications.schemas import (
    EventChoice,
    NotificationChoicesOut,
    NotificationColumns,
    NotificationOut,
    NotificationQuery,
)
from regie.domains.people.notifications.wording import detail_of, title_of

NOTIFICATIONS = Listing(
    source=Notification.__table__,
    key=Notification.id,
    api_id=Notification.api_id,
    shape=Shape.of(NotificationColumns, Notification),
    sorts={"created_at": Notification.created_at},
    default_sort="-created_at",
    tables=("notifications",),
    filters={
        "unread": choice(
            {True: lambda: Notification.read_at.is_(None), False: lambda: Notification.read_at.is_not(None)}
        )
    },
)


def visible_notifications() -> ColumnElement[bool]:
    """What a person was told is theirs alone, whatever their roles; on their list is what they want in the app."""
    return and_(Notification.user_id == ME, Notification.in_app.is_(True))


def list_notifications(db: Connection, actor: Actor, query: NotificationQuery) -> Page[NotificationOut]:
    page = NOTIFICATIONS.page(db, _sight(actor), query)
    return {"data": [_show(row, actor) for row in page["data"]], "meta": page["meta"]}


def read_notification(db: Connection, actor: Actor, api_id: str) -> NotificationOut:
    return _show(NOTIFICATIONS.one(db, _sight(actor), api_id), actor)


def read_choices(db: Connection, actor: Actor) -> NotificationChoicesOut:
    """How the caller is told of what can reach them."""
    chosen, updated_at, version = read_kept(db, actor.user_id)
    events = [_choice(name, chosen) for name, event in EVENTS.items() if event.reaches(actor.roles)]
    return {"events": events, "digest_hour": DIGEST_HOUR, "updated_at": updated_at, "version": version}


def _choice(event: EventName, chosen: Chosen) -> EventChoice:
    ways = ways_of(event, chosen)
    return {
        "event": event,
        "in_app": ways.in_app,
        "by_mail": ways.by_mail,
        "always_in_app": EVENTS[event].always_in_app,
    }


def _sight(actor: Actor) -> RowScope:
    return RowScope(key="own", rows=visible_notifications, shows_restricted=true, params=actor.params)


def _show(row: NotificationColumns, actor: Actor) -> NotificationOut:
    return {
        "api_id": row["api_id"],
        "kind": row["kind"],
        "title": title_of(row["kind"], row["values"], actor.locale),
        "detail": detail_of(row["kind"], row["values"], actor.locale),
        "link": row["link"],
        "created_at": row["created_at"],
        "read_at": row["read_at"],
    }
