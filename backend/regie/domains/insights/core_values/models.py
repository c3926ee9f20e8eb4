"""The table of core values."""

from sqlalchemy import Boolean, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Record
from regie.core.lists.text_index import text_index
from regie.core.text.folding import SEARCHED, SEARCHED_NAME, Searchable

# What the screens can draw, and colours that are told from each other and read on both themes.
ICONS = (
    "heart", "star", "bulb", "rocket", "team", "handshake", "shield", "target", "compass", "leaf", "flame", "trophy",
    "message", "scale", "puzzle", "sparkles",
)  # fmt: skip
COLOURS = ("blue", "teal", "green", "amber", "red", "pink", "purple", "slate")


class CoreValue(Searchable, Record):
    """One value; a value that is no longer lived by is retired, and stays on what was given for it."""

    __tablename__ = "core_values"
    # Moving one moves its neighbours: only the one that was moved is told of (`actions`).
    audit = Audit("core_value", name="name_en", hidden=frozenset({"position"}))
    __table_args__ = (text_index("core_values"),)

    name_en: Mapped[str] = mapped_column(String(60), info=SEARCHED_NAME)
    name_fr: Mapped[str] = mapped_column(String(60), info=SEARCHED)
    description_en: Mapped[str | None] = mapped_column(Text)
    description_fr: Mapped[str | None] = mapped_column(Text)
    icon: Mapped[str] = mapped_column(String(20))
    colour: Mapped[str] = mapped_column(String(20))
    # From 1 on, over active and retired ones alike.
    position: Mapped[int] = mapped_column(Integer)
    is_active: Mapped[bool] = mapped_column(Boolean, default=True)
