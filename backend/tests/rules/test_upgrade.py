"""Every released schema leads to today's on both engines, and not one row is lost or changed on the way."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from sqlalchemy import Boolean, Date, DateTime, Integer, LargeBinary, MetaData, Table, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.types import JSON, BigInteger

from regie.core.db.database import Database
from regie.core.lists.text_index import is_text_table
from regie.migrate import drift, is_current, migrate
from tests.conftest import NOON

# What installations may stand at: the first version of each schema that was given to people.
RELEASED = ("0001",)


@pytest.fixture(params=["sqlite", "postgres"])
def fresh(request: pytest.FixtureRequest, tmp_path: Any, worker_id: str) -> Iterator[Database]:
    """An empty database of its own."""
    if request.param == "sqlite":
        database = Database(f"sqlite:///{tmp_path / 'regie.sqlite'}")
        yield database
        database.close()
        return
    url = make_url(request.getfixturevalue("postgres_url"))
    name = f"regie_upgrade_{worker_id}"
    server = Database(url.render_as_string(hide_password=False))
    with server.read() as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        connection.execute(text(f"CREATE DATABASE {name}"))
    database = Database(url.set(database=name).render_as_string(hide_password=False))
    yield database
    database.close()
    with server.read() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    server.close()


def _value(column: Any) -> Any:
    """Something of the column's type; what refers to another table refers to its only row."""
    kinds: tuple[tuple[type[Any], Any], ...] = (
        (Boolean, True),
        (Integer, 1),
        (BigInteger, 1),
        (DateTime, NOON),
        (Date, date(2026, 11, 20)),
        (JSON, ["a"]),
        (LargeBinary, b"a"),
    )
    return next((value for kind, value in kinds if isinstance(column.type, kind)), "a")


def _rows(database: Database, tables: list[Table]) -> dict[str, list[dict[str, Any]]]:
    with database.read() as connection:
        return {table.name: [dict(row) for row in connection.execute(select(table)).mappings()] for table in tables}


def _reflect(database: Database) -> list[Table]:
    metadata = MetaData()
    metadata.reflect(database.writes, only=lambda name, _: not is_text_table(name))
    return [table for table in metadata.sorted_tables if table.name not in ("alembic_version", "table_changes")]


@pytest.mark.parametrize("version", RELEASED)
def test_nothing_is_lost_on_the_way_to_this_version(fresh: Database, version: str):
    migrate(fresh, version)
    tables = _reflect(fresh)
    with fresh.writes.begin() as connection:
        for table in tables:
            connection.execute(table.insert().values({column.name: _value(column) for column in table.columns}))
    before = _rows(fresh, tables)
    assert all(len(rows) == 1 for rows in before.values())
    migrate(fresh)
    assert is_current(fresh)
    assert drift(fresh) == []
    after = _rows(fresh, _reflect(fresh))
    for name, (kept,) in before.items():
        (now,) = after[name]
        assert {column: now[column] for column in kept} == kept, name
