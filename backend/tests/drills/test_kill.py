"""A server killed while writing preserves every acknowledged write and starts again."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select, text

from regie.access.csrf import csrf_token
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.actions import open_session
from regie.domains.records.clients.models import Client
from regie.migrate import migrate
from regie.settings import DEVELOPMENT_SECRET
from tests.conftest import ROOT
from tests.factories.people import make_user

KILLS, WRITERS, ACKNOWLEDGED = 2, 4, 15
READY_WITHIN_S = 60


@pytest.fixture
def data(tmp_path: Path) -> Path:
    database = Database(f"sqlite:///{tmp_path / 'regie.sqlite'}")
    migrate(database)
    database.close()
    return tmp_path


def _free_port() -> int:
    sys.path.insert(0, str(ROOT / "scripts"))
    from ports import free_port

    return free_port()


@contextmanager
def _run_server(data: Path) -> Iterator[tuple[subprocess.Popen, str]]:
    """Run a server process on a free port; kill it with its worker at the end of the block."""
    port = _free_port()
    origin = f"http://127.0.0.1:{port}"
    environment = {**os.environ, "REGIE_DATA": str(data), "REGIE_ORIGIN": origin, "REGIE_SECRET": DEVELOPMENT_SECRET,
                   "REGIE_RATE_FACTOR": "1000"}  # fmt: skip
    command = [sys.executable, "-m", "regie.cli", "serve", "--port", str(port)]
    server = subprocess.Popen(command, env=environment, start_new_session=True, stdout=subprocess.DEVNULL)
    try:
        _wait_until_ready(server, origin)
        yield server, origin
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGKILL)
        server.wait(10)


def _wait_until_ready(server: subprocess.Popen, origin: str) -> None:
    deadline = time.monotonic() + READY_WITHIN_S
    while time.monotonic() < deadline:
        assert server.poll() is None, "the server ended by itself"
        try:
            if httpx.get(f"{origin}/sanctum/csrf-cookie", timeout=5).status_code == 204:
                return
        except httpx.TransportError:
            threading.Event().wait(0.05)
    raise AssertionError("not ready in time")


def _sign_in(data: Path) -> tuple[dict[str, str], str]:
    """Create an administrator with a session; return the request headers and the user's id."""
    database = Database(f"sqlite:///{data / 'regie.sqlite'}")
    with database.write() as session:
        user = make_user(session, roles=["admin"])
        token = open_session(session, user.id, Clock().now(), replaces=None, remember=False)
    database.close()
    proof = csrf_token(DEVELOPMENT_SECRET, token)
    cookies = f"regie_session={token}; XSRF-TOKEN={proof}"
    return {"Cookie": cookies, "X-XSRF-TOKEN": proof}, user.api_id


def _write_until_killed(origin: str, headers: dict[str, str], manager: str, acknowledged_ids: list[str]) -> None:
    body = {"name": "Sous tension", "account_manager": manager, "currency": "CAD", "tags": ["a", "b"]}
    with httpx.Client(base_url=origin, headers=headers, timeout=10) as client:
        while True:
            try:
                answer = client.post("/api/v1/clients", json=body)
            except httpx.TransportError:
                return
            assert answer.status_code in (201, 503), answer.text
            if answer.status_code == 201:
                acknowledged_ids.append(answer.json()["data"]["api_id"])


def _kill_while_writing(data: Path, headers: dict[str, str], manager: str) -> list[str]:
    acknowledged_ids: list[str] = []
    with _run_server(data) as (server, origin):
        writers = [
            threading.Thread(target=_write_until_killed, args=(origin, headers, manager, acknowledged_ids))
            for _ in range(WRITERS)
        ]
        for writer in writers:
            writer.start()
        deadline = time.monotonic() + 20
        while len(acknowledged_ids) < ACKNOWLEDGED and time.monotonic() < deadline:
            threading.Event().wait(0.01)
        os.killpg(server.pid, signal.SIGKILL)
        for writer in writers:
            writer.join(20)
    assert len(acknowledged_ids) >= ACKNOWLEDGED
    return acknowledged_ids


def test_killed_server_loses_no_acknowledged_write(data: Path):
    headers, manager = _sign_in(data)
    acknowledged: list[str] = []
    for _ in range(KILLS):
        acknowledged += _kill_while_writing(data, headers, manager)
    with _run_server(data) as (_, origin):
        total = httpx.get(f"{origin}/api/v1/clients", headers=headers, timeout=10).json()["meta"]["total"]
    database = Database(f"sqlite:///{data / 'regie.sqlite'}")
    with database.read() as db:
        assert db.execute(text("PRAGMA integrity_check")).scalar_one() == "ok"
        rows = {row.api_id: row for row in db.execute(select(Client.__table__))}
    database.close()
    assert set(acknowledged) <= set(rows)
    assert total == len(rows)
    assert all(row.tags == ["a", "b"] and row.name_key == "sous tension" for row in rows.values()), (
        "a record is incomplete"
    )
