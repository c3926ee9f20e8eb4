"""Tests a restored copy: no earlier session works, and nothing is sent or synchronized until it is confirmed."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from httpx import Cookies
from sqlalchemy import func, select

from regie.access.known_browsers import is_known
from regie.access.visitor import Visitor
from regie.backups.create import create_backup
from regie.backups.restore import restore_backup
from regie.connectors.call_clock import CallClock
from regie.connectors.errors import AccessDenied
from regie.connectors.http import HttpOptions
from regie.core.db.database import Database
from regie.core.mail.delivery import MailWorker
from regie.core.mail.queue import QueuedMail, queue_mail
from regie.domains.accounts.sessions.models import SignedInSession
from regie.domains.integrations.connections.actions import open_service
from regie.domains.integrations.connections.models import ServiceConnection
from regie.domains.integrations.sync.actions import queue_run
from regie.domains.integrations.sync.jobs import SyncJob, queue_due_runs
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.integrations.sync.sources import Sources
from regie.domains.integrations.sync.step_runner import StepRunner
from regie.domains.records.exchange_rates.jobs import RatesFetchJob
from regie.domains.records.users.models import User
from regie.environment import exchange_rate_settings
from tests.backups.conftest import Installation
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN, MovableClock
from tests.core.mail_setup import SENDER, FakeTransport
from tests.domains.integrations.connections.test_hooks import post_webhook
from tests.factories.activity import read_activity
from tests.factories.credentials import make_email_link, make_pending_sign_in
from tests.factories.people import PASSWORD, make_user
from tests.factories.world import assert_unchanged

EMAIL, NEW = "maelle@regie.example", "quatre érables au bord du fleuve"
CONFIRM, STATUS = "/api/v1/backups/confirmations", "/api/v1/backups/status"


@dataclass
class Copy:
    """A restored copy and what people still have of the time before."""

    app: Any
    database: Database
    clock: MovableClock
    settings: Any
    live: Browser
    signed_out: Cookies
    pending: Cookies
    link: str

    def visitor(self, cookies: Cookies | None = None) -> Browser:
        return Browser(self.app, ORIGIN, cookies=Cookies(cookies) if cookies else None)

    def browser(self, role: str) -> Browser:
        with self.database.write() as session:
            user = make_user(session, roles=[role])
        return Browser(self.app, ORIGIN).signed_in_as(user, self.clock.now())

    def confirm(self) -> None:
        answer = self.browser("super_admin").post(CONFIRM)
        assert answer.status_code == 200, answer.text

    @property
    def environment(self) -> Any:
        return self.app.state.context.integrations

    def mail_worker(self, transport: FakeTransport) -> MailWorker:
        return MailWorker(self.database, self.clock, self.app.state.context.mail, transport, SENDER)

    def sync_job(self) -> SyncJob:
        sources = Sources(self.environment, self.database, self.clock, HttpOptions())
        return SyncJob(StepRunner(self.database, self.clock, sources))

    def runs(self) -> list[str]:
        with self.database.read() as db:
            return list(db.execute(select(SyncRun.status).order_by(SyncRun.id)).scalars())


@pytest.fixture
def copy(source: Installation, target: Installation, clock: MovableClock, tmp_path: Path) -> Iterator[Copy]:
    """Back up while people are signed in, mail waits and a synchronization runs; restore elsewhere."""
    with source.app(clock) as app:
        context = app.state.context
        with context.database.write() as session:
            user = make_user(session, email=EMAIL, roles=["super_admin"])
            link = make_email_link(session, context, user)
            queue_mail(session, context.mail, to=EMAIL, kind="password_changed", locale="fr-ca", now=NOON, when="12 h")
            queue_mail(
                session, context.mail, to=EMAIL, kind="sign_in_code", locale="fr-ca", now=NOON, link=ORIGIN,
                code="123456", minutes=10,
            )  # fmt: skip
            queue_run(session, "hubspot", NOON)
            session.add(ServiceConnection(service="teamwork", name="Teamwork"))
        pending, leaving, live = (Browser(app, ORIGIN) for _ in range(3))
        with context.database.write() as session:
            make_pending_sign_in(session, context, user, pending.token)
        for browser in (leaving, live):
            credentials = {"email": EMAIL, "password": PASSWORD, "remember": True}
            assert browser.post("/login", credentials).status_code == 200
        browser = Browser(app, ORIGIN).signed_in_as(user, clock.now())
        secret = {"webhook_secret": "tw-sandbox-token"}
        assert browser.patch("/api/v1/connections/teamwork", secret).status_code == 200
        signed_out = Cookies(leaving.client.cookies)
        backup = create_backup(source.settings, tmp_path / "backups")[0]
        assert leaving.post("/logout").status_code == 204
    settings = target.changed(REGIE_SYNC_MINUTES="15")
    restore_backup(settings, backup, replace=False)
    with target.app(clock, REGIE_SYNC_MINUTES="15") as app:
        database = app.state.context.database
        yield Copy(app, database, clock, settings, live, signed_out, Cookies(pending.client.cookies), link)


def test_no_earlier_cookie_is_signed_in(copy: Copy):
    with copy.database.read() as db:
        assert db.execute(select(func.count()).select_from(SignedInSession)).scalar_one() == 0
    assert copy.visitor(copy.live.client.cookies).get("/api/v1/me").status_code == 401
    assert copy.visitor(copy.signed_out).get("/api/v1/me").status_code == 401
    again = copy.visitor()
    assert again.post("/login", {"email": EMAIL, "password": PASSWORD}).status_code == 200
    assert again.get("/api/v1/me").status_code == 200


def test_session_of_the_live_copy_does_not_work_in_the_restored_one(copy: Copy, source: Installation):
    """Even if its row is copied by hand: every user's session epoch is another one."""
    with source.database() as live, live.read() as db:
        before = dict(db.execute(select(User.email, User.session_epoch)).all())
    with copy.database.read() as db:
        after = dict(db.execute(select(User.email, User.session_epoch)).all())
    assert after == {email: epoch + 1 for email, epoch in before.items()}


