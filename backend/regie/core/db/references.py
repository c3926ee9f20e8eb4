"""Finds the rows that reference a row, over all foreign keys of the schema in one statement."""

from typing import Any

from sqlalchemy import Connection, FromClause, bindparam, func, select

from regie.core.db.schema import METADATA


def find_references(db: Connection, target: FromClause, key: int) -> dict[str, int]:
    """Count referencing rows by table, referenced tables first; cascading references do not count."""
    columns = columns_referencing(target)
    counts = [
        select(func.count()).where(column == bindparam("key_")).scalar_subquery().label(f"c{place}")
        for place, column in enumerate(columns)
    ]
    found: dict[str, int] = {}
    for column, count in zip(columns, db.execute(select(*counts), {"key_": key}).one(), strict=True):
        found[column.table.name] = found.get(column.table.name, 0) + count
    return {name: count for name, count in found.items() if count}


def columns_referencing(target: FromClause) -> list[Any]:
    """Return the foreign keys to this table that are neither deleted nor set to null with its rows."""
    return [
        key.parent
        for table in METADATA.sorted_tables
        for key in table.foreign_keys
        if key.column.table is target and key.ondelete is None
    ]
