"""Synchronisation as durable work: killed anywhere, a run goes on from its last finished turn.

Only the worker imports this module; the web process requests a run by inserting a row.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from dbos import DBOS, StepOptions, error
from sqlalchemy import select

from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.queries import Environment, connected_services, read_hints, read_lapsing
from regie.domains.integrations.sync.actions import UNFINISHED, begin_run, forget_runs, queue_due, queue_hinted
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.integrations.sync.turns import Turns

RETENTION = timedelta(days=30)
# A consent ends when nothing uses it; a quiet installation uses it once a week.
RENEWAL_INTERVAL = timedelta(days=7)
_UNFINISHED = select(SyncRun.api_id).where(SyncRun.status.in_(UNFINISHED)).order_by(SyncRun.id)
# Our own database may be busy or away for a moment: about two minutes in all.
_TURN = StepOptions(name="turn", retries_allowed=True, interval_seconds=1.0, max_attempts=8, backoff_rate=2.0)


@dataclass(frozen=True, slots=True)
class SyncJob:
    """Takes a run from its request to its end, turn after turn."""

    turns: Turns

    def find_waiting(self) -> Sequence[str]:
        with self.turns.database.read() as db:
            return db.execute(_UNFINISHED).scalars().all()

    def run(self, run_id: str) -> None:
        with self.turns.database.write() as session:
            service = begin_run(session, run_id, self.turns.clock.now())
        if service is None:
            return
        try:
            self._take_turns(run_id, service)
        except error.DBOSMaxStepRetriesExceeded:
            self.give_up(run_id)

    def _take_turns(self, run_id: str, service: str) -> None:
        position, outcome = 0, "again"
        while outcome in ("again", "next"):
            # A turn that is repeated after a kill is harmless: its pages were committed with their checkpoint.
            outcome = DBOS.run_step(_TURN, self.turns.take, run_id, service, position)
            position += outcome == "next"

    def give_up(self, run_id: str) -> None:
        self.turns.fail(run_id, "interrupted", "")

    def purge(self) -> None:
        with self.turns.database.write() as session:
            forget_runs(session, self.turns.clock.now() - RETENTION)


def queue_due_runs(database: Database, clock: Clock, environment: Environment) -> None:
    """Queue what is due by the clock, what a service's hint makes due, and what would end unused."""
    now = clock.now()
    with database.read() as db:
        connected = connected_services(db, environment)
        hints = read_hints(db, connected)
        lapsing = read_lapsing(db, now - RENEWAL_INTERVAL)
    if not (hints or lapsing or environment.every_minutes):
        return
    with database.write() as session:
        queue_hinted(session, hints, now)
        queue_due(session, lapsing, RENEWAL_INTERVAL, now)
        if environment.every_minutes:
            queue_due(session, connected, timedelta(minutes=environment.every_minutes), now)
