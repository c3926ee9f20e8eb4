"""Several workers on one PostgreSQL: they share the work, and continue that of one that ended."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from regie.core.db.database import Database
from regie.core.time.clock import Clock
from tests.connectors.sandbox import Sandbox
from tests.domains.integrations.sync.test_worker import ALL_SUCCEEDED, assert_complete
from tests.domains.integrations.sync.worker_process import Worker

pytestmark = pytest.mark.one_database("postgres")
_JOBS_TABLE = text("SELECT tablename FROM pg_tables WHERE schemaname = 'dbos' AND tablename = 'workflow_status'")
_EXECUTORS = text("SELECT DISTINCT executor_id FROM dbos.workflow_status WHERE executor_id IS NOT NULL")
_HEARTBEATS = text("SELECT id FROM worker_heartbeats WHERE lease_expires_at > clock_timestamp()")
_LOST = text("SELECT count(*) FROM dbos.workflow_status WHERE status = 'PENDING' AND executor_id = :executor")
_RUNNING = text("SELECT executor_id FROM dbos.workflow_status WHERE status = 'PENDING' AND name = 'synchronization'")


@pytest.fixture
def workers(database: Database, sandbox: Sandbox, tmp_path: Path) -> Iterator[list[Worker]]:
    sandbox.post("/clock", now=Clock().now().isoformat())
    with database.writes.begin() as connection:
        connection.execute(text("DROP SCHEMA IF EXISTS dbos CASCADE"))
    # Both use one folder, as two workers of one machine do.
    workers = [Worker(database, sandbox, tmp_path) for _ in range(2)]
    for worker in workers:
        worker.environment["REGIE_WORKER_LEASE_SECONDS"] = "4"
    yield workers
    for worker in workers:
        worker.kill()


def _read(database: Database, statement: object, **values: str) -> list[str]:
    with database.read() as db:
        return list(db.execute(statement, values).scalars())  # type: ignore[call-overload]


@pytest.mark.timeout(300)
def test_work_of_a_killed_worker_is_continued_by_another(
    workers: list[Worker], database: Database, sandbox: Sandbox
) -> None:
    for worker in workers:
        worker.start()
    workers[0].wait(lambda: len(_read(database, _HEARTBEATS)) == 2)
    executors = set(_read(database, _HEARTBEATS))
    workers[0].wait(lambda: _read(database, _JOBS_TABLE) != [])
    workers[0].wait(lambda: executors <= set(_read(database, _EXECUTORS)))
    workers[0].queue_runs()
    workers[0].wait(lambda: workers[0].records() > 500)
    owners = _read(database, _RUNNING)
    victim = max(owners, key=owners.count)
    pid = _read(database, text("SELECT process_id FROM worker_heartbeats WHERE id = :id"), id=victim)[0]
    killed, other = sorted(workers, key=lambda worker: worker.process is None or worker.process.pid != pid)
    killed.kill()
    other.wait(lambda: other.statuses() == ALL_SUCCEEDED)
    assert_complete(database, sandbox)
    assert _read(database, _LOST, executor=victim) == [0]
    assert "work of ended workers continues" in other.log.read_text()


@pytest.mark.timeout(300)
def test_stopped_worker_releases_its_lease(workers: list[Worker], database: Database) -> None:
    for worker in workers:
        worker.start()
    workers[0].wait(lambda: len(_read(database, _HEARTBEATS)) == 2)
    workers[0].stop()
    assert len(_read(database, _HEARTBEATS)) == 1


@pytest.mark.timeout(300)
def test_worker_whose_lease_was_taken_ends(workers: list[Worker], database: Database) -> None:
    worker = workers[0]
    worker.start()
    worker.wait(lambda: len(_read(database, _HEARTBEATS)) == 1)
    with database.writes.begin() as connection:
        connection.execute(text("DELETE FROM worker_heartbeats"))
    assert worker.process
    assert worker.process.wait(30) == 1
    assert "another worker took over" in worker.log.read_text()
