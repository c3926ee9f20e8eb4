"""Promise 5: ageing as of 31 May ignores June, due today is current, and a part is the sum of the invoices it lists."""

from collections import Counter
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from regie.domains.records.invoices.models import Invoice
from tests.conftest import NOON
from tests.factories.work import make_client, make_invoice, make_receipt
from tests.factories.world import World
from tests.promises.raw import day, rows, units

MAY, TODAY = date(2026, 5, 31), NOON.date()
PARTS = ("current", "1_30", "31_60", "61_90", "over_90")


@pytest.fixture(scope="module", autouse=True)
def invoices(world: World) -> None:
    """Two clients, two currencies; paid early, late, in part, by credit, not at all; voided; due on the day itself."""
    chance = Random(5)
    with world.database.write() as session:
        clients = [make_client(session, currency=currency).id for currency in ("CAD", "USD")]
        for number in range(60):
            issued_on = date(2026, 1, 1) + timedelta(days=chance.randint(0, 300))
            total = Decimal(chance.randint(1, 900_000)) / 100
            due_on = (MAY, TODAY, issued_on + timedelta(days=30))[chance.choice((0, 1, 2, 2, 2))]
            invoice = make_invoice(
                session, client_id=clients[number % 2], currency=("CAD", "USD")[number % 2], total=str(total),
                issued_on=min(issued_on, due_on), due_on=due_on, is_voided=number % 20 == 7,
            )  # fmt: skip
            rest = total
            for _ in range(chance.randint(0, 3)):
                paid_on = invoice.issued_on + timedelta(days=chance.randint(0, 120))
                part = (rest * chance.randint(1, 100) / 100).quantize(Decimal("0.01"))
                if part and paid_on <= TODAY:
                    make_receipt(session, invoice, str(part), paid_on, kind=chance.choice(("payment", "credit")))
                    rest -= part
            invoice.balance = rest


def _owed(world: World, on: date) -> dict[tuple[str, str], tuple[int, int]]:
    """Per currency and part, how much and how many: total less what came in until then, of what was issued by then."""
    receipts: Counter[str] = Counter()
    for row in rows(world.database, "SELECT * FROM invoice_payments"):
        if day(row["paid_on"]) <= on:
            receipts[row["invoice_external_id"]] += row["amount"]
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for row in rows(world.database, "SELECT * FROM invoices WHERE NOT is_voided"):
        left = row["total"] - receipts[row["external_id"]]
        if day(row["issued_on"]) > on or left <= 0:
            continue
        late = (on - day(row["due_on"])).days
        part = PARTS[sum(late > edge for edge in (0, 30, 60, 90))]
        amount, count = found.get((row["currency"], part), (0, 0))
        found[row["currency"], part] = (amount + left, count + 1)
    return found


def _told(world: World, on: date) -> dict[tuple[str, str], tuple[int, int]]:
    answer = world.browser("financial_manager").get(f"/api/v1/receivables-ageing?as_of={on}")
    assert answer.status_code == 200, answer.text
    return {
        (one["currency"], part["bucket"]): (units(part["amount"]), part["invoices"])
        for one in answer.json()["data"]["currencies"]
        for part in one["buckets"]
        if part["invoices"]
    }


def _listed(world: World, on: date, currency: str, part: str) -> list[dict[str, Any]]:
    query = f"as_of={on}&currency={currency}&aging_bucket={part}&per_page=100"
    return world.browser("financial_manager").get(f"/api/v1/receivables?{query}").json()["data"]


@pytest.mark.parametrize("on", [MAY, date(2026, 6, 30), TODAY], ids=str)
def test_every_part_is_what_the_rows_of_that_day_owe_and_what_it_lists(world: World, on: date):
    told = _told(world, on)
    assert told == _owed(world, on)
    for (currency, part), (amount, count) in told.items():
        listed = _listed(world, on, currency, part)
        assert (sum(units(row["balance"]) for row in listed), len(listed)) == (amount, count)


def test_what_comes_in_in_june_changes_nothing_of_may(world: World):
    before = _told(world, MAY)
    with world.database.write() as session:
        for invoice in session.query(Invoice).where(Invoice.issued_on <= MAY, Invoice.balance > Decimal(0)):
            paid = make_receipt(session, invoice, str(invoice.balance / 2), date(2026, 6, 15))
            invoice.balance -= paid.amount
        june = make_invoice(session, issued_on=date(2026, 6, 1), due_on=date(2026, 7, 1), balance=Decimal(0))
        make_receipt(session, june, "1149.75", date(2026, 6, 2))
    assert _told(world, MAY) == before
    for on in (MAY, date(2026, 6, 30)):
        assert _told(world, on) == _owed(world, on)


def test_due_today_is_current_and_overdue_tomorrow(world: World):
    with world.database.write() as session:
        client = make_client(session)
        make_invoice(session, client_id=client.id, currency="CHF", issued_on=date(2026, 11, 1), due_on=TODAY)
    assert {part for currency, part in _told(world, TODAY) if currency == "CHF"} == {"current"}
    (row,) = _listed(world, TODAY, "CHF", "current")
    assert row["days_past_due"] == 0
    status = world.browser("admin").get("/api/v1/invoices?currency=CHF").json()["data"][0]["status"]
    assert status == "open"
