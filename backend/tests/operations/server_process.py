"""Runs `regie serve` with several processes on a free port."""

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

from regie.settings import DEVELOPMENT_SECRET
from tests.conftest import ROOT

READY_WITHIN_S = 60


@contextmanager
def running_server(data: Path, workers: int, environment: dict[str, str]) -> Iterator[str]:
    """Yield the origin of a server on a new SQLite database; end it with its processes."""
    sys.path.insert(0, str(ROOT / "scripts"))
    from ports import free_port

    port = free_port()
    origin = f"http://127.0.0.1:{port}"
    variables = {name: value for name, value in os.environ.items() if not name.startswith("REGIE_")}
    variables |= {"REGIE_DATA": str(data), "REGIE_ORIGIN": origin, "REGIE_SECRET": DEVELOPMENT_SECRET, **environment}
    command = [sys.executable, "-m", "regie.cli", "serve", "--migrate", "--port", str(port), "--workers", str(workers)]
    with (data / "serve.log").open("wb") as log:
        server = subprocess.Popen(command, env=variables, start_new_session=True, stdout=log, stderr=log)
    try:
        _wait_until_ready(server, origin, data / "serve.log")
        yield origin
    finally:
        if server.poll() is None:
            server.send_signal(signal.SIGTERM)
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(server.pid, signal.SIGKILL)
                server.wait(10)


def _wait_until_ready(server: subprocess.Popen[bytes], origin: str, log: Path) -> None:
    deadline = time.monotonic() + READY_WITHIN_S
    while time.monotonic() < deadline:
        assert server.poll() is None, log.read_text("utf-8")
        try:
            if httpx.get(f"{origin}/health/ready", timeout=10).status_code == 200:
                return
        except httpx.TransportError:
            threading.Event().wait(0.05)
    raise AssertionError(log.read_text("utf-8"))
