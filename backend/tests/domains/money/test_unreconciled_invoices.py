"""Invoices by how far they are reconciled with scheduled payments, with totals that equal their rows."""

from collections import defaultdict
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.conftest import NOON
from tests.domains.administration.exports.export_files import export_list
from tests.factories.work import make_allocation, make_client, make_invoice, make_payment, make_project
from tests.factories.world import World, world

__all__ = ["world"]
LIST, TOTALS = "/api/v1/invoices", "/api/v1/invoice-totals"
PROPOSALS = "/api/v1/reconciliation-proposals"
OPEN = "reconciliation=none&reconciliation=part"
# The state and the unreconciled amount of each invoice of 1000.00 and of those that are never unreconciled.
EXPECTED = {
    "untouched": ("none", "1000.00"),
    "unmatched": ("none", "1000.00"),
    "in part": ("part", "600.00"),
    "complete": ("complete", "0.00"),
    "lowered": ("complete", "0.00"),
    "voided": (None, "0.00"),
    "deleted": (None, "0.00"),
    "credit note": (None, "0.00"),
}


@pytest.fixture(scope="module")
def invoices(world: World) -> dict[str, str]:
    """The ids of invoices in Swedish kronor, by name; the client is the account manager's."""
    fields: dict[str, dict[str, Any]] = {
        "lowered": {"subtotal": Decimal("300.00")},
        "voided": {"is_voided": True},
        "deleted": {"deleted_at": NOON},
        "credit note": {"subtotal": Decimal("-50.00")},
    }
    parts = {"in part": "400.00", "complete": "1000.00", "lowered": "400.00"}
    with world.database.write() as session:
        client = make_client(session, account_manager_id=world.people["account_manager"].user.id)
        project = make_project(session, client_id=client.id, currency="SEK")
        found = {}
        for name in EXPECTED:
            own = {"subtotal": Decimal("1000.00"), **fields.get(name, {})}
            invoice = make_invoice(
                session, number=name, client_id=None if name == "unmatched" else client.id, currency="SEK",
                issued_on=date(2026, 10, 2), tax=Decimal(0), total=str(own["subtotal"]), **own,
            )  # fmt: skip
            found[name] = invoice.api_id
            if name in parts:
                amount = Decimal(parts[name])
                payment = make_payment(session, project_id=project.id, status="ready", amount=amount)
                make_allocation(session, payment, invoice.id, amount)
    return found


def _rows(world: World, query: str, column: str = "admin") -> list[dict[str, Any]]:
    response = world.browser(column).get(f"{LIST}?per_page=100&currency=SEK&{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _totals(world: World, query: str, column: str = "admin") -> dict[str, dict[str, str]]:
    response = world.browser(column).get(f"{TOTALS}?{query}")
    assert response.status_code == 200, response.text
    return {
        one["currency"]: {name: one[name]["amount"] for name in ("total", "balance", "unreconciled")}
        for one in response.json()["data"]["currencies"]
    }


@pytest.mark.usefixtures("invoices")
def test_filter_selects_invoices_by_what_is_left(world: World):
    for state in ("none", "part", "complete"):
        found = {row["number"] for row in _rows(world, f"reconciliation={state}")}
        assert found == {name for name, (own, _) in EXPECTED.items() if own == state}, state
    amounts = {row["number"]: row["unreconciled"]["amount"] for row in _rows(world, "")}
    assert amounts == {name: amount for name, (_, amount) in EXPECTED.items()}


@pytest.mark.usefixtures("invoices")
def test_totals_equal_the_rows_and_those_of_reconciliation(world: World):
    assert _totals(world, f"{OPEN}&currency=SEK") == {
        "SEK": {"total": "3000.00", "balance": "3000.00", "unreconciled": "2600.00"}
    }
    for query in (OPEN, "search=part", "status=voided", "issued_from=2026-10-03", ""):
        sums: dict[str, Decimal] = defaultdict(Decimal)
        for row in _rows(world, query):
            for name in ("total", "balance", "unreconciled"):
                sums[name] += Decimal(row[name]["amount"])
        shown = _totals(world, f"{query}&currency=SEK").get("SEK", {})
        assert {name: Decimal(amount) for name, amount in shown.items()} == sums, query
    response = world.browser("admin").get(f"{PROPOSALS}?per_page=1").json()
    (reconciliation,) = (one for one in response["meta"]["totals"] if one["currency"] == "SEK")
    assert reconciliation["invoices"]["amount"] == "2600.00"


@pytest.mark.usefixtures("invoices")
def test_account_manager_gets_the_totals_of_their_clients(world: World):
    names = {row["number"] for row in _rows(world, OPEN, "account_manager")}
    assert names == {"untouched", "in part"}
    assert _totals(world, f"{OPEN}&currency=SEK", "account_manager")["SEK"]["unreconciled"] == "1600.00"


def test_totals_of_two_currencies_are_never_added(world: World):
    with world.database.write() as session:
        client = make_client(session)
        for currency in ("CAD", "USD"):
            make_invoice(
                session, client_id=client.id, currency=currency, subtotal=Decimal(100), tax=Decimal(0), total="100.00"
            )
    found = _totals(world, f"client={client.api_id}")
    assert {currency: sums["unreconciled"] for currency, sums in found.items()} == {"CAD": "100.00", "USD": "100.00"}


@pytest.mark.usefixtures("invoices")
def test_export_has_the_unreconciled_amounts(world: World):
    exported = export_list(world.browser("admin"), "invoices", query=f"currency=SEK&{OPEN}")
    column = exported.header.index("Unreconciled amount")
    assert sorted(Decimal(str(row[column])) for row in exported.rows) == [600, 1000, 1000]


@pytest.mark.parametrize("query", ["reconciliation=some", "page=1", "sort=number", "aging_bucket=1_29"])
def test_unknown_parameters_of_totals_are_refused(world: World, query: str):
    response = world.browser("admin").get(f"{TOTALS}?{query}")
    assert response.status_code == 422
    (field,) = response.json()["errors"]
    assert field.partition(".")[0] == query.partition("=")[0]
