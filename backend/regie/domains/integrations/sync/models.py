"""Tables of synchronization: runs, and the checkpoint of each list."""

from datetime import date, datetime
from typing import TypedDict

from sqlalchemy import JSON, Index, Integer, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.db.ids import new_api_id
from regie.core.db.model import Model

STATUSES = ("queued", "running", "succeeded", "failed")
_UNFINISHED = text("status IN ('queued', 'running')")


class MissingCount(TypedDict):
    """How many of the `known` records of a list a full read did not find."""

    kind: str
    count: int
    known: int


class SkippedList(TypedDict):
    """A list that the run did not read, because the key lacks this permission of the service."""

    kind: str
    scope: str


class SyncRun(Model):
    """A synchronization of one service, with its progress: `done` of `total` steps, `records` so far."""

    __tablename__ = "sync_runs"
    __table_args__ = (
        # One unfinished run per service, even with concurrent requests.
        Index(
            "ix_sync_runs_unfinished",
            "service",
            unique=True,
            postgresql_where=_UNFINISHED,
            sqlite_where=_UNFINISHED,
        ),
        Index("ix_sync_runs_service_created_at", "service", "created_at"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    service: Mapped[str] = mapped_column(String(12))
    status: Mapped[str] = mapped_column(String(10), default="queued")
    # Read everything again, regardless of the watermarks, and mark missing records as deleted.
    is_full: Mapped[bool] = mapped_column(default=False)
    # An administrator confirmed that all records missing from a full read are deleted.
    accepts_missing: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    step: Mapped[str | None] = mapped_column(String(40))
    done: Mapped[int] = mapped_column(Integer, default=0)
    total: Mapped[int | None] = mapped_column(Integer)
    records: Mapped[int] = mapped_column(Integer, default=0)
    problems: Mapped[int] = mapped_column(Integer, default=0)
    # Marked as deleted by a successful run, found missing by a stopped one; null when nothing is missing.
    missing: Mapped[list[MissingCount] | None] = mapped_column(JSON(none_as_null=True))
    # Null when every list was read.
    skipped: Mapped[list[SkippedList] | None] = mapped_column(JSON(none_as_null=True))
    # The code of a translated message, and the service's own message for administrators.
    error: Mapped[str | None] = mapped_column(String(40))
    error_detail: Mapped[str | None] = mapped_column(Text)


class SyncCheckpoint(Model):
    """The progress of reading one list of a service, written in the transaction of each page.

    `run` to `newest` describe the current read, with constant parameters until it is done, even after a crash.
    `watermark` and `full_at` describe finished reads only, `from_on` and `to_on` the last full read.
    """

    __tablename__ = "sync_checkpoints"

    service: Mapped[str] = mapped_column(String(12), primary_key=True)
    step: Mapped[str] = mapped_column(String(40), primary_key=True)
    run: Mapped[str | None] = mapped_column(String(36))
    is_done: Mapped[bool] = mapped_column(default=False)
    started_at: Mapped[datetime | None]
    since: Mapped[datetime | None]
    from_on: Mapped[date | None]
    to_on: Mapped[date | None]
    cursor: Mapped[str | None] = mapped_column(Text)
    newest: Mapped[datetime | None]
    # The number of different records read, and the smallest total that the service reported.
    records: Mapped[int] = mapped_column(Integer, default=0)
    total: Mapped[int | None] = mapped_column(Integer)
    watermark: Mapped[datetime | None]
    full_at: Mapped[datetime | None]
    # Since a full read: records read before this time are missing; null once the end of a run marked them.
    missing_before: Mapped[datetime | None]
