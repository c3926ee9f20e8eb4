"""Table of awards."""

from datetime import date

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Record
from regie.core.text.folding import SEARCHED, SEARCHED_AS_NAME, Searchable

VISIBILITIES = ("everyone", "private")


class Award(Searchable, Record):
    """A core value awarded to an employee. An award may be revoked, but not changed."""

    __tablename__ = "awards"
    # A value has a name in each language; `actions` logs both.
    audit = Audit("award", hidden=frozenset({"name", "core_value_id"}))
    __table_args__ = (Index("ix_awards_awarded_on_id", "awarded_on", "id"),)

    # The receiver's name at that time, which the activity log shows as the award's name.
    name: Mapped[str] = mapped_column(String(200), info=SEARCHED_AS_NAME)
    core_value_id: Mapped[int] = mapped_column(ForeignKey("core_values.id"), index=True)
    receiver_id: Mapped[int] = mapped_column(ForeignKey("employees.id"), index=True)
    giver_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    message: Mapped[str] = mapped_column(Text, info=SEARCHED)
    awarded_on: Mapped[date]
    project_id: Mapped[int | None] = mapped_column(ForeignKey("projects.id"), index=True)
    visibility: Mapped[str] = mapped_column(String(8))
