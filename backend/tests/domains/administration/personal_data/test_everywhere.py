"""Tests that an erased person is found in no table of any database, the worker's included, and in no file."""

import gc
import json
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from dbos import DBOS
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from regie.core.background import BackgroundWork, QueuedWork, run_step
from regie.core.files.removals import purge_files
from regie.core.mail.delivery import MailWorker
from regie.core.mail.queue import queue_mail
from regie.core.mail.transports import OutboxTransport
from regie.domains.administration.exports.jobs import ExportWriter
from regie.domains.administration.personal_data.actions import write_export
from regie.domains.administration.personal_data.jobs import RetentionJob
from regie.domains.people.notifications.emails import Notifier
from regie.schema import METADATA
from tests.core.mail_setup import SENDER
from tests.domains.administration.personal_data.canaries import CANARY, EMAIL, NAME, PHONE, find_in_files
from tests.domains.administration.personal_data.conftest import ERASURES, EXPORTS, Case
from tests.factories.work import make_client

CONTACT, CONTACT_EMAIL = "Ulla Nachtigall", "ulla@nachtigall.example"
NEEDLES = (CANARY, PHONE, "nachtigall")
# In a process of its own: closing a file here would drop SQLite's locks of this process. DBOS stores pickled values as
# Base64.
SEARCH = """
import base64, binascii, json, sys
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.pool import NullPool

def contents(value):
    yield bytes(value) if isinstance(value, (bytes, memoryview)) else str(value).encode()
    if isinstance(value, str):
        try:
            yield base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            pass

urls, needles = json.loads(sys.argv[1])
found, tables = [], []
for url in urls:
    engine = create_engine(url, poolclass=NullPool)
    with engine.connect() as db:
        names = inspect(db)
        for schema in names.get_schema_names():
            if schema == "information_schema":
                continue
            for name in names.get_table_names(schema):
                tables.append(name)
                for row in db.execute(text(f'SELECT * FROM "{schema}"."{name}"')).mappings():
                    found += [
                        f"{schema}.{name}.{column}: {needle}"
                        for column, value in row.items()
                        for content in contents(value)
                        for needle in needles
                        if needle.encode() in content.lower()
                    ]
print(json.dumps([tables, sorted(set(found))]))
"""


class ValueFailure(Exception):
    """An error with personal data in its text and values, as a database's."""


def fail(key: str) -> None:
    raise ValueFailure(f"Key (email)=({EMAIL}) already exists, {CONTACT_EMAIL}", {"name": NAME, "phone": PHONE}, key)


def fail_in_step(key: str) -> None:
    def step() -> str:
        raise OperationalError("INSERT", {"name": NAME, "email": CONTACT_EMAIL}, Exception(EMAIL))

    run_step({"name": "turn", "retries_allowed": True, "interval_seconds": 0.01, "max_attempts": 2}, step)


class Installed:
    """A data folder and the databases of a worker, and what to search in them."""

    def __init__(self, case: Case, folder: Path) -> None:
        self.case, self.database, self.folder = case, case.world.database, folder
        url = self.database.url.render_as_string(hide_password=False)
        self.jobs_url = f"sqlite:///{folder / 'jobs.sqlite'}" if self.database.is_sqlite else url
        self.urls = sorted({url, self.jobs_url})
        self.outbox = folder / "outbox"

    def work(self, *queues: QueuedWork) -> BackgroundWork:
        config: Any = {
            "name": "regie", "system_database_url": self.jobs_url, "application_version": "1",
            "executor_id": "worker", "log_level": "CRITICAL",
        }  # fmt: skip
        return BackgroundWork(config, queues, ())

    def search(self) -> list[str]:
        command = [sys.executable, "-c", SEARCH, json.dumps([self.urls, NEEDLES])]
        tables, found = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
        assert {*METADATA.tables, "workflow_status", "operation_outputs"} <= {*tables}
        return found + self._search_files()

    def _search_files(self) -> list[str]:
        database = self.database.url.database or ""
        files = [str(path) for path in Path(database).parent.glob("regie.sqlite*")] if self.database.is_sqlite else []
        patterns = [part for needle in NEEDLES for part in ("-e", needle)]
        command = ["grep", "-rilaF", *patterns, str(self.folder), *files]
        return subprocess.run(command, capture_output=True, check=False, text=True).stdout.splitlines()


@pytest.fixture
def installed(case: Case, tmp_path: Path) -> Iterator[Installed]:
    installed = Installed(case, tmp_path)
    if not installed.database.is_sqlite:
        with installed.database.writes.begin() as db:
            db.execute(text("DROP SCHEMA IF EXISTS dbos CASCADE"))
    yield installed
    DBOS.destroy(destroy_registry=True)
    with warnings.catch_warnings():
        # DBOS leaves its listening connection to the garbage collector.
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
    if not installed.database.is_sqlite:
        with installed.database.writes.begin() as db:
            db.execute(text("DROP SCHEMA IF EXISTS dbos CASCADE"))


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        threading.Event().wait(0.05)


@pytest.mark.parametrize("kind", ["user", "employee"])
def test_erased_people_are_in_no_table_and_no_file(case: Case, installed: Installed, kind: str):
    database, context = case.world.database, case.context
    with database.write() as session:
        client = make_client(session, contact_name=CONTACT, contact_email=CONTACT_EMAIL)
        for address in (EMAIL, CONTACT_EMAIL):
            queue_mail(session, context.mail, to=address, kind="password_changed", locale="fr-ca", when="hier",
                       now=context.clock.now())  # fmt: skip
    for subject, api_id in ((kind, getattr(case, kind).api_id), ("contact", client.api_id)):
        assert case.admin.post(EXPORTS, {"kind": subject, "id": api_id}).status_code == 201
    run_worker(case, installed)
    assert len(list(installed.outbox.glob("*.eml"))) == 2
    assert len(installed.search()) > 50
    for body in (
        case.body(kind=kind, id=getattr(case, kind).api_id),
        case.body(kind="contact", id=client.api_id, name=CONTACT, reason="Request"),
    ):
        assert case.admin.post(ERASURES, body).status_code == 201
    purge_files(database, context.files, context.clock.now())
    RetentionJob(database, context.clock, context.secrets, installed.outbox).run_once()
    assert installed.search() == []
    assert find_in_files(context.files, *NEEDLES) == []


def run_worker(case: Case, installed: Installed) -> None:
    """Write the exports, deliver the mail, and let other work fail with personal data in its errors."""
    context, database = case.context, case.world.database
    notifier = Notifier(context.mail, context.origin)
    writer = ExportWriter(database, context.clock, context.files, lambda: context.lists, notifier, write_export)
    mail = MailWorker(database, context.clock, context.mail, OutboxTransport(installed.outbox), SENDER)
    failing, failing_step = ["a"], ["b"]

    def once(waiting: list[str], run: Callable[[str], object]) -> Callable[[str], object]:
        def work(key: str) -> None:
            waiting.remove(key)
            run(key)

        return work

    installed.work(
        QueuedWork("exports", writer.find_waiting, writer.run),
        QueuedWork("mail", mail.find_waiting, lambda _lane: mail.deliver_due()),
        QueuedWork("imports", lambda: list(failing), once(failing, fail)),
        QueuedWork("synchronization", lambda: list(failing_step), once(failing_step, fail_in_step)),
    ).start()
    wait_until(lambda: not writer.find_waiting() and len(list(installed.outbox.glob("*.eml"))) == 2)
    wait_until(lambda: len(DBOS.list_workflows(status="ERROR", load_output=False)) == 2)
    DBOS.destroy(workflow_completion_timeout_sec=10)
