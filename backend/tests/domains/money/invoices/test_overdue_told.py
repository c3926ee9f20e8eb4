"""Account managers and finance hear once that an invoice has become overdue; never in a mail for each."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.database import Database
from regie.domains.money.invoices.jobs import TOLD_FOR, tell_of_overdue_invoices
from regie.domains.people.notifications.actions import Notifier
from regie.domains.people.notifications.jobs import DailyJob
from regie.domains.people.notifications.models import Notification
from regie.domains.records.invoices.models import Invoice
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN, MovableClock
from tests.factories.post import mails
from tests.factories.work import make_client, make_invoice
from tests.factories.world import unchanged

TODAY = NOON.date()
YESTERDAY = TODAY - timedelta(days=1)
CHOICES = "/api/v1/me/notification-choices"


@pytest.fixture
def daily(app: Any, database: Database, clock: MovableClock) -> DailyJob:
    return DailyJob(database, clock, Notifier(app.state.context.mail, ORIGIN), (tell_of_overdue_invoices,))


def _invoice(database: Database, manager: Browser, due_on: date = YESTERDAY, **fields: Any) -> Invoice:
    with database.write() as session:
        client = make_client(session, account_manager_id=manager.user.id, name="Maison Pivoine")
        return make_invoice(session, client_id=client.id, due_on=due_on, **fields)


def _told(database: Database) -> list[int]:
    with database.read() as db:
        return list(db.execute(select(Notification.user_id).order_by(Notification.id)).scalars())


def test_the_account_manager_and_finance_hear_once(
    database: Database, daily: DailyJob, clock: MovableClock, sign_in_as: Callable[..., Browser]
):
    manager, finance = sign_in_as("account_manager"), sign_in_as("financial_manager", locale="fr-ca")
    for role in ("super_admin", "admin", "account_manager", "churn_manager", "employee"):
        sign_in_as(role)
    invoice = _invoice(database, manager, number="AN-77")
    for _ in range(3):
        daily.run_once()
        clock.moment += timedelta(days=1)
    assert sorted(_told(database)) == sorted([manager.user.id, finance.user.id])
    for browser in (manager, finance):
        browser.carrying(browser.user, clock.now())
    (told,) = manager.get("/api/v1/notifications").json()["data"]
    assert told["title"] == "Invoice AN-77 is overdue: Maison Pivoine"
    assert told["detail"] == "CA$1,149.75 was still open; it was payable on November 19, 2026."
    assert told["link"] == f"/invoices?open={invoice.api_id}"
    finance.locale = "fr-ca"
    (told,) = finance.get("/api/v1/notifications").json()["data"]
    assert told["title"] == "Facture AN-77 en retard\u00a0: Maison Pivoine"
    assert told["detail"] == "Il restait 1\u00a0149,75\u00a0$ à payer; l’échéance était le 19 novembre 2026."
    assert mails(manager.app) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"due_on": TODAY},
        {"due_on": TODAY - TOLD_FOR - timedelta(days=1)},
        {"balance": Decimal(0)},
        {"is_voided": True},
        {"deleted_at": NOON},
    ],
    ids=["due today", "long ago", "paid", "void", "deleted"],
)
def test_of_other_invoices_nobody_hears(
    database: Database, daily: DailyJob, sign_in_as: Callable[..., Browser], fields: dict[str, Any]
):
    _invoice(database, sign_in_as("account_manager"), **fields)
    sign_in_as("financial_manager")
    with unchanged(database):
        daily.run_once()


def test_an_invoice_of_no_client_is_finances_business(
    database: Database, daily: DailyJob, sign_in_as: Callable[..., Browser]
):
    finance = sign_in_as("financial_manager")
    with database.write() as session:
        make_invoice(session, due_on=YESTERDAY, customer_name="Boulangerie Aube")
    daily.run_once()
    (told,) = finance.get("/api/v1/notifications").json()["data"]
    assert told["title"].endswith("is overdue: Boulangerie Aube")


def test_another_day_of_payment_that_passes_is_told_of(
    database: Database, daily: DailyJob, clock: MovableClock, sign_in_as: Callable[..., Browser]
):
    finance, manager = sign_in_as("financial_manager"), sign_in_as("account_manager")
    invoice = _invoice(database, manager)
    daily.run_once()
    with database.write() as session:
        row = session.get_one(Invoice, invoice.id)
        row.due_on = row.payable_on = TODAY + timedelta(days=1)
    for _ in range(3):
        clock.moment += timedelta(days=1)
        daily.run_once()
    assert sorted(_told(database)) == sorted([finance.user.id, manager.user.id] * 2)


def test_at_once_is_one_mail_for_all_of_them(
    database: Database, daily: DailyJob, clock: MovableClock, sign_in_as: Callable[..., Browser]
):
    finance, manager = sign_in_as("financial_manager"), sign_in_as("account_manager")
    for browser in (finance, manager):
        assert browser.patch(CHOICES, {"overdue_invoices": {"by_mail": "at_once"}}).status_code == 200
    for number in ("A-1", "A-2", "A-3"):
        _invoice(database, manager, number=number)
    daily.run_once()
    found = mails(finance.app)
    assert sorted(mail.to for mail in found) == sorted([finance.user.email, manager.user.email])
    assert all(number in mail.text for mail in found for number in ("A-1", "A-2", "A-3"))
    assert all("Overdue invoices (3)" in mail.text for mail in found)
    clock.moment += timedelta(days=1)
    _invoice(database, manager, number="A-4", due_on=TODAY)
    daily.run_once()
    later = mails(finance.app)[2:]
    assert [mail.kind for mail in later] == ["notification", "notification"]
    assert all("A-4" in mail.text and "A-1" not in mail.text for mail in later)
