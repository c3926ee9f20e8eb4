"""Runs background work on DBOS: named queues for waiting rows, schedules for recurring work.

The waiting row itself is the request for work. The dispatcher enqueues it while it waits and has no unfinished
workflow, so a process that ends between commit and enqueue loses nothing. `run` checks the row again, so work is not
done twice.

On PostgreSQL several processes share the work: each has its own executor id, a schedule runs in one of them at a time,
and `recover` continues what a process that ended left unfinished.
"""

import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, ParamSpec, TypeVar

import structlog
from dbos import DBOS, DBOSConfig, SetEnqueueOptions, StepOptions, WorkflowStatus
from dbos import error as dbos_error
from sqlalchemy import Pool, event
from sqlalchemy.engine import make_url
from structlog.contextvars import bind_contextvars, clear_contextvars

from regie.core.schedule_locks import open_schedule_locks

log = structlog.get_logger("regie.background")
P = ParamSpec("P")
T = TypeVar("T")
DISPATCH, PURGE = "dispatch", "purge_workflows"
# Failed work waits before it is enqueued again: otherwise it would fill the log and the jobs database.
RETRY_SECONDS = 10.0
_SQLITE_WITH_SUBSECONDS = (3, 42)
ROUTINE_RETENTION = timedelta(minutes=10)
RETENTION = timedelta(days=7)
# Between the clocks of two machines.
CLOCK_DIFFERENCE = timedelta(seconds=30)
_UNFINISHED = ("ENQUEUED", "PENDING", "DELAYED")
# The status of a workflow that ended its process repeatedly: DBOS does not restart it.
_DEAD = "MAX_RECOVERY_ATTEMPTS_EXCEEDED"


@dataclass(frozen=True, slots=True)
class QueuedWork:
    """A queue: `find_waiting` returns the keys of due rows, oldest first; `run` processes one.

    At most `concurrency` rows are processed at the same time. `give_up` ends a row whose work ended the process
    repeatedly; rows that count their attempts do not need it.
    """

    name: str
    find_waiting: Callable[[], Sequence[str]]
    run: Callable[[str], object]
    concurrency: int = 1
    give_up: Callable[[str], object] | None = None


@dataclass(frozen=True, slots=True)
class ScheduledWork:
    """Runs at the times of `cron` (seconds first), never twice at the same time."""

    name: str
    cron: str
    run: Callable[[], object]


class WorkFailedError(RuntimeError):
    """Names the type of the error of failed work.

    The jobs database stores it instead of the error itself, whose text and values can contain personal data.
    """


