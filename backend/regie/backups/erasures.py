"""Repeats after a restore the erasures of people that the backup does not know."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection, inspect
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from regie.backups import sqlite
from regie.backups.errors import BackupError
from regie.backups.layout import write_private
from regie.core.db.database import Database
from regie.erasures import ErasureList, RepeatedErasures, format_list, read_erasures, read_list, repeat_erasures

_PENDING = "erasures-to-repeat.json"


@dataclass(slots=True)
class KnownErasures:
    """The erasures to repeat; `pending` is their file until the restore is complete.

    `is_known` is false without any list; `is_unreadable` says that the replaced database has one that was not read.
    """

    pending: Path
    is_known: bool = False
    is_unreadable: bool = False
    _entries: dict[str, dict[str, object]] = field(default_factory=dict)

    def add(self, listed: ErasureList) -> None:
        self.is_known = True
        self._entries |= {entry["api_id"]: entry for entry in listed}

    def save(self) -> None:
        """Write the list before the database that has it is removed: an interrupted restore must not lose it."""
        if self._entries:
            partial = self.pending.with_name(f".{self.pending.name}.partial")
            partial.unlink(missing_ok=True)
            write_private(partial, format_list(list(self._entries.values())))
            partial.replace(self.pending)

    def repeat(self, database: Database, secrets: tuple[str, ...]) -> RepeatedErasures | None:
        return repeat_erasures(database, list(self._entries.values()), secrets) if self.is_known else None

    def discard(self) -> None:
        self.pending.unlink(missing_ok=True)


def collect_erasures(data: Path, replaced: URL | None, file: Path | None) -> KnownErasures:
    """Read the lists: of the file, of the database that is replaced, and of an interrupted restore."""
    known = KnownErasures(data / _PENDING)
    try:
        for path in filter(None, (file, known.pending if known.pending.exists() else None)):
            known.add(read_list(path))
    except ValueError as error:
        raise BackupError(str(error)) from None
    if replaced is not None:
        try:
            known.add(_read_database(replaced))
        except (SQLAlchemyError, sqlite3.Error):
            known.is_unreadable = True
    return known


def _read_database(url: URL) -> ErasureList:
    if url.get_backend_name() == "sqlite":
        with sqlite.read_copy(Path(url.database or "")) as db:
            return _read(db)
    with closing(Database(url.render_as_string(hide_password=False))) as database, database.read() as db:
        return _read(db)


def _read(db: Connection) -> ErasureList:
    """Return nothing for the schema of a release without erasures."""
    return read_erasures(db) if inspect(db).has_table("erasures") else []
