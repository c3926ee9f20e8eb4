"""The list of invoices: filters, sorting, search and totals."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import delete

from regie.core.db.database import Database
from regie.core.text.folding import fold
from regie.domains.records.invoices.models import Invoice
from tests.conftest import NOON
from tests.factories.work import make_client, make_invoice, make_project
from tests.factories.world import World, build_world

PATH = "/api/v1/invoices"
TODAY = date(2026, 11, 20)
AGES = (-400, -1, 0, 1, 30, 31, 60, 61, 90, 91, 4000)


def _due(days: int) -> date:
    return TODAY - timedelta(days=days)


@pytest.fixture(scope="module")
def sample(migrated: Database) -> World:
    """Invoices of every age and status, for two clients and unmatched customers, in three currencies."""
    world = build_world(migrated)
    with migrated.write() as session:
        for client in (make_client(session, name="Ébène"), make_client(session, name="Ivoire"), None):
            project = client and make_project(session, client_id=client.id)
            for number, days in enumerate(AGES):
                make_invoice(
                    session, client_id=client and client.id, project_id=project and project.id, due_on=_due(days),
                    payable_on=_due(days), issued_on=_due(days + 30), currency=("CAD", "USD", "JPY")[number % 3],
                    total=f"{number * 7 + 1}.00", customer_name=client.name if client else "Inconnu",
                )  # fmt: skip
            for fields in ({"balance": Decimal(0)}, {"is_voided": True}, {"deleted_at": NOON}):
                make_invoice(session, client_id=client and client.id, **fields)
    return world


def _rows(world: World, query: str = "", path: str = PATH, column: str = "admin") -> list[dict[str, Any]]:
    response = world.browser(column).get(f"{path}?per_page=100&{query}")
    assert response.status_code == 200, response.text
    assert response.json()["meta"]["total"] == len(response.json()["data"])
    return response.json()["data"]


def test_filters_match_the_fields_of_rows(sample: World):
    everything = _rows(sample)
    assert len(everything) == 3 * (len(AGES) + 3)
    for name in ("status", "aging_bucket", "currency"):
        for value in {row[name] for row in everything} - {None}:
            found = {row["api_id"] for row in _rows(sample, f"{name}={value}")}
            assert found == {row["api_id"] for row in everything if row[name] == value}, value
    both = _rows(sample, "status=paid&status=voided&currency=CAD")
    assert {row["status"] for row in both} == {"paid", "voided"}
    clients = {row["client"]["api_id"] for row in everything if row["client"]}
    for client in clients:
        assert len(_rows(sample, f"client={client}")) == len(AGES) + 3
    assert len(_rows(sample, "&".join(f"client={client}" for client in clients))) == 2 * (len(AGES) + 3)


def test_number_filter_is_exact(sample: World):
    with sample.database.write() as session:
        for number in ("7042", "70421", "17042", "7042"):
            make_invoice(session, number=number)
    try:
        assert [row["number"] for row in _rows(sample, "number=7042")] == ["7042", "7042"]
        assert len(_rows(sample, "search=7042")) == 4
        assert _rows(sample, "number=704") == []
        totals = sample.browser("admin").get("/api/v1/invoice-totals?number=70421").json()["data"]
        assert len(totals) == 1
    finally:
        with sample.database.write() as session:
            session.execute(delete(Invoice).where(Invoice.number.in_(("7042", "70421", "17042"))))


def test_date_filters_include_both_ends(sample: World):
    everything = _rows(sample)
    for name in ("issued", "due"):
        for first, last in ((_due(61), _due(1)), (TODAY, TODAY), (_due(0), _due(30))):
            found = {row["api_id"] for row in _rows(sample, f"{name}_from={first}&{name}_to={last}")}
            expected = {row["api_id"] for row in everything if str(first) <= row[f"{name}_on"] <= str(last)}
            assert found == expected, (name, first)


@pytest.mark.parametrize("sort", ["number", "customer_name", "issued_on", "due_on", "total", "balance"])
def test_list_sorts_in_both_directions(sample: World, sort: str):
    def value(row: dict[str, Any]) -> Any:
        return (
            Decimal(row[sort]["amount"])
            if isinstance(row[sort], dict)
            else fold(row[sort])
            if sort == "customer_name"
            else row[sort]
        )

    # Amounts of one currency: those of several are sorted by value (`test_sorting_by_value`).
    ascending = [value(row) for row in _rows(sample, f"currency=CAD&sort={sort}")]
    descending = _rows(sample, f"currency=CAD&sort=-{sort}")
    assert ascending == sorted(ascending)
    assert [value(row) for row in descending] == ascending[::-1]


def test_client_list_is_a_subset_of_all_invoices(sample: World):
    everything = _rows(sample)
    client = next(row["client"]["api_id"] for row in everything if row["client"])
    own = _rows(sample, path=f"/api/v1/clients/{client}/quickbooks-invoices")
    assert sorted(row["api_id"] for row in own) == sorted(
        row["api_id"] for row in everything if row["client"] and row["client"]["api_id"] == client
    )
    late = _rows(sample, "status=overdue", path=f"/api/v1/clients/{client}/quickbooks-invoices")
    assert {row["status"] for row in late} == {"overdue"}
    refused = sample.browser("admin").get(f"/api/v1/clients/{client}/quickbooks-invoices?client={client}")
    assert refused.status_code == 422


def test_buckets_add_up_to_the_dashboard(sample: World):
    """The buckets of invoices issued until today add up to the dashboard's receivables, per currency."""
    issued = f"issued_to={TODAY}"
    totals: dict[str, Decimal] = {}
    for bucket in ("current", "1_30", "31_60", "61_90", "over_90"):
        for row in _rows(sample, f"aging_bucket={bucket}&{issued}"):
            balance = row["balance"]
            totals[balance["currency"]] = totals.get(balance["currency"], Decimal(0)) + Decimal(balance["amount"])
    figures = sample.browser("admin").get("/api/v1/dashboard?currency=CAD").json()["data"]["figures"]
    amounts = [figures["receivables"]["money"], *figures["receivables"]["unconverted"]]
    assert {money["currency"]: Decimal(money["amount"]) for money in amounts} == totals
    assert figures["overdue"]["count"] == len(_rows(sample, f"status=overdue&{issued}"))


def test_search_finds_numbers_and_customers(sample: World):
    assert {row["customer_name"] for row in _rows(sample, "search=ebene")} == {"Ébène"}
    number = _rows(sample)[0]["number"]
    assert number in {row["number"] for row in _rows(sample, f"search={number}")}
