"""Tests that models and migrations agree on both engines."""

from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from regie.core.db.database import Database
from regie.core.lists.text_index import is_text_table
from regie.migrate import find_drift, is_current, migrate
from regie.schema import METADATA


def test_migrated_database_has_the_tables_of_the_models(migrated: Database):
    assert is_current(migrated)
    assert find_drift(migrated) == []
    names = {name for name in inspect(migrated.writes).get_table_names() if not is_text_table(name)}
    assert names == {*METADATA.tables, "alembic_version"}


def test_migrating_again_changes_nothing(migrated: Database):
    migrate(migrated)
    assert is_current(migrated)


def test_empty_or_outdated_database_is_not_current(tmp_path: Path):
    database = Database(f"sqlite:///{tmp_path / 'regie.sqlite'}")
    assert not is_current(database)
    migrate(database)
    assert is_current(database)
    with database.writes.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0000'"))
    assert not is_current(database)
    database.close()


def test_drift_is_detected(tmp_path: Path):
    """Cases: a missing column, index and table."""
    database = Database(f"sqlite:///{tmp_path / 'regie.sqlite'}")
    migrate(database)
    with database.writes.begin() as connection:
        connection.execute(text("ALTER TABLE clients DROP COLUMN notes"))
        connection.execute(text("DROP INDEX ix_invoices_open"))
        connection.execute(text("DROP TABLE table_changes"))
    assert len(find_drift(database)) == 3
    database.close()


@pytest.mark.parametrize("pragma", [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)])
def test_sqlite_is_durable_and_enforces_foreign_keys(sqlite_database: Database, pragma: tuple[str, object]):
    name, value = pragma
    with sqlite_database.read() as connection:
        assert connection.execute(text(f"PRAGMA {name}")).scalar_one() == value
    with sqlite_database.writes.connect() as connection:
        assert connection.execute(text(f"PRAGMA {name}")).scalar_one() == value