def test_pending_sign_in_and_link_are_refused(copy: Copy):
    pending = copy.visitor(copy.pending)
    with assert_unchanged(copy.database):
        assert pending.post("/auth/second-factor", {"code": "123456"}).status_code in (401, 422)
        answer = copy.visitor().post("/auth/passwords", {"token": copy.link, "password": NEW})
    assert answer.status_code == 422


def knows(copy: Copy, cookie: str) -> bool:
    visitor = Visitor(address="", agent="", token=None, locale="en-us", known_browser=cookie)
    return copy.app.state.context.sign_in_limits._is_known_browser(visitor, EMAIL)


def test_earlier_browsers_are_unknown(copy: Copy):
    known = copy.live.client.cookies["regie_known"]
    assert is_known(copy.settings.web.secret, known, EMAIL)
    assert not knows(copy, known)
    browser = copy.visitor()
    assert browser.post("/login", {"email": EMAIL, "password": PASSWORD}).status_code == 200
    assert knows(copy, browser.client.cookies["regie_known"])


def test_mail_waits_until_the_copy_is_confirmed(copy: Copy):
    transport = FakeTransport()
    worker = copy.mail_worker(transport)
    assert (worker.find_waiting(), worker.deliver_due(), transport.sent) == ([], 0, [])
    with copy.database.read() as db:
        assert db.execute(select(QueuedMail.kind)).scalars().all() == ["password_changed"]
    copy.confirm()
    assert worker.find_waiting()
    assert worker.deliver_due() == 1
    assert [to for to, _ in transport.sent] == [EMAIL]


def test_no_synchronization_starts_until_the_copy_is_confirmed(copy: Copy):
    assert copy.runs() == ["failed"]
    copy.clock.moment += timedelta(days=1)
    queue_due_runs(copy.database, copy.clock, copy.environment)
    assert copy.runs() == ["failed"]
    with copy.database.write() as session:
        queue_run(session, "quickbooks", copy.clock.now())
    assert copy.sync_job().find_waiting() == []
    copy.confirm()
    assert len(copy.sync_job().find_waiting()) == 1
    queue_due_runs(copy.database, copy.clock, copy.environment)
    assert copy.runs() == ["failed", "queued", "queued", "queued"]


