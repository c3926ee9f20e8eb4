"""Tests that links of payments to invoices become allocations, also those of servers of the previous release."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import select, text

from regie.core.db.database import Database
from regie.migrate import migrate
from tests.rules.test_upgrade import _reflect, empty_database  # noqa: F401
from tests.rules.test_upgrade_of_states import _insert


def _store_payments(database: Database) -> None:
    migrate(database, "0070")
    tables = {table.name: table for table in _reflect(database)}
    with database.writes.begin() as connection:
        for name in ("users", "clients", "projects", "invoices"):
            _insert(connection, tables[name], id=1)
        payments = [(1, date(2026, 10, 20), 300, 1), (2, date(2026, 10, 5), 200, 1), (3, date(2026, 10, 1), 50, None)]
        for number, due_on, amount, invoice in payments:
            _insert(
                connection, tables["project_payments"], id=number, api_id=f"y{number}", project_id=1, sequence=number,
                due_on=due_on, amount=amount, status="ready", invoice_id=invoice, period_start=None,
            )  # fmt: skip


def _allocations(database: Database) -> list[tuple[int, int, int, int]]:
    tables = {table.name: table for table in _reflect(database)}
    columns = tables["payment_allocations"].c
    query = select(columns.payment_id, columns.invoice_id, columns.amount, columns.settled_from)
    with database.read() as connection:
        return sorted(tuple(row) for row in connection.execute(query))


def _write(database: Database, statement: str, **values: Any) -> None:
    with database.writes.begin() as connection:
        connection.execute(text(statement), values)


def test_links_become_allocations_in_the_order_of_due_dates(empty_database: Database):  # noqa: F811
    _store_payments(empty_database)
    migrate(empty_database)
    assert _allocations(empty_database) == [(1, 1, 300, 200), (2, 1, 200, 0)]


def test_links_of_the_previous_release_are_allocated(empty_database: Database):  # noqa: F811
    _store_payments(empty_database)
    migrate(empty_database)
    if empty_database.is_sqlite:
        return  # it has one server, which is replaced at once
    link = "UPDATE project_payments SET invoice_id = :invoice WHERE id = :id"
    _write(empty_database, link, invoice=1, id=3)
    assert _allocations(empty_database) == [(1, 1, 300, 250), (2, 1, 200, 50), (3, 1, 50, 0)]
    _write(empty_database, "UPDATE project_payments SET amount = 60 WHERE id = 3")
    assert (3, 1, 60, 0) in _allocations(empty_database)
    _write(empty_database, link, invoice=None, id=3)
    assert [row[0] for row in _allocations(empty_database)] == [1, 2]


@pytest.mark.parametrize(
    ("subtotal", "amount", "split"),
    [(501, 299, [1]), (500, 300, []), (499, 300, [1])],
    ids=["a part", "all", "of a lowered invoice"],
)
def test_payments_that_are_not_billed_completely_count_as_split(
    empty_database: Database,  # noqa: F811
    subtotal: int,
    amount: int,
    split: list[int],
):
    _store_payments(empty_database)
    migrate(empty_database, "0074")
    _write(empty_database, "UPDATE invoices SET subtotal = :subtotal", subtotal=subtotal)
    _write(empty_database, "UPDATE payment_allocations SET amount = :amount WHERE payment_id = 1", amount=amount)
    migrate(empty_database)
    with empty_database.read() as connection:
        assert connection.execute(text("SELECT id FROM project_payments WHERE is_split")).scalars().all() == split
