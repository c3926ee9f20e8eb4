"""The tables of saved views: a list's state under a name, and which of them opens whose list."""

from datetime import date
from typing import Any

from sqlalchemy import Boolean, Date, ForeignKey, Index, Integer, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Model, Record
from regie.core.text.folding import SEARCHED_NAME, Searchable

_SHARED = text("is_shared")


def call_of(list_name: str) -> str:
    """`projects.fixed` → `projects`: the call that answers the list, and so who may read it."""
    return list_name.partition(".")[0]


def _call_of_row(context: Any) -> str:
    return call_of(context.get_current_parameters()["list_name"])


class SavedView(Searchable, Record):
    """`query` is the list's address after the question mark; empty is the list as it comes."""

    __tablename__ = "saved_views"
    # How often it is looked at is no change of it.
    audit = Audit("saved_view", hidden=frozenset({"user_id", "list_call", "last_used_on"}))
    __table_args__ = (
        UniqueConstraint("user_id", "list_name", "name_key"),
        # What everybody sees is told apart by its name alone.
        Index(
            "ux_saved_views_shared_name",
            "list_name",
            "name_key",
            unique=True,
            postgresql_where=_SHARED,
            sqlite_where=_SHARED,
        ),
    )

    # Who keeps it; a shared one stays with its list when they leave.
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    list_name: Mapped[str] = mapped_column(String(60))
    list_call: Mapped[str] = mapped_column(String(40), default=_call_of_row)
    name: Mapped[str] = mapped_column(String(60), info=SEARCHED_NAME)
    query: Mapped[str] = mapped_column(String(2_000))
    is_shared: Mapped[bool] = mapped_column(Boolean)
    last_used_on: Mapped[date] = mapped_column(Date)


class SavedViewPin(Model):
    """The view that somebody opens a list with: their own or one that is shared."""

    __tablename__ = "saved_view_pins"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    list_name: Mapped[str] = mapped_column(String(60), primary_key=True)
    view_id: Mapped[int] = mapped_column(ForeignKey("saved_views.id", ondelete="CASCADE"), index=True)


class SharedList(Model):
    """A list that has shared views: whoever shares another one holds its row until that is done."""

    __tablename__ = "shared_lists"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    list_name: Mapped[str] = mapped_column(String(60), unique=True)
