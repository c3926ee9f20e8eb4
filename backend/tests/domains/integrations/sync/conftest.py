"""Fixtures: synchronization with a running sandbox, and a clock that advances at each reading."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from regie.connectors.call_clock import CallClock
from regie.connectors.http import HttpOptions
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.queries import Environment
from regie.domains.integrations.sync.actions import begin_run, queue_run
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.integrations.sync.sources import Sources
from regie.domains.integrations.sync.step_runner import StepRunner
from regie.domains.integrations.sync.steps import WorkerStopped
from regie.domains.people.notifications.actions import Notifier
from tests.conftest import ORIGIN
from tests.connectors.sandbox import NOW, Sandbox, running_sandbox

SECRET = "a-secret-of-thirty-two-characters-or-more"


class TickingClock(Clock):
    """The sandbox's time, which advances by a millisecond at each reading; tests move it."""

    def __init__(self) -> None:
        self.moment = datetime.fromtimestamp(NOW / 1000, UTC)
        super().__init__(self._advance)

    def _advance(self) -> datetime:
        self.moment += timedelta(milliseconds=1)
        return self.moment


@dataclass
class SyncHarness:
    """Runs synchronizations as the worker does, in the test's process."""

    database: Database
    clock: TickingClock
    sources: Sources
    sandbox: Sandbox
    # The number of pages before the worker stops; None for no stop.
    stops_after: int | None = None
    notifier: Notifier | None = None

    def run(self, service: str, *, full: bool = False, accepts_missing: bool = False) -> SyncRun:
        """Queue and execute a run."""
        return self.resume(self.begin(service, full=full, accepts_missing=accepts_missing), service)

    def begin(self, service: str, *, full: bool = False, accepts_missing: bool = False) -> str:
        with self.database.write() as session:
            now = self.clock.now()
            run_id = queue_run(session, service, now, is_full=full, accepts_missing=accepts_missing)
            assert begin_run(session, run_id, self.clock.now()) == service
        return run_id

    def resume(self, run_id: str, service: str) -> SyncRun:
        runner = StepRunner(self.database, self.clock, self.sources, self._is_stopping, self.notifier)
        position, outcome = 0, "again"
        while outcome in ("again", "next"):
            outcome = runner.run_step(run_id, service, position)
            position += outcome == "next"
        return self.read_run(run_id)

    def stop_after(self, pages: int, service: str) -> str:
        """Begin a run and interrupt it after some pages, as a stopping worker does."""
        run_id = self.begin(service)
        self.stops_after = pages
        with pytest.raises(WorkerStopped):
            self.resume(run_id, service)
        self.stops_after = None
        return run_id

    def read_run(self, run_id: str) -> SyncRun:
        with self.database.write() as session:
            return session.execute(select(SyncRun).where(SyncRun.api_id == run_id)).scalar_one()

    def calls(self, service: str) -> int:
        return len(self.sandbox.requests(service))

    def _is_stopping(self) -> bool:
        if self.stops_after is None:
            return False
        self.stops_after -= 1
        return self.stops_after < 0


def environment_of(sandbox: Sandbox) -> Environment:
    """An environment with all three services at the sandbox."""
    return Environment(
        sandbox.teamwork(),
        sandbox.hubspot(),
        sandbox.quickbooks(),
        origin=ORIGIN,
        refresh_token="RT1-sandbox",
        secret=SECRET,
    )


@pytest.fixture(scope="session")
def sandbox_process() -> Generator[Sandbox, None, None]:
    with running_sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def sandbox(sandbox_process: Sandbox) -> Sandbox:
    """The sandbox as seeded, without limits or faults, with an empty log."""
    sandbox_process.post("/reset")
    return sandbox_process


@pytest.fixture
def ticking_clock() -> TickingClock:
    return TickingClock()


@pytest.fixture
def environment(sandbox: Sandbox) -> Environment:
    return environment_of(sandbox)


def call_clock(clock: TickingClock) -> CallClock:
    """A clock that sleeping advances, so that no test waits for a rate limit."""
    elapsed = [0.0]

    def sleep(seconds: float) -> None:
        elapsed[0] += seconds

    return CallClock(monotonic=lambda: elapsed[0], wall=lambda: clock.moment.timestamp(), sleep=sleep)


@pytest.fixture
def sync(
    database: Database, sandbox: Sandbox, environment: Environment, ticking_clock: TickingClock
) -> Iterator[SyncHarness]:
    calls = call_clock(ticking_clock)
    sources = Sources(environment, database, ticking_clock, HttpOptions(clock=calls, total_s=5, jitter=lambda: 0.0))
    yield SyncHarness(database, ticking_clock, sources, sandbox)
    sources.close()
