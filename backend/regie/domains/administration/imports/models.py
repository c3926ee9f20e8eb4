"""Stores imports and the results of their rows."""

from datetime import datetime
from typing import Any, Literal, TypedDict, get_args

from sqlalchemy import JSON, ForeignKey, Index, Integer, String, text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.db.model import Model, Record
from regie.core.text.locale import Locale

STATES = ("queued", "checked", "refused", "applying", "applied", "outdated")
Outcome = Literal["wrong", "create", "update", "unchanged"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
_WAITING = text("state IN ('queued', 'applying')")


class HeaderColumn(TypedDict):
    """A column of the file and the field that it is mapped to, if any."""

    header: str
    field: str | None


class RefusalReason(TypedDict):
    """A catalogue key and the values of its placeholders."""

    key: str
    values: dict[str, Any]


class Import(Record):
    """A file of one user; only the plan that the last check found (`plan_digest`) can be applied."""

    __tablename__ = "imports"
    __table_args__ = (Index("ix_imports_waiting", "id", postgresql_where=_WAITING, sqlite_where=_WAITING),)

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(12))
    state: Mapped[str] = mapped_column(String(10))
    locale: Mapped[Locale] = mapped_column(String(5))
    file_name: Mapped[str] = mapped_column(String(200))
    mime: Mapped[str] = mapped_column(String(100))
    size: Mapped[int] = mapped_column(Integer)
    sha256: Mapped[str] = mapped_column(String(64))
    storage_key: Mapped[str] = mapped_column(String(80), unique=True)
    columns: Mapped[list[HeaderColumn]] = mapped_column(JSON, default=list)
    counts: Mapped[dict[Outcome, int]] = mapped_column(JSON, default=dict)
    # Why the whole file was refused.
    refusal: Mapped[RefusalReason | None] = mapped_column(JSON)
    plan_digest: Mapped[str | None] = mapped_column(String(64))
    applied_at: Mapped[datetime | None]


class ImportRow(Model):
    """One row of the file: its changes, or its errors."""

    __tablename__ = "import_rows"
    __table_args__ = (Index("ix_import_rows_place", "import_id", "place"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    import_id: Mapped[int] = mapped_column(ForeignKey("imports.id", ondelete="CASCADE"))
    # Invalid rows first, then new, changed and unchanged ones.
    place: Mapped[int] = mapped_column(Integer)
    line: Mapped[int] = mapped_column(Integer)
    outcome: Mapped[str] = mapped_column(String(10))
    name: Mapped[str] = mapped_column(String(200))
    record_api_id: Mapped[str | None] = mapped_column(String(36))
    # [field, before, after], as in the file.
    changes: Mapped[list[list[str]]] = mapped_column(JSON)
    # [field, catalogue key, placeholder values].
    errors: Mapped[list[list[Any]]] = mapped_column(JSON)
