"""Records the oldest schema version whose release works on the current schema."""

from sqlalchemy import Column, Connection, Integer, String, Table, inspect, select

from regie.core.db.schema import METADATA

# It has one row.
_SUPPORT = Table(
    "schema_support", METADATA, Column("id", Integer, primary_key=True), Column("oldest", String(10), nullable=False)
)


def record_oldest_supported(connection: Connection, oldest: str) -> None:
    connection.execute(_SUPPORT.delete())
    connection.execute(_SUPPORT.insert().values(id=1, oldest=oldest))


def read_oldest_supported(connection: Connection) -> str | None:
    if not inspect(connection).has_table(_SUPPORT.name):
        return None
    return connection.execute(select(_SUPPORT.c.oldest)).scalar()
