"""Tests that migrations from every released schema preserve all rows, on both engines."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from sqlalchemy import Boolean, Date, DateTime, Integer, LargeBinary, MetaData, Table, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.types import JSON, BigInteger

from regie.core.db.database import Database
from regie.core.lists.text_index import is_text_table
from regie.migrate import find_drift, is_current, migrate
from tests.conftest import NOON

# The schema versions that installations can have.
RELEASED_VERSIONS = ("0001",)
# What a later version names otherwise, by the names of the released one.
RENAMED_TABLES = {
    "notification_choices": "notification_settings",
    "outside_turns": "rate_limit_states",
    "saved_view_pins": "saved_view_defaults",
    "sign_in_secrets": "email_tokens",
}
RENAMED_COLUMNS = {
    "notification_choices": {"choices": "channels"},
    "sessions": {"proved_at": "reauthenticated_at"},
    "settings": {"ageing_edges": "aging_buckets"},
}
# Columns whose values are in another table since.
MOVED_COLUMNS = {("invoices", "raw"): "invoice_documents"}


@pytest.fixture(params=["sqlite", "postgres"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Any, worker_id: str) -> Iterator[Database]:
    """A new, empty database."""
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
    """Return a value of the column's type; foreign keys refer to the only row of a table."""
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


@pytest.mark.parametrize("version", RELEASED_VERSIONS)
def test_migration_preserves_all_rows(empty_database: Database, version: str):
    migrate(empty_database, version)
    tables = _reflect(empty_database)
    with empty_database.writes.begin() as connection:
        for table in tables:
            connection.execute(table.insert().values({column.name: _value(column) for column in table.columns}))
    before = _rows(empty_database, tables)
    assert all(len(rows) == 1 for rows in before.values())
    migrate(empty_database)
    assert is_current(empty_database)
    assert find_drift(empty_database) == []
    after = _rows(empty_database, _reflect(empty_database))
    for name, (row,) in before.items():
        (migrated,) = after[RENAMED_TABLES.get(name, name)]
        renamed = RENAMED_COLUMNS.get(name, {})
        sources = {column: after[MOVED_COLUMNS[name, column]][0] for column in row if (name, column) in MOVED_COLUMNS}
        found = {column: sources.get(column, migrated)[renamed.get(column, column)] for column in row}
        assert found == row, name


def test_stored_names_follow_their_renaming(empty_database: Database):
    """Views, notifications and sessions that were stored before the renaming keep working."""
    migrate(empty_database, "0032")
    tables = {table.name: table for table in _reflect(empty_database)}
    with empty_database.writes.begin() as connection:
        stored = {
            "users": {},
            "saved_views": {"query": "q=a&density=roomy&sort=name"},
            "saved_view_pins": {"list_name": "clients"},
            "notifications": {"kind": "goal_past", "once": "goal_past:x:2026-11-20"},
            "notification_choices": {"choices": {"exports": {"by_mail": "never"}}},
        }
        for name, values in stored.items():
            row = {column.name: _value(column) for column in tables[name].columns}
            connection.execute(tables[name].insert().values(row | values))
    migrate(empty_database)
    tables = {table.name: table for table in _reflect(empty_database)}
    with empty_database.writes.begin() as connection:
        rows = {name: connection.execute(select(table)).mappings().all() for name, table in tables.items()}
        (view,), (notification,) = rows["saved_views"], rows["notifications"]
        assert view["query"] == "q=a&density=comfortable&sort=name"
        assert [row["list_name"] for row in rows["saved_view_defaults"]] == ["clients"]
        assert (notification["kind"], notification["dedup_key"]) == ("goal_overdue", "goal_overdue:x:2026-11-20")
        settings = tables["notification_settings"]
        assert [row["channels"] for row in rows[settings.name]] == [{"exports": {"by_mail": "never"}}]
        # The next row takes the next id, also where a sequence counts them.
        connection.execute(tables["users"].insert().values(_other_row(tables["users"]) | {"id": 2}))
        next_row = {name: value for name, value in _other_row(settings).items() if name != "id"}
        connection.execute(settings.insert().values(next_row | {"user_id": 2}))


def _other_row(table: Table) -> dict[str, Any]:
    """A row whose texts differ from those of the first."""
    values = {column.name: _value(column) for column in table.columns}
    return {name: "b" if value == "a" else value for name, value in values.items()}


def test_deals_are_read_in_full_after_they_get_an_hourly_rate(empty_database: Database):
    migrate(empty_database, "0032")
    checkpoints = Table("sync_checkpoints", MetaData(), autoload_with=empty_database.writes)
    with empty_database.writes.begin() as connection:
        for step in ("deals", "companies"):
            row = {"service": "hubspot", "step": step, "is_done": True, "watermark": NOON, "full_at": NOON}
            connection.execute(checkpoints.insert().values(**row))
    migrate(empty_database)
    with empty_database.read() as connection:
        full_at = select(checkpoints.c.step, checkpoints.c.full_at.is_(None))
        assert dict(connection.execute(full_at).all()) == {"deals": True, "companies": False}
