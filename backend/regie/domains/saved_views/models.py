"""The table of saved views: a list's state under a name, each of one person."""

from sqlalchemy import Boolean, ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.activity import Audit
from regie.core.model import Record
from regie.core.text import Searchable

_THE_DEFAULT = text("is_default")


class SavedView(Searchable, Record):
    """`query` is the list's address after the question mark; empty is the list as it comes."""

    __tablename__ = "saved_views"
    audit = Audit("saved_view", hidden=frozenset({"user_id"}))
    __table_args__ = (
        UniqueConstraint("user_id", "list_name", "name_key"),
        Index(
            "ux_saved_views_default",
            "user_id",
            "list_name",
            unique=True,
            postgresql_where=_THE_DEFAULT,
            sqlite_where=_THE_DEFAULT,
        ),
    )

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    list_name: Mapped[str] = mapped_column(String(60))
    name: Mapped[str] = mapped_column(String(60))
    query: Mapped[str] = mapped_column(String(2_000))
    is_default: Mapped[bool] = mapped_column(Boolean)
