"""Tests of the billed share of projects against a calculation from the raw rows."""

from collections import defaultdict
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import text

from regie.core.db.database import Database
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.statements import record_statements
from tests.factories.work import make_client, make_invoice, make_payment, make_project
from tests.factories.world import World

PATH = "/api/v1/projects"
# Amount of the project, expected percentage, payments with their invoices, and invoices without a payment.
CASES: list[tuple[str, str, list[tuple[str, dict[str, Any]]], list[dict[str, Any]]]] = [
    ("12000.00", "50.00", [("6000.00", {}), ("6000.00", {"is_voided": True})], []),
    ("3.00", "33.33", [], [{"subtotal": Decimal("1.00")}]),
    ("3.00", "66.67", [("1.00", {})], [{"subtotal": Decimal("1.00")}]),
    ("200.00", "0.01", [("0.01", {})], []),
    ("99999999999.99", "100.00", [("99999999999.99", {})], []),
    ("1000.00", "150.00", [("1000.00", {})], [{"subtotal": Decimal("500.00")}]),
    # The rest of an invoice bills its own project, and a lowered invoice bills no more than it is.
    ("1000.00", "60.00", [("250.00", {"subtotal": Decimal("600.00")})], []),
    ("1000.00", "40.00", [("500.00", {"subtotal": Decimal("400.00")})], []),
    ("1000.00", "0.00", [], [{"deleted_at": NOON}, {"currency": "USD"}]),
    ("0.00", "", [], []),
]


@pytest.fixture(scope="module")
def projects(world: World) -> dict[str, str]:
    """One project per case, all of one client: expected percentage by api_id."""
    with world.database.write() as session:
        client = make_client(session, account_manager_id=world.people["account_manager"].user.id)
        percentages = {}
        for amount, percent, payments, invoices in CASES:
            project = make_project(session, client_id=client.id, amount=Decimal(amount))
            for amount_paid, fields in payments:
                bill = make_invoice(
                    session, client_id=client.id, project_id=project.id, **{"subtotal": Decimal(amount_paid)} | fields
                )
                make_payment(
                    session, project_id=project.id, amount=Decimal(amount_paid), status="ready", invoice_id=bill.id
                )
            for fields in invoices:
                make_invoice(session, client_id=client.id, project_id=project.id, **fields)
            percentages[project.api_id] = percent
        return percentages


def _rows(browser: Browser, query: str = "") -> list[dict[str, Any]]:
    response = browser.get(f"{PATH}?per_page=100&{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _raw(database: Database, statement: str) -> list[Any]:
    with database.read() as db:
        return list(db.execute(text(statement)).all())


def _recompute(database: Database) -> dict[str, str | None]:
    """Only live invoices count.

    Each bills its payments, the earliest due first, and its own project with the rest.
    """
    live = {
        row.id: row for row in _raw(database, "SELECT * FROM invoices WHERE deleted_at IS NULL") if not row.is_voided
    }
    payments = sorted(
        _raw(database, "SELECT * FROM project_payments"), key=lambda row: (row.due_on, row.sequence, row.id)
    )
    billed: dict[int, int] = defaultdict(int)
    for key, invoice in live.items():
        left = invoice.subtotal
        for payment in (row for row in payments if row.invoice_id == key):
            billed[payment.project_id] += min(payment.amount, left)
            left -= min(payment.amount, left)
        if invoice.project_id and invoice.currency == "CAD":
            billed[invoice.project_id] += left
    found: dict[str, str | None] = {}
    for project in _raw(database, "SELECT * FROM projects"):
        if not project.amount:
            found[project.api_id] = None
            continue
        hundredths = int(Fraction(billed[project.id] * 10_000, project.amount) + Fraction(1, 2))
        found[project.api_id] = f"{hundredths // 100}.{hundredths % 100:02d}"
    return found


def test_billed_share_counts_live_invoices(world: World, projects: dict[str, str]):
    rows = {row["api_id"]: row["billed_percent"] for row in _rows(world.browser("admin"))}
    assert {key: rows[key] or "" for key in projects} == projects
    assert rows == _recompute(world.database)
    for key, percent in projects.items():
        one = world.browser("admin").get(f"{PATH}/{key}").json()["data"]
        assert (one["billed_percent"] or "", one["billed"]["currency"]) == (percent, "CAD")
        if percent:
            share = Fraction(one["billed"]["amount"]) / Fraction(one["amount"]["amount"])
            assert abs(share * 100 - Fraction(percent)) <= Fraction(1, 200)


@pytest.mark.parametrize("sort", ["billed_percent", "-billed_percent", "-budget_percent"])
def test_pages_sorted_by_share_contain_every_row_in_order(world: World, projects: dict[str, str], sort: str):
    admin = world.browser("admin")
    whole = [row["api_id"] for row in _rows(admin, f"sort={sort}")]
    percents = [row["billed_percent"] for row in _rows(admin, f"sort={sort}")]
    known = [Decimal(percent) for percent in percents if percent is not None]
    if "billed" in sort:
        assert known == sorted(known, reverse=sort.startswith("-"))
        assert percents[len(known) :] == [None] * (len(percents) - len(known))
    pages = [
        row["api_id"]
        for page in range(1, len(whole) // 3 + 2)
        for row in admin.get(f"{PATH}?per_page=3&page={page}&sort={sort}").json()["data"]
    ]
    assert pages == whole


def _most_billed_project(browser: Browser) -> str:
    """The only row of its page: it depends on the cached order of all rows."""
    return browser.get(f"{PATH}?sort=-billed_percent&per_page=1").json()["data"][0]["api_id"]


def test_new_invoice_changes_the_order_at_once(world: World, projects: dict[str, str]):
    admin, (first, *_) = world.browser("admin"), projects
    assert _most_billed_project(admin) != first
    with world.database.write() as session:
        row = session.execute(text("SELECT id, client_id FROM projects WHERE api_id = :key"), {"key": first}).one()
        bill = make_invoice(session, client_id=row.client_id, project_id=row.id, subtotal=Decimal("90000.00"))
    assert _most_billed_project(admin) == first
    with world.database.write() as session:
        session.delete(session.merge(bill))
    assert _most_billed_project(admin) != first


def test_callers_without_amounts_see_no_share(world: World, projects: dict[str, str]):
    browser = world.browser("churn_manager")
    rows = [row for row in _rows(browser) if row["api_id"] in projects]
    assert len(rows) == len(projects)
    for row in (*rows, browser.get(f"{PATH}/{rows[0]['api_id']}").json()["data"]):
        assert not {"amount", "billed", "billed_percent"} & set(row)
    for sort in ("billed_percent", "-billed_percent"):
        response = browser.get(f"{PATH}?sort={sort}")
        assert (response.status_code, "billed" in response.json()["errors"]["sort"][0]) == (422, False)


def test_sorting_by_share_uses_as_many_statements_as_other_sorts(world: World, projects: dict[str, str]):
    counts = []
    for query in ("sort=hours_logged", "sort=billed_percent&per_page=1", "sort=billed_percent&per_page=100"):
        world.browser("admin").get(f"{PATH}?{query}")
        with record_statements(world.database) as counted:
            world.browser("admin").get(f"{PATH}?{query}")
        counts.append(len(counted))
    assert len(set(counts)) == 1
