"""Endurance: `make soak MINUTES=30`. Under steady load nothing fails, and memory and open files stop growing."""

import os
import time
from pathlib import Path

import pytest

from regie.core.db.database import Database
from tests.drills.processes import members_of_group
from tests.drills.server_load import run_installation

MINUTES = float(os.environ.get("REGIE_SOAK_MINUTES", "1"))
# Caches fill and allocators settle before the first measurement.
WARM_UP = 0.3
MAX_GROWTH, MAX_GROWTH_MB, MAX_MORE_FILES = 1.15, 24, 8
PAGES = ("/api/v1/clients", "/api/v1/clients?search=endurance&sort=-name&page=2", "/api/v1/dashboard", "/health/ready")


def _usage(group: int) -> tuple[float, int]:
    """Return the private and shared memory (PSS) in MB, and the open files, of a process and its children."""
    memory, files = 0.0, 0
    for process in members_of_group(group):
        folder = Path("/proc") / str(process)
        rollup = (folder / "smaps_rollup").read_text().splitlines()
        memory += next(int(line.split()[1]) for line in rollup if line.startswith("Pss:")) / 1024
        files += len(list((folder / "fd").iterdir()))
    return memory, files


@pytest.mark.long
@pytest.mark.timeout(MINUTES * 60 + 300)
def test_nothing_fails_or_grows(database: Database, tmp_path: Path):
    with run_installation(database, tmp_path) as installation:
        started, before = time.monotonic(), None
        while (elapsed := time.monotonic() - started) < MINUTES * 60:
            installation.create()
            for path in PAGES:
                installation.call("GET", path)
            if before is None and elapsed > MINUTES * 60 * WARM_UP:
                before = {name: _usage(process.pid) for name, process in installation.processes.items()}
        assert before
        after = {name: _usage(process.pid) for name, process in installation.processes.items()}
    assert set(installation.outcomes) == {"POST 201", "GET 200"}, installation.outcomes
    print(f"\n{installation.outcomes}, before {before}, after {after}")  # noqa: T201 - the result of the drill
    for name, (memory, files) in before.items():
        assert after[name][0] < memory * MAX_GROWTH + MAX_GROWTH_MB, (name, before, after)
        assert after[name][1] <= files + MAX_MORE_FILES, (name, before, after)
