"""Runs `regie` commands as real processes, and finds what they leave behind."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.conftest import ROOT

TIMEOUT_S = 60


def free_port() -> int:
    sys.path.insert(0, str(ROOT / "scripts"))
    from ports import free_port

    return free_port()


def clean_environment(**settings: str) -> dict[str, str]:
    """Return this process's environment with these `REGIE_…` settings only."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("REGIE_")}
    return own | settings


def run_command(*arguments: str, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "regie.cli", *arguments]
    return subprocess.run(command, env=dict(environment), capture_output=True, text=True, timeout=TIMEOUT_S)


@contextmanager
def start_command(*arguments: str, environment: Mapping[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start a command in its own process group; kill the whole group at the end of the block."""
    command = [sys.executable, "-m", "regie.cli", *arguments]
    with log.open("ab") as output:
        process = subprocess.Popen(command, env=dict(environment), stdout=output, stderr=output, start_new_session=True)
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)


def wait_until(condition: Callable[[], object], within_s: float = TIMEOUT_S) -> None:
    deadline = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < deadline, "not reached in time"
        threading.Event().wait(0.02)


def is_answering(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/sanctum/csrf-cookie", timeout=5).status_code == 204
    except httpx.TransportError:
        return False


def members_of_group(group: int) -> set[int]:
    """Return the processes of a group that still run, those whose parent has ended too."""
    found = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _parent, its_group = status.read_text().rpartition(")")[2].split()[:3]
            if int(its_group) == group and state != "Z":
                found.add(int(status.parent.name))
    return found
