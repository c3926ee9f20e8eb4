"""Defines the table of problem reports."""

from datetime import datetime

from sqlalchemy import ForeignKey, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.db.ids import new_api_id
from regie.core.db.model import Model


class BugReport(Model):
    """A report with its technical details; its picture is in the file store under `storage_key`."""

    __tablename__ = "bug_reports"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    # The administrator who was signed in as `user_id`.
    impersonator_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    # What the organization's settings or the server's environment call the application.
    project: Mapped[str] = mapped_column(String(200))
    description: Mapped[str] = mapped_column(Text)
    # Path and query of the screen.
    page: Mapped[str] = mapped_column(String(2_000))
    build: Mapped[str | None] = mapped_column(String(200))
    browser: Mapped[str] = mapped_column(String(500))
    viewport: Mapped[str] = mapped_column(String(40))
    storage_key: Mapped[str | None] = mapped_column(String(80), unique=True)
    picture_name: Mapped[str | None] = mapped_column(String(200))
    picture_mime: Mapped[str | None] = mapped_column(String(100))
    picture_size: Mapped[int | None] = mapped_column(Integer)
    created_at: Mapped[datetime] = mapped_column(index=True)
