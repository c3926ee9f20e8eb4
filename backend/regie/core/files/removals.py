"""Contents of the file store that nobody will ask for: swept a day after, so that no accident is for ever.

A row is written before a content is stored and taken away by the transaction that begins to use it; whatever breaks off
in between is swept. Deleting a record writes the row again. Nothing else is ever swept: a content without a row stays.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import String, delete, insert, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from regie.core.api.errors import Unavailable
from regie.core.db.database import Database
from regie.core.db.model import Model
from regie.core.files.store import FileStore

KEPT_FOR = timedelta(days=1)
_A_SWEEP = 200


class FileRemoval(Model):
    """From `due_at` on, this content is nobody's."""

    __tablename__ = "file_removals"

    storage_key: Mapped[str] = mapped_column(String(80), primary_key=True)
    due_at: Mapped[datetime] = mapped_column(index=True)


def give_up(session: Session, keys: Iterable[str], now: datetime) -> None:
    """These contents are to be swept, unless they are taken into use before."""
    rows = [{"storage_key": key, "due_at": now + KEPT_FOR} for key in keys]
    if rows:
        session.execute(insert(FileRemoval), rows)


def take_into_use(session: Session, key: str) -> None:
    """This content belongs to a record from here on; Unavailable when it was swept meanwhile."""
    taken = session.execute(delete(FileRemoval).where(FileRemoval.storage_key == key).returning(FileRemoval.due_at))
    if taken.first() is None:
        raise Unavailable("files_away")


def remove_now(database: Database, store: FileStore, key: str) -> None:
    """A content that was given up, gone from the store and then from the list."""
    store.remove(key)
    with database.write() as session:
        session.execute(delete(FileRemoval).where(FileRemoval.storage_key == key))


def sweep(database: Database, store: FileStore, now: datetime) -> int:
    """Remove what is due, some at a time; returns how many. What cannot be removed now is tried again."""
    with database.read() as db:
        due = select(FileRemoval.storage_key).where(FileRemoval.due_at <= now).order_by(FileRemoval.due_at)
        keys = list(db.execute(due.limit(_A_SWEEP)).scalars())
    removed = 0
    for key in keys:
        try:
            remove_now(database, store, key)
        except Unavailable:
            break
        removed += 1
    return removed
