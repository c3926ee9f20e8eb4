"""Reads what a database contains: the rows of each table, and the stored files that its records name."""

from collections.abc import Iterator

from sqlalchemy import Column, Connection, inspect, select, table, text
from sqlalchemy.sql.functions import count

from regie.schema import METADATA


def read_schema_version(db: Connection) -> str:
    return db.execute(text("SELECT version_num FROM alembic_version")).scalar_one()


def count_rows(db: Connection) -> dict[str, int]:
    """Return the number of rows by table; a table of another release is left out."""
    names = set(inspect(db).get_table_names())
    known = [one.name for one in METADATA.sorted_tables if one.name in names]
    return {name: db.execute(select(count()).select_from(table(name))).scalar_one() for name in known}


def named_files(db: Connection) -> set[str]:
    """Return the keys of the stored files that records name."""
    return {key for column in _storage_keys(db) for key in db.execute(select(column)).scalars() if key}


def _storage_keys(db: Connection) -> Iterator[Column[str]]:
    names = set(inspect(db).get_table_names())
    for one in METADATA.sorted_tables:
        # A removal names a file that no record uses.
        if one.name in names - {"file_removals"} and "storage_key" in one.columns:
            yield one.c.storage_key
