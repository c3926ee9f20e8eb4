"""One turn of a run: some pages of one list, or its end; what goes wrong ends the run with words for people."""

from collections.abc import Callable
from dataclasses import dataclass

import structlog
from sqlalchemy.exc import OperationalError

from regie.connectors.errors import OutsideError
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.integrations.sync.actions import fail_run, finish_run
from regie.domains.integrations.sync.alerts import tell_of_trouble
from regie.domains.integrations.sync.passes import advance
from regie.domains.integrations.sync.sources import Sources
from regie.domains.integrations.sync.upserts import VanishedTooMany
from regie.domains.people.notifications.actions import Notifier

log = structlog.get_logger("regie.sync")


@dataclass(frozen=True, slots=True)
class Turns:
    """Takes turns for all runs of a process; harmless when one is taken twice."""

    database: Database
    clock: Clock
    sources: Sources
    is_stopping: Callable[[], bool] = lambda: False
    notifier: Notifier | None = None

    def take(self, run_id: str, service: str, position: int) -> str:
        """ "again" while the list at `position` has more, "next" when it is done, then "finished" or "failed"."""
        try:
            steps = self.sources.steps(service)
            if position == len(steps):
                with self.database.write() as session:
                    finish_run(session, run_id, len(steps), self.clock.now())
                return "finished"
            progress = (position, len(steps))
            is_done = advance(self.database, self.clock, run_id, steps[position], progress, self.is_stopping)
        except OutsideError as error:
            return self.fail(run_id, error.code, error.detail)
        except VanishedTooMany as error:
            return self.fail(run_id, "vanished", str(error))
        except OperationalError:
            # Our own database is busy or away for a moment: the turn is taken again.
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
                tell_of_trouble(session, self.notifier, run, self.clock.now())
        return "failed"
