"""The table of the organization's own choices."""

from sqlalchemy import Boolean, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Record


class Option(Record):
    """A choice of one list. Its value is what records keep and never changes; a retired one is no longer offered."""

    __tablename__ = "enum_options"
    __table_args__ = (UniqueConstraint("enum", "value"),)
    # The log has the place as that of the one that was moved, not of all that made room.
    audit = Audit("enum_option", hidden=frozenset({"position"}))

    enum: Mapped[str] = mapped_column(String(40))
    value: Mapped[str] = mapped_column(String(40))
    name_en: Mapped[str] = mapped_column(String(100))
    name_fr: Mapped[str] = mapped_column(String(100))
    position: Mapped[int] = mapped_column(Integer)
    is_active: Mapped[bool] = mapped_column(Boolean, default=True)

    @property
    def name(self) -> str:
        """What the log calls it, whoever reads it."""
        return f"{self.name_en} / {self.name_fr}"
