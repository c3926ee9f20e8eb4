"""The tables of what people were told, and of how they want to be told."""

from datetime import date, datetime
from typing import Any, Literal, TypedDict

from sqlalchemy import JSON, Boolean, ForeignKey, Index, Integer, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.ids import new_api_id
from regie.core.db.model import Model, Record

WAYS = ("app", "at_once", "digest", "never")
ByMail = Literal["at_once", "digest", "never"]
EventName = Literal[
    "values_received",
    "goals_due",
    "budget_warnings",
    "renewals",
    "overdue_invoices",
    "sync_trouble",
    "exports",
    "impersonation",
]
_WAITING = text("by_mail = 'digest' AND digest_on IS NULL")


class ChosenWays(TypedDict, total=False):
    """What somebody has chosen of one event, as it is saved."""

    in_app: bool
    by_mail: ByMail


Chosen = dict[EventName, ChosenWays]


class Notification(Model):
    """One person is told one thing: its words are made when it is read, from the kind and the values."""

    __tablename__ = "notifications"
    __table_args__ = (
        UniqueConstraint("user_id", "once"),
        Index("ix_notifications_user_id_created_at", "user_id", "created_at"),
        Index("ix_notifications_user_id_read_at", "user_id", "read_at"),
        Index("ix_notifications_waiting", "user_id", sqlite_where=_WAITING, postgresql_where=_WAITING),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(40))
    # Names, numbers and days that its words have places for.
    values: Mapped[dict[str, Any]] = mapped_column(JSON)
    # Where in Régie it is about: a path.
    link: Mapped[str] = mapped_column(String(200))
    # What it is told about: nobody is told it twice.
    once: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(index=True)
    read_at: Mapped[datetime | None]
    # Whether it is on the person's list: they may want the mail alone, or nothing.
    in_app: Mapped[bool] = mapped_column(Boolean, default=True)
    # How it goes by mail, as was chosen when it happened.
    by_mail: Mapped[str] = mapped_column(String(7), default="at_once")
    # The day of the digest that took it up.
    digest_on: Mapped[date | None]


class NotificationChoices(Record):
    """How one person wants to be told of what; an event that is not named is told as it usually is.

    Its `api_id` is the person's own, so that the log speaks of the person.
    """

    __tablename__ = "notification_choices"
    audit = Audit("user", hidden=frozenset({"user_id", "name", "choices"}))

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), unique=True)
    # The person's name, for the log.
    name: Mapped[str] = mapped_column(String(200))
    # {event: {"in_app": …, "by_mail": …}}
    choices: Mapped[Chosen] = mapped_column(JSON, default=dict)
