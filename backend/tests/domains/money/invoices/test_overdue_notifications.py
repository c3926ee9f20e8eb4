"""Account managers and finance are notified once of an overdue invoice, with one mail for several invoices."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.database import Database
from regie.domains.money.invoices.jobs import NOTIFY_FOR, notify_overdue_invoices
from regie.domains.people.notifications.actions import Notifier
from regie.domains.people.notifications.jobs import DailyJob
from regie.domains.people.notifications.models import Notification
from regie.domains.records.invoices.models import Invoice
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN, MovableClock
from tests.factories.mail import queued_mail
from tests.factories.work import make_client, make_invoice
from tests.factories.world import assert_unchanged

TODAY = NOON.date()
YESTERDAY = TODAY - timedelta(days=1)
CHOICES = "/api/v1/me/notification-settings"


@pytest.fixture
def daily(app: Any, database: Database, clock: MovableClock) -> DailyJob:
    return DailyJob(database, clock, Notifier(app.state.context.mail, ORIGIN), (notify_overdue_invoices,))


def _make_invoice(database: Database, manager: Browser, due_on: date = YESTERDAY, **fields: Any) -> Invoice:
    with database.write() as session:
        client = make_client(session, account_manager_id=manager.user.id, name="Maison Pivoine")
        return make_invoice(session, client_id=client.id, due_on=due_on, **fields)


def _read_recipients(database: Database) -> list[int]:
    with database.read() as db:
        return list(db.execute(select(Notification.user_id).order_by(Notification.id)).scalars())


def test_account_manager_and_finance_are_notified_once(
    database: Database, daily: DailyJob, clock: MovableClock, sign_in_as: Callable[..., Browser]
):
    manager, finance = sign_in_as("account_manager"), sign_in_as("financial_manager", locale="fr-ca")
    for role in ("super_admin", "admin", "account_manager", "churn_manager", "employee"):
        sign_in_as(role)
    invoice = _make_invoice(database, manager, number="AN-77")
    for _ in range(3):
        daily.run_once()
        clock.moment += timedelta(days=1)
    assert sorted(_read_recipients(database)) == sorted([manager.user.id, finance.user.id])
    for browser in (manager, finance):
        browser.signed_in_as(browser.user, clock.now())
    (notification,) = manager.get("/api/v1/notifications").json()["data"]
    assert notification["title"] == "Invoice AN-77 is overdue: Maison Pivoine"
    assert notification["detail"] == "CA$1,149.75 is unpaid. The invoice was due on November 19, 2026."
    assert notification["link"] == f"/invoices?open={invoice.api_id}"
    finance.locale = "fr-ca"
    (notification,) = finance.get("/api/v1/notifications").json()["data"]
    assert notification["title"] == "Facture AN-77 en retard\u00a0: Maison Pivoine"
    assert notification["detail"] == "1\u00a0149,75\u00a0$ impayés. L’échéance de la facture était le 19 novembre 2026."
    assert queued_mail(manager.app) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"due_on": TODAY},
        {"due_on": TODAY - NOTIFY_FOR - timedelta(days=1)},
        {"balance": Decimal(0)},
        {"is_voided": True},
        {"deleted_at": NOON},
    ],
    ids=["due today", "too old", "paid", "voided", "deleted"],
)
def test_other_invoices_send_no_notification(
    database: Database, daily: DailyJob, sign_in_as: Callable[..., Browser], fields: dict[str, Any]
):
    _make_invoice(database, sign_in_as("account_manager"), **fields)
    sign_in_as("financial_manager")
    with assert_unchanged(database, exclude=("job_states",)):
        daily.run_once()


def test_unmatched_invoice_notifies_finance_only(
    database: Database, daily: DailyJob, sign_in_as: Callable[..., Browser]
):
    finance = sign_in_as("financial_manager")
    with database.write() as session:
        make_invoice(session, due_on=YESTERDAY, customer_name="Boulangerie Aube")
    daily.run_once()
    (notification,) = finance.get("/api/v1/notifications").json()["data"]
    assert notification["title"].endswith("is overdue: Boulangerie Aube")


def test_changed_due_date_is_notified_again(
    database: Database, daily: DailyJob, clock: MovableClock, sign_in_as: Callable[..., Browser]
):
    finance, manager = sign_in_as("financial_manager"), sign_in_as("account_manager")
    invoice = _make_invoice(database, manager)
    daily.run_once()
    with database.write() as session:
        row = session.get_one(Invoice, invoice.id)
        row.due_on = row.payable_on = TODAY + timedelta(days=1)
    for _ in range(3):
        clock.moment += timedelta(days=1)
        daily.run_once()
    assert sorted(_read_recipients(database)) == sorted([finance.user.id, manager.user.id] * 2)


def test_immediate_mail_contains_all_overdue_invoices(
    database: Database, daily: DailyJob, clock: MovableClock, sign_in_as: Callable[..., Browser]
):
    finance, manager = sign_in_as("financial_manager"), sign_in_as("account_manager")
    for browser in (finance, manager):
        assert browser.patch(CHOICES, {"overdue_invoices": {"by_mail": "at_once"}}).status_code == 200
    for number in ("A-1", "A-2", "A-3"):
        _make_invoice(database, manager, number=number)
    daily.run_once()
    found = queued_mail(finance.app)
    assert sorted(mail.to for mail in found) == sorted([finance.user.email, manager.user.email])
    assert all(number in mail.text for mail in found for number in ("A-1", "A-2", "A-3"))
    assert all("Overdue invoices (3)" in mail.text for mail in found)
    clock.moment += timedelta(days=1)
    _make_invoice(database, manager, number="A-4", due_on=TODAY)
    daily.run_once()
    later = queued_mail(finance.app)[2:]
    assert [mail.kind for mail in later] == ["notification", "notification"]
    assert all("A-4" in mail.text and "A-1" not in mail.text for mail in later)
