"""The worker as a process: killed outright anywhere, started again, and the source is here once and whole."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from regie.core.db.database import Database
from regie.core.mail.delivery import MAX_LANES
from regie.core.mail.queue import MailBox, QueuedMail, queue_mail
from regie.core.time.clock import Clock
from regie.domains.records.invoices.models import Invoice, InvoicePayment
from regie.domains.records.mirrors.models import HubspotDeal, TeamworkProject, TimeEntry
from regie.settings import SettingsError
from regie.worker import only_one_in
from tests.connectors.sandbox import Sandbox
from tests.domains.integrations.sync.worker_process import Worker

MAILS = 40
ALL_DONE = ["succeeded"] * 3


@pytest.fixture
def worker(database: Database, sandbox: Sandbox, tmp_path: Path) -> Iterator[Worker]:
    sandbox.post("/clock", now=Clock().now().isoformat())
    worker = Worker(database, sandbox, tmp_path)
    yield worker
    worker.kill()


@pytest.mark.timeout(300)  # three starts of a process, on a machine that has others to run
def test_killed_and_ended_on_the_way_all_arrives_once(worker: Worker, sandbox: Sandbox) -> None:
    worker.ask()
    for wanted, end in ((1_000, worker.kill), (6_000, worker.stop)):
        worker.start()
        worker.wait(lambda wanted=wanted: worker.records() > wanted)
        end()
        assert "running" in worker.statuses()
    worker.start()
    worker.wait(lambda: worker.statuses() == ALL_DONE)
    assert_whole(worker.database, sandbox)


def assert_whole(database: Database, sandbox: Sandbox) -> None:
    """Every record once, every sum the source's."""
    agency = sandbox.agency
    with database.read() as db:
        counts = {
            model: db.execute(select(func.count()).select_from(model)).scalar_one()
            for model in (TimeEntry, HubspotDeal, Invoice, TeamworkProject)
        }
        total = db.execute(select(func.sum(Invoice.total))).scalar_one()
        minutes = db.execute(select(func.sum(TimeEntry.minutes))).scalar_one()
        applied = db.execute(select(func.sum(InvoicePayment.amount)).where(InvoicePayment.deleted_at.is_(None)))
        settled = applied.scalar_one()
    assert counts == {
        TimeEntry: len(agency.entries.rows),
        HubspotDeal: len(agency.deals.rows),
        Invoice: len(agency.invoices.rows),
        TeamworkProject: sum(row.status != "deleted" for row in agency.projects.rows),
    }
    assert total * 100 == sum(row.total for row in agency.invoices.rows)
    assert settled * 100 == sum(row.total - row.balance for row in agency.invoices.rows)
    assert minutes == sum(row.minutes for row in agency.entries.rows)


@pytest.mark.timeout(300)
def test_mail_that_was_committed_is_sent_whatever_kills_the_worker(worker: Worker, database: Database) -> None:
    """Only what was under way may come a second time, and then as the same mail."""
    wanted = {f"p{number}@regie.example" for number in range(MAILS)}
    box = MailBox(worker.environment["REGIE_SECRET"])
    with database.write() as session:
        for address in sorted(wanted):
            queue_mail(session, box, to=address, kind="sign_in_code", locale="en-us", now=Clock().now(),
                       link="https://regie.example", code="1", minutes=10)  # fmt: skip
    worker.start()
    worker.wait(lambda: len(worker.outbox()) >= MAILS // 4)
    worker.kill()
    with database.write() as session:  # minutes later
        session.execute(update(QueuedMail).values(claimed_until=None))
    worker.start()
    worker.wait(lambda: not worker.has_mail())
    sent = worker.outbox()
    assert {mail["To"] for mail in sent} == wanted
    assert len({mail["Message-ID"] for mail in sent}) == MAILS
    assert len(sent) - MAILS <= MAX_LANES


def test_a_second_worker_of_one_folder_is_refused(tmp_path: Path) -> None:
    with only_one_in(tmp_path), pytest.raises(SettingsError, match="already runs"), only_one_in(tmp_path):
        pass
    with only_one_in(tmp_path):
        assert (tmp_path / "worker.lock").exists()
