"""Defines the tables of attachments: the current file, and the files that it replaced."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Model, Record
from regie.core.lists.text_index import text_index
from regie.core.text.folding import SEARCHED, SEARCHED_AS_NAME, Searchable

CATEGORIES = ("contract", "statement_of_work", "change_order", "brief", "proof", "other")
SENSITIVITIES = ("normal", "financial", "hr")
_OWNERS = ("project_id", "client_id", "employee_id")
_AT_MOST_ONE = " AND ".join(
    f"({one} IS NULL OR {other} IS NULL)"
    for number, one in enumerate(_OWNERS)
    for other in _OWNERS[number + 1 :]
)  # fmt: skip


class Attachment(Searchable, Record):
    """A document; its content is in the file store under the generated `storage_key`.

    `file_number` counts its files from 1. Its owner determines who may see it (`queries`).
    """

    __tablename__ = "attachments"
    __table_args__ = (CheckConstraint(_AT_MOST_ONE, name="one_owner"), text_index("attachments"))
    audit = Audit("attachment", name="file_name", hidden=frozenset({"storage_key", "sha256", "mime", "uploaded_at"}))

    project_id: Mapped[int | None] = mapped_column(ForeignKey("projects.id"), index=True)
    client_id: Mapped[int | None] = mapped_column(ForeignKey("clients.id"), index=True)
    employee_id: Mapped[int | None] = mapped_column(ForeignKey("employees.id"), index=True)
    title: Mapped[str | None] = mapped_column(String(200), info=SEARCHED)
    category: Mapped[str] = mapped_column(String(20))
    sensitivity: Mapped[str] = mapped_column(String(10))
    valid_until: Mapped[date | None]
    file_number: Mapped[int] = mapped_column(Integer, default=1)
    file_name: Mapped[str] = mapped_column(String(200), info=SEARCHED_AS_NAME)
    mime: Mapped[str] = mapped_column(String(100))
    size: Mapped[int] = mapped_column(Integer)
    sha256: Mapped[str] = mapped_column(String(64))
    storage_key: Mapped[str] = mapped_column(String(80), unique=True)
    uploaded_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    uploaded_at: Mapped[datetime] = mapped_column(index=True)


class ReplacedFile(Model):
    """A replaced file of an attachment, which can still be downloaded."""

    __tablename__ = "replaced_files"
    __table_args__ = (UniqueConstraint("attachment_id", "file_number"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    attachment_id: Mapped[int] = mapped_column(ForeignKey("attachments.id", ondelete="CASCADE"))
    file_number: Mapped[int] = mapped_column(Integer)
    file_name: Mapped[str] = mapped_column(String(200))
    mime: Mapped[str] = mapped_column(String(100))
    size: Mapped[int] = mapped_column(Integer)
    sha256: Mapped[str] = mapped_column(String(64))
    storage_key: Mapped[str] = mapped_column(String(80), unique=True)
    uploaded_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    uploaded_at: Mapped[datetime]
