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


class ReadMark(Input):
    """Marks everything up to `newest`, the newest visible notification; later ones stay unread."""

    newest: ApiId


class ReadCount(Output):
    """How many notifications were unread."""

    read: int


class NotificationQuery(ListQuery):
    unread: bool | None = None


class EventSettings(Output):
    """The caller's channels for one event; some events are always in the application."""

    event: EventName
    in_app: bool
    by_mail: ByMail
    always_in_app: bool


class NotificationSettingsOut(Output):
    """The events that concern users with the caller's roles; `digest_hour` is in the caller's time zone."""

    events: list[EventSettings]
    digest_hour: int
    updated_at: datetime | None
    version: int


class EventSettingsUpdate(Input):
    """Only the sent fields change."""

    in_app: Flag | None = None
    by_mail: ByMail | None = None


class NotificationSettingsUpdate(Input):
    """Only the sent events change."""

    values_received: EventSettingsUpdate | None = None
    goals_due: EventSettingsUpdate | None = None
    budget_warnings: EventSettingsUpdate | None = None
    renewals: EventSettingsUpdate | None = None
    leaving: EventSettingsUpdate | None = None
    overdue_invoices: EventSettingsUpdate | None = None
    sync_trouble: EventSettingsUpdate | None = None
    exports: EventSettingsUpdate | None = None
    impersonation: EventSettingsUpdate | None = None
    months: EventSettingsUpdate | None = None
    churn: EventSettingsUpdate | None = None
    client_decisions: EventSettingsUpdate | None = None
    version: Annotated[int, Field(ge=0, le=MAX_INT, strict=True)] | None = None
