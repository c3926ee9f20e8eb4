"""Records the SQL statements of a block, or the columns that they read."""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

from regie.core.db.database import Database, driver_connection
from regie.core.db.table_parts import PARTS
from regie.schema import METADATA


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


def read_columns(statements: Sequence[str]) -> dict[str, set[str]]:
    """By table that the statements read, the columns of it that they name, also by an alias."""
    found: dict[str, set[str]] = defaultdict(set)
    for statement in statements:
        for table, alias in re.findall(r"(?:\bFROM|\bJOIN|,) (\w+)(?: AS (\w+))?", statement):
            if table in METADATA.tables:
                columns = {*re.findall(rf"\b{alias or table}\.(\w+)", statement)}
                found[table] |= columns & {*METADATA.tables[table].columns.keys()}
    return found


def find_undeclared(statements: Sequence[str], declared: Collection[str]) -> set[str]:
    """The tables and columns that the statements read, and that neither these tables nor their parts contain.

    The keys of a row never change, so they need not be declared.
    """
    undeclared: set[str] = set()
    for table, columns in read_columns(statements).items():
        if table in declared:
            continue
        parts = [PARTS[name] for name in declared if name in PARTS and PARTS[name].table == table]
        known = {"id", "api_id"}.union(*(part.columns for part in parts))
        undeclared |= {f"{table}.{column}" for column in columns - known} if parts else {table}
    return undeclared
