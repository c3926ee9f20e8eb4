"""Single invoices: status, aging bucket, payments and amounts."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.records.invoices.models import InvoicePayment
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN, MovableClock
from tests.factories.work import SYNCED, make_invoice
from tests.factories.world import World

PATH = "/api/v1/invoices"
TODAY = date(2026, 11, 20)
# Days past due → days overdue, aging bucket and status.
AGES = {
    -400: (None, "current", "open"),
    -1: (None, "current", "open"),
    0: (None, "current", "open"),
    1: (1, "1_30", "overdue"),
    30: (30, "1_30", "overdue"),
    31: (31, "31_60", "overdue"),
    60: (60, "31_60", "overdue"),
    61: (61, "61_90", "overdue"),
    90: (90, "61_90", "overdue"),
    91: (91, "over_90", "overdue"),
    4000: (4000, "over_90", "overdue"),
}


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _due(days: int) -> date:
    return TODAY - timedelta(days=days)


def _invoice(world: World, **fields: Any) -> str:
    with world.database.write() as session:
        return make_invoice(session, **fields).api_id


def _read(world: World, api_id: str) -> dict[str, Any]:
    return world.browser("admin").get(f"{PATH}/{api_id}").json()["data"]


@pytest.mark.parametrize("days", AGES)
def test_aging_bucket_depends_on_days_past_due(world: World, days: int):
    read = _read(world, _invoice(world, due_on=_due(days), payable_on=_due(days)))
    assert (read["days_overdue"], read["aging_bucket"], read["status"]) == AGES[days]


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"balance": Decimal(0)}, "paid"),
        ({"balance": Decimal("-5.00")}, "credit"),
        ({"balance": Decimal("0.01")}, "partially_paid"),
        ({}, "open"),
        ({"is_voided": True}, "voided"),
        ({"is_voided": True, "balance": Decimal(0)}, "voided"),
        ({"deleted_at": NOON}, "deleted_in_source"),
        ({"deleted_at": NOON, "is_voided": True}, "deleted_in_source"),
    ],
)
@pytest.mark.parametrize("days", [0, 1])
def test_invoice_has_exactly_one_status(world: World, fields: dict[str, Any], status: str, days: int):
    read = _read(world, _invoice(world, due_on=_due(days), payable_on=_due(days), **fields))
    late = days and status in ("partially_paid", "open")
    assert read["status"] == ("overdue" if late else status)
    owed = status in ("partially_paid", "open")
    assert (read["aging_bucket"] is None) is not owed
    assert (read["days_overdue"] is None) is not bool(late)


def test_today_is_in_the_organizations_time_zone(world: World, monkeypatch: pytest.MonkeyPatch):
    """Just before midnight in Toronto it is already the next day in UTC, but the invoice is not overdue yet."""
    api_id = _invoice(world, due_on=TODAY, payable_on=TODAY)
    clock = MovableClock()
    monkeypatch.setattr(world.app.state.context.clock, "_read_now", lambda: clock.moment)
    clock.moment = NOON.replace(day=21, hour=4, minute=59)
    browser = Browser(world.app, ORIGIN).signed_in_as(world.people["admin"].user, clock.moment)
    assert browser.get(f"{PATH}/{api_id}").json()["data"]["status"] == "open"
    clock.moment = NOON.replace(day=21, hour=5)
    late = browser.get(f"{PATH}/{api_id}").json()["data"]
    assert (late["status"], late["days_overdue"]) == ("overdue", 1)


def test_invoice_without_due_date_uses_payment_terms(world: World):
    read = _read(world, _invoice(world, due_on=None, payable_on=_due(3), issued_on=_due(33)))
    assert (read["due_on"], read["days_overdue"], read["aging_bucket"]) == (None, 3, "1_30")


def test_payments_exclude_deleted_ones(world: World):
    api_id = _invoice(world, external_id="900900")
    with world.database.write() as session:
        for number, (day, deleted_at) in enumerate(((5, None), (3, None), (4, NOON))):
            session.add(
                InvoicePayment(
                    external_id=f"p{number}:900900:payment", source_external_id=f"p{number}", kind="payment",
                    invoice_external_id="900900", paid_on=date(2026, 11, day), amount=Decimal("10.50"),
                    currency="CAD", deleted_at=deleted_at, synced_at=SYNCED,
                )
            )  # fmt: skip
    payments = _read(world, api_id)["payments"]
    assert [(payment["paid_on"], payment["external_id"].split(":")[0]) for payment in payments] == [
        ("2026-11-03", "p1"),
        ("2026-11-05", "p0"),
    ]
    assert payments[0]["amount"] == {"amount": "10.50", "currency": "CAD"}


def test_amounts_keep_significant_decimals(world: World):
    assert _read(world, _invoice(world, total="1.2345"))["total"]["amount"] == "1.2345"
    assert _read(world, _invoice(world, total="1.5000"))["total"]["amount"] == "1.50"
    assert _read(world, _invoice(world, total="1500", currency="JPY"))["total"]["amount"] == "1500"


def test_invoice_fields_are_read_only(world: World, admin: Browser):
    api_id = _invoice(world)
    with world.database.read() as db:
        before = db.execute(select(InvoicePayment)).all()
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        for path in (PATH, f"{PATH}/{api_id}", f"{PATH}/{new_api_id()}"):
            assert admin.call(method, path, json={"balance": "0.00"}).status_code in (404, 405, 422)
    assert _read(world, api_id)["balance"]["amount"] == "1149.75"
    with world.database.read() as db:
        assert db.execute(select(InvoicePayment)).all() == before
