"""Tests that SQLite answers a page of invoices from an index, whatever it is sorted and filtered by.

PostgreSQL chooses by the size of tables, so only SQLite's plans are the same on small data.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import pytest
from sqlalchemy import event

from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.insights.figure_builds.actions import rebuild
from tests.browser import Browser
from tests.factories.people import make_employee
from tests.factories.work import make_client, make_invoice

pytestmark = pytest.mark.one_database("sqlite")
SORTS = ("number", "-number", "customer_name", "-customer_name", "issued_on", "-issued_on", "due_on", "-due_on")
FILTERS = (
    "", "status=paid", "status=overdue", "status=open&status=partially_paid", "currency=CAD", "issued_from=2026-01-01",
    "issued_to=2026-01-01", "due_from=2026-01-01&due_to=2026-02-01", "status=paid&issued_from=2026-01-01",
    "search=bouleau", "search=bo", "search=bouleau bo",
)  # fmt: skip


@contextmanager
def _plans(database: Database, table: str = "invoices") -> Iterator[list[str]]:
    """Collect the plan of each statement that reads a table."""
    found: list[str] = []
    engine = database.engines["read"]

    def explain(connection: Any, _cursor: Any, statement: str, parameters: Any, *_rest: Any) -> None:
        if f" {table}" in statement and not statement.startswith("EXPLAIN"):
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            found.extend(row.detail for row in plan)

    event.listen(engine, "before_cursor_execute", explain)
    yield found
    event.remove(engine, "before_cursor_execute", explain)


def _full_scans(plan: list[str]) -> list[str]:
    return [step for step in plan if step.startswith("SCAN invoices") and "INDEX" not in step]


@pytest.mark.parametrize("filters", FILTERS)
@pytest.mark.parametrize("page", [1, 400])
def test_page_reads_no_whole_table(database: Database, sign_in_as: Callable[..., Browser], filters: str, page: int):
    browser = sign_in_as("admin")
    for sort in SORTS:
        with _plans(database) as plan:
            response = browser.get(f"/api/v1/invoices?{filters}&sort={sort}&page={page}")
        assert response.status_code == 200, response.text
        assert plan
        assert not _full_scans(plan), sort


@pytest.mark.parametrize("words", ["bouleau", "bo", "bouleau bo"])
def test_search_reads_no_whole_table(database: Database, sign_in_as: Callable[..., Browser], words: str):
    browser = sign_in_as("admin")
    with _plans(database) as plan:
        assert browser.get(f"/api/v1/search?q={words}").status_code == 200
    assert plan
    assert not _full_scans(plan)


@pytest.mark.parametrize("query", ["", "?as_of=2026-05-31", "?owed_in=USD&sort=client"])
def test_receivables_by_client_read_no_whole_table(database: Database, sign_in_as: Callable[..., Browser], query: str):
    browser = sign_in_as("admin")
    with database.write() as session:
        make_invoice(session, client_id=make_client(session).id, currency="USD", issued_on=date(2026, 5, 1))
    with _plans(database) as plan:
        assert browser.get(f"/api/v1/receivables-by-client{query}").json()["data"]
    assert plan
    # The invoices of a past day are also read as `invoice_then`. The index of open invoices has few of them.
    scans = [step for step in plan if step.startswith(("SCAN invoice", "SCAN later_payment"))]
    assert not [step for step in scans if "ix_invoices_open" not in step]


def test_receivables_of_a_past_day_are_read_from_stored_ones(
    database: Database, clock: Clock, sign_in_as: Callable[..., Browser]
):
    browser = sign_in_as("admin")
    with database.write() as session:
        make_invoice(session, client_id=make_client(session).id, issued_on=date(2026, 5, 1))
    rebuild(database, clock)
    with _plans(database) as plan:
        assert browser.get("/api/v1/receivables-by-client?as_of=2026-06-20").json()["data"]
    assert any("ix_figure_amounts_month" in step for step in plan)
    # Neither all invoices nor all later payments; follow-ups are those of open invoices.
    assert not [step for step in plan if step.startswith("SCAN invoice") and "ix_invoices_open" not in step]
    assert not [step for step in plan if "later_payment" in step and "ix_invoice_payments_paid_on" in step]


@pytest.mark.parametrize("due", ["", "&due_to=2026-11-30", "&due_from=2026-10-01&due_to=2026-11-30"])
def test_payments_to_invoice_are_found_by_two_indexes(database: Database, sign_in_as: Callable[..., Browser], due: str):
    browser = sign_in_as("admin")
    path = f"/api/v1/projects-payments?status=ready&status=partially_invoiced{due}"
    with _plans(database, "project_payments") as plan:
        assert browser.get(path).status_code == 200
    read = [step for step in plan if " project_payments " in step and "PRIMARY KEY" not in step]
    # The totals read the payments of marked days alone.
    of_days = {step for step in read if "INDEX ix_project_payments_due_on_id (due_on=?" in step}
    assert len(of_days) == 1
    assert {step.split("INDEX ")[1].split()[0] for step in read if step not in of_days} == {
        "ix_project_payments_status_invoice", "ix_project_payments_split",
    }  # fmt: skip


def test_hours_of_people_are_sums_of_ranges_of_an_index(database: Database, sign_in_as: Callable[..., Browser]):
    browser = sign_in_as("admin")
    with database.write() as session:
        make_employee(session, teamwork_user_id="4711")
    with _plans(database, "time_entries") as plan:
        assert browser.get("/api/v1/people-figures?from=2026-01-01&to=2026-12-31").json()["data"]
    assert [step for step in plan if "time_entries USING COVERING INDEX ix_time_entries_user_hours" in step]
    assert not [step for step in plan if "GROUP BY" in step]
