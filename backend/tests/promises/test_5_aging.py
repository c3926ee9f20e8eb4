"""Promise 5: aging as of May 31 ignores June, due today is current, and a bucket is the sum of its invoices."""

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
from tests.promises.raw_rows import read_rows, to_date, to_units

MAY, TODAY = date(2026, 5, 31), NOON.date()
BUCKETS = ("current", "1_30", "31_60", "61_90", "over_90")


@pytest.fixture(scope="module", autouse=True)
def invoices(world: World) -> None:
    """Create invoices in two currencies: paid early, late, in part, by credit or not; voided; due on the day."""
    random = Random(5)
    with world.database.write() as session:
        clients = [make_client(session, currency=currency).id for currency in ("CAD", "USD")]
        for number in range(60):
            issued_on = date(2026, 1, 1) + timedelta(days=random.randint(0, 300))
            total = Decimal(random.randint(1, 900_000)) / 100
            due_on = (MAY, TODAY, issued_on + timedelta(days=30))[random.choice((0, 1, 2, 2, 2))]
            invoice = make_invoice(
                session, client_id=clients[number % 2], currency=("CAD", "USD")[number % 2], total=str(total),
                issued_on=min(issued_on, due_on), due_on=due_on, is_voided=number % 20 == 7,
            )  # fmt: skip
            remaining = total
            for _ in range(random.randint(0, 3)):
                paid_on = invoice.issued_on + timedelta(days=random.randint(0, 120))
                bucket = (remaining * random.randint(1, 100) / 100).quantize(Decimal("0.01"))
                if bucket and paid_on <= TODAY:
                    make_receipt(session, invoice, str(bucket), paid_on, kind=random.choice(("payment", "credit")))
                    remaining -= bucket
            invoice.balance = remaining


def _recalculate(world: World, on: date) -> dict[tuple[str, str], tuple[int, int]]:
    """Amount and count per currency and bucket: total − payments until the day, of invoices issued by then."""
    receipts: Counter[str] = Counter()
    for row in read_rows(world.database, "SELECT * FROM invoice_payments"):
        if to_date(row["paid_on"]) <= on:
            receipts[row["invoice_external_id"]] += row["amount"]
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for row in read_rows(world.database, "SELECT * FROM invoices WHERE NOT is_voided"):
        left = row["total"] - receipts[row["external_id"]]
        if to_date(row["issued_on"]) > on or left <= 0:
            continue
        late = (on - to_date(row["due_on"])).days
        bucket = BUCKETS[sum(late > edge for edge in (0, 30, 60, 90))]
        amount, count = found.get((row["currency"], bucket), (0, 0))
        found[row["currency"], bucket] = (amount + left, count + 1)
    return found


def _read_aging(world: World, on: date) -> dict[tuple[str, str], tuple[int, int]]:
    response = world.browser("financial_manager").get(f"/api/v1/receivables-aging?as_of={on}")
    assert response.status_code == 200, response.text
    return {
        (one["currency"], bucket["bucket"]): (to_units(bucket["amount"]), bucket["invoices"])
        for one in response.json()["data"]["currencies"]
        for bucket in one["buckets"]
        if bucket["invoices"]
    }


def _listed(world: World, on: date, currency: str, bucket: str) -> list[dict[str, Any]]:
    query = f"as_of={on}&currency={currency}&aging_bucket={bucket}&per_page=100"
    return world.browser("financial_manager").get(f"/api/v1/receivables?{query}").json()["data"]


@pytest.mark.parametrize("on", [MAY, date(2026, 6, 30), TODAY], ids=str)
def test_every_bucket_matches_the_database_rows_and_its_list(world: World, on: date):
    buckets = _read_aging(world, on)
    assert buckets == _recalculate(world, on)
    for (currency, bucket), (amount, count) in buckets.items():
        listed = _listed(world, on, currency, bucket)
        assert (sum(to_units(row["balance"]) for row in listed), len(listed)) == (amount, count)


def test_payments_and_invoices_of_june_do_not_change_may(world: World):
    before = _read_aging(world, MAY)
    with world.database.write() as session:
        for invoice in session.query(Invoice).where(Invoice.issued_on <= MAY, Invoice.balance > Decimal(0)):
            paid = make_receipt(session, invoice, str(invoice.balance / 2), date(2026, 6, 15))
            invoice.balance -= paid.amount
        june = make_invoice(session, issued_on=date(2026, 6, 1), due_on=date(2026, 7, 1), balance=Decimal(0))
        make_receipt(session, june, "1149.75", date(2026, 6, 2))
    assert _read_aging(world, MAY) == before
    for on in (MAY, date(2026, 6, 30)):
        assert _read_aging(world, on) == _recalculate(world, on)


def test_invoice_due_today_is_current(world: World):
    with world.database.write() as session:
        client = make_client(session)
        make_invoice(session, client_id=client.id, currency="CHF", issued_on=date(2026, 11, 1), due_on=TODAY)
    assert {bucket for currency, bucket in _read_aging(world, TODAY) if currency == "CHF"} == {"current"}
    (row,) = _listed(world, TODAY, "CHF", "current")
    assert row["days_past_due"] == 0
    status = world.browser("admin").get("/api/v1/invoices?currency=CHF").json()["data"][0]["status"]
    assert status == "open"
