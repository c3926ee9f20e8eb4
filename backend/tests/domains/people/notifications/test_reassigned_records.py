"""Tests that a digest omits records which were reassigned to another user in the meantime."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from regie.core.db.database import Database
from regie.domains.money.invoices.jobs import notify_overdue_invoices
from regie.domains.people.notifications.actions import Notifier
from regie.domains.people.notifications.jobs import DigestSender
from regie.domains.people.notifications.models import Notification
from regie.domains.records.clients.models import Client
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.work.hours_warnings.queries import SETTLING_TIME
from regie.domains.work.retainers.jobs import LedgerRefreshJob
from regie.worker import RELEVANT_RECORDS
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN, MovableClock
from tests.factories.mail import queued_mail
from tests.factories.retainers import log_time, make_budget, make_retainer
from tests.factories.work import make_client, make_invoice

TODAY = NOON.date()
# After 07:00 in Toronto.
MORNING = datetime(2026, 11, 21, 12, 30, tzinfo=UTC)
CHOICES = "/api/v1/me/notification-settings"


@pytest.fixture
def notifier(app: Any) -> Notifier:
    return Notifier(app.state.context.mail, ORIGIN)


@pytest.fixture
def manager(sign_in_as: Callable[..., Browser]) -> Browser:
    browser = sign_in_as("account_manager", timezone="America/Toronto")
    chosen = {name: {"by_mail": "digest"} for name in ("renewals", "budget_warnings", "overdue_invoices")}
    assert browser.patch(CHOICES, chosen).status_code == 200
    return browser


def _notify(database: Database, notifier: Notifier, clock: MovableClock, manager: User) -> None:
    """Notify the manager of an overdue invoice, two renewals, a month's hours and a budget."""
    with database.write() as session:
        client = make_client(session, account_manager_id=manager.id)
        make_invoice(session, client_id=client.id, due_on=TODAY - timedelta(days=1))
        retainer = make_retainer(
            session,
            client_id=client.id,
            account_manager_id=manager.id,
            renews_on=TODAY + timedelta(days=9),
            auto_renew=False,
        )
        log_time(session, retainer, date(2026, 11, 13), "38")
        renewal = {"renews_on": TODAY + timedelta(days=9), "auto_renew": True}
        make_retainer(session, client_id=client.id, account_manager_id=manager.id, **renewal)
        budget = make_budget(session, client_id=client.id, account_manager_id=manager.id)
        log_time(session, budget, date(2026, 11, 13), "38")
    with database.write() as session:
        notify_overdue_invoices(session, notifier, TODAY, clock.now())
    ledgers = LedgerRefreshJob(database, clock, notifier)
    ledgers.run_once()
    clock.moment += SETTLING_TIME
    ledgers.run_once()


def _send_digests(database: Database, notifier: Notifier, clock: MovableClock) -> None:
    clock.moment = MORNING
    DigestSender(database, clock, notifier, RELEVANT_RECORDS).run_once()


def _links(browser: Browser) -> list[str]:
    """Return the resources that the links of the user's single mail lead to."""
    (mail,) = queued_mail(browser.app)
    assert mail.to == browser.user.email
    return sorted(re.findall(ORIGIN + r"/(\w+)[?/]\S*(?:open|view)", mail.text))


def test_own_records_are_mailed(manager: Browser, database: Database, notifier: Notifier, clock: MovableClock):
    _notify(database, notifier, clock, manager.user)
    _send_digests(database, notifier, clock)
    with database.read() as db:
        kinds = set(db.execute(select(Notification.kind)).scalars())
    renewals = {"retainer_renewal", "retainer_automatic_renewal"}
    hours = {"retainer_hours", "retainer_pace", "project_budget"}
    assert renewals | hours | {"invoice_overdue"} == kinds == set(RELEVANT_RECORDS)
    assert _links(manager) == ["invoices", *["projects"] * 5]


@pytest.mark.parametrize(
    ("model", "left"),
    [(Client, ["projects"] * 5), (Project, ["invoices"])],
    ids=["the client is handed on", "the project is handed on"],
)
def test_reassigned_records_are_not_mailed(
    manager: Browser,
    sign_in_as: Callable[..., Browser],
    database: Database,
    notifier: Notifier,
    clock: MovableClock,
    model: type[Client] | type[Project],
    left: list[str],
):
    _notify(database, notifier, clock, manager.user)
    other = sign_in_as("account_manager", timezone="Pacific/Auckland")
    with database.write() as session:
        session.execute(update(model).values(account_manager_id=other.user.id))
    _send_digests(database, notifier, clock)
    assert _links(manager) == left
    # They do not wait for another digest either.
    with database.read() as db:
        assert None not in db.execute(select(Notification.digest_on)).scalars().all()


def test_records_of_a_lost_role_are_not_mailed(
    sign_in_as: Callable[..., Browser], database: Database, notifier: Notifier, clock: MovableClock
):
    finance = sign_in_as("financial_manager", timezone="America/Toronto")
    _notify(database, notifier, clock, sign_in_as("account_manager", timezone="Pacific/Auckland").user)
    with database.write() as session:
        session.execute(update(User).where(User.id == finance.user.id).values(roles=["account_manager"]))
    _send_digests(database, notifier, clock)
    assert finance.user.email not in [mail.to for mail in queued_mail(finance.app)]


def test_decided_renewals_and_ended_projects_are_not_mailed(
    manager: Browser, database: Database, notifier: Notifier, clock: MovableClock
):
    _notify(database, notifier, clock, manager.user)
    with database.write() as session:
        session.execute(update(Project).where(Project.kind == "retainer").values(end_on=TODAY + timedelta(days=8)))
        session.execute(update(Project).where(Project.kind == "fixed").values(status="completed"))
    _send_digests(database, notifier, clock)
    # The hours of the retainer that ends in eight days are still to be watched.
    assert _links(manager) == ["invoices", "projects", "projects"]
