"""Tests of the organization's time zone and payment terms."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from regie.connectors.quickbooks.shapes import Invoice as Read
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.integrations.matching.actions import update_linked_records
from regie.domains.integrations.sync.quickbooks import save_invoices
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.settings.queries import read_time_zone
from regie.main import create_app
from regie.settings import load_settings
from regie.worker import follow_time_zone
from tests.browser import Browser
from tests.conftest import ORIGIN, SERVICES, MovableClock
from tests.factories.work import make_client, make_invoice

PATH = "/api/v1/settings"
AGING = "/api/v1/receivables-aging"
# 23:30 on 20 November in Toronto; in Paris it is already 21 November.
LATE = datetime(2026, 11, 21, 4, 30, tzinfo=UTC)


@pytest.fixture
def admin(sign_in_as: Any, clock: MovableClock) -> Browser:
    clock.moment = LATE
    return sign_in_as("admin")


@pytest.fixture
def second_process(database: Database, clock: MovableClock) -> Callable[[Browser], Browser]:
    """The same user in another process with the same database."""
    app = create_app(load_settings({"REGIE_ORIGIN": ORIGIN, **SERVICES}), database=database, clock=clock)
    return lambda browser: Browser(app, ORIGIN).signed_in_as(browser.user, clock.now())


def _read_today(browser: Browser) -> str:
    return browser.get(AGING).json()["data"]["as_of"]


def test_time_zone_change_applies_in_every_process_at_once(
    admin: Browser, second_process: Callable[[Browser], Browser]
):
    other = second_process(admin)
    assert (_read_today(admin), _read_today(other)) == ("2026-11-20", "2026-11-20")
    admin.post(PATH, {"timezone": "Europe/Paris"})
    assert (_read_today(other), _read_today(admin)) == ("2026-11-21", "2026-11-21")
    admin.post(PATH, {"timezone": "Pacific/Honolulu"})
    assert (_read_today(other), _read_today(admin)) == ("2026-11-20", "2026-11-20")


def test_invoice_becomes_overdue_when_the_day_ends_in_the_time_zone(admin: Browser, database: Database):
    with database.write() as session:
        invoice = make_invoice(session, due_on=date(2026, 11, 20)).api_id
    path = f"/api/v1/invoices/{invoice}"
    assert admin.get(path).json()["data"]["status"] == "open"
    admin.post(PATH, {"timezone": "Europe/Paris"})
    assert admin.get(path).json()["data"]["status"] == "overdue"


def test_past_aging_is_recalculated_after_a_time_zone_change(admin: Browser, database: Database):
    """Deleted at 23:30 on the 20th in Toronto, which is the 21st in Paris: there it was still owed on the 20th."""
    with database.write() as session:
        make_invoice(session, deleted_at=LATE, total="50.00")
    path = f"{AGING}?as_of=2026-11-20"
    assert admin.get(path).json()["data"]["currencies"] == []
    admin.post(PATH, {"timezone": "Europe/Paris"})
    (cad,) = admin.get(path).json()["data"]["currencies"]
    assert cad["total"]["amount"] == "50.00"


def test_activity_log_filters_by_the_organizations_days(admin: Browser):
    admin.post(PATH, {"timezone": "Europe/Paris"})
    found = admin.get("/api/v1/activity?subject_type=settings&at_from=2026-11-21").json()["data"]
    assert [change["field"] for entry in found for change in entry["changes"]] == ["timezone"]
    admin.post(PATH, {"timezone": "America/Toronto"})
    assert admin.get("/api/v1/activity?subject_type=settings&at_from=2026-11-21").json()["data"] == []


def test_worker_applies_the_time_zone_at_its_next_run(admin: Browser, database: Database):
    clock = Clock(lambda: LATE)
    follow_time_zone(database, clock)
    assert clock.today() == date(2026, 11, 20)
    admin.post(PATH, {"timezone": "Europe/Paris"})
    follow_time_zone(database, clock)
    assert (clock.today(), clock.start_of(date(2026, 11, 21)).hour) == (date(2026, 11, 21), 23)
    with database.read() as db:
        assert read_time_zone(db) == "Europe/Paris"


def _read_due_day(browser: Browser, invoice: str) -> str:
    listed = browser.get("/api/v1/receivables?per_page=100").json()["data"]
    return next(row["payable_on"] for row in listed if row["api_id"] == invoice)


def test_invoice_without_due_day_is_due_by_the_terms(admin: Browser, database: Database):
    """The client's terms precede the organization's; a due day on the invoice is used unchanged."""
    issued = {"due_on": None, "issued_on": date(2026, 1, 31), "payable_on": date(2026, 3, 2)}
    with database.write() as session:
        default_terms = make_invoice(session, client_id=make_client(session).id, **issued).api_id
        client_terms = make_invoice(session, client_id=make_client(session, payment_terms_days=0).id, **issued).api_id
        unlinked = make_invoice(session, **issued).api_id
        with_due_day = make_invoice(session, due_on=date(2026, 2, 1), issued_on=date(2026, 1, 31)).api_id
    assert admin.post(PATH, {"payment_terms_days": 45}).status_code == 200
    due = [_read_due_day(admin, invoice) for invoice in (default_terms, client_terms, unlinked, with_due_day)]
    assert due == ["2026-03-17", "2026-01-31", "2026-03-17", "2026-02-01"]
    assert admin.get(f"{AGING}?as_of=2026-03-17").json()["data"]["currencies"][0]["buckets"][0]["invoices"] == 2


def test_terms_are_applied_when_a_client_is_linked(admin: Browser, database: Database):
    """They are applied at the end of a synchronization or of a match."""
    admin.post(PATH, {"payment_terms_days": 10})
    with database.write() as session:
        invoice = make_invoice(session, due_on=None, issued_on=date(2026, 1, 1), payable_on=date(2026, 1, 31)).api_id
        update_linked_records(session, ("quickbooks",))
    assert _read_due_day(admin, invoice) == "2026-01-11"


def test_invoice_read_again_uses_its_clients_terms(database: Database, clock: MovableClock):
    """At once, and not only at the end of a synchronization, which may fail."""
    issued = {"due_on": None, "issued_on": date(2026, 1, 1), "payable_on": date(2026, 3, 2)}
    with database.write() as session:
        invoice = make_invoice(session, client_id=make_client(session, payment_terms_days=60).id, **issued)
        save_invoices(session, [_as_received(invoice)], clock.now(), clock, "CAD")
        session.refresh(invoice)
        assert (invoice.number, invoice.payable_on) == ("read again", date(2026, 3, 2))


def _as_received(invoice: Invoice) -> Read:
    amounts = dict.fromkeys(("subtotal", "tax", "total", "balance"), Decimal(100))
    return Read(
        external_id=invoice.external_id, number="read again", customer_id=None, customer_name="", currency="CAD",
        exchange_rate=None, issued_on=invoice.issued_on, due_on=None, home_total=None, home_balance=None,
        is_voided=False, note=None, payment_ids=(), created_at=None, updated_at=None, source_url="", raw={}, **amounts,
    )  # fmt: skip
