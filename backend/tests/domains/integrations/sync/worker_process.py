"""Controls the worker as a separate process."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import Message
from pathlib import Path

from sqlalchemy import func, select, update

from regie.core.db.database import Database
from regie.core.mail.queue import QueuedMail
from regie.core.time.clock import Clock
from regie.domains.administration.workers.models import WorkerHeartbeat
from regie.domains.integrations.connections.models import SERVICES
from regie.domains.integrations.sync.actions import queue_run
from regie.domains.integrations.sync.models import SyncRun
from tests.connectors.sandbox import SECRET as QUICKBOOKS_SECRET
from tests.connectors.sandbox import Sandbox
from tests.domains.integrations.sync.conftest import SECRET

SHUTDOWN_TIMEOUT_S = 10
WAIT_TIMEOUT_S = 90
EXPIRED = datetime(2026, 1, 1, tzinfo=UTC)


class Worker:
    """`regie worker` on the test's database; tests start and kill it."""

    def __init__(self, database: Database, sandbox: Sandbox, folder: Path) -> None:
        self.database, self.folder = database, folder
        self.log = folder / "worker.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("REGIE_")},
            "REGIE_DATA": str(folder),
            "REGIE_DATABASE_URL": database.url.render_as_string(hide_password=False),
            # The default: a separate file with SQLite, the same database with PostgreSQL.
            "REGIE_JOBS_URL": f"sqlite:///{folder / 'jobs.sqlite'}" if database.is_sqlite else "",
            "REGIE_SECRET": SECRET,
            "REGIE_SYNC_MINUTES": "0",
            "REGIE_TEAMWORK_URL": f"{sandbox.url}/teamwork",
            "REGIE_TEAMWORK_KEY": "twk_sandbox",
            "REGIE_TEAMWORK_CALLS_PER_MINUTE": "100000",
            "REGIE_HUBSPOT_URL": f"{sandbox.url}/hubspot",
            "REGIE_HUBSPOT_KEY": "pat-sandbox",
            "REGIE_QUICKBOOKS_URL": f"{sandbox.url}/quickbooks",
            "REGIE_QUICKBOOKS_TOKEN_URL": f"{sandbox.url}/quickbooks-oauth/oauth2/v1/tokens/bearer",
            "REGIE_QUICKBOOKS_CLIENT_ID": "qb-sandbox-client",
            "REGIE_QUICKBOOKS_CLIENT_SECRET": QUICKBOOKS_SECRET,
            "REGIE_QUICKBOOKS_REALM": "9130000000000001",
            "REGIE_QUICKBOOKS_REFRESH_TOKEN": "RT1-sandbox",
            "REGIE_BANK_OF_CANADA_URL": f"{sandbox.url}/bank-of-canada/valet",
        }

    def queue_runs(self, *, is_full: bool = False) -> None:
        """Queue a run of every service."""
        with self.database.write() as session:
            for service in SERVICES:
                queue_run(session, service, Clock().now(), is_full=is_full)

    def has_work(self) -> bool:
        return not {"queued", "running"}.isdisjoint(self.statuses())

    def has_mail(self) -> bool:
        with self.database.read() as db:
            return db.execute(select(QueuedMail.id).limit(1)).first() is not None

    def outbox(self) -> list[Message]:
        return [message_from_bytes(file.read_bytes()) for file in (self.folder / "outbox").glob("*.eml")]

    def start(self) -> None:
        with self.log.open("ab") as log:
            command = [sys.executable, "-m", "regie.cli", "worker"]
            self.process = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log)

    def kill(self) -> None:
        """Kill the process, as a power cut does."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait(5)

    def kill_and_wait_for_lease(self) -> None:
        """Kill the process and let its lease expire, as minutes later."""
        self.kill()
        with self.database.write() as session:
            session.execute(update(WorkerHeartbeat).values(lease_expires_at=EXPIRED))

    def stop(self) -> int:
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(SHUTDOWN_TIMEOUT_S)

    def wait(self, until: Callable[[], bool]) -> None:
        deadline = time.monotonic() + WAIT_TIMEOUT_S
        while not until():
            assert self.process
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            threading.Event().wait(0.02)

    def statuses(self) -> list[str]:
        with self.database.read() as db:
            return list(db.execute(select(SyncRun.status).order_by(SyncRun.id)).scalars())

    def records(self) -> int:
        with self.database.read() as db:
            return db.execute(select(func.coalesce(func.sum(SyncRun.records), 0))).scalar_one()
