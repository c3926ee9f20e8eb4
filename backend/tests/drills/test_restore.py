"""Restore drill: a backup made under load, restored elsewhere, shows the same figures and sends nothing."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from regie.backups.create import create_backup
from regie.backups.restore import restore_backup
from regie.connectors.http import HttpOptions
from regie.core.audit.activity import ActivityEntry
from regie.core.mail.delivery import MailWorker
from regie.core.mail.queue import queue_mail
from regie.demo.files import create_files
from regie.demo.loading import create_agency_data
from regie.demo.people import create_accounts, create_teams
from regie.domains.integrations.sync.jobs import SyncJob, queue_due_runs
from regie.domains.integrations.sync.sources import Sources
from regie.domains.integrations.sync.step_runner import StepRunner
from regie.domains.records.clients.models import Client
from regie.domains.records.users.models import User
from tests.backups.conftest import Installation, installation, source, target
from tests.backups.test_restore import contents
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.core.mail_setup import SENDER, FakeTransport
from tests.demo.conftest import environment, sandbox, sandbox_process, sync, ticking_clock
from tests.domains.integrations.sync.conftest import SyncHarness
from tests.factories.people import make_user
from tests.long_tests import IS_LONG

__all__ = ["environment", "installation", "sandbox", "sandbox_process", "source", "sync", "target", "ticking_clock"]
BACKUPS, WRITERS = (15 if IS_LONG else 2), 3
PASSWORD = "a-long-demo-password"
FIGURES = (
    "dashboard",
    "clients?per_page=50",
    "projects?per_page=50",
    "invoices?per_page=50",
    "employees?per_page=50",
    "oos-sales?per_page=50",
    "receivables-aging",
    "churns-statistics?from=2026-01-01&to=2026-11-30",
    "mrr-movements?per_page=50",
    "employee-goals?per_page=50",
)


@contextmanager
def writing(write: Any) -> Iterator[None]:
    """Call `write` in threads until the end of the block."""
    stopping, threads = threading.Event(), []

    def repeat(number: int) -> None:
        while not stopping.is_set():
            write(number)

    for number in range(WRITERS):
        threads.append(threading.Thread(target=repeat, args=(number,)))
        threads[-1].start()
    try:
        yield
    finally:
        stopping.set()
        for thread in threads:
            thread.join(30)


def test_backup_under_load_has_every_acknowledged_write(
    source: Installation, target: Installation, clock: MovableClock, tmp_path: Path
):
    acknowledged: list[str] = []
    with source.app(clock) as app:
        with app.state.context.database.write() as session:
            user = make_user(session, roles=["admin"])
        browsers = [Browser(app, ORIGIN).signed_in_as(user, clock.now()) for _ in range(WRITERS)]
        has_written = threading.Event()

        def write(number: int) -> None:
            body = {"name": "Sous tension", "account_manager": user.api_id, "currency": "CAD"}
            answer = browsers[number].post("/api/v1/clients", body)
            assert answer.status_code == 201
            acknowledged.append(answer.json()["data"]["api_id"])
            has_written.set()

        for number in range(BACKUPS):
            with writing(write):
                assert has_written.wait(30)
                before = list(acknowledged)
                path = create_backup(source.settings, tmp_path / str(number))[0]
            has_written.clear()
            restore_backup(target.settings, path, replace=number > 0)
            with target.database() as restored, restored.read() as db:
                found = set(db.execute(select(Client.api_id).where(Client.name == "Sous tension")).scalars())
                logged = select(func.count()).where(
                    ActivityEntry.subject_type == "client", ActivityEntry.subject_api_id.in_(found)
                )
                assert set(before) <= found <= set(acknowledged), "a write is missing"
                assert db.execute(logged).scalar_one() == len(found), "a transaction is incomplete"


def _figures(app: Any, owner: User, now: Any) -> dict[str, Any]:
    browser = Browser(app, ORIGIN).signed_in_as(owner, now)
    answers = {path: browser.get(f"/api/v1/{path}") for path in FIGURES}
    assert {path: answer.status_code for path, answer in answers.items() if answer.status_code != 200} == {}
    found = {path: answer.json() for path, answer in answers.items()}
    # Not a figure: no synchronization is announced on a restored copy.
    for source_state in found["dashboard"]["data"]["sources"]:
        del source_state["next_run_at"]
    return found


@pytest.mark.long
@pytest.mark.timeout(1_200)
def test_restored_demo_shows_the_same_figures_and_sends_nothing(
    sync: SyncHarness, installation: Installation, target: Installation, clock: MovableClock, tmp_path: Path
):
    for service in ("teamwork", "hubspot", "quickbooks"):
        assert sync.run(service).status == "succeeded"
    with sync.database.write() as session:
        create_accounts(session, PASSWORD)
        create_teams(session)
    create_agency_data(sync.database, sync.clock)
    create_files(sync.database, installation.store, sync.clock)
    with installation.app(clock) as app:
        context = app.state.context
        with context.database.write() as session:
            owner = session.execute(select(User).where(User.email == "super_admin@regie.example")).scalar_one()
            mail = {"kind": "password_changed", "locale": "fr-ca", "when": "12 h"}
            queue_mail(session, context.mail, to=owner.email, now=clock.now(), **mail)
        old = Browser(app, ORIGIN).signed_in_as(owner, clock.now())
        figures = _figures(app, owner, clock.now())
        visitors = [Browser(app, ORIGIN) for _ in range(WRITERS)]

        def refuse(number: int) -> None:
            visitors[number].post("/login", {"email": f"inconnu{number}@regie.example", "password": "wrong"})

        with writing(refuse):
            path = create_backup(installation.settings, tmp_path / "backups")[0]
        assert _figures(app, owner, clock.now()) == figures
    restored = restore_backup(target.settings, path, replace=False)
    assert (restored.differing, restored.missing_files) == ([], [])
    assert contents(target.store) == contents(installation.store)
    with target.app(clock, REGIE_SYNC_MINUTES="15") as app:
        context = app.state.context
        assert _figures(app, owner, clock.now()) == figures
        assert Browser(app, ORIGIN, cookies=old.client.cookies).get("/api/v1/me").status_code == 401
        _assert_parked_until_confirmed(context, clock, Browser(app, ORIGIN).signed_in_as(owner, clock.now()))


def _assert_parked_until_confirmed(context: Any, clock: MovableClock, owner: Browser) -> None:
    transport = FakeTransport()
    worker = MailWorker(context.database, clock, context.mail, transport, SENDER)
    sources = Sources(context.integrations, context.database, clock, HttpOptions())
    job = SyncJob(StepRunner(context.database, clock, sources))
    queue_due_runs(context.database, clock, context.integrations)
    assert (worker.deliver_due(), list(job.find_waiting())) == (0, [])
    assert owner.post("/api/v1/backups/confirmations").status_code == 200
    queue_due_runs(context.database, clock, context.integrations)
    assert worker.deliver_due() == len(transport.sent) > 0
    assert len(job.find_waiting()) == 3
