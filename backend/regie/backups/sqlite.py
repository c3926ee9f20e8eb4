"""Copies SQLite databases while they are used, and finds out whether a file is used."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, create_engine

from regie.backups.errors import BackupError


def _open_for_reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)


def copy_database(source: Path, target: Path) -> None:
    """Copy the state of one moment into a single file; writers are not delayed."""
    target.touch(0o600)
    with closing(_open_for_reading(source)) as live, closing(sqlite3.connect(target)) as copy:
        # All pages at once: a copy in steps begins again whenever another process writes.
        live.backup(copy, pages=-1)
        copy.execute("PRAGMA journal_mode=DELETE")


def find_damage(path: Path) -> str | None:
    """Return SQLite's description of the damage; None for an intact file."""
    try:
        with closing(_open_for_reading(path)) as database:
            result = str(database.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        return str(error)
    return None if result == "ok" else result


@contextmanager
def read_copy(path: Path) -> Iterator[Connection]:
    """Open a copied database without changing its file."""
    engine = create_engine("sqlite://", creator=lambda: _open_for_reading(path))
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def has_tables(path: Path) -> bool:
    if not path.exists():
        return False
    with closing(sqlite3.connect(path)) as database:
        return bool(database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])


def refuse_used(path: Path) -> None:
    """Raise BackupError while another process has the database open; merge its log into the file otherwise."""
    if not path.exists():
        return
    with closing(sqlite3.connect(path, timeout=0.5)) as database:
        try:
            database.execute("PRAGMA locking_mode=EXCLUSIVE")
            database.execute("BEGIN EXCLUSIVE")
            database.execute("ROLLBACK")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.OperationalError:
            raise BackupError(f"{path} is in use: stop `regie serve` and `regie worker` first.") from None


def remove_database(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
