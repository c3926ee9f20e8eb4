"""The table of exports: what somebody asked to take away, and how far its file is."""

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.db.ids import new_api_id
from regie.core.db.model import Model

STATUSES = ("waiting", "running", "ready", "failed")


class Export(Model):
    """Few rows are read when they are downloaded; of many the worker makes a file first: `done` of `total` so far."""

    __tablename__ = "exports"
    __table_args__ = (
        Index("ix_exports_user_id_created_at", "user_id", "created_at"),
        Index("ix_exports_status", "status"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    list_name: Mapped[str] = mapped_column(String(60))
    # The address's query of the list's call, the columns in their order, and the rows if only some were picked.
    query: Mapped[str] = mapped_column(Text)
    columns: Mapped[list[str]] = mapped_column(JSON)
    picked: Mapped[list[str] | None] = mapped_column(JSON)
    format: Mapped[str] = mapped_column(String(4))
    locale: Mapped[str] = mapped_column(String(5))
    file_name: Mapped[str] = mapped_column(String(200))
    status: Mapped[str] = mapped_column(String(8))
    total: Mapped[int] = mapped_column(Integer)
    done: Mapped[int] = mapped_column(Integer, default=0)
    # How often the worker began: what brings it down each time is given up.
    tries: Mapped[int] = mapped_column(Integer, default=0)
    # What the owner was allowed when the file was made: it holds no more than that.
    rights: Mapped[str | None] = mapped_column(String(64))
    storage_key: Mapped[str | None] = mapped_column(String(80))
    size: Mapped[int | None] = mapped_column(Integer)
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    expires_at: Mapped[datetime] = mapped_column(index=True)
