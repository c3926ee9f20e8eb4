"""Records the SQL statements of a block, or the columns that they read."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

from regie.core.db.database import Database, driver_connection


@contextmanager
def record_statements(database: Database) -> Iterator[list[str]]:
    """Yield a list that receives the statements of all connections of this database, in order."""
    statements: list[str] = []

    def record(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    engines: tuple[Engine, ...] = (database.writes, database._reads)
    for engine in engines:
        event.listen(engine, "before_cursor_execute", record)
    yield statements
    for engine in engines:
        event.remove(engine, "before_cursor_execute", record)


@contextmanager
def columns_read(db: Connection) -> Iterator[set[tuple[str, str]]]:
    """The columns, with their tables, that SQLite reads in the block; it names each when it prepares a statement."""
    found: set[tuple[str, str]] = set()

    def note(action: int, table: str | None, column: str | None, *_: str | None) -> int:
        # A statement that only counts rows reads no column.
        if action == sqlite3.SQLITE_READ and table and column:
            found.add((table, column))
        return sqlite3.SQLITE_OK

    connection = driver_connection(db)
    connection.set_authorizer(note)
    yield found
    connection.set_authorizer(None)
