"""Runs the worker process: all background work on the queues and schedules of `core/background.py`."""

import ctypes
import fcntl
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import structlog
from dbos import DBOSConfig
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from regie.access.day_start import DayStart
from regie.access.list_endpoints import ListEndpoint
from regie.connectors.call_clock import CallClock
from regie.connectors.http import HttpOptions
from regie.core.background import BackgroundWork, QueuedWork, ScheduledWork
from regie.core.db.database import Database
from regie.core.db.time_limits import TimeLimits
from regie.core.files.removals import purge_files
from regie.core.files.store import FileStore
from regie.core.mail.delivery import MAX_PARALLEL_DELIVERIES, MailWorker
from regie.core.mail.queue import MailCipher, is_email_address
from regie.core.mail.transports import MailTransport, OutboxTransport, SmtpTransport, read_smtp_url
from regie.core.time.clock import Clock
from regie.day_starts import build_day_start
from regie.domains.accounts.sessions.queries import load_actor
from regie.domains.administration.bug_reports.actions import purge_bug_reports
from regie.domains.administration.exports.jobs import ExportWriter
from regie.domains.administration.imports.jobs import Importer
from regie.domains.administration.month_packs.jobs import MonthPackWriter
from regie.domains.administration.personal_data.jobs import RetentionJob
from regie.domains.administration.sample_data.jobs import SampleDataJob
from regie.domains.administration.workers.jobs import HeartbeatJob, LeaseLost
from regie.domains.insights.figure_builds.jobs import FiguresJob
from regie.domains.insights.goals.jobs import notify_due_goals
from regie.domains.integrations.connections.models import SERVICES
from regie.domains.integrations.connections.rate_limits import DatabaseRateLimiter
from regie.domains.integrations.project_proposals.jobs import ProjectProposalJob
from regie.domains.integrations.project_proposals.run_job import ProposalRunJob
from regie.domains.integrations.sync.jobs import SyncJob, queue_due_runs
from regie.domains.integrations.sync.sources import Sources
from regie.domains.integrations.sync.step_runner import StepRunner
from regie.domains.money.invoices.jobs import find_notifiable_invoices, notify_overdue_invoices
from regie.domains.money.payments.jobs import PaymentScheduleJob, PaymentTotalsJob
from regie.domains.money.reminders.actions import follow_reminder
from regie.domains.people.notifications.actions import Notifier
from regie.domains.people.notifications.jobs import DailyJob, DigestSender
from regie.domains.records.exchange_rates.jobs import RatesFetchJob
from regie.domains.records.settings.queries import read_time_zone
from regie.domains.work.churns.jobs import PendingChurnJob
from regie.domains.work.hours_warnings.queries import find_relevant_budgets
from regie.domains.work.retainers.jobs import LedgerRefreshJob
from regie.domains.work.retainers.renewals import find_relevant_renewals
from regie.domains.work.retainers.warnings import find_relevant_periods
from regie.environment import exchange_rate_settings, integration_environment, open_file_store, open_worker_database
from regie.migrate import require_compatible
from regie.settings import Settings, SettingsError
from regie.startup import create_data_folder, is_pooled

log = structlog.get_logger("regie.worker")
SHUTDOWN_SECONDS = 3
NICENESS = 10
RENEW_SECONDS, MAX_CLOCK_STEP_BACK = 5, 30
LEASE_LIMITS = TimeLimits(statement_seconds=5, lock_seconds=5)
EVERY_TEN_SECONDS, EVERY_MINUTE, EVERY_TEN_MINUTES = "*/10 * * * * *", "0 * * * * *", "0 */10 * * * *"
# Increment it when the name or steps of a workflow change: DBOS ignores other versions, and rows are enqueued again.
WORKFLOW_VERSION = "2"
# By kind of notification, the records that are still relevant when a digest is written.
RELEVANT_RECORDS = {
    "invoice_overdue": find_notifiable_invoices,
    "retainer_renewal": find_relevant_renewals,
    "retainer_automatic_renewal": find_relevant_renewals,
    "retainer_hours": find_relevant_periods,
    "retainer_pace": find_relevant_periods,
    "project_budget": find_relevant_budgets,
}
# The parameter of mallopt(3) for the number of heaps.
M_ARENA_MAX = -8


