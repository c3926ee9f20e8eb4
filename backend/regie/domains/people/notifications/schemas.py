"""Notifications, over the wire."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from regie.core.api.wire import MAX_INT, ApiId, Flag, Input, ListQuery, Output
from regie.domains.people.notifications.models import ByMail, EventName


class NotificationColumns(Output):
    """`values` are what its words are made of."""

    api_id: str
    kind: str
    values: dict[str, Any]
    link: str
    created_at: datetime
    read_at: datetime | None


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


class EventChoice(Output):
    """How the caller is told of one event; some are always in the app."""

    event: EventName
    in_app: bool
    by_mail: ByMail
    always_in_app: bool


class NotificationChoicesOut(Output):
    """The events that can reach somebody with the caller's roles; `digest_hour` is in the caller's time zone."""

    events: list[EventChoice]
    digest_hour: int
    updated_at: datetime | None
    version: int


class EventChoiceUpdate(Input):
    """Only what is sent changes."""

    in_app: Flag | None = None
    by_mail: ByMail | None = None


class NotificationChoicesUpdate(Input):
    """Only the events that are sent change."""

    values_received: EventChoiceUpdate | None = None
    goals_due: EventChoiceUpdate | None = None
    budget_warnings: EventChoiceUpdate | None = None
    renewals: EventChoiceUpdate | None = None
    overdue_invoices: EventChoiceUpdate | None = None
    sync_trouble: EventChoiceUpdate | None = None
    exports: EventChoiceUpdate | None = None
    impersonation: EventChoiceUpdate | None = None
    version: Annotated[int, Field(ge=0, le=MAX_INT, strict=True)] | None = None
