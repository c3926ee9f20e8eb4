"""What has become somebody else's between the telling and the morning is not in the digest of who had it."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from regie.core.db.database import Database
from regie.domains.money.invoices.jobs import tell_of_overdue_invoices
from regie.domains.people.notifications.actions import Notifier
from regie.domains.people.notifications.jobs import DigestSender
from regie.domains.people.notifications.models import Notification
from regie.domains.records.clients.models import Client
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.work.retainers.jobs import LedgerRefreshJob
from regie.worker import CONCERNS
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN, MovableClock
from tests.factories.post import mails
from tests.factories.retainers import log_time, make_retainer
from tests.factories.work import make_client, make_invoice

TODAY = NOON.date()
# After seven o'clock in Toronto.
MORNING = datetime(2026, 11, 21, 12, 30, tzinfo=UTC)
CHOICES = "/api/v1/me/notification-choices"


@pytest.fixture
def notifier(app: Any) -> Notifier:
    return Notifier(app.state.context.mail, ORIGIN)


@pytest.fixture
def manager(sign_in_as: Callable[..., Browser]) -> Browser:
    browser = sign_in_as("account_manager", timezone="America/Toronto")
    chosen = {name: {"by_mail": "digest"} for name in ("renewals", "budget_warnings", "overdue_invoices")}
    assert browser.patch(CHOICES, chosen).status_code == 200
    return browser


def _tell(database: Database, notifier: Notifier, clock: MovableClock, manager: User) -> None:
    """An overdue invoice, a renewal and a month's hours."""
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
    with database.write() as session:
        tell_of_overdue_invoices(session, notifier, TODAY, clock.now())
    LedgerRefreshJob(database, clock, notifier).run_once()


def _morning(database: Database, notifier: Notifier, clock: MovableClock) -> None:
    clock.moment = MORNING
    DigestSender(database, clock, notifier, CONCERNS).run_once()


def _links(browser: Browser) -> list[str]:
    """Which lists the records in the one mail to this person belong to."""
    (mail,) = mails(browser.app)
    assert mail.to == browser.user.email
    return sorted(re.findall(ORIGIN + r"/(\w+)[?/]\S*(?:open|view)", mail.text))


def test_what_is_still_theirs_is_mailed(manager: Browser, database: Database, notifier: Notifier, clock: MovableClock):
    _tell(database, notifier, clock, manager.user)
    _morning(database, notifier, clock)
    with database.read() as db:
        kinds = set(db.execute(select(Notification.kind)).scalars())
    assert {"invoice_overdue", "retainer_renewal", "retainer_hours", "retainer_pace"} == kinds == set(CONCERNS)
    assert _links(manager) == ["invoices", "projects", "projects", "projects"]


@pytest.mark.parametrize(
    ("model", "left"),
    [(Client, ["projects"] * 3), (Project, ["invoices"])],
    ids=["the client is handed on", "the project is handed on"],
)
def test_what_was_handed_on_is_not_mailed(
    manager: Browser,
    sign_in_as: Callable[..., Browser],
    database: Database,
    notifier: Notifier,
    clock: MovableClock,
    model: type[Client] | type[Project],
    left: list[str],
):
    _tell(database, notifier, clock, manager.user)
    other = sign_in_as("account_manager", timezone="Pacific/Auckland")
    with database.write() as session:
        session.execute(update(model).values(account_manager_id=other.user.id))
    _morning(database, notifier, clock)
    assert _links(manager) == left
    # It does not wait for another morning either.
    with database.read() as db:
        assert None not in db.execute(select(Notification.digest_on)).scalars().all()


def test_with_the_role_goes_what_the_role_opened(
    sign_in_as: Callable[..., Browser], database: Database, notifier: Notifier, clock: MovableClock
):
    finance = sign_in_as("financial_manager", timezone="America/Toronto")
    _tell(database, notifier, clock, sign_in_as("account_manager", timezone="Pacific/Auckland").user)
    with database.write() as session:
        session.execute(update(User).where(User.id == finance.user.id).values(roles=["account_manager"]))
    _morning(database, notifier, clock)
    assert finance.user.email not in [mail.to for mail in mails(finance.app)]
