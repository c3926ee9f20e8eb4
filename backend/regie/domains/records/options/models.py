"""Defines the table of editable options."""

from sqlalchemy import Boolean, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Record


class Option(Record):
    """An option of one list. Records store its value, which never changes; a retired option can no longer be chosen."""

    __tablename__ = "enum_options"
    __table_args__ = (UniqueConstraint("enum", "value"),)
    # The log shows the position of the option that was moved, not of those that shifted.
    audit = Audit("enum_option", hidden=frozenset({"position"}))

    enum: Mapped[str] = mapped_column(String(40))
    value: Mapped[str] = mapped_column(String(40))
    name_en: Mapped[str] = mapped_column(String(100))
    name_fr: Mapped[str] = mapped_column(String(100))
    position: Mapped[int] = mapped_column(Integer)
    is_active: Mapped[bool] = mapped_column(Boolean, default=True)

    @property
    def name(self) -> str:
        """The name in the activity log, in both languages."""
        return f"{self.name_en} / {self.name_fr}"
