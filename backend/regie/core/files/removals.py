"""Removes unused files from the file store, one day late so that mistakes can be undone.

A removal row is written before a file is stored; the transaction that uses the file deletes the row, so interrupted
uploads are removed. Deleting a record writes the row again. A file without a row is never removed.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import String, delete, insert, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from regie.core.api.errors import Unavailable
from regie.core.db.database import Database
from regie.core.db.model import Model
from regie.core.files.store import FileStore

REMOVAL_DELAY = timedelta(days=1)
_MAX_REMOVALS_PER_RUN = 200


class FileRemoval(Model):
    """A file that is removed after `due_at`."""

    __tablename__ = "file_removals"

    storage_key: Mapped[str] = mapped_column(String(80), primary_key=True)
    due_at: Mapped[datetime] = mapped_column(index=True)


def schedule_removal(session: Session, keys: Iterable[str], now: datetime) -> None:
    """Schedule the removal of these files; `cancel_removal` stops it."""
    rows = [{"storage_key": key, "due_at": now + REMOVAL_DELAY} for key in keys]
    if rows:
        session.execute(insert(FileRemoval), rows)


def cancel_removal(session: Session, key: str) -> None:
    """Keep a file that a record uses; raise Unavailable when it was already removed."""
    canceled = session.execute(delete(FileRemoval).where(FileRemoval.storage_key == key).returning(FileRemoval.due_at))
    if canceled.first() is None:
        raise Unavailable("file_storage_unavailable")


def remove_file(database: Database, store: FileStore, key: str) -> None:
    """Remove a file from the store, then its removal row."""
    store.remove(key)
    with database.write() as session:
        session.execute(delete(FileRemoval).where(FileRemoval.storage_key == key))


def purge_files(database: Database, store: FileStore, now: datetime) -> int:
    """Remove due files, up to a limit, and return how many; failures are retried in the next run."""
    with database.read() as db:
        due = select(FileRemoval.storage_key).where(FileRemoval.due_at <= now).order_by(FileRemoval.due_at)
        keys = list(db.execute(due.limit(_MAX_REMOVALS_PER_RUN)).scalars())
    removed = 0
    for key in keys:
        try:
            remove_file(database, store, key)
        except Unavailable:
            break
        removed += 1
    return removed
