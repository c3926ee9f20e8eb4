"""Tests that the migration finds who recorded a win back in the activity log, on both engines."""

from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import select

from regie.core.db.database import Database
from regie.migrate import migrate
from tests.rules.test_upgrade import _reflect, _value, empty_database  # noqa: F401

AT = datetime(2026, 6, 10, 15, 0, tzinfo=UTC)
WON_BACK = {"state": ["confirmed", "won_back"], "won_back_on": [None, "2026-06-10"]}


def _insert(connection: Any, table: Any, **values: Any) -> None:
    row = {column.name: None if column.nullable else _value(column) for column in table.columns}
    connection.execute(table.insert().values(row | values))


def _churn(number: int, state: str) -> dict[str, Any]:
    on = date(2026, 6, 10) if state == "won_back" else None
    return {"id": number, "api_id": f"c{number}", "project_id": number, "state": state, "won_back_on": on}


def _entry(number: int, churn: int, actor: str | None, changes: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": number, "api_id": f"a{number}", "subject_type": "churn", "subject_api_id": f"c{churn}", "at": AT,
        "actor_api_id": actor, "changes": changes,
    }  # fmt: skip


def _store_earlier_rows(database: Database) -> None:
    migrate(database, "0070")
    tables = {table.name: table for table in _reflect(database)}
    with database.writes.begin() as connection:
        for name in ("users", "clients"):
            _insert(connection, tables[name], id=1, api_id="u1")
        for number, state in enumerate(("won_back", "won_back", "won_back", "recorded"), 1):
            _insert(connection, tables["projects"], id=number, api_id=f"p{number}", number=f"P-{number}", tags=[])
            _insert(connection, tables["churn_events"], **_churn(number, state))
        entries = [
            _entry(1, 1, "u1", {"state": ["recorded", "confirmed"]}),
            _entry(2, 1, "u1", WON_BACK),
            _entry(3, 2, "a user who is gone", WON_BACK),
            _entry(4, 4, "u1", {"note": [None, "won_back"]}),
        ]
        for entry in entries:
            _insert(connection, tables["activity"], **entry)


def test_win_backs_are_dated_from_the_log_and_others_stay_empty(empty_database: Database):  # noqa: F811
    _store_earlier_rows(empty_database)
    migrate(empty_database)
    churns = next(table for table in _reflect(empty_database) if table.name == "churn_events")
    columns = (churns.c.id, churns.c.won_back_at, churns.c.won_back_by_id, churns.c.won_back_reason)
    with empty_database.read() as db:
        rows = [tuple(row) for row in db.execute(select(*columns).order_by(churns.c.id))]
    found = [(key, at and at.replace(tzinfo=UTC), user, reason) for key, at, user, reason in rows]
    assert found == [(1, AT, 1, None), (2, AT, None, None), (3, None, None, None), (4, None, None, None)]
