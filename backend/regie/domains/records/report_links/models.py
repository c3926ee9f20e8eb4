"""Defines the table of private links to reports for clients."""

from datetime import date, datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.db.model import Record


class ReportLink(Record):
    """A link to the report of one month of one retainer; stores a keyed hash of its token only.

    What the report shows is limited to what its maker may see at the time of reading.
    """

    __tablename__ = "report_links"

    project_id: Mapped[int] = mapped_column(ForeignKey("projects.id", ondelete="CASCADE"), index=True)
    # The first day of the month.
    month: Mapped[date]
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    expires_at: Mapped[datetime]
    last_opened_at: Mapped[datetime | None]
    withdrawn_at: Mapped[datetime | None]
    withdrawn_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
