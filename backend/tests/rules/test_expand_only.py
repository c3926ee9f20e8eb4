"""Tests that the previous release works on the next schema: migrations only add, or raise OLDEST_SUPPORTED."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import MetaData, text

from regie.core.db.database import Database
from regie.core.lists.text_index import is_text_table
from regie.migrate import OLDEST_SUPPORTED, SCRIPTS, migrate

# The first migration that had to tolerate its predecessor.
FIRST = "0038"
VERSIONS = sorted(path.name[:4] for path in (SCRIPTS / "versions").glob("[0-9]*.py"))


def find_incompatibilities(before: MetaData, after: MetaData) -> list[str]:
    """Return what an earlier release, which reads and writes `before`, cannot do on `after`."""
    found = []
    for name, table in before.tables.items():
        if name not in after.tables:
            found.append(f"{name} is gone")
            continue
        later = after.tables[name]
        for column in table.columns:
            if column.name not in later.columns:
                found.append(f"{name}.{column.name} is gone")
            elif str(later.columns[column.name].type) != str(column.type):
                found.append(f"{name}.{column.name} has another type")
            elif column.nullable and not later.columns[column.name].nullable:
                found.append(f"{name}.{column.name} is required")
        found += [
            f"{name}.{column.name} is new and required"
            for column in later.columns
            if column.name not in table.columns and not (column.nullable or column.server_default is not None)
        ]
    return found


def _reflect(database: Database) -> MetaData:
    metadata = MetaData()
    metadata.reflect(database.writes, only=lambda name, _: not is_text_table(name))
    return metadata


def test_migrations_are_tolerated_by_the_previous_release(tmp_path: Path):
    database = Database(f"sqlite:///{tmp_path / 'regie.sqlite'}")
    migrate(database, FIRST)
    before, intolerable = _reflect(database), {}
    for version in VERSIONS[VERSIONS.index(FIRST) + 1 :]:
        migrate(database, version)
        after = _reflect(database)
        found = find_incompatibilities(before, after)
        if found and version > OLDEST_SUPPORTED:
            intolerable[version] = found
        before = after
    database.close()
    assert not intolerable, f"{intolerable}: add in one release and remove in a later one, or raise OLDEST_SUPPORTED"


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("ALTER TABLE t ADD COLUMN d TEXT", []),
        ("ALTER TABLE t ADD COLUMN d TEXT NOT NULL DEFAULT 'x'", []),
        ("CREATE TABLE u (a INTEGER NOT NULL)", []),
        ("ALTER TABLE t DROP COLUMN b", ["t.b is gone"]),
        ("ALTER TABLE t RENAME COLUMN b TO c", ["t.b is gone"]),
        ("DROP TABLE t", ["t is gone"]),
        ("ALTER TABLE t RENAME TO u", ["t is gone"]),
    ],
)
def test_incompatible_changes_are_found(tmp_path: Path, statement: str, expected: list[str]):
    database: Any = Database(f"sqlite:///{tmp_path / 'x.sqlite'}")
    with database.writes.begin() as connection:
        connection.execute(text("CREATE TABLE t (a INTEGER NOT NULL, b TEXT)"))
    before = _reflect(database)
    with database.writes.begin() as connection:
        connection.execute(text(statement))
    assert find_incompatibilities(before, _reflect(database)) == expected
    database.close()


def test_migrated_database_names_the_oldest_supported_version(tmp_path: Path):
    database = Database(f"sqlite:///{tmp_path / 'regie.sqlite'}")
    migrate(database)
    with database.read() as db:
        assert db.execute(text("SELECT oldest FROM schema_support")).scalars().all() == [OLDEST_SUPPORTED]
    database.close()
