"""Tests queues and schedules on a real DBOS."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from dbos import DBOS
from structlog.testing import capture_logs

from regie.core import background
from regie.core.background import BackgroundWork, QueuedWork, ScheduledWork

DEADLINE_SECONDS = 60
EVERY_SECOND, NEVER = "* * * * * *", "0 0 0 29 2 *"


@dataclass
class Rows:
    """Rows that wait until `work`, which a test provides, succeeds."""

    name: str
    waiting: list[str] = field(default_factory=list)
    work: Callable[[str], object] = lambda key: None
    started: list[str] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)
    concurrency: int = 1

    def run(self, key: str) -> None:
        self.started.append(key)
        self.work(key)
        self.waiting.remove(key)

    def give_up(self, key: str) -> None:
        self.given_up.append(key)
        self.waiting.remove(key)

    def queued(self) -> QueuedWork:
        return QueuedWork(self.name, lambda: list(self.waiting), self.run, self.concurrency, self.give_up)


Start = Callable[..., BackgroundWork]


@pytest.fixture
def jobs_file(tmp_path: Path) -> Path:
    return tmp_path / "jobs.sqlite"


@pytest.fixture
def start(jobs_file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    monkeypatch.setattr(background, "RETRY_SECONDS", 0.0)

    def build(*rows: Rows | QueuedWork, scheduled: tuple[ScheduledWork, ...] = (), **named: Any) -> BackgroundWork:
        config: Any = {
            "name": "regie",
            "system_database_url": f"sqlite:///{jobs_file}",
            "application_version": "1",
            "executor_id": "worker",
            "log_level": "CRITICAL",
        }
        work = BackgroundWork(
            config, [one.queued() if isinstance(one, Rows) else one for one in rows], scheduled, **named
        )
        work.start()
        return work

    yield build
    DBOS.destroy(destroy_registry=True)


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + DEADLINE_SECONDS
    while not condition():
        assert time.monotonic() < deadline
        threading.Event().wait(0.02)


def workflows(jobs_file: Path, name: str) -> dict[str, str]:
    """Return the recorded status by workflow id."""
    with closing(sqlite3.connect(jobs_file)) as jobs:
        found = "SELECT workflow_uuid, status FROM workflow_status WHERE name = ? ORDER BY created_at"
        return dict(jobs.execute(found, (name,)))


def statuses(jobs_file: Path, name: str) -> list[str]:
    return list(workflows(jobs_file, name).values())


def test_each_waiting_row_is_processed_once(start: Start, jobs_file: Path):
    rows = Rows("files", ["a", "b", "c"])
    start(rows)
    wait_until(lambda: not rows.waiting)
    wait_until(lambda: statuses(jobs_file, "files") == ["SUCCESS"] * 3)
    assert rows.started == ["a", "b", "c"]


def test_running_row_is_not_enqueued_again_and_does_not_block_other_queues(start: Start, jobs_file: Path):
    release = threading.Event()
    slow, quick = Rows("mail", ["a"], work=lambda _: release.wait(DEADLINE_SECONDS)), Rows("files")
    start(slow, quick)
    wait_until(lambda: slow.started)
    for key in ("b", "c"):
        quick.waiting.append(key)
        wait_until(lambda: not quick.waiting)
    assert statuses(jobs_file, "mail") == ["PENDING"]
    release.set()
    wait_until(lambda: not slow.waiting)
    assert slow.started == ["a"]


def test_queue_does_not_exceed_its_concurrency(start: Start):
    running, peak, lock = [0], [0], threading.Lock()

    def work(_: str) -> None:
        with lock:
            running[0] += 1
            peak[0] = max(peak[0], running[0])
        threading.Event().wait(0.05)
        with lock:
            running[0] -= 1

    rows = Rows("files", [str(number) for number in range(6)], work, concurrency=2)
    start(rows)
    wait_until(lambda: not rows.waiting)
    assert peak == [2]


def test_failed_work_is_retried_without_stopping_other_queues(start: Start):
    failures = [RuntimeError("the database is away")]

    def work(_: str) -> None:
        if failures:
            raise failures.pop()

    failing, other = Rows("mail", ["a"], work), Rows("files", ["b"])
    start(failing, other)
    wait_until(lambda: not failing.waiting and not other.waiting)
    assert (failing.started, other.started) == (["a", "a"], ["b"])


def test_error_while_reading_a_queue_does_not_stop_the_others(start: Start):
    def fail() -> list[str]:
        raise RuntimeError("the database is away")

    rows = Rows("files", ["a"])
    with capture_logs() as logs:
        start(QueuedWork("mail", fail, lambda key: None), rows)
        wait_until(lambda: not rows.waiting)
    assert {entry["queue"] for entry in logs if entry["event"] == "work was not dispatched"} == {"mail"}


def test_row_that_ended_the_process_repeatedly_is_given_up(start: Start, jobs_file: Path):
    rows = Rows("files", ["a"])
    start(rows)
    wait_until(lambda: statuses(jobs_file, "files") == ["SUCCESS"])
    with closing(sqlite3.connect(jobs_file, timeout=30)) as jobs:
        jobs.execute("UPDATE workflow_status SET status = 'MAX_RECOVERY_ATTEMPTS_EXCEEDED' WHERE name = 'files'")
        jobs.commit()
    rows.waiting.append("a")
    wait_until(lambda: not rows.waiting)
    assert (rows.started, rows.given_up) == (["a"], ["a"])


def test_schedule_does_not_run_twice_at_the_same_time(start: Start):
    release, runs, prepared = threading.Event(), [0], [0]

    def run() -> None:
        runs[0] += 1
        release.wait(DEADLINE_SECONDS)

    def prepare() -> None:
        prepared[0] += 1

    rows = Rows("files")
    start(rows, scheduled=(ScheduledWork("daily", EVERY_SECOND, run),), prepare=prepare)
    wait_until(lambda: runs[0] == 1)
    for key in ("a", "b"):  # each takes the dispatcher and the schedule at least a second
        rows.waiting.append(key)
        wait_until(lambda: not rows.waiting)
    assert runs[0] == 1
    release.set()
    wait_until(lambda: runs[0] > 1)
    assert prepared[0] > runs[0]


def test_removed_schedule_is_deleted(start: Start):
    start(scheduled=(ScheduledWork("old", NEVER, lambda: None),))
    DBOS.destroy(destroy_registry=True)
    start(scheduled=(ScheduledWork("new", NEVER, lambda: None),))
    names = {one["schedule_name"] for one in DBOS.list_schedules()}
    assert names == {"new", background.DISPATCH, background.PURGE}


def test_purge_deletes_scheduled_runs_first_and_queued_work_later(
    start: Start, jobs_file: Path, monkeypatch: pytest.MonkeyPatch
):
    rows = Rows("files", ["a"])
    start(rows)
    wait_until(lambda: "SUCCESS" in statuses(jobs_file, background.DISPATCH) and not rows.waiting)
    wait_until(lambda: statuses(jobs_file, "files") == ["SUCCESS"])
    ended = [one for one, status in workflows(jobs_file, background.DISPATCH).items() if status == "SUCCESS"]
    background._purge([background.DISPATCH])
    assert ended[0] in workflows(jobs_file, background.DISPATCH)
    monkeypatch.setattr(background, "ROUTINE_RETENTION", timedelta(0))
    background._purge([background.DISPATCH])
    assert workflows(jobs_file, background.DISPATCH).keys().isdisjoint(ended)
    assert statuses(jobs_file, "files") == ["SUCCESS"]
    monkeypatch.setattr(background, "RETENTION", timedelta(0))
    background._purge([background.DISPATCH])
    assert statuses(jobs_file, "files") == []
