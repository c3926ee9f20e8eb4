"""Tests that the migration calls earlier proposals doubtful unless they are ready, and every version an edit."""

from typing import Any

from sqlalchemy import select

from regie.core.db.database import Database
from regie.migrate import migrate
from tests.rules.test_upgrade import _reflect, _value, empty_database  # noqa: F401

_CERTAINTIES = ("high", "medium", "low")


def _insert(connection: Any, table: Any, **values: Any) -> None:
    row = {column.name: None if column.nullable else _value(column) for column in table.columns}
    connection.execute(table.insert().values(row | values))


def test_earlier_proposals_are_doubtful_unless_they_are_ready(empty_database: Database):  # noqa: F811
    migrate(empty_database, "0080")
    tables = {table.name: table for table in _reflect(empty_database)}
    with empty_database.writes.begin() as connection:
        for name in ("users", "clients"):
            _insert(connection, tables[name], id=1)
        for number, certainty in enumerate(_CERTAINTIES, 1):
            _insert(
                connection, tables["project_proposals"], id=number, api_id=f"p{number}", source=f"teamwork:{number}",
                certainty=certainty, client_id=1, version=number,
            )  # fmt: skip
    migrate(empty_database)
    proposals = next(table for table in _reflect(empty_database) if table.name == "project_proposals").columns
    stored = select(proposals.is_doubtful, proposals.edited_version, proposals.decided_in_run).order_by(proposals.id)
    with empty_database.read() as db:
        assert [tuple(row) for row in db.execute(stored)] == [(False, 1, None), (True, 2, None), (True, 3, None)]