class BackgroundWork:
    """All background work of a worker process, from `start` to `stop`."""

    def __init__(
        self,
        config: DBOSConfig,
        queued: Sequence[QueuedWork],
        scheduled: Sequence[ScheduledWork],
        prepare: Callable[[], object] = lambda: None,
        trace: Callable[[str], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        """`prepare` runs before each work item, in its thread; `trace` surrounds both."""
        self._config, self._queued, self._prepare, self._trace = config, queued, prepare, trace
        dispatch = ScheduledWork(DISPATCH, "* * * * * *", self.dispatch)
        self._scheduled = (*scheduled, dispatch, ScheduledWork(PURGE, "30 */10 * * * *", self.purge))
        self._workflows: dict[str, Callable[[str], None]] = {}
        self._locks = open_schedule_locks(config.get("system_database_url") or "")

    def start(self) -> None:
        """Register the workflows, then start DBOS."""
        _use_write_ahead_log(self._config.get("system_database_url") or "")
        _support_old_sqlite()
        DBOS(config=self._config)
        self._workflows = {work.name: self._queued_workflow(work) for work in self._queued}
        schedules = [
            {"schedule_name": work.name, "workflow_fn": self._scheduled_workflow(work), "schedule": work.cron}
            for work in self._scheduled
        ]
        DBOS.launch()
        for work in self._queued:
            DBOS.register_queue(work.name, worker_concurrency=work.concurrency)
        DBOS.apply_schedules(schedules)  # type: ignore[arg-type]
        _delete_future([work.name for work in self._scheduled])
        for name in {one["schedule_name"] for one in DBOS.list_schedules()} - {work.name for work in self._scheduled}:
            DBOS.delete_schedule(name)

    def recover(self, take_over: Callable[[Collection[str]], Collection[str]]) -> None:
        """Continue the work of other executors that ended; `take_over` returns which of them did."""
        version = self._config.get("application_version")
        pending = DBOS.list_workflows(status="PENDING", app_version=version, load_input=False, load_output=False)
        others = {one.executor_id for one in pending if one.executor_id} - {DBOS.executor_id}
        if others and (ended := sorted(take_over(others))):
            log.warning("work of ended workers continues", executors=ended)
            DBOS._recover_pending_workflows(ended)

    def stop(self, within_seconds: int) -> None:
        DBOS.destroy(workflow_completion_timeout_sec=within_seconds)
        self._locks.close()

    def dispatch(self) -> None:
        """Enqueue every waiting row; an error in one queue does not stop the others."""
        for work in self._queued:
            try:
                if waiting := work.find_waiting():
                    self._enqueue(work, waiting)
            except Exception:
                log.exception("work was not dispatched", queue=work.name)

    def purge(self) -> None:
        """Delete recorded workflows: successful scheduled runs after minutes, everything else after days."""
        DBOS.run_step({"name": PURGE}, _purge, [work.name for work in self._scheduled])

    def _enqueue(self, work: QueuedWork, waiting: Sequence[str]) -> None:
        known = DBOS.list_workflows(name=work.name, status=[*_UNFINISHED, _DEAD], load_output=False)
        retry_before = (datetime.now(UTC) - timedelta(seconds=RETRY_SECONDS)).isoformat()
        failed = DBOS.list_workflows(name=work.name, status="ERROR", completed_after=retry_before, load_output=False)
        dead = _keys(one for one in known if one.status == _DEAD)
        delayed = _keys(one for one in known if one.status != _DEAD) | _keys(failed)
        for key in waiting:
            if key in dead and work.give_up:
                work.give_up(key)
            elif key not in delayed:
                with SetEnqueueOptions(deduplication_id=key, duplication_policy="return-existing"):
                    DBOS.enqueue_workflow(work.name, self._workflows[work.name], key)

    def _queued_workflow(self, work: QueuedWork) -> Callable[[str], None]:
        def run(key: str) -> None:
            _name_in_log(job=work.name, key=key)
            try:
                with self._trace(work.name):
                    self._prepare()
                    work.run(key)
            except Exception as error:
                log.error("work_failed", queue=work.name, exc_info=error)
                raise _without_values(error) from None

        return DBOS.workflow(name=work.name)(run)

    def _scheduled_workflow(self, work: ScheduledWork) -> Callable[[datetime, Any], None]:
        def run(_scheduled_at: datetime, _context: Any) -> None:
            _name_in_log(job=work.name)
            with self._locks.acquire(work.name) as is_mine:
                if not is_mine:
                    return
                try:
                    with self._trace(work.name):
                        self._prepare()
                        work.run()
                except Exception as error:
                    log.error("work_failed", queue=work.name, exc_info=error)
                    raise _without_values(error) from None

        return DBOS.workflow(name=work.name)(run)


def run_step(options: StepOptions, function: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Run a durable step; it is retried as the options say."""

    def run() -> T:
        try:
            return function(*args, **named)
        except Exception as error:
            log.warning("step_failed", step=options.get("name"), exc_info=error)
            raise _without_values(error) from None

    return DBOS.run_step(options, run)


def _without_values(error: Exception) -> Exception:
    return error if isinstance(error, dbos_error.DBOSException) else WorkFailedError(type(error).__name__)


def _keys(workflows: Iterable[WorkflowStatus]) -> set[str]:
    return {one.input["args"][0] for one in workflows if one.input}


def _name_in_log(**fields: str) -> None:
    """Name the work in the lines of this thread, until its next work: DBOS logs an error after the work has ended."""
    clear_contextvars()
    bind_contextvars(**fields)


def _use_write_ahead_log(url: str) -> None:
    """Halve what each of the many small commits writes; the setting persists in the file."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(make_url(url).database or "")) as connection:
            connection.execute("PRAGMA journal_mode=WAL")


def _support_old_sqlite() -> None:
    """Define `unixepoch('subsec')`, which DBOS uses: SQLite has it since 3.42, and Debian 12 has SQLite 3.40."""
    if sqlite3.sqlite_version_info < _SQLITE_WITH_SUBSECONDS and not event.contains(Pool, "connect", _define_unixepoch):
        event.listen(Pool, "connect", _define_unixepoch)


def _define_unixepoch(connection: Any, _record: object) -> None:
    if isinstance(connection, sqlite3.Connection):
        connection.create_function("unixepoch", 1, lambda _precision: round(time.time(), 3))


def _delete_future(schedules: list[str]) -> None:
    """Delete runs that the clock has yet to reach since it went back: DBOS would skip those times."""
    after = (datetime.now(UTC) + CLOCK_DIFFERENCE).isoformat()
    future = DBOS.list_workflows(schedule_name=schedules, start_time=after, load_input=False, load_output=False)
    DBOS.delete_workflows([one.workflow_id for one in future])


def _purge(schedules: list[str]) -> None:
    now = datetime.now(UTC)
    routine = DBOS.list_workflows(
        schedule_name=schedules,
        status="SUCCESS",
        completed_before=(now - ROUTINE_RETENTION).isoformat(),
        load_input=False,
        load_output=False,
    )
    old = DBOS.list_workflows(end_time=(now - RETENTION).isoformat(), load_input=False, load_output=False)
    DBOS.delete_workflows([status.workflow_id for status in (*routine, *old)])
