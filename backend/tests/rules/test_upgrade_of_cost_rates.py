"""Tests that earlier cost rates receive the author and time that the activity log has of them."""

from datetime import UTC, date, datetime

from sqlalchemy import select

from regie.core.db.database import Database
from regie.migrate import migrate
from tests.rules.test_upgrade import _reflect, empty_database  # noqa: F401
from tests.rules.test_upgrade_of_states import _insert

_AT = datetime(2026, 3, 2, 15, tzinfo=UTC)


def test_earlier_rates_say_who_recorded_them(empty_database: Database):  # noqa: F811
    migrate(empty_database, "0082")
    tables = {table.name: table for table in _reflect(empty_database)}
    with empty_database.writes.begin() as connection:
        _insert(connection, tables["users"], id=1, api_id="u1")
        _insert(connection, tables["employees"], id=1, api_id="e1")
        for number, day in ((1, date(2026, 1, 1)), (2, date(2026, 3, 1))):
            _insert(
                connection, tables["employee_cost_rates"], id=number, employee_id=1, amount=5000, currency="CAD",
                starts_on=day,
            )  # fmt: skip
        _insert(
            connection, tables["activity"], id=1, api_id="a1", at=_AT, action="cost_rate_set", subject_api_id="e1",
            actor_api_id="u1",
            changes={"cost_rate": [None, "50.00 CAD"], "cost_starts_on": [None, "2026-03-01"]},
        )  # fmt: skip
    migrate(empty_database)
    (rates,) = [table for table in _reflect(empty_database) if table.name == "employee_cost_rates"]
    with empty_database.read() as connection:
        rows = connection.execute(select(rates).order_by(rates.c.id)).all()
    assert [(row.recorded_by_id, row.recorded_at is not None, row.reason) for row in rows] == [
        (None, False, None),
        (1, True, None),
    ]
    assert len({row.api_id for row in rows} - {None}) == 2
