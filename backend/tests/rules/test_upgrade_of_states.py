"""Tests that the migration dates pauses and ends of retainers, and lists those without a day, on both engines."""

from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import select

from regie.core.db.database import Database
from regie.migrate import migrate
from tests.rules.test_upgrade import _reflect, _value, empty_database  # noqa: F401

AT = datetime(2026, 6, 10, 15, 0, tzinfo=UTC)
START = date(2026, 1, 5)


def _insert(connection: Any, table: Any, **values: Any) -> None:
    row = {column.name: None if column.nullable else _value(column) for column in table.columns}
    connection.execute(table.insert().values(row | values))


def _project(number: int, status: str, **values: Any) -> dict[str, Any]:
    return {
        "id": number, "api_id": f"p{number}", "number": f"P-{number}", "kind": "retainer", "status": status,
        "start_on": START, "tags": [], **values,
    }  # fmt: skip


def _change(number: int, project: int, before: str, after: str, at: datetime = AT) -> dict[str, Any]:
    return {
        "id": number, "api_id": f"a{number}", "subject_type": "project", "subject_api_id": f"p{project}", "at": at,
        "changes": {"status": [before, after]},
    }  # fmt: skip


def _store_earlier_rows(database: Database) -> None:
    migrate(database, "0048")
    tables = {table.name: table for table in _reflect(database)}
    with database.writes.begin() as connection:
        for name in ("users", "clients"):
            _insert(connection, tables[name], id=1)
        projects = [
            _project(1, "on_hold"), _project(2, "active"), _project(3, "on_hold"), _project(4, "cancelled"),
            _project(5, "cancelled"), _project(6, "ended"), _project(7, "active", kind="fixed"),
            _project(8, "ended", end_on=date(2026, 5, 5)), _project(9, "cancelled"),
        ]  # fmt: skip
        for project in projects:
            _insert(connection, tables["projects"], **project)
        changes = [
            _change(1, 1, "active", "on_hold"),
            _change(2, 2, "active", "on_hold"),
            _change(3, 2, "on_hold", "active", datetime(2026, 8, 1, 15, 0, tzinfo=UTC)),
            _change(4, 4, "active", "cancelled"),
            _change(5, 7, "active", "on_hold"),
            _change(6, 5, "draft", "cancelled"),
        ]
        for change in changes:
            _insert(connection, tables["activity"], **change)
        # Locked periods show that a retainer ran.
        for number, project in enumerate((3, 4, 9), 1):
            _insert(
                connection, tables["retainer_periods"], id=number, api_id=f"r{number}", project_id=project,
                status="locked", starts_on=date(2026, 4, 1), ends_on=date(2026, 4, 30),
            )  # fmt: skip


def test_states_are_rebuilt_and_the_rest_is_listed(empty_database: Database):  # noqa: F811
    _store_earlier_rows(empty_database)
    migrate(empty_database)
    tables = {table.name: table for table in _reflect(empty_database)}
    with empty_database.read() as db:
        terms = [
            (row["record_id"], row["effective_from"], row["value"])
            for row in db.execute(select(tables["terms"]).order_by("record_id", "effective_from")).mappings()
        ]
        undated = [
            (row["record_id"], row["value"], row["cause"], row["earliest_on"])
            for row in db.execute(select(tables["undated_terms"]).order_by("record_id")).mappings()
        ]
        ended = {
            row["id"]: (row["status"], row["end_on"])
            for row in db.execute(select(tables["projects"])).mappings()
            if row["end_on"] or row["status"] in ("cancelled", "ended")
        }
    assert terms == [
        (1, date(2026, 6, 10), "on_hold"),
        (2, date(2026, 6, 10), "on_hold"),
        (2, date(2026, 8, 1), "active"),
        (3, date(2026, 5, 1), "on_hold"),
    ]
    assert undated == [
        (3, "on_hold", "pause_without_day", date(2026, 5, 1)),
        (6, "ended", "ended_without_day", START),
    ]
    assert ended == {
        4: ("ended", date(2026, 6, 10)),
        5: ("cancelled", None),
        6: ("ended", None),
        8: ("ended", date(2026, 5, 5)),
        9: ("ended", date(2026, 4, 30)),
    }
