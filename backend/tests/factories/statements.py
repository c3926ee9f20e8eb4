"""Counts what is asked of a database while a block runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from regie.core.db.database import Database


@contextmanager
def count_statements(database: Database) -> Iterator[list[str]]:
    """The statements of every connection of this database, in their order."""
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    engines: tuple[Engine, ...] = (database.writes, database._reads)
    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    yield statements
    for engine in engines:
        event.remove(engine, "before_cursor_execute", note)
