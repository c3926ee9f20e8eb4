"""Runs the steps of a synchronization run; an error ends the run with a code."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import structlog
from sqlalchemy.exc import OperationalError

from regie.connectors.errors import AccessDenied, ServiceError
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.integrations.sync.actions import fail_run, finish_run, skip_list
from regie.domains.integrations.sync.alerts import notify_administrators, notify_of_missing_records
from regie.domains.integrations.sync.full_reads import IncompleteRead, TooManyMissing, mark_missing_records
from regie.domains.integrations.sync.models import MissingCount
from regie.domains.integrations.sync.queries import find_run
from regie.domains.integrations.sync.sources import Sources
from regie.domains.integrations.sync.steps import Step, read_pages
from regie.domains.people.notifications.actions import Notifier

log = structlog.get_logger("regie.sync")


@dataclass(frozen=True, slots=True)
class StepRunner:
    """Runs steps for all runs of a process; running a step twice is harmless."""

    database: Database
    clock: Clock
    sources: Sources
    is_stopping: Callable[[], bool] = lambda: False
    notifier: Notifier | None = None

    def run_step(self, run_id: str, service: str, position: int) -> str:
        """ "again" while the list at `position` has more, "next" when it is done, then "finished" or "failed"."""
        try:
            steps = self.sources.steps(service)
            if position == len(steps):
                self._finish(run_id, steps)
                return "finished"
            is_done = self._read(run_id, steps, position)
        except ServiceError as error:
            return self.fail(run_id, error.code, error.detail)
        except TooManyMissing as error:
            return self.fail(run_id, "vanished", str(error), error.missing, error.kinds)
        except IncompleteRead as error:
            return self.fail(run_id, "incomplete", str(error))
        except OperationalError:
            # Our own database is busy or unavailable: the step is retried.
            raise
        except Exception as error:
            log.exception("sync failed", run=run_id, service=service)
            return self.fail(run_id, "unexpected", type(error).__name__)
        return "next" if is_done else "again"

    def _read(self, run_id: str, steps: Sequence[Step], position: int) -> bool:
        """Read some pages of a list; return whether it is done. A list without its own permission is skipped."""
        step, progress = steps[position], (position, len(steps))
        try:
            return read_pages(self.database, self.clock, run_id, step, progress, self.is_stopping)
        except AccessDenied as error:
            if error.code != "missing_scope" or step.scope is None:
                raise
            with self.database.write() as session:
                skip_list(session, run_id, step.name, step.scope)
            return True

    def _finish(self, run_id: str, steps: Sequence[Step]) -> None:
        now = self.clock.now()
        full_reads = {step.name: step.full_read for step in steps if step.full_read}
        with self.database.write() as session:
            run = find_run(session, run_id)
            mark_missing_records(session, run, full_reads, now)
            if self.notifier:
                notify_of_missing_records(session, self.notifier, run, now)
            finish_run(session, run_id, len(steps), now)

    def fail(
        self,
        run_id: str,
        code: str,
        detail: str,
        missing: Sequence[MissingCount] = (),
        implausible: Sequence[str] = (),
    ) -> str:
        log.warning("sync failed", run=run_id, code=code, detail=detail)
        with self.database.write() as session:
            run = fail_run(session, run_id, code, detail, self.clock.now(), missing, implausible)
            if run and self.notifier:
                notify_administrators(session, self.notifier, run, self.clock.now())
        return "failed"
