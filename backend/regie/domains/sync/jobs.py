"""Synchronisation as a durable workflow: killed anywhere, it goes on from its last finished turn.

Only the worker imports this module; the web process asks for runs by inserting a row.
"""

from datetime import timedelta

from dbos import DBOS, DBOSConfiguredInstance, SetWorkflowID
from sqlalchemy import select

from regie.domains.sync.actions import forget_runs, take_up
from regie.domains.sync.models import SyncRun
from regie.domains.sync.turns import Turns

KEPT_FOR = timedelta(days=30)
_GOING_ON = ("PENDING", "ENQUEUED", "DELAYED")


@DBOS.dbos_class()
class Synchroniser(DBOSConfiguredInstance):
    """Runs what is queued, each run as a workflow of the run's own id, each turn as one of its steps."""

    def __init__(self, turns: Turns) -> None:
        super().__init__("synchroniser")
        self._turns = turns

    @DBOS.workflow()
    def synchronise(self, run_id: str, service: str) -> str:
        position, outcome = 0, "again"
        while outcome in ("again", "next"):
            outcome = self.take_turn(run_id, service, position)
            position += outcome == "next"
        return outcome

    @DBOS.step(retries_allowed=True, interval_seconds=1.0, max_attempts=8, backoff_rate=2.0)
    def take_turn(self, run_id: str, service: str, position: int) -> str:
        """May be repeated after a kill: what it kept was committed together with its place in the list."""
        return self._turns.take(run_id, service, position)

    def start_queued(self) -> None:
        with self._turns.database.write() as session:
            taken = take_up(session, self._turns.clock.now())
        for run_id, service in taken:
            self._start(run_id, service)

    def resume_interrupted(self) -> None:
        """DBOS brings its workflows back by itself after a kill; here come the runs that it does not know, taken
        up a moment before the kill, and those that it has given up.
        """
        running = select(SyncRun.api_id, SyncRun.service).where(SyncRun.status == "running")
        with self._turns.database.read() as db:
            runs = db.execute(running).all()
        for run_id, service in runs:
            status = DBOS.get_workflow_status(run_id)
            if status is None:
                self._start(run_id, service)
            elif status.status not in _GOING_ON:
                self._turns.fail(run_id, "interrupted", status.status)

    def forget_old(self) -> None:
        """What nobody looks up any more, here and in the job database."""
        with self._turns.database.write() as session:
            forgotten = forget_runs(session, self._turns.clock.now() - KEPT_FOR)
        if forgotten:
            DBOS.delete_workflows(forgotten)

    def _start(self, run_id: str, service: str) -> None:
        with SetWorkflowID(run_id):
            DBOS.start_workflow(self.synchronise, run_id, service)
