"""Reading notifications; `visible_notifications` is the only door to the table."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, true

from regie.access.actor import ME, Actor
from regie.core.listing import Listing, Sight, choice
from regie.core.shape import Shape
from regie.domains.notifications.choices import read_kept
from regie.domains.notifications.events import DIGEST_HOUR, EVENTS, ways_of
from regie.domains.notifications.models import Notification
from regie.domains.notifications.schemas import NotificationQuery
from regie.domains.notifications.wording import detail_of, title_of

_COLUMNS = ("api_id", "kind", "values", "link", "created_at", "read_at")
NOTIFICATIONS = Listing(
    source=Notification.__table__,
    key=Notification.id,
    api_id=Notification.api_id,
    shape=Shape({name: getattr(Notification, name) for name in _COLUMNS}),
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


def list_notifications(db: Connection, actor: Actor, query: NotificationQuery) -> dict[str, Any]:
    page = NOTIFICATIONS.page(db, _sight(actor), query)
    return {**page, "data": [_show(row, actor) for row in page["data"]]}


def read_notification(db: Connection, actor: Actor, api_id: str) -> dict[str, Any]:
    return _show(NOTIFICATIONS.one(db, _sight(actor), api_id), actor)


def read_choices(db: Connection, actor: Actor) -> dict[str, Any]:
    """How the caller is told of what can reach them."""
    chosen, updated_at, version = read_kept(db, actor.user_id)
    events = []
    for name, event in EVENTS.items():
        if event.reaches(actor.roles):
            ways = ways_of(name, chosen)
            told = {"in_app": ways.in_app, "by_mail": ways.by_mail, "always_in_app": event.always_in_app}
            events.append({"event": name} | told)
    return {"events": events, "digest_hour": DIGEST_HOUR, "updated_at": updated_at, "version": version}


def _sight(actor: Actor) -> Sight:
    return Sight(key="own", rows=visible_notifications, guard=true, params=actor.params)


def _show(row: dict[str, Any], actor: Actor) -> dict[str, Any]:
    values = row.pop("values")
    words = {
        "title": title_of(row["kind"], values, actor.locale),
        "detail": detail_of(row["kind"], values, actor.locale),
    }
    return row | words
