"""What still names a row: every foreign key of the schema that points to it, asked in one statement."""

from typing import Any

from sqlalchemy import Connection, FromClause, bindparam, func, select

from regie.core.db.schema import METADATA


def find_references(db: Connection, target: FromClause, key: int) -> dict[str, int]:
    """How many rows name it, by table, what others name first; what goes with the row does not count."""
    columns = columns_to(target)
    counts = [
        select(func.count()).where(column == bindparam("key_")).scalar_subquery().label(f"c{place}")
        for place, column in enumerate(columns)
    ]
    found: dict[str, int] = {}
    for column, count in zip(columns, db.execute(select(*counts), {"key_": key}).one(), strict=True):
        found[column.table.name] = found.get(column.table.name, 0) + count
    return {name: count for name, count in found.items() if count}


def columns_to(target: FromClause) -> list[Any]:
    """The columns that name rows of this table, and neither go with such a row nor are emptied with it."""
    return [
        key.parent
        for table in METADATA.sorted_tables
        for key in table.foreign_keys
        if key.column.table is target and key.ondelete is None
    ]
