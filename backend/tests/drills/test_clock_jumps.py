"""The machine's clock jumps by hours under load: no request fails, and the worker works at the new time."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from regie.core.db.database import Database
from regie.core.mail.queue import MailCipher, QueuedMail, queue_mail
from regie.core.time.clock import Clock
from regie.settings import DEVELOPMENT_SECRET
from tests.conftest import ROOT
from tests.drills.processes import clean_environment, wait_until
from tests.drills.server_load import Installation, run_installation

LIBRARIES = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
JUMPS = ("+3h", "-2h", "+0")
# What a jump back may not stop: a session that was used in the future stays valid.
PAGES = ("/api/v1/clients", "/api/v1/dashboard", "/health/ready")


def _fake_clock(offset: Path) -> dict[str, str]:
    """Return the variables that move the wall clock of a process by the content of a file."""
    return {
        "LD_PRELOAD": str(LIBRARIES[0]),
        "FAKETIME_TIMESTAMP_FILE": str(offset),
        "FAKETIME_NO_CACHE": "1",
        "DONT_FAKE_MONOTONIC": "1",
    }


@pytest.mark.long
@pytest.mark.skipif(not LIBRARIES, reason="libfaketime is not installed (apt-get install libfaketime)")
@pytest.mark.timeout(600)
def test_clock_jumps_fail_nothing(database: Database, tmp_path: Path):
    offset = tmp_path / "offset"
    offset.write_text("+0")
    settings = _fake_clock(offset)
    with run_installation(database, tmp_path, **settings) as installation:
        for jump in JUMPS:
            offset.write_text(jump)
            _use(installation)
            if jump.startswith("-"):
                assert installation.processes["worker"].wait(60) == 1
                installation.start("worker")  # as a supervisor does
            _send_mail(database, jump)
        assert [process.poll() for process in installation.processes.values()] == [None, None]
    # A machine that is busy with other work may refuse a read for want of a thread, which it does with 503.
    assert {"POST 201", "GET 200"} <= set(installation.outcomes) <= {"POST 201", "GET 200", "GET 503"}
    assert installation.outcomes["GET 503"] <= 2, installation.outcomes


@pytest.mark.one_database
@pytest.mark.skipif(not LIBRARIES, reason="libfaketime is not installed (apt-get install libfaketime)")
@pytest.mark.timeout(120)
def test_wait_for_a_connection_is_not_lengthened_by_a_jump_back(tmp_path: Path):
    offset = tmp_path / "offset"
    offset.write_text("+0")
    environment = clean_environment(**_fake_clock(offset), PYTHONPATH=str(ROOT / "backend"))
    url, script = f"sqlite:///{tmp_path / 'regie.sqlite'}", Path(__file__).with_name("clock_jump_wait.py")
    # The wait ends after 4 seconds; the connection is released after 20.
    command = [sys.executable, str(script), url, "4", "20"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "waiting\n"
        offset.write_text("-2h")
        assert process.stdout.readline() == "TimeoutError\n"


def _use(installation: Installation) -> None:
    for _ in range(10):
        created = installation.create().json()["data"]["api_id"]
        path = f"/api/v1/clients/{created}"
        version = installation.call("GET", path).json()["data"]["version"]
        assert installation.client.patch(path, json={"notes": "a", "version": version}).status_code == 200
        for page in PAGES:
            installation.call("GET", page)


def _send_mail(database: Database, jump: str) -> None:
    """The worker sends a mail that is due by its own clock."""
    with database.write() as session:
        session.execute(text("DELETE FROM mails"))
        queue_mail(session, MailCipher(DEVELOPMENT_SECRET), to="a@regie.example", kind="sign_in_code", locale="en-us",
                   now=Clock().now(), link="https://regie.example", code=jump, minutes=10)  # fmt: skip
        if jump.startswith("-"):
            session.execute(text("UPDATE mails SET next_try_at = '2020-01-01 00:00:00+00:00'"))
    wait_until(_is_sent(database))


def _is_sent(database: Database) -> Callable[[], bool]:
    def check() -> bool:
        with database.read() as db:
            return db.execute(select(func.count()).select_from(QueuedMail.__table__)).scalar() == 0

    return check
