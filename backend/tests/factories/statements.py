"""Records the SQL statements of a block."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from regie.core.db.database import Database


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
