"""The organization's days begin in its time zone, at once for everybody; its terms make due dates."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from regie.connectors.quickbooks.shapes import Invoice as Read
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.integrations.matching.actions import follow_links
from regie.domains.integrations.sync.quickbooks import keep_invoices
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.settings.queries import read_time_zone
from regie.main import create_app
from regie.settings import load_settings
from regie.worker import follow_time_zone
from tests.browser import Browser
from tests.conftest import ORIGIN, SERVICES, MovableClock
from tests.factories.work import make_client, make_invoice

PATH = "/api/v1/settings"
AGEING = "/api/v1/receivables-ageing"
# Half past eleven in the evening of 20 November in Toronto: in Paris the next day has begun.
LATE = datetime(2026, 11, 21, 4, 30, tzinfo=UTC)


@pytest.fixture
def admin(sign_in_as: Any, clock: MovableClock) -> Browser:
    clock.moment = LATE
    return sign_in_as("admin")


@pytest.fixture
def second_process(database: Database, clock: MovableClock) -> Callable[[Browser], Browser]:
    """The same person in another process of the same house."""
    app = create_app(load_settings({"REGIE_ORIGIN": ORIGIN, **SERVICES}), database=database, clock=clock)
    return lambda browser: Browser(app, ORIGIN).carrying(browser.user, clock.now())


def _today(browser: Browser) -> str:
    return browser.get(AGEING).json()["data"]["as_of"]


def test_today_is_the_organizations_in_every_process_at_once(
    admin: Browser, second_process: Callable[[Browser], Browser]
):
    other = second_process(admin)
    assert (_today(admin), _today(other)) == ("2026-11-20", "2026-11-20")
    admin.post(PATH, {"timezone": "Europe/Paris"})
    assert (_today(other), _today(admin)) == ("2026-11-21", "2026-11-21")
    admin.post(PATH, {"timezone": "Pacific/Honolulu"})
    assert (_today(other), _today(admin)) == ("2026-11-20", "2026-11-20")


def test_what_is_due_today_is_overdue_where_the_day_is_over(admin: Browser, database: Database):
    with database.write() as session:
        invoice = make_invoice(session, due_on=date(2026, 11, 20)).api_id
    path = f"/api/v1/invoices/{invoice}"
    assert admin.get(path).json()["data"]["status"] == "open"
    admin.post(PATH, {"timezone": "Europe/Paris"})
    assert admin.get(path).json()["data"]["status"] == "overdue"


def test_what_was_owed_at_the_end_of_a_day_is_not_remembered_from_another_zone(admin: Browser, database: Database):
    """Deleted at half past eleven of the 20th in Toronto, which is the 21st in Paris: there it was owed on the 20th."""
    with database.write() as session:
        make_invoice(session, deleted_at=LATE, total="50.00")
    asked = f"{AGEING}?as_of=2026-11-20"
    assert admin.get(asked).json()["data"]["currencies"] == []
    admin.post(PATH, {"timezone": "Europe/Paris"})
    (cad,) = admin.get(asked).json()["data"]["currencies"]
    assert cad["total"]["amount"] == "50.00"


def test_the_log_is_looked_through_by_the_organizations_days(admin: Browser):
    admin.post(PATH, {"timezone": "Europe/Paris"})
    found = admin.get("/api/v1/activity?subject_type=settings&at_from=2026-11-21").json()["data"]
    assert [change["field"] for entry in found for change in entry["changes"]] == ["timezone"]
    admin.post(PATH, {"timezone": "America/Toronto"})
    assert admin.get("/api/v1/activity?subject_type=settings&at_from=2026-11-21").json()["data"] == []


def test_the_worker_follows_at_its_next_look(admin: Browser, database: Database):
    clock = Clock(lambda: LATE)
    follow_time_zone(database, clock)
    assert clock.today() == date(2026, 11, 20)
    admin.post(PATH, {"timezone": "Europe/Paris"})
    follow_time_zone(database, clock)
    assert (clock.today(), clock.start_of(date(2026, 11, 21)).hour) == (date(2026, 11, 21), 23)
    with database.read() as db:
        assert read_time_zone(db) == "Europe/Paris"


def _due(browser: Browser, invoice: str) -> str:
    listed = browser.get("/api/v1/receivables?per_page=100").json()["data"]
    return next(row["payable_on"] for row in listed if row["api_id"] == invoice)


def test_an_invoice_that_names_no_day_is_due_by_the_terms(admin: Browser, database: Database):
    """The organization's at once, unless its client has terms of its own; a day that is named stays."""
    issued = {"due_on": None, "issued_on": date(2026, 1, 31), "payable_on": date(2026, 3, 2)}
    with database.write() as session:
        usual = make_invoice(session, client_id=make_client(session).id, **issued).api_id
        own = make_invoice(session, client_id=make_client(session, payment_terms_days=0).id, **issued).api_id
        nobodys = make_invoice(session, **issued).api_id
        named = make_invoice(session, due_on=date(2026, 2, 1), issued_on=date(2026, 1, 31)).api_id
    assert admin.post(PATH, {"payment_terms_days": 45}).status_code == 200
    due = [_due(admin, invoice) for invoice in (usual, own, nobodys, named)]
    assert due == ["2026-03-17", "2026-01-31", "2026-03-17", "2026-02-01"]
    assert admin.get(f"{AGEING}?as_of=2026-03-17").json()["data"]["currencies"][0]["buckets"][0]["invoices"] == 2


def test_terms_follow_whose_invoice_it_is(admin: Browser, database: Database):
    """Settled where a synchronisation, or a match that somebody makes, ends."""
    admin.post(PATH, {"payment_terms_days": 10})
    with database.write() as session:
        invoice = make_invoice(session, due_on=None, issued_on=date(2026, 1, 1), payable_on=date(2026, 1, 31)).api_id
        follow_links(session, ("quickbooks",))
    assert _due(admin, invoice) == "2026-01-11"


def test_what_is_read_again_keeps_its_clients_terms(database: Database, clock: MovableClock):
    """At once, and not only where a synchronisation ends: it may never."""
    issued = {"due_on": None, "issued_on": date(2026, 1, 1), "payable_on": date(2026, 3, 2)}
    with database.write() as session:
        kept = make_invoice(session, client_id=make_client(session, payment_terms_days=60).id, **issued)
        keep_invoices(session, [_as_read(kept)], clock.now(), clock, "CAD")
        session.refresh(kept)
        assert (kept.number, kept.payable_on) == ("read again", date(2026, 3, 2))


def _as_read(invoice: Invoice) -> Read:
    amounts = dict.fromkeys(("subtotal", "tax", "total", "balance"), Decimal(100))
    return Read(
        external_id=invoice.external_id, number="read again", customer_id=None, customer_name="", currency="CAD",
        exchange_rate=None, issued_on=invoice.issued_on, due_on=None, home_total=None, home_balance=None,
        is_voided=False, note=None, payment_ids=(), created_at=None, updated_at=None, source_url="", raw={}, **amounts,
    )  # fmt: skip
