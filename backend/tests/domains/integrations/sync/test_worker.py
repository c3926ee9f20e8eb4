"""The worker as a process: after a kill and a restart, all records arrive once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from regie.core.db.database import Database
from regie.core.mail.delivery import MAX_PARALLEL_DELIVERIES
from regie.core.mail.queue import MailCipher, QueuedMail, queue_mail
from regie.core.time.clock import Clock
from regie.domains.administration.workers.models import WorkerHeartbeat
from regie.domains.records.invoices.models import Invoice, InvoicePayment
from regie.domains.records.mirrors.models import HubspotDeal, TeamworkProject, TimeEntry
from regie.settings import SettingsError
from regie.worker import lock_data_folder
from tests.connectors.sandbox import Sandbox
from tests.domains.integrations.sync.worker_process import Worker

MAILS = 40
ALL_SUCCEEDED = ["succeeded"] * 3


@pytest.fixture
def worker(database: Database, sandbox: Sandbox, tmp_path: Path) -> Iterator[Worker]:
    sandbox.post("/clock", now=Clock().now().isoformat())
    worker = Worker(database, sandbox, tmp_path)
    yield worker
    worker.kill()


@pytest.mark.timeout(300)  # three starts of a process, on a machine with other load
def test_all_records_arrive_once_after_kill_and_stop(worker: Worker, sandbox: Sandbox) -> None:
    worker.queue_runs()
    for minimum, interrupt in ((1_000, worker.kill_and_wait_for_lease), (3_500, worker.stop)):
        worker.start()
        worker.wait(lambda minimum=minimum: worker.records() > minimum)
        interrupt()
        assert "running" in worker.statuses()
    worker.start()
    worker.wait(lambda: worker.statuses() == ALL_SUCCEEDED)
    assert_complete(worker.database, sandbox)


def assert_complete(database: Database, sandbox: Sandbox) -> None:
    """Every record exists once, and every sum equals the source's."""
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
def test_committed_mail_is_sent_after_a_kill(worker: Worker, database: Database) -> None:
    """Only mails being sent during the kill may arrive twice, with the same Message-ID."""
    minimum = {f"p{number}@regie.example" for number in range(MAILS)}
    cipher = MailCipher(worker.environment["REGIE_SECRET"])
    with database.write() as session:
        for address in sorted(minimum):
            queue_mail(session, cipher, to=address, kind="sign_in_code", locale="en-us", now=Clock().now(),
                       link="https://regie.example", code="1", minutes=10)  # fmt: skip
    worker.start()
    worker.wait(lambda: len(worker.outbox()) >= MAILS // 4)
    worker.kill_and_wait_for_lease()
    with database.write() as session:
        session.execute(update(QueuedMail).values(claimed_until=None))
    worker.start()
    worker.wait(lambda: not worker.has_mail())
    sent = worker.outbox()
    assert {mail["To"] for mail in sent} == minimum
    assert len({mail["Message-ID"] for mail in sent}) == MAILS
    assert len(sent) - MAILS <= MAX_PARALLEL_DELIVERIES


def test_worker_writes_heartbeats(worker: Worker, database: Database) -> None:
    def last_heartbeat() -> WorkerHeartbeat | None:
        with database.write() as session:
            return session.scalar(select(WorkerHeartbeat))

    worker.start()
    worker.wait(lambda: (row := last_heartbeat()) is not None and row.seen_at > row.started_at)
    row = last_heartbeat()
    assert worker.process
    assert row is not None
    assert row.process_id == worker.process.pid


def test_second_worker_of_a_folder_is_refused(tmp_path: Path) -> None:
    with lock_data_folder(tmp_path), pytest.raises(SettingsError, match="already runs"), lock_data_folder(tmp_path):
        pass
    with lock_data_folder(tmp_path):
        assert (tmp_path / "worker.lock").exists()
