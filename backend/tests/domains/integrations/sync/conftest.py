"""Synchronising from a running sandbox, with a clock that goes on a little at every look."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from regie.connectors.clock import Clock as CallClock
from regie.connectors.http import HttpOptions
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.queries import Environment
from regie.domains.integrations.sync.actions import begin_run, queue_run
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.integrations.sync.passes import Stopped
from regie.domains.integrations.sync.sources import Sources
from regie.domains.integrations.sync.turns import Turns
from regie.domains.people.notifications.actions import Notifier
from tests.conftest import ORIGIN
from tests.connectors.sandbox import NOW, Sandbox, running_sandbox

SECRET = "a-secret-of-thirty-two-characters-or-more"


class GoingClock(Clock):
    """The sandbox's own time, a millisecond later at every look, and moved by tests."""

    def __init__(self) -> None:
        self.moment = datetime.fromtimestamp(NOW / 1000, UTC)
        super().__init__(self._look)

    def _look(self) -> datetime:
        self.moment += timedelta(milliseconds=1)
        return self.moment


@dataclass
class Synchronisation:
    """Runs what the worker would, without its process."""

    database: Database
    clock: GoingClock
    sources: Sources
    sandbox: Sandbox
    # How many looks between pages say "go on" before one says "stop"; None for all.
    stops_after: int | None = None
    notifier: Notifier | None = None

    def run(self, service: str, *, full: bool = False, accepts_missing: bool = False) -> SyncRun:
        """A run from its request to its end."""
        return self.resume(self.begin(service, full=full, accepts_missing=accepts_missing), service)

    def begin(self, service: str, *, full: bool = False, accepts_missing: bool = False) -> str:
        with self.database.write() as session:
            now = self.clock.now()
            run_id = queue_run(session, service, now, is_full=full, accepts_missing=accepts_missing)
            assert begin_run(session, run_id, self.clock.now()) == service
        return run_id

    def resume(self, run_id: str, service: str) -> SyncRun:
        turns = Turns(self.database, self.clock, self.sources, self._is_stopping, self.notifier)
        position, outcome = 0, "again"
        while outcome in ("again", "next"):
            outcome = turns.take(run_id, service, position)
            position += outcome == "next"
        return self.read_run(run_id)

    def stop_after(self, pages: int, service: str) -> str:
        """A run that the worker's end interrupts after so many pages."""
        run_id = self.begin(service)
        self.stops_after = pages
        with pytest.raises(Stopped):
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
    """All three services at the sandbox, as the environment would say it."""
    return Environment(
        sandbox.teamwork(),
        sandbox.hubspot(),
        sandbox.quickbooks(),
        origin=ORIGIN,
        refresh_token="RT1-sandbox",
        secret=SECRET,
    )


@pytest.fixture(scope="session")
def one_sandbox() -> Generator[Sandbox, None, None]:
    with running_sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def sandbox(one_sandbox: Sandbox) -> Sandbox:
    """As seeded, without limits, without faults, with an empty log."""
    one_sandbox.post("/reset")
    return one_sandbox


@pytest.fixture
def going_clock() -> GoingClock:
    return GoingClock()


@pytest.fixture
def outside(sandbox: Sandbox) -> Environment:
    return environment_of(sandbox)


@pytest.fixture
def sync(
    database: Database, sandbox: Sandbox, outside: Environment, going_clock: GoingClock
) -> Iterator[Synchronisation]:
    calls = CallClock(monotonic=lambda: 0.0, wall=lambda: going_clock.moment.timestamp(), sleep=lambda _seconds: None)
    sources = Sources(outside, database, going_clock, HttpOptions(clock=calls, total_s=5, jitter=lambda: 0.0))
    yield Synchronisation(database, going_clock, sources, sandbox)
    sources.close()
