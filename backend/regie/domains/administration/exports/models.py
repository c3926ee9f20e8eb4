"""Stores exports and their progress."""

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.db.ids import new_api_id
from regie.core.db.model import Model

STATUSES = ("waiting", "running", "ready", "failed")


class Export(Model):
    """Small exports are read when they are downloaded; the worker writes the others: `done` of `total` rows."""

    __tablename__ = "exports"
    __table_args__ = (
        Index("ix_exports_user_id_created_at", "user_id", "created_at"),
        Index("ix_exports_status", "status"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    list_name: Mapped[str] = mapped_column(String(60))
    # The list's query string, the columns in their order, and the ids if rows were selected.
    query: Mapped[str] = mapped_column(Text)
    columns: Mapped[list[str]] = mapped_column(JSON)
    selected_ids: Mapped[list[str] | None] = mapped_column(JSON)
    format: Mapped[str] = mapped_column(String(4))
    locale: Mapped[str] = mapped_column(String(5))
    file_name: Mapped[str] = mapped_column(String(200))
    status: Mapped[str] = mapped_column(String(8))
    total: Mapped[int] = mapped_column(Integer)
    done: Mapped[int] = mapped_column(Integer, default=0)
    # How often a worker started it: an export that crashes the worker every time fails.
    tries: Mapped[int] = mapped_column(Integer, default=0)
    # A digest of the owner's permissions when the file was written.
    permissions_hash: Mapped[str | None] = mapped_column(String(64))
    storage_key: Mapped[str | None] = mapped_column(String(80))
    size: Mapped[int | None] = mapped_column(Integer)
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    expires_at: Mapped[datetime] = mapped_column(index=True)