def test_requested_synchronization_is_refused(copy: Copy):
    admin = copy.browser("admin")
    with assert_unchanged(copy.database):
        answer = admin.post("/api/v1/sync-runs", {"service": "teamwork"})
        rates = admin.post("/api/v1/exchange-rate-fetches")
    assert (answer.status_code, answer.json()["code"]) == (422, "restored_copy")
    assert (rates.status_code, rates.json()["code"]) == (422, "restored_copy")


def test_no_service_is_called(copy: Copy):
    for service in ("teamwork", "hubspot", "quickbooks"):
        with pytest.raises(AccessDenied) as refusal:
            open_service(copy.database, copy.clock, copy.environment, service, HttpOptions())
        assert refusal.value.code == "restored_copy"
    tested = copy.browser("super_admin").post("/api/v1/connections/quickbooks/tests").json()["data"]
    assert (tested["works"], tested["message"]) == (False, "This is a restored copy, so services are not synchronized.")


def test_quickbooks_consent_is_neither_given_nor_revoked(copy: Copy, monkeypatch: pytest.MonkeyPatch):
    from regie.domains.integrations.connections import service_clients

    def call(*_: Any, **__: Any) -> None:
        raise AssertionError("QuickBooks was called")

    monkeypatch.setattr(service_clients, "QuickbooksOAuth", call)
    owner = copy.browser("super_admin")
    with assert_unchanged(copy.database):
        begun = owner.post("/api/v1/connections/quickbooks/authorizations")
    assert begun.json()["code"] == "restored_copy"
    assert not service_clients.revoke_consent(copy.database, copy.environment, "RT1")


def test_webhook_is_accepted_without_effect(copy: Copy):
    with assert_unchanged(copy.database):
        assert post_webhook(copy.app) == 200
    copy.confirm()
    assert post_webhook(copy.app) == 200
    with copy.database.read() as db:
        assert db.execute(select(ServiceConnection.hinted_at)).scalar_one() == copy.clock.now()


def test_exchange_rates_are_not_fetched(copy: Copy):
    job = RatesFetchJob(
        copy.database, copy.clock, exchange_rate_settings(copy.settings), HttpOptions(clock=CallClock())
    )
    with assert_unchanged(copy.database):
        job.queue_due()
    copy.confirm()
    job.queue_due()
    assert len(job.find_waiting()) == 1


def test_only_super_administrators_confirm_and_it_is_logged(copy: Copy):
    admin, owner = copy.browser("admin"), copy.browser("super_admin")
    seen = admin.get(STATUS).json()["data"]["restored_copy"]
    assert set(seen) == {"backup_at", "restored_at"}
    with assert_unchanged(copy.database):
        assert admin.post(CONFIRM).status_code == 403
    assert owner.post(CONFIRM).json()["data"]["restored_copy"] is None
    assert admin.get(STATUS).json()["data"]["restored_copy"] is None
    entry = read_activity(copy.database, "live_copy_confirmed")[0]
    assert (entry.actor_api_id, entry.subject_type) == (owner.user.api_id, "backup")
    assert read_activity(copy.database, "restored")[0].actor_api_id is None
    with assert_unchanged(copy.database):
        again = owner.post(CONFIRM)
    assert (again.status_code, again.json()["code"]) == (422, "no_restored_copy")


def test_people_are_not_changed(copy: Copy, source: Installation):
    """The activity log and the versions that open pages have stay the same."""
    compared = select(User.email, User.version, User.updated_at).order_by(User.id)
    with source.database() as live, live.read() as db:
        before = db.execute(compared).all()
    with copy.database.read() as db:
        assert db.execute(compared).all() == before
        assert db.execute(select(func.count()).select_from(User)).scalar_one() == 2
