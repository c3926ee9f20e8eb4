"""Table of core values."""

from sqlalchemy import Boolean, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Record
from regie.core.lists.text_index import text_index
from regie.core.text.folding import SEARCHED, SEARCHED_AS_NAME, Searchable

# Icons that the screens can draw, and colours that are distinguishable on both themes.
ICONS = (
    "heart", "star", "bulb", "rocket", "team", "handshake", "shield", "target", "compass", "leaf", "flame", "trophy",
    "message", "scale", "puzzle", "sparkles",
)  # fmt: skip
COLOURS = ("blue", "teal", "green", "amber", "red", "pink", "purple", "slate")


class CoreValue(Searchable, Record):
    """A core value. A retired value can no longer be awarded; its awards remain."""

    __tablename__ = "core_values"
    # Moving a value changes its neighbours' positions, so `actions` logs the position of the moved value only.
    audit = Audit("core_value", name="name_en", hidden=frozenset({"position"}))
    __table_args__ = (text_index("core_values"),)

    name_en: Mapped[str] = mapped_column(String(60), info=SEARCHED_AS_NAME)
    name_fr: Mapped[str] = mapped_column(String(60), info=SEARCHED)
    description_en: Mapped[str | None] = mapped_column(Text)
    description_fr: Mapped[str | None] = mapped_column(Text)
    icon: Mapped[str] = mapped_column(String(20))
    colour: Mapped[str] = mapped_column(String(20))
    # Counts from 1 over active and retired values.
    position: Mapped[int] = mapped_column(Integer)
    is_active: Mapped[bool] = mapped_column(Boolean, default=True)
