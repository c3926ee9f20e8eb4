"""Processes end on SIGTERM and with their parent, and never share a port."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from regie.access.csrf import csrf_token
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.actions import open_session
from regie.migrate import migrate
from regie.serve import STOP_SECONDS
from tests.drills.processes import (
    clean_environment,
    free_port,
    is_answering,
    members_of_group,
    run_command,
    start_command,
    wait_until,
)
from tests.factories.people import make_user
from tests.long_tests import mark_long

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

END_WITHIN_S = 10
SECRET = "s" * 40
MOMENTS = 20


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The settings of an application on a migrated SQLite database."""
    data = tmp_path_factory.mktemp("data")
    database = Database(f"sqlite:///{data / 'regie.sqlite'}")
    migrate(database)
    database.close()
    return clean_environment(REGIE_DATA=str(data), REGIE_SECRET=SECRET, REGIE_SYNC_MINUTES="0")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    process.wait(END_WITHIN_S)


@pytest.fixture(scope="module")
def serve_start_s(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> float:
    port, log = free_port(), tmp_path_factory.mktemp("log") / "serve.log"
    started = time.monotonic()
    with start_command("serve", "--port", str(port), environment=environment, log=log):
        wait_until(lambda: is_answering(port))
        return time.monotonic() - started


@pytest.fixture(scope="module")
def worker_start_s(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> float:
    log = tmp_path_factory.mktemp("log") / "worker.log"
    started = time.monotonic()
    with start_command("worker", environment=environment, log=log):
        wait_until(lambda: b"worker started" in log.read_bytes())
        return time.monotonic() - started


@pytest.mark.parametrize("moment", mark_long(range(MOMENTS), [11, 19]))
def test_serve_ends_on_sigterm_at_every_moment_of_its_start(
    environment: dict[str, str], serve_start_s: float, tmp_path: Path, moment: int
):
    port, log = free_port(), tmp_path / "serve.log"
    with start_command("serve", "--port", str(port), "--workers", "2", environment=environment, log=log) as process:
        threading.Event().wait(serve_start_s * moment / (MOMENTS - 1))
        _end(process)
        assert members_of_group(process.pid) == set()
    assert b"Traceback" not in log.read_bytes()


@pytest.mark.parametrize("workers", mark_long(["1", "2"], ["2"]))
def test_serve_ends_on_sigterm_right_after_its_workers_were_forked(
    environment: dict[str, str], tmp_path: Path, workers: str
):
    port, log = free_port(), tmp_path / "serve.log"
    with start_command("serve", "--port", str(port), "--workers", workers, environment=environment, log=log) as process:
        wait_until(lambda: len(members_of_group(process.pid)) > int(workers))
        process.send_signal(signal.SIGTERM)
        process.wait(STOP_SECONDS - 1)  # later it would be killed
        assert members_of_group(process.pid) == set()


@pytest.mark.parametrize("moment", mark_long(range(MOMENTS), [14]))
def test_worker_ends_on_sigterm_at_every_moment_of_its_start(
    environment: dict[str, str], worker_start_s: float, tmp_path: Path, moment: int
):
    log = tmp_path / "worker.log"
    with start_command("worker", environment=environment, log=log) as process:
        threading.Event().wait(worker_start_s * moment / (MOMENTS - 1))
        _end(process)
        assert members_of_group(process.pid) == set()


def test_serve_ends_on_sigterm_while_a_request_waits_for_the_database(environment: dict[str, str], tmp_path: Path):
    port, log = free_port(), tmp_path / "serve.log"
    file = Path(environment["REGIE_DATA"]) / "regie.sqlite"
    headers, body = _sign_in(file)
    with (
        start_command("serve", "--port", str(port), environment=environment, log=log) as process,
        closing(sqlite3.connect(file)) as blocking,
    ):
        wait_until(lambda: is_answering(port))
        blocking.execute("BEGIN IMMEDIATE")
        caller = threading.Thread(target=_post_client, args=(port, headers, body))
        caller.start()
        wait_until(lambda: _has_connection(port))
        _end(process)
        caller.join()
        wait_until(lambda: members_of_group(process.pid) == set(), within_s=1)


def _sign_in(file: Path) -> tuple[dict[str, str], dict[str, str]]:
    database = Database(f"sqlite:///{file}")
    with database.write() as session:
        user = make_user(session, roles=["admin"])
        token = open_session(session, user.id, Clock().now(), replaces=None, remember=False)
    database.close()
    proof = csrf_token(SECRET, token)
    headers = {"Cookie": f"regie_session={token}; XSRF-TOKEN={proof}", "X-XSRF-TOKEN": proof}
    return headers, {"name": "En attente", "account_manager": user.api_id, "currency": "CAD"}


def _post_client(port: int, headers: dict[str, str], body: dict[str, str]) -> None:
    try:
        httpx.post(f"http://127.0.0.1:{port}/api/v1/clients", json=body, headers=headers, timeout=30)
    except httpx.TransportError:
        return


def _has_connection(port: int) -> bool:
    """Return whether the kernel lists an established connection to the port (state 01)."""
    connections = (line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:])
    return any(parts[1].endswith(f":{port:04X}") and parts[3] == "01" for parts in connections)


def test_workers_end_when_their_parent_is_killed(environment: dict[str, str], tmp_path: Path):
    port, log = free_port(), tmp_path / "serve.log"
    with start_command("serve", "--port", str(port), "--workers", "2", environment=environment, log=log) as process:
        wait_until(lambda: is_answering(port))
        assert len(members_of_group(process.pid)) >= 3
        os.kill(process.pid, signal.SIGKILL)
        process.wait(5)
        wait_until(lambda: members_of_group(process.pid) == set(), within_s=5)
    with start_command("serve", "--port", str(port), environment=environment, log=log):
        wait_until(lambda: is_answering(port))


def test_taken_port_is_refused(environment: dict[str, str], tmp_path: Path):
    port, log = free_port(), tmp_path / "serve.log"
    with start_command("serve", "--port", str(port), environment=environment, log=log) as first:
        wait_until(lambda: is_answering(port))
        refused = run_command("serve", "--port", str(port), environment=environment)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr == (
            f"regie: port {port} of 127.0.0.1 is taken: stop the other server or choose another REGIE_PORT.\n"
        )
        assert first.poll() is None
        assert is_answering(port)


def test_one_of_two_servers_that_start_at_the_same_time_is_refused(environment: dict[str, str], tmp_path: Path):
    port, logs = free_port(), (tmp_path / "one.log", tmp_path / "two.log")
    arguments = ("serve", "--port", str(port))
    with (
        start_command(*arguments, environment=environment, log=logs[0]) as one,
        start_command(*arguments, environment=environment, log=logs[1]) as two,
    ):
        wait_until(lambda: {one.poll(), two.poll()} == {None, 2})
        wait_until(lambda: is_answering(port))
        assert {one.poll(), two.poll()} == {None, 2}
    assert sum("is taken" in log.read_text() for log in logs) == 1
