"""Runs synchronization as durable work: after a crash, a run continues from its last completed step.

Only the worker imports this module; the web process requests a run by inserting a row.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from dbos import StepOptions, error
from sqlalchemy import select

from regie.core.background import run_step
from regie.core.db.database import Database
from regie.core.restored_copy import IS_RESTORED_COPY, is_restored_copy
from regie.core.sample_data import has_sample_data
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.queries import (
    Environment,
    connected_services,
    find_consents_to_renew,
    read_hints,
)
from regie.domains.integrations.sync.actions import (
    UNFINISHED,
    begin_run,
    purge_contacts,
    purge_runs,
    queue_due,
    queue_hinted,
)
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.integrations.sync.step_runner import StepRunner

RETENTION = timedelta(days=30)
# An unused consent expires: without other synchronization, it is renewed once a week.
RENEWAL_INTERVAL = timedelta(days=7)
_UNFINISHED = select(SyncRun.api_id).where(SyncRun.status.in_(UNFINISHED), ~IS_RESTORED_COPY).order_by(SyncRun.id)
# Retry for about two minutes when our own database is busy or unavailable. DBOS stores the name with each run: another
# name would break the runs in progress at an upgrade.
_STEP_OPTIONS = StepOptions(name="turn", retries_allowed=True, interval_seconds=1.0, max_attempts=8, backoff_rate=2.0)


@dataclass(frozen=True, slots=True)
class SyncJob:
    """Executes a queued run step by step."""

    runner: StepRunner

    def find_waiting(self) -> Sequence[str]:
        with self.runner.database.read() as db:
            return db.execute(_UNFINISHED).scalars().all()

    def run(self, run_id: str) -> None:
        with self.runner.database.write() as session:
            service = begin_run(session, run_id, self.runner.clock.now())
        if service is None:
            return
        try:
            self._run_steps(run_id, service)
        except error.DBOSMaxStepRetriesExceeded:
            self.give_up(run_id)

    def _run_steps(self, run_id: str, service: str) -> None:
        position, outcome = 0, "again"
        while outcome in ("again", "next"):
            # A step repeated after a crash is harmless: each page was committed with its checkpoint.
            outcome = run_step(_STEP_OPTIONS, self.runner.run_step, run_id, service, position)
            position += outcome == "next"

    def give_up(self, run_id: str) -> None:
        self.runner.fail(run_id, "interrupted", "")

    def purge(self) -> None:
        with self.runner.database.write() as session:
            purge_runs(session, self.runner.clock.now() - RETENTION)
            purge_contacts(session, self.runner.clock.now())


def queue_due_runs(database: Database, clock: Clock, environment: Environment) -> None:
    """Queue services that are due by interval, after a webhook, or before an unused consent expires.

    None while this is an unconfirmed restored copy, or filled with sample data.
    """
    now = clock.now()
    with database.read() as db:
        if is_restored_copy(db) or has_sample_data(db):
            return
        connected = connected_services(db, environment)
        hints = read_hints(db, connected)
        expiring = find_consents_to_renew(db, now - RENEWAL_INTERVAL)
    if not (hints or expiring or environment.every_minutes):
        return
    with database.write() as session:
        queue_hinted(session, hints, now)
        queue_due(session, expiring, RENEWAL_INTERVAL, now)
        if environment.every_minutes:
            queue_due(session, connected, timedelta(minutes=environment.every_minutes), now)
