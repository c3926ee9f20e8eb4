"""The long drill of synchronisation: the worker killed at 50 random points, and the source is here once and whole."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from regie.core.db.database import Database
from regie.core.time.clock import Clock
from tests.connectors.sandbox import Sandbox
from tests.domains.integrations.sync.conftest import one_sandbox, sandbox
from tests.domains.integrations.sync.test_worker import assert_whole
from tests.domains.integrations.sync.worker_process import Worker

__all__ = ["one_sandbox", "sandbox"]
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
def test_fifty_kills_lose_and_repeat_nothing(worker: Worker, sandbox: Sandbox) -> None:
    random = Random(7)
    for _ in range(KILLS):
        worker.ask(is_full=True)
        before, wanted = worker.records(), random.randrange(_RECORDS_OF_ALL // 2)
        worker.start()
        worker.wait(lambda aim=before + wanted: worker.records() > aim or not worker.has_work())
        worker.kill()
    worker.start()
    worker.wait(lambda: not worker.has_work())
    assert set(worker.statuses()) == {"succeeded"}
    assert_whole(worker.database, sandbox)
