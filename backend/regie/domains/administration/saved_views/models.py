"""Stores saved views, default views and the lists that have shared views."""

from datetime import date
from typing import Any

from sqlalchemy import Boolean, Date, ForeignKey, Index, Integer, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Model, Record
from regie.core.text.folding import SEARCHED_AS_NAME, Searchable

_SHARED = text("is_shared")


def endpoint_name(list_name: str) -> str:
    """Return the endpoint of a list, `projects.fixed` → `projects`, which determines who may read it."""
    return list_name.partition(".")[0]


def _endpoint_name_of_row(context: Any) -> str:
    return endpoint_name(context.get_current_parameters()["list_name"])


class SavedView(Searchable, Record):
    """`query` is the query string of the list's page; empty means the default state."""

    __tablename__ = "saved_views"
    # Using a view does not change it.
    audit = Audit("saved_view", hidden=frozenset({"user_id", "endpoint", "last_used_on"}))
    __table_args__ = (
        UniqueConstraint("user_id", "list_name", "name_key"),
        # Users distinguish shared views by name only.
        Index(
            "ux_saved_views_shared_name",
            "list_name",
            "name_key",
            unique=True,
            postgresql_where=_SHARED,
            sqlite_where=_SHARED,
        ),
    )

    # The owner; a shared view outlives their deactivation.
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    list_name: Mapped[str] = mapped_column(String(60))
    endpoint: Mapped[str] = mapped_column(String(40), default=_endpoint_name_of_row)
    name: Mapped[str] = mapped_column(String(60), info=SEARCHED_AS_NAME)
    query: Mapped[str] = mapped_column(String(2_000))
    is_shared: Mapped[bool] = mapped_column(Boolean)
    last_used_on: Mapped[date] = mapped_column(Date)


class SavedViewDefault(Model):
    """The view, own or shared, with which a user opens a list."""

    __tablename__ = "saved_view_defaults"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    list_name: Mapped[str] = mapped_column(String(60), primary_key=True)
    view_id: Mapped[int] = mapped_column(ForeignKey("saved_views.id", ondelete="CASCADE"), index=True)


class SharedList(Model):
    """A list that has shared views; sharing locks its row."""

    __tablename__ = "shared_lists"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    list_name: Mapped[str] = mapped_column(String(60), unique=True)