def run(settings: Settings) -> None:
    """Work until SIGTERM or SIGINT; unfinished work continues at the next start."""
    stopping = threading.Event()
    end_on_signals(stopping)
    create_data_folder(settings)
    is_shared = not settings.database_url.startswith("sqlite")
    with lock_data_folder(settings.data, is_shared=is_shared):
        _require_databases(settings)
        lower_process_priority()
        database, clock = Database(settings.database_url, limits=LEASE_LIMITS, pool_size=1), Clock()
        heartbeat = HeartbeatJob(database, clock, clock.now(), timedelta(seconds=settings.scale.lease_seconds))
        work = build_background_work(settings, heartbeat.id, stopping)
        # The lease exists before any work belongs to it.
        heartbeat.run_once()
        work.start()
        log.info("worker started", executor=heartbeat.id, minutes=settings.sync.every_minutes)
        hold_lease(heartbeat, work, stopping)
        log.info("worker stopping")
        # Running work ends at its next step.
        work.stop(SHUTDOWN_SECONDS)
        with suppress(SQLAlchemyError):  # it expires
            heartbeat.release()
        logging.shutdown()
        os._exit(0)


def _require_databases(settings: Settings) -> None:
    database = Database(settings.database_url)
    try:
        require_compatible(database)
    finally:
        database.close()
    if is_pooled(settings.jobs_url):
        raise SettingsError(
            "REGIE_JOBS_URL must lead to PostgreSQL itself, not to a connection pooler: jobs need locks and "
            "notifications of their own session. It is REGIE_DATABASE_URL unless it is set."
        )


def end_on_signals(stopping: threading.Event) -> None:
    """Set `stopping` on a signal; exit soon after despite a slow start, slow services and DBOS's own threads."""

    def stop(*_: object) -> None:
        if not stopping.is_set():
            threading.Timer(2 * SHUTDOWN_SECONDS, os._exit, (0,)).start()
        stopping.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)


def lower_process_priority() -> None:
    """Leave CPU and memory to the web process."""
    os.nice(NICENESS)
    # Each thread's heap would stay as large as its largest page. C libraries without this setting have no such heaps.
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def hold_lease(heartbeat: HeartbeatJob, work: BackgroundWork, stopping: threading.Event) -> None:
    """Renew the lease and continue the work of workers that ended, until the worker stops."""
    failed_at: float | None = None
    clock_start = time.time() - time.monotonic()
    while True:
        if time.time() - time.monotonic() < clock_start - MAX_CLOCK_STEP_BACK:
            # The schedules of DBOS would wait until the clock has caught up.
            log.critical("the machine's clock went back: the worker has to start again")
            with suppress(SQLAlchemyError):
                heartbeat.release()
            logging.shutdown()
            os._exit(1)
        try:
            heartbeat.run_once()
            # After an outage of the database every lease has expired: the others have time to renew theirs.
            if failed_at is None or time.monotonic() - failed_at > heartbeat.lease.total_seconds():
                work.recover(heartbeat.take_over)
        except LeaseLost:
            log.critical("another worker took over: this one did not renew its lease in time")
            logging.shutdown()
            os._exit(1)
        except Exception as error:
            failed_at = time.monotonic()
            log.warning("the lease was not renewed", reason=type(error).__name__)
        if stopping.wait(min(RENEW_SECONDS, heartbeat.lease.total_seconds() / 4)):
            return


