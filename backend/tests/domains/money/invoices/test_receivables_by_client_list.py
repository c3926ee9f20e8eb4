"""The list of receivables by client: sorting, search and export."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.money.invoices.debtors import UNMATCHED_ID
from tests.domains.administration.exports.export_files import (
    ExportedFile,
    export_list,
    parse_csv,
    parse_decimal,
    totals_by_currency,
)
from tests.factories.rates import make_rate
from tests.factories.work import make_client, make_invoice
from tests.factories.world import World, assert_unchanged, build_world

PATH, TODAY = "/api/v1/receivables-by-client", date(2026, 11, 20)


@pytest.fixture
def sample(database: Database) -> World:
    """Invoices of three clients and an unmatched customer; a US dollar is 1.40 CAD, the euro has no rate."""
    world = build_world(database)
    with world.database.write() as session:
        make_rate(session, "USD", TODAY, "1.40")
        one, two, three = (make_client(session, name=name) for name in ("Érable", "Zeste", "=Abri"))
        for client, total, currency, due in (
            (one, "100.00", "CAD", "2026-11-30"),
            (one, "10.00", "USD", "2026-10-01"),
            (one, "7.00", "EUR", "2026-10-01"),
            (two, "90.00", "USD", "2026-11-30"),
            (three, "20.00", "CAD", "2026-01-05"),
            (None, "15.00", "CAD", "2026-10-31"),
        ):
            day = date.fromisoformat(due)
            make_invoice(
                session, client_id=client and client.id, total=total, currency=currency,
                issued_on=date(2026, 1, 1), due_on=day, payable_on=day,
            )  # fmt: skip
    return world


def _names(world: World, query: str) -> list[str | None]:
    response = world.browser("admin").get(f"{PATH}?currency=CAD&{query}")
    assert response.status_code == 200, response.text
    return [row["client"] and row["client"]["name"] for row in response.json()["data"]]


BY_TOTAL = ["Zeste", "Érable", "=Abri", None]


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("", BY_TOTAL), ("-total", BY_TOTAL), ("total", BY_TOTAL[::-1]),
        ("client", ["=Abri", "Érable", "Zeste", None]), ("-client", [None, "Zeste", "Érable", "=Abri"]),
        ("currency", ["=Abri", None, "Érable", "Zeste"]),
        # Sorted by converted amounts: 126.00 comes before 100.00.
        ("-current", BY_TOTAL), ("-31_60", ["Érable", "Zeste", "=Abri", None]),
        ("-1_30", [None, "Zeste", "Érable", "=Abri"]), ("-over_90", ["=Abri", "Zeste", "Érable", None]),
        ("-follow_up", ["Érable", "=Abri", None, "Zeste"]), ("-follow_up,client", ["Érable", "=Abri", None, "Zeste"]),
    ],
)  # fmt: skip
def test_list_and_export_sort_by_each_column(sample: World, sort: str, names: list[str | None]):
    assert _names(sample, f"sort={sort}") == names
    assert _names(sample, f"sort={sort}&per_page=1&page=2") == names[1:2]
    exported = export_list(sample.browser("admin"), "receivables-by-client", query=f"currency=CAD&sort={sort}")
    shown = list(dict.fromkeys(row[0].removeprefix("'") for row in exported.rows))
    assert shown == [name or "No matched client" for name in names]


def test_unknown_sort_key_returns_422(sample: World):
    with assert_unchanged(sample.database):
        response = sample.browser("admin").get(f"{PATH}?sort=over_120")
        assert (response.status_code, list(response.json()["errors"])) == (422, ["sort"])
    # The settings define the names of the buckets.
    assert sample.browser("super_admin").post("/api/v1/settings", {"aging_buckets": [30, 60, 120]}).status_code == 200
    assert sample.browser("admin").get(f"{PATH}?sort=over_120").status_code == 200
    assert sample.browser("admin").get(f"{PATH}?sort=over_90").status_code == 422


def _cells(read: ExportedFile) -> list[list[Any]]:
    """The rows with numbers as decimals, in both formats."""
    return [[cell if index < 2 or cell in ("", None) else parse_decimal(cell) for index, cell in enumerate(row[:9])]
            for row in read.rows]  # fmt: skip


@pytest.mark.parametrize("format", ["csv", "xlsx"])
def test_export_has_a_row_per_currency_and_equal_totals(sample: World, format: str):
    browser = sample.browser("admin")
    read = export_list(browser, "receivables-by-client", format, query="currency=CAD&sort=client")
    assert read.header[:11] == [
        "Client", "Currency", "Aging (Current)", "Aging (1–30 days)", "Aging (31–60 days)",
        "Aging (61–90 days)", "Aging (Over 90 days)", "Unapplied", "Total", "Converted", "Converted (currency)",
    ]  # fmt: skip
    zero, none = Decimal("0.00"), "" if format == "csv" else None
    first = _cells(read)
    first[0][0] = first[0][0].removeprefix("'")
    assert first == [
        ["=Abri", "CAD", zero, zero, zero, zero, 20, zero, 20],
        ["Érable", "CAD", 100, zero, zero, zero, zero, zero, 100],
        ["Érable", "EUR", zero, zero, 7, zero, zero, zero, 7],
        ["Érable", "USD", zero, zero, 10, zero, zero, zero, 10],
        ["Zeste", "USD", 90, zero, zero, zero, zero, zero, 90],
        ["No matched client", "CAD", zero, 15, zero, zero, zero, zero, 15],
    ]
    converted = [none if cell == none else parse_decimal(cell) for cell in (row[9] for row in read.rows)]
    assert converted == [20, 100, none, 14, 126, 15]
    # The follow-up of a client is on its first row only.
    assert [str(row[11]) for row in read.rows] == ["1", "2", str(none), str(none), "0", "1"]
    aging = browser.get("/api/v1/receivables-aging").json()["data"]["currencies"]
    owed = {("Total", one["currency"]): Decimal(one["total"]["amount"]) for one in aging}
    dashboard = browser.get("/api/v1/dashboard?currency=CAD").json()["data"]["figures"]["receivables"]["money"]
    overdue = {("Overdue", "CAD"): Decimal("49.00")}
    assert totals_by_currency(read) == owed | overdue | {("Converted", "CAD"): Decimal(dashboard["amount"])}


def test_export_uses_search_day_and_language(sample: World):
    browser = sample.browser("admin")
    browser.locale = "fr-ca"
    made = browser.post(
        "/api/v1/exports",
        {"list_name": "receivables-by-client", "format": "csv", "query": "currency=USD&search=erab&as_of=2026-10-15"},
    )
    data = made.json()["data"]
    assert (data["total"], data["file_name"][:15]) == (1, "Comptes clients")
    read = parse_csv(browser.get(f"/api/v1/exports/{data['api_id']}/file").content, "fr-ca")
    assert read.header[2:5] == [
        "Âge des comptes (Non échue)",
        "Âge des comptes (1 à 30 jours)",
        "Âge des comptes (31 à 60 jours)",
    ]
    assert [row[:4] for row in read.rows] == [
        ["Érable", "CAD", "100,00", "0,00"], ["Érable", "EUR", "0,00", "7,00"], ["Érable", "USD", "0,00", "10,00"],
    ]  # fmt: skip


def test_export_of_selected_clients(sample: World):
    browser = sample.browser("admin")
    rows = browser.get(f"{PATH}?currency=CAD").json()["data"]
    assert [row["api_id"] for row in rows] == [*(row["client"]["api_id"] for row in rows[:-1]), UNMATCHED_ID]
    read = export_list(browser, "receivables-by-client", ids=[rows[0]["api_id"], UNMATCHED_ID])
    assert [row[0] for row in read.rows] == ["Zeste", "No matched client"]


def test_export_without_permission_on_invoices_returns_403(sample: World):
    with assert_unchanged(sample.database):
        response = sample.browser("employee").post(
            "/api/v1/exports", {"list_name": "receivables-by-client", "format": "csv"}
        )
    assert response.status_code == 403
