"""Notifications, over the wire."""

from datetime import datetime

from regie.core.wire import ApiId, Input, ListQuery, Output


class NotificationOut(Output):
    """In the caller's language; `link` is a path of Régie."""

    api_id: str
    kind: str
    title: str
    detail: str
    link: str
    created_at: datetime
    read_at: datetime | None


class NotificationUpdate(Input):
    read: bool


class ReadingCreate(Input):
    """All up to `newest`, the newest one that was shown: what comes in meanwhile stays unread."""

    newest: ApiId


class Reading(Output):
    """How many were unread until now."""

    read: int


class NotificationQuery(ListQuery):
    unread: bool | None = None
