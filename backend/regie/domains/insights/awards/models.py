"""The table of awards: who saw which value in whom, and why."""

from datetime import date

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Record
from regie.core.text.folding import SEARCHED, SEARCHED_NAME, Searchable

VISIBILITIES = ("everyone", "private")


class Award(Searchable, Record):
    """One value given to one employee; it is taken back or stays, and is never rewritten."""

    __tablename__ = "awards"
    # A value has a name in each language: the log is told both (`actions`).
    audit = Audit("award", hidden=frozenset({"name", "core_value_id"}))
    __table_args__ = (Index("ix_awards_awarded_on_id", "awarded_on", "id"),)

    # What the receiver was called then: the log calls the award so.
    name: Mapped[str] = mapped_column(String(200), info=SEARCHED_NAME)
    core_value_id: Mapped[int] = mapped_column(ForeignKey("core_values.id"), index=True)
    receiver_id: Mapped[int] = mapped_column(ForeignKey("employees.id"), index=True)
    giver_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    message: Mapped[str] = mapped_column(Text, info=SEARCHED)
    awarded_on: Mapped[date]
    project_id: Mapped[int | None] = mapped_column(ForeignKey("projects.id"), index=True)
    visibility: Mapped[str] = mapped_column(String(8))