@contextmanager
def lock_data_folder(data: Path, *, is_shared: bool = False) -> Iterator[None]:
    """Raise SettingsError while another process has the folder; workers on PostgreSQL share it, a restore does not."""
    with (data / "worker.lock").open("w") as lock:
        try:
            fcntl.flock(lock, (fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except OSError as error:
            raise SettingsError(f"A worker already runs from {data} (REGIE_DATA).") from error
        yield


def build_background_work(settings: Settings, executor_id: str, stopping: threading.Event) -> BackgroundWork:
    """Create every job with its dependencies, on its queue or schedule."""
    database = open_worker_database(settings)
    clock = Clock()
    environment, files, is_stopping = integration_environment(settings), open_file_store(settings), stopping.is_set
    notifier = Notifier(mail_cipher(settings), settings.web.origin)

    def pause(seconds: float) -> None:
        """Sleep for the connectors, until the worker stops."""
        stopping.wait(seconds)

    calls = CallClock(sleep=pause)
    options = HttpOptions(clock=calls, shared_limiter=DatabaseRateLimiter(database, clock))
    sync = SyncJob(StepRunner(database, clock, Sources(environment, database, clock, options), is_stopping, notifier))
    mail = mail_worker(settings, database, clock, stopping)
    exports = ExportWriter(database, clock, files, load_lists, notifier, write_personal_data, is_stopping)
    packs = MonthPackWriter(database, clock, files, notifier)
    imports = Importer(database, files, clock, load_actor)
    bank, is_automatic = exchange_rate_settings(settings), bool(environment.every_minutes)
    rates = RatesFetchJob(database, clock, bank, options, is_automatic, is_stopping)
    daily = DailyJob(database, clock, notifier, (notify_due_goals, notify_overdue_invoices), is_stopping)
    digests = DigestSender(database, clock, notifier, RELEVANT_RECORDS, is_stopping)
    ledgers = LedgerRefreshJob(database, clock, notifier, is_stopping)
    churns = PendingChurnJob(database, clock, notifier)
    secrets = (settings.web.secret, *settings.web.former_secrets)
    retention = RetentionJob(database, clock, secrets, settings.data / "outbox")

    def purge() -> None:
        for job in (sync, exports, imports):
            job.purge()
        purge_files(database, files, clock.now())
        retention.run_once()
        purge_bug_reports(database, clock.now())

    return BackgroundWork(
        jobs_config(settings, executor_id),
        (
            QueuedWork("synchronization", sync.find_waiting, sync.run, len(SERVICES), sync.give_up),
            QueuedWork("mail", mail.find_waiting, lambda _lane: mail.deliver_due(), MAX_PARALLEL_DELIVERIES),
            QueuedWork("exports", exports.find_waiting, exports.run),
            QueuedWork("month_packs", packs.find_waiting, packs.run),
            QueuedWork("imports", imports.find_waiting, imports.run),
            proposal_runs(database, clock, is_stopping),
            QueuedWork("exchange_rates", rates.find_waiting, rates.run),
            sample_data(settings, database, clock, is_stopping),
            recalculation(database, clock, ledgers, is_stopping),
        ),
        (
            ScheduledWork(
                "due_synchronizations", EVERY_TEN_SECONDS, partial(queue_due_runs, database, clock, environment)
            ),
            ScheduledWork("due_exchange_rates", EVERY_MINUTE, rates.queue_due),
            ScheduledWork("daily_notifications", EVERY_MINUTE, daily.run_once),
            ScheduledWork("digests", EVERY_MINUTE, digests.run_once),
            ScheduledWork("churn_to_confirm", EVERY_MINUTE, churns.run_once),
            ScheduledWork("purge", EVERY_TEN_MINUTES, purge),
        ),
        prepare=partial(prepare_job, database, clock, build_day_start()),
        trace=start_tracing(settings, database),
    )


def start_tracing(settings: Settings, database: Database) -> Callable[[str], AbstractContextManager[object]]:
    """Return what surrounds each job: a span if the settings say where traces go."""
    if not settings.reports.traces_url:
        return nullcontext
    from regie.tracing import Tracing

    tracing = Tracing(settings.reports.traces_url, settings.web.environment, "worker")
    tracing.observe(database)
    return tracing.trace_job


def recalculation(
    database: Database, clock: Clock, ledgers: LedgerRefreshJob, is_stopping: Callable[[], bool]
) -> QueuedWork:
    """Build the queue of recalculations; a job is enqueued only after a change of its tables."""
    jobs: Mapping[str, LedgerRefreshJob | PaymentScheduleJob | PaymentTotalsJob | FiguresJob | ProjectProposalJob] = {
        "retainer_ledgers": ledgers,
        "payment_schedules": PaymentScheduleJob(database, clock),
        "payment_totals": PaymentTotalsJob(database, clock, is_stopping),
        "figures": FiguresJob(database, clock, is_stopping),
        "project_proposals": ProjectProposalJob(database, clock),
    }

    def find_waiting() -> list[str]:
        return [name for name, job in jobs.items() if job.is_due()]

    return QueuedWork("recalculation", find_waiting, lambda name: jobs[name].run_once())


def load_lists() -> Mapping[str, ListEndpoint]:
    """Return all list endpoints; imports all routes, which only exports need."""
    from regie.main import all_routes, find_list_endpoints

    return find_list_endpoints(all_routes())


def proposal_runs(database: Database, clock: Clock, is_stopping: Callable[[], bool]) -> QueuedWork:
    """Build the queue of runs that create all projects of a list, or remove them again."""
    job = ProposalRunJob(database, clock, load_actor, is_stopping)

    def run(run_id: str) -> None:
        # Removing a project looks for references in every table.
        import_module("regie.schema")
        job.run(run_id)

    return QueuedWork("project_proposal_runs", job.find_waiting, run, give_up=job.give_up)


def sample_data(settings: Settings, database: Database, clock: Clock, is_stopping: Callable[[], bool]) -> QueuedWork:
    """Build the queue of the sample data, which is created in a folder beside the other data of the worker."""
    folder, generate = settings.data / "sample-data", partial(generate_sample, is_stopping)
    environment, files = integration_environment(settings), open_file_store(settings)
    job = SampleDataJob(database, clock, files, environment, folder, generate)
    return QueuedWork("sample_data", job.find_waiting, job.run, give_up=job.give_up)


def generate_sample(
    is_stopping: Callable[[], bool], folder: Path, first_user: int, report: Callable[[int], None]
) -> None:
    """Create sample data in a process of its own, which ends with this one; imported here, because it is rare."""
    # The sample consists of all tables.
    import_module("regie.schema")
    from regie.sample_process import generate

    generate(folder, first_user, report, is_stopping)


def write_personal_data(db: Connection, files: FileStore, export: Any, path: Path) -> None:
    """Write an export of personal data; imported here, because only these exports need all tables."""
    import_module("regie.schema")
    from regie.domains.administration.personal_data.actions import write_export

    write_export(db, files, export, path)


def follow_time_zone(database: Database, clock: Clock) -> None:
    """Use the time zone of the organization's settings."""
    with database.read() as db:
        clock.set_zone(read_time_zone(db))


def prepare_job(database: Database, clock: Clock, day_start: DayStart) -> None:
    """Use the organization's time zone, and apply what begins with its day."""
    follow_time_zone(database, clock)
    day_start.ensure(database, clock)


def mail_worker(settings: Settings, database: Database, clock: Clock, stopping: threading.Event) -> MailWorker:
    """Build the mail worker: it sends to the configured server, or writes to a folder and logs that."""
    sender, url = settings.mail.sender, settings.mail.smtp_url
    if not is_email_address(sender):
        raise SettingsError("REGIE_MAIL_FROM must be one plain address, such as no-reply@regie.example.")
    transport: MailTransport
    if url:
        try:
            transport = SmtpTransport(read_smtp_url(url))
        except ValueError as error:
            raise SettingsError(f"REGIE_SMTP_URL cannot be read: {error}.") from None
    else:
        transport = OutboxTransport(settings.data / "outbox")
        write = log.warning if settings.web.environment == "production" else log.info
        write("mail is written to a folder instead of sent (REGIE_SMTP_URL)", folder=str(transport.folder))
    return MailWorker(database, clock, mail_cipher(settings), transport, sender, stopping.is_set, follow_reminder)


def mail_cipher(settings: Settings) -> MailCipher:
    return MailCipher(settings.web.secret, settings.web.former_secrets)


def jobs_config(settings: Settings, executor_id: str) -> DBOSConfig:
    return {
        "name": "regie",
        "system_database_url": settings.jobs_url,
        "application_version": WORKFLOW_VERSION,
        "executor_id": executor_id,
        "log_level": "WARNING",
    }
