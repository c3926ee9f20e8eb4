"""Aging as of any day, recalculated from database rows: total minus payments and credits until that day."""

from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.conftest import NOON
from tests.factories.statements import record_statements
from tests.factories.work import make_client, make_invoice, make_receipt
from tests.factories.world import World
from tests.long_tests import example_count

AGING, LIST = "/api/v1/receivables-aging", "/api/v1/receivables"
MAY = date(2026, 5, 31)


def _read_aging(world: World, query: str = "", column: str = "admin") -> dict[str, Any]:
    response = world.browser(column).get(f"{AGING}?{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _listed(world: World, query: str = "", column: str = "admin") -> list[dict[str, Any]]:
    response = world.browser(column).get(f"{LIST}?per_page=100&{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _buckets(aging: dict[str, Any], currency: str = "CAD") -> dict[str, tuple[str, int]]:
    found = next(one for one in aging["currencies"] if one["currency"] == currency)
    return {one["bucket"]: (one["amount"]["amount"], one["invoices"]) for one in found["buckets"]}


def test_aging_as_of_may_ignores_june(world: World):
    """Promise 5: payments and invoices of June do not change May, and an invoice due on the day is current."""
    with world.database.write() as session:
        client = make_client(session)
        fields = {"client_id": client.id, "issued_on": date(2026, 4, 1), "total": "100.00"}
        paid_in_june = make_invoice(session, due_on=date(2026, 4, 30), balance=Decimal(0), **fields)
        make_receipt(session, paid_in_june, "100.00", date(2026, 6, 1))
        half_in_may = make_invoice(session, due_on=MAY, balance=Decimal(0), **fields)
        make_receipt(session, half_in_may, "40.00", MAY)
        make_receipt(session, half_in_may, "60.00", date(2026, 6, 15), kind="credit")
        make_invoice(session, client_id=client.id, issued_on=date(2026, 6, 1), due_on=date(2026, 6, 30), total="7.00")
        make_invoice(session, is_voided=True, due_on=MAY, **fields)
        api_id = client.api_id
    aging = _read_aging(world, f"as_of={MAY}&client={api_id}")
    assert aging["as_of"] == "2026-05-31"
    assert _buckets(aging) == {
        "current": ("60.00", 1),
        "1_30": ("0.00", 0),
        "31_60": ("100.00", 1),
        "61_90": ("0.00", 0),
        "over_90": ("0.00", 0),
    }
    assert _buckets(_read_aging(world, f"as_of=2026-06-30&client={api_id}"))["current"] == ("7.00", 1)
    assert _read_aging(world, f"as_of=2026-03-31&client={api_id}")["currencies"] == []


def test_invoice_deleted_later_was_owed_before(world: World):
    """The accounting service deleted the invoice at noon on 20 November; it existed on the 19th."""
    with world.database.write() as session:
        client = make_client(session)
        make_invoice(session, client_id=client.id, deleted_at=NOON, total="50.00")
        api_id = client.api_id
    assert _read_aging(world, f"as_of=2026-11-19&client={api_id}")["currencies"][0]["total"]["amount"] == "50.00"
    assert _read_aging(world, f"as_of=2026-11-20&client={api_id}")["currencies"] == []


def test_overpaid_invoice_is_not_owed_between_its_payments(world: World):
    """Later payments are added to today's balance, which may be a credit."""
    with world.database.write() as session:
        client = make_client(session)
        fields = {"client_id": client.id, "issued_on": date(2026, 4, 1), "total": "100.00"}
        invoice = make_invoice(session, balance=Decimal(-100), **fields)
        make_receipt(session, invoice, "150.00", date(2026, 4, 20))
        make_receipt(session, invoice, "50.00", date(2026, 6, 1))
        api_id = client.api_id
    assert _read_aging(world, f"as_of={MAY}&client={api_id}")["currencies"] == []
    assert _buckets(_read_aging(world, f"as_of=2026-04-19&client={api_id}"))["current"] == ("100.00", 1)


def test_deleted_payment_is_ignored(world: World):
    with world.database.write() as session:
        client = make_client(session)
        invoice = make_invoice(session, client_id=client.id, issued_on=date(2026, 4, 1), total="100.00")
        make_receipt(session, invoice, "40.00", date(2026, 6, 1), deleted_at=NOON)
        api_id = client.api_id
    assert _read_aging(world, f"as_of={MAY}&client={api_id}")["currencies"][0]["total"]["amount"] == "100.00"


def test_invoice_without_due_date_is_aged_by_payment_terms_and_counted(world: World):
    with world.database.write() as session:
        client = make_client(session)
        make_invoice(session, client_id=client.id, due_on=None, issued_on=MAY, payable_on=date(2026, 6, 30))
        api_id = client.api_id
    (cad,) = _read_aging(world, f"as_of=2026-07-01&client={api_id}")["currencies"]
    assert (cad["without_due_date"], cad["buckets"][1]["invoices"]) == (1, 1)


_DAYS = st.dates(date(2026, 1, 1), date(2026, 12, 31))
_CENTS = st.integers(1, 500_000).map(lambda cents: Decimal(cents) / 100)


@dataclass
class OwedInvoice:
    currency: str
    issued_on: date
    due_on: date
    total: Decimal
    receipts: list[tuple[date, Decimal, str]]

    def balance_on(self, day: date) -> Decimal:
        return self.total - sum(amount for paid_on, amount, _ in self.receipts if paid_on <= day)


@st.composite
def owed_invoices(draw: st.DrawFn) -> OwedInvoice:
    total, issued_on = draw(_CENTS), draw(_DAYS)
    remaining, receipts = total, []
    for paid_on, part, kind in draw(
        st.lists(st.tuples(_DAYS, st.integers(1, 100), st.sampled_from(["payment", "credit"])), max_size=4)
    ):
        amount = (remaining * part / 100).quantize(Decimal("0.01"))
        remaining -= amount
        receipts.append((paid_on, amount, kind))
    due_on = issued_on + timedelta(days=draw(st.integers(0, 90)))
    return OwedInvoice(draw(st.sampled_from(["CAD", "USD"])), issued_on, due_on, total, receipts)


def _bucket(days: int) -> str:
    edges = ((0, "current"), (30, "1_30"), (60, "31_60"), (90, "61_90"))
    return next((name for limit, name in edges if days <= limit), "over_90")


@settings(
    max_examples=example_count(15),
    derandomize=True,
    phases=(Phase.generate,),
)
@given(st.lists(owed_invoices(), min_size=1, max_size=12), _DAYS)
def test_aging_of_any_day_matches_the_database_rows(world: World, invoices: list[OwedInvoice], day: date):
    with world.database.write() as session:
        client = make_client(session)
        for one in invoices:
            invoice = make_invoice(
                session, client_id=client.id, currency=one.currency, issued_on=one.issued_on, due_on=one.due_on,
                total=str(one.total), balance=one.balance_on(date.max),
            )  # fmt: skip
            for paid_on, amount, kind in one.receipts:
                make_receipt(session, invoice, str(amount), paid_on, kind=kind)
        api_id = client.api_id
    expected: Counter[tuple[str, str]] = Counter()
    for one in invoices:
        if one.issued_on <= day and one.balance_on(day) > 0:
            expected[one.currency, _bucket((day - one.due_on).days)] += int(one.balance_on(day) * 100)
    returned = {
        (currency["currency"], bucket["bucket"]): int(Decimal(bucket["amount"]["amount"]) * 100)
        for currency in _read_aging(world, f"as_of={day}&client={api_id}")["currencies"]
        for bucket in currency["buckets"]
    }
    assert {key: amount for key, amount in returned.items() if amount} == dict(expected)
    # The list behind a bucket adds up to its amount.
    listed: Counter[tuple[str, str]] = Counter()
    for row in _listed(world, f"as_of={day}&client={api_id}"):
        listed[row["currency"], row["aging_bucket"]] += int(Decimal(row["balance"]["amount"]) * 100)
    assert listed == expected


def test_account_manager_sees_receivables_of_own_clients_only(world: World):
    with world.database.write() as session:
        manager = world.people["account_manager"].user
        own, other = make_client(session, account_manager_id=manager.id), make_client(session)
        for client in (own, other):
            make_invoice(session, client_id=client.id, currency="CHF", total="11.00")
        theirs = own.api_id
    (chf,) = [one for one in _read_aging(world, column="account_manager")["currencies"] if one["currency"] == "CHF"]
    assert (chf["total"]["amount"], chf["invoices"]) == ("11.00", 1)
    rows = _listed(world, "currency=CHF", "account_manager")
    assert [row["client"]["api_id"] for row in rows] == [theirs]


def test_statement_count_does_not_depend_on_page_size(world: World):
    with world.database.write() as session:
        client = make_client(session)
        for _ in range(30):
            make_invoice(session, client_id=client.id)
        api_id = client.api_id
    counts = []
    # The first request counts the rows and caches the count.
    for size in (1, 1, 25):
        with record_statements(world.database) as statements:
            world.browser("admin").get(f"{LIST}?client={api_id}&per_page={size}")
        counts.append(len(statements))
    assert counts[1] == counts[2] <= counts[0] <= 20


def test_aging_buckets_follow_the_settings(world: World):
    """Buckets, rows, filters and labels follow the settings; former buckets are refused."""
    with world.database.write() as session:
        client = make_client(session)
        for days in (0, 1, 15, 16, 45, 46, 120, 121):
            due_on = NOON.date() - timedelta(days=days)
            make_invoice(session, client_id=client.id, issued_on=date(2026, 1, 1), due_on=due_on, total="10.00")
        api_id = client.api_id
    admin = world.browser("admin")
    admin.post("/api/v1/settings", {"aging_buckets": [15, 45, 120]})
    try:
        parts = {"current": 1, "1_15": 2, "16_45": 2, "46_120": 2, "over_120": 1}
        found = _buckets(_read_aging(world, f"client={api_id}"))
        assert {name: count for name, (_, count) in found.items()} == parts
        for name, count in parts.items():
            rows = _listed(world, f"client={api_id}&aging_bucket={name}")
            assert [row["aging_bucket"] for row in rows] == [name] * count
            listed = admin.get(f"/api/v1/invoices?client={api_id}&aging_bucket={name}").json()["data"]
            assert [row["aging_bucket"] for row in listed] == [name] * count
        labels = admin.get("/api/v1/enum-options").json()["data"]["aging_bucket"]
        assert [word["value"] for word in labels] == list(parts)
        assert [labels[1]["name_fr"], labels[4]["name_en"]] == ["1 à 15 jours", "Over 120 days"]
        for path in (LIST, "/api/v1/invoices"):
            refused = admin.get(f"{path}?aging_bucket=31_60")
            assert (refused.status_code, list(refused.json()["errors"])) == (422, ["aging_bucket"])
    finally:
        admin.post("/api/v1/settings", {"aging_buckets": [30, 60, 90]})


@pytest.mark.parametrize("query", ["as_of=31-05-2026", "as_of=9999-01-01", "aging_bucket=late", "sort=total", "x=1"])
def test_invalid_query_returns_422(world: World, query: str):
    assert world.browser("admin").get(f"{LIST}?{query}").status_code == 422


def test_unknown_client_returns_404(world: World):
    assert world.browser("admin").get(f"{AGING}?client={world.client('admin', 'missing')}").status_code == 404
    assert world.browser("admin").get(f"{AGING}?client=not-an-id").status_code == 422
