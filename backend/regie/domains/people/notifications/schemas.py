"""API schemas of notifications."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from regie.core.api.wire import MAX_INT, ApiId, Flag, Input, ListQuery, Output
from regie.domains.people.notifications.models import ByMail, EventName


class NotificationColumns(Output):
    """`values` fill the placeholders of the text."""

    api_id: str
    kind: str
    values: dict[str, Any]
    link: str
    created_at: datetime
    read_at: datetime | None


class NotificationOut(Output):
    """In the caller's language; `link` is a path of the application."""

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
    """Marks everything up to `newest`, the newest visible notification; later ones stay unread."""

    newest: ApiId


class Reading(Output):
    """How many notifications were unread."""

    read: int


class NotificationQuery(ListQuery):
    unread: bool | None = None


class EventChoice(Output):
    """The caller's channels for one event; some events are always in the application."""

    event: EventName
    in_app: bool
    by_mail: ByMail
    always_in_app: bool


class NotificationChoicesOut(Output):
    """The events that concern users with the caller's roles; `digest_hour` is in the caller's time zone."""

    events: list[EventChoice]
    digest_hour: int
    updated_at: datetime | None
    version: int


class EventChoiceUpdate(Input):
    """Only the sent fields change."""

    in_app: Flag | None = None
    by_mail: ByMail | None = None


class NotificationChoicesUpdate(Input):
    """Only the sent events change."""

    values_received: EventChoiceUpdate | None = None
    goals_due: EventChoiceUpdate | None = None
    budget_warnings: EventChoiceUpdate | None = None
    renewals: EventChoiceUpdate | None = None
    overdue_invoices: EventChoiceUpdate | None = None
    sync_trouble: EventChoiceUpdate | None = None
    exports: EventChoiceUpdate | None = None
    impersonation: EventChoiceUpdate | None = None
    version: Annotated[int, Field(ge=0, le=MAX_INT, strict=True)] | None = None
