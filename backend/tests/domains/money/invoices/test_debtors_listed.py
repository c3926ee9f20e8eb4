"""Receivables by client as a list: ordered by each of its columns, searched, and taken away as it is shown."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.money.invoices.debtors import NOBODY
from tests.domains.administration.exports.reading import Read, amounts, as_decimal, export, read_csv
from tests.factories.rates import make_rate
from tests.factories.work import make_client, make_invoice
from tests.factories.world import World, build_world, unchanged

PATH, TODAY = "/api/v1/receivables-by-client", date(2026, 11, 20)


@pytest.fixture
def company(database: Database) -> World:
    """Three clients and somebody we do not know; a dollar of theirs is 1.40 of ours, and a euro has no rate."""
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
    answer = world.browser("admin").get(f"{PATH}?currency=CAD&{query}")
    assert answer.status_code == 200, answer.text
    return [row["client"] and row["client"]["name"] for row in answer.json()["data"]]


BY_TOTAL = ["Zeste", "Érable", "=Abri", None]


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("", BY_TOTAL), ("-total", BY_TOTAL), ("total", BY_TOTAL[::-1]),
        ("client", ["=Abri", "Érable", "Zeste", None]), ("-client", [None, "Zeste", "Érable", "=Abri"]),
        ("currency", ["=Abri", None, "Érable", "Zeste"]),
        # 126.00 against 100.00: by what it comes to, not by the figure that is written.
        ("-current", BY_TOTAL), ("-31_60", ["Érable", "Zeste", "=Abri", None]),
        ("-1_30", [None, "Zeste", "Érable", "=Abri"]), ("-over_90", ["=Abri", "Zeste", "Érable", None]),
        ("-follow_up", ["Érable", "=Abri", None, "Zeste"]), ("-follow_up,client", ["Érable", "=Abri", None, "Zeste"]),
    ],
)  # fmt: skip
def test_it_is_ordered_by_each_column(company: World, sort: str, names: list[str | None]):
    assert _names(company, f"sort={sort}") == names
    assert _names(company, f"sort={sort}&per_page=1&page=2") == names[1:2]
    taken = export(company.browser("admin"), "receivables-by-client", query=f"currency=CAD&sort={sort}")
    shown = list(dict.fromkeys(row[0].removeprefix("'") for row in taken.rows))
    assert shown == [name or "No client matched" for name in names]


def test_another_order_is_refused(company: World):
    with unchanged(company.database):
        answer = company.browser("admin").get(f"{PATH}?sort=over_120")
        assert (answer.status_code, list(answer.json()["errors"])) == (422, ["sort"])
    # What its parts are called follows from the settings.
    assert company.browser("super_admin").post("/api/v1/settings", {"ageing_edges": [30, 60, 120]}).status_code == 200
    assert company.browser("admin").get(f"{PATH}?sort=over_120").status_code == 200
    assert company.browser("admin").get(f"{PATH}?sort=over_90").status_code == 422


def _cells(read: Read) -> list[list[Any]]:
    """Figures as figures, in whichever format."""
    return [[cell if place < 2 or cell in ("", None) else as_decimal(cell) for place, cell in enumerate(row[:8])]
            for row in read.rows]  # fmt: skip


@pytest.mark.parametrize("format", ["csv", "xlsx"])
def test_the_file_has_a_line_per_currency_and_comes_to_what_is_owed(company: World, format: str):
    browser = company.browser("admin")
    read = export(browser, "receivables-by-client", format, query="currency=CAD&sort=client")
    assert read.head[:10] == [
        "Client", "Currency", "Aging (Current)", "Aging (1–30 days)", "Aging (31–60 days)", "Aging (61–90 days)",
        "Aging (Over 90 days)", "Total", "Converted", "Converted (currency)",
    ]  # fmt: skip
    zero, none = Decimal("0.00"), "" if format == "csv" else None
    first = _cells(read)
    first[0][0] = first[0][0].removeprefix("'")
    assert first == [
        ["=Abri", "CAD", zero, zero, zero, zero, 20, 20],
        ["Érable", "CAD", 100, zero, zero, zero, zero, 100],
        ["Érable", "EUR", zero, zero, 7, zero, zero, 7],
        ["Érable", "USD", zero, zero, 10, zero, zero, 10],
        ["Zeste", "USD", 90, zero, zero, zero, zero, 90],
        ["No client matched", "CAD", zero, 15, zero, zero, zero, 15],
    ]
    converted = [none if cell == none else as_decimal(cell) for cell in (row[8] for row in read.rows)]
    assert converted == [20, 100, none, 14, 126, 15]
    # What is said of the whole client stands once.
    assert [str(row[10]) for row in read.rows] == ["1", "2", str(none), str(none), "0", "1"]
    ageing = browser.get("/api/v1/receivables-ageing").json()["data"]["currencies"]
    owed = {("Total", one["currency"]): Decimal(one["total"]["amount"]) for one in ageing}
    board = browser.get("/api/v1/dashboard?currency=CAD").json()["data"]["figures"]["receivables"]["money"]
    assert amounts(read) == owed | {("Converted", "CAD"): Decimal(board["amount"])}


def test_the_file_is_of_what_was_looked_for_that_day_in_french(company: World):
    browser = company.browser("admin")
    browser.locale = "fr-ca"
    made = browser.post(
        "/api/v1/exports",
        {"list_name": "receivables-by-client", "format": "csv", "query": "currency=USD&search=erab&as_of=2026-10-15"},
    )
    data = made.json()["data"]
    assert (data["total"], data["file_name"][:24]) == (1, "Comptes clients par clie")
    read = read_csv(browser.get(f"/api/v1/exports/{data['api_id']}/file").content, "fr-ca")
    assert read.head[2:5] == ["Ancienneté (Courante)", "Ancienneté (1 à 30 jours)", "Ancienneté (31 à 60 jours)"]
    assert [row[:4] for row in read.rows] == [
        ["Érable", "CAD", "100,00", "0,00"], ["Érable", "EUR", "0,00", "7,00"], ["Érable", "USD", "0,00", "10,00"],
    ]  # fmt: skip


def test_picked_clients_alone(company: World):
    browser = company.browser("admin")
    rows = browser.get(f"{PATH}?currency=CAD").json()["data"]
    assert [row["api_id"] for row in rows] == [*(row["client"]["api_id"] for row in rows[:-1]), NOBODY]
    read = export(browser, "receivables-by-client", ids=[rows[0]["api_id"], NOBODY])
    assert [row[0] for row in read.rows] == ["Zeste", "No client matched"]


def test_who_sees_no_invoices_takes_nothing_away(company: World):
    with unchanged(company.database):
        answer = company.browser("employee").post(
            "/api/v1/exports", {"list_name": "receivables-by-client", "format": "csv"}
        )
    assert answer.status_code == 403
