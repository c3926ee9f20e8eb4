"""Defines the tables of notifications and of users' channel channels."""

from datetime import date, datetime
from typing import Any, Literal, TypedDict

from sqlalchemy import JSON, Boolean, ForeignKey, Index, Integer, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.ids import new_api_id
from regie.core.db.model import Model, Record

CHANNELS = ("app", "at_once", "digest", "never")
ByMail = Literal["at_once", "digest", "never"]
EventName = Literal[
    "values_received",
    "goals_due",
    "budget_warnings",
    "renewals",
    "leaving",
    "overdue_invoices",
    "sync_trouble",
    "exports",
    "impersonation",
    "months",
    "churn",
    "client_decisions",
]
_WAITING = text("by_mail = 'digest' AND digest_on IS NULL")


class ChannelChoice(TypedDict, total=False):
    """A user's choice for one event, as stored."""

    in_app: bool
    by_mail: ByMail


ChannelChoices = dict[EventName, ChannelChoice]


class Notification(Model):
    """A notification of one user; its text is rendered from kind and values when it is read."""

    __tablename__ = "notifications"
    __table_args__ = (
        UniqueConstraint("user_id", "dedup_key"),
        Index("ix_notifications_user_id_created_at", "user_id", "created_at"),
        Index("ix_notifications_user_id_read_at", "user_id", "read_at"),
        Index("ix_notifications_dedup_key", "dedup_key"),
        Index("ix_notifications_waiting", "user_id", sqlite_where=_WAITING, postgresql_where=_WAITING),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(40))
    # Names, numbers and days for the placeholders of the text.
    values: Mapped[dict[str, Any]] = mapped_column(JSON)
    # A path of the application.
    link: Mapped[str] = mapped_column(String(200))
    # Identifies the cause: a user receives one notification per cause.
    dedup_key: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(index=True)
    read_at: Mapped[datetime | None]
    # Whether the notification is on the user's list.
    in_app: Mapped[bool] = mapped_column(Boolean, default=True)
    # How it is sent by email, as chosen when it was created.
    by_mail: Mapped[str] = mapped_column(String(7), default="at_once")
    # The day of the digest that contained it.
    digest_on: Mapped[date | None]


class NotificationSettings(Record):
    """A user's channel channels; a missing event uses its default.

    `api_id` is the user's own, so that the activity log refers to the user.
    """

    __tablename__ = "notification_settings"
    audit = Audit("user", hidden=frozenset({"user_id", "name", "channels"}))

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), unique=True)
    # The user's name, for the activity log.
    name: Mapped[str] = mapped_column(String(200))
    # {event: {"in_app": …, "by_mail": …}}
    channels: Mapped[ChannelChoices] = mapped_column(JSON, default=dict)
