"""Long test of synchronization: after 50 kills of the worker, all records exist exactly once."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from regie.core.db.database import Database
from regie.core.time.clock import Clock
from tests.connectors.sandbox import Sandbox
from tests.domains.integrations.sync.conftest import sandbox, sandbox_process
from tests.domains.integrations.sync.test_worker import assert_complete
from tests.domains.integrations.sync.worker_process import Worker

__all__ = ["sandbox", "sandbox_process"]
KILLS = 50
_RECORDS_OF_ALL = 12_000


@pytest.fixture
def worker(database: Database, sandbox: Sandbox, tmp_path: Path) -> Iterator[Worker]:
    sandbox.post("/clock", now=Clock().now().isoformat())
    worker = Worker(database, sandbox, tmp_path)
    yield worker
    worker.kill()


@pytest.mark.long
@pytest.mark.timeout(3_600)
def test_fifty_worker_kills_lose_and_duplicate_nothing(worker: Worker, sandbox: Sandbox) -> None:
    random = Random(7)
    for _ in range(KILLS):
        worker.queue_runs(is_full=True)
        before, increment = worker.records(), random.randrange(_RECORDS_OF_ALL // 2)
        worker.start()
        worker.wait(lambda aim=before + increment: worker.records() > aim or not worker.has_work())
        worker.kill()
    worker.start()
    worker.wait(lambda: not worker.has_work())
    assert set(worker.statuses()) == {"succeeded"}
    assert_complete(worker.database, sandbox)
