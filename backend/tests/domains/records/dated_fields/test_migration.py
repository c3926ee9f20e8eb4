"""Tests that a migration rebuilds the terms of people from the activity log."""

from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import Connection, MetaData, Table, select

from regie.core.db.database import Database
from regie.core.db.ids import new_api_id
from regie.migrate import migrate
from tests.rules.test_upgrade import _value as column_value
from tests.rules.test_upgrade import empty_database

__all__ = ["empty_database"]
BEGINNING = date(1900, 1, 1)


def _insert(db: Connection, table: Table, **values: Any) -> None:
    row = {column.name: column_value(column) for column in table.columns}
    db.execute(table.insert().values(row | values))


def _log(db: Connection, log: Table, subject: str, api_id: str, at: datetime, **changes: Any) -> None:
    row = {column.name: column_value(column) for column in log.columns if column.name != "id"}
    values = {"at": at, "action": "changed", "subject_type": subject, "subject_api_id": api_id, "changes": changes}
    db.execute(log.insert().values(row | values | {"api_id": new_api_id()}))


def test_terms_are_rebuilt_from_the_log(empty_database: Database):
    migrate(empty_database, "0048")
    metadata = MetaData()
    metadata.reflect(empty_database.writes)
    tables = metadata.tables
    log = tables["activity"]
    march, june = datetime(2026, 3, 2, 3, tzinfo=UTC), datetime(2026, 6, 1, 15, tzinfo=UTC)
    with empty_database.writes.begin() as db:
        for key, name in ((1, "Ann"), (2, "Bo"), (3, "Cy"), (4, "Cy")):
            _insert(db, tables["users"], id=key, api_id=f"u{key}", email=f"{key}@x", name=name)
        _insert(
            db, tables["employees"], id=1, api_id="e1", user_id=2, manager_id=None, capacity_hours_week=3_000,
            is_billable=True, utilisation_target=None,
        )  # fmt: skip
        _insert(db, tables["teams"], id=1, api_id="t1", representative_id=1)
        _insert(db, tables["team_members"], team_id=1, user_id=2)
        for key, api_id in ((1, "c1"), (2, "c2")):
            _insert(db, tables["clients"], id=key, api_id=api_id, account_manager_id=2, team_id=None)
        _log(db, log, "client", "c1", march, account_manager=["Ann", "Bo"])
        # A name that two users have, and one that no user has.
        _log(db, log, "client", "c2", march, account_manager=["Cy", "Zoe"])
        _log(db, log, "client", "c2", june, account_manager=["Zoe", "Bo"])
        changes = {"capacity_hours_week": ["37.50", "30.00"], "is_billable": [False, True]}
        _log(db, log, "employee", "e1", june, **changes)
        _log(db, log, "team", "t1", june, users=[["Ann"], ["Ann", "Bo"]])
    migrate(empty_database)
    with empty_database.read() as db:
        terms, undated = tables["terms"], tables["undated_terms"]
        columns = (terms.c.record, terms.c.record_id, terms.c.name, terms.c.effective_from, terms.c.value)
        found = db.execute(select(*columns, terms.c.reference_id).order_by(*columns[:4])).all()
        open_points = db.execute(select(undated.c.record_id, undated.c.name, undated.c.cause, undated.c.details)).all()
    # The log's instants are days in Toronto.
    assert [tuple(row) for row in found] == [
        ("client", 1, "account_manager", BEGINNING, "1", 1),
        ("client", 1, "account_manager", date(2026, 3, 1), "2", 2),
        ("client", 2, "account_manager", BEGINNING, None, None),
        ("client", 2, "account_manager", date(2026, 3, 1), None, None),
        ("client", 2, "account_manager", date(2026, 6, 1), "2", 2),
        ("employee", 1, "capacity_hours_week", BEGINNING, "37.50", None),
        ("employee", 1, "capacity_hours_week", date(2026, 6, 1), "30.00", None),
        ("employee", 1, "is_billable", BEGINNING, "false", None),
        ("employee", 1, "is_billable", date(2026, 6, 1), "true", None),
        ("employee", 1, "team:1", BEGINNING, "false", 1),
        ("employee", 1, "team:1", date(2026, 6, 1), "true", 1),
    ]
    assert [tuple(row) for row in open_points] == [(2, "account_manager", "unknown_name", {"names": "Cy, Zoe"})]
