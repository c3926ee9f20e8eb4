"""The table of what people were told in the app."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.ids import new_api_id
from regie.core.model import Model


class Notification(Model):
    """One person is told one thing: its words are made when it is read, from the kind and the values."""

    __tablename__ = "notifications"
    __table_args__ = (
        UniqueConstraint("user_id", "once"),
        Index("ix_notifications_user_id_created_at", "user_id", "created_at"),
        Index("ix_notifications_user_id_read_at", "user_id", "read_at"),
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
