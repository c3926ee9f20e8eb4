"""Runs the steps of a synchronization run; an error ends the run with a code."""

from collections.abc import Callable
from dataclasses import dataclass

import structlog
from sqlalchemy.exc import OperationalError

from regie.connectors.errors import ServiceError
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.integrations.sync.actions import fail_run, finish_run
from regie.domains.integrations.sync.alerts import notify_administrators
from regie.domains.integrations.sync.sources import Sources
from regie.domains.integrations.sync.steps import read_pages
from regie.domains.integrations.sync.upserts import TooManyMissing
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
                with self.database.write() as session:
                    finish_run(session, run_id, len(steps), self.clock.now())
                return "finished"
            progress = (position, len(steps))
            is_done = read_pages(self.database, self.clock, run_id, steps[position], progress, self.is_stopping)
        except ServiceError as error:
            return self.fail(run_id, error.code, error.detail)
        except TooManyMissing as error:
            return self.fail(run_id, "vanished", str(error))
        except OperationalError:
            # Our own database is busy or unavailable: the step is retried.
            raise
        except Exception as error:
            log.exception("sync failed", run=run_id, service=service)
            return self.fail(run_id, "unexpected", type(error).__name__)
        return "next" if is_done else "again"

    def fail(self, run_id: str, code: str, detail: str) -> str:
        log.warning("sync failed", run=run_id, code=code, detail=detail)
        with self.database.write() as session:
            run = fail_run(session, run_id, code, detail, self.clock.now())
            if run and self.notifier:
                notify_administrators(session, self.notifier, run, self.clock.now())
        return "failed"
