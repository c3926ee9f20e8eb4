"""The list of invoices: filters, days, orders, search, and sums that the rows add up to."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.core.text.folding import fold
from tests.conftest import NOON
from tests.factories.work import make_client, make_invoice, make_project
from tests.factories.world import World, build_world

PATH = "/api/v1/invoices"
TODAY = date(2026, 11, 20)
AGES = (-400, -1, 0, 1, 30, 31, 60, 61, 90, 91, 4000)


def _due(days: int) -> date:
    return TODAY - timedelta(days=days)


@pytest.fixture(scope="module")
def ledger(migrated: Database) -> World:
    """Every age and state once, for two clients and for nobody, in three currencies."""
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
    answer = world.browser(column).get(f"{path}?per_page=100&{query}")
    assert answer.status_code == 200, answer.text
    assert answer.json()["meta"]["total"] == len(answer.json()["data"])
    return answer.json()["data"]


def test_filters_find_what_rows_say_of_themselves(ledger: World):
    everything = _rows(ledger)
    assert len(everything) == 3 * (len(AGES) + 3)
    for name in ("status", "aging_bucket", "currency"):
        for value in {row[name] for row in everything} - {None}:
            found = {row["api_id"] for row in _rows(ledger, f"{name}={value}")}
            assert found == {row["api_id"] for row in everything if row[name] == value}, value
    both = _rows(ledger, "status=paid&status=voided&currency=CAD")
    assert {row["status"] for row in both} == {"paid", "voided"}
    clients = {row["client"]["api_id"] for row in everything if row["client"]}
    for client in clients:
        assert len(_rows(ledger, f"client={client}")) == len(AGES) + 3
    assert len(_rows(ledger, "&".join(f"client={client}" for client in clients))) == 2 * (len(AGES) + 3)


def test_days_bound_a_list_on_both_sides_and_include_them(ledger: World):
    everything = _rows(ledger)
    for name in ("issued", "due"):
        for first, last in ((_due(61), _due(1)), (TODAY, TODAY), (_due(0), _due(30))):
            found = {row["api_id"] for row in _rows(ledger, f"{name}_from={first}&{name}_to={last}")}
            expected = {row["api_id"] for row in everything if str(first) <= row[f"{name}_on"] <= str(last)}
            assert found == expected, (name, first)


@pytest.mark.parametrize("sort", ["number", "customer_name", "issued_on", "due_on", "total", "balance"])
def test_every_order_goes_both_ways(ledger: World, sort: str):
    def value(row: dict[str, Any]) -> Any:
        return (
            Decimal(row[sort]["amount"])
            if isinstance(row[sort], dict)
            else fold(row[sort])
            if sort == "customer_name"
            else row[sort]
        )

    rising = [value(row) for row in _rows(ledger, f"sort={sort}")]
    falling = _rows(ledger, f"sort=-{sort}")
    assert rising == sorted(rising)
    assert [value(row) for row in falling] == rising[::-1]


def test_a_clients_own_list_is_the_part_of_the_whole(ledger: World):
    everything = _rows(ledger)
    client = next(row["client"]["api_id"] for row in everything if row["client"])
    own = _rows(ledger, path=f"/api/v1/clients/{client}/quickbooks-invoices")
    assert sorted(row["api_id"] for row in own) == sorted(
        row["api_id"] for row in everything if row["client"] and row["client"]["api_id"] == client
    )
    late = _rows(ledger, "status=overdue", path=f"/api/v1/clients/{client}/quickbooks-invoices")
    assert {row["status"] for row in late} == {"overdue"}
    refused = ledger.browser("admin").get(f"/api/v1/clients/{client}/quickbooks-invoices?client={client}")
    assert refused.status_code == 422


def test_a_bucket_adds_up_to_the_rows_it_lists(ledger: World):
    """And all buckets of what is issued by now together to what the dashboard says is owed, per currency."""
    issued = f"issued_to={TODAY}"
    totals: dict[str, Decimal] = {}
    for bucket in ("current", "1_30", "31_60", "61_90", "over_90"):
        for row in _rows(ledger, f"aging_bucket={bucket}&{issued}"):
            balance = row["balance"]
            totals[balance["currency"]] = totals.get(balance["currency"], Decimal(0)) + Decimal(balance["amount"])
    figures = ledger.browser("admin").get("/api/v1/dashboard?currency=CAD").json()["data"]["figures"]
    told = [figures["receivables"]["money"], *figures["receivables"]["unconverted"]]
    assert {money["currency"]: Decimal(money["amount"]) for money in told} == totals
    assert figures["overdue"]["count"] == len(_rows(ledger, f"status=overdue&{issued}"))


def test_search_finds_numbers_and_customers(ledger: World):
    assert {row["customer_name"] for row in _rows(ledger, "search=ebene")} == {"Ébène"}
    number = _rows(ledger)[0]["number"]
    assert number in {row["number"] for row in _rows(ledger, f"search={number}")}
