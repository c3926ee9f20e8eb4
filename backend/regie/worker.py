"""Runs the worker process: all background work on the queues and schedules of `core/background.py`."""

import ctypes
import fcntl
import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import structlog
from dbos import DBOSConfig

from regie.access.list_endpoints import ListEndpoint
from regie.connectors.call_clock import CallClock
from regie.connectors.http import HttpOptions
from regie.core.background import BackgroundWork, QueuedWork, ScheduledWork
from regie.core.db.database import Database
from regie.core.files.removals import purge_files
from regie.core.mail.delivery import MAX_PARALLEL_DELIVERIES, MailWorker
from regie.core.mail.queue import MailCipher, is_email_address
from regie.core.mail.transports import MailTransport, OutboxTransport, SmtpTransport, read_smtp_url
from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.queries import load_actor
from regie.domains.administration.bug_reports.actions import purge_bug_reports
from regie.domains.administration.exports.jobs import ExportWriter
from regie.domains.administration.imports.jobs import Importer
from regie.domains.administration.workers.jobs import HeartbeatJob
from regie.domains.insights.goals.jobs import notify_due_goals
from regie.domains.integrations.connections.models import SERVICES
from regie.domains.integrations.connections.rate_limits import DatabaseRateLimiter
from regie.domains.integrations.sync.jobs import SyncJob, queue_due_runs
from regie.domains.integrations.sync.sources import Sources
from regie.domains.integrations.sync.step_runner import StepRunner
from regie.domains.money.invoices.jobs import find_notifiable_invoices, notify_overdue_invoices
from regie.domains.money.payments.jobs import PaymentScheduleJob
from regie.domains.people.notifications.actions import Notifier, delete_notifications_before
from regie.domains.people.notifications.jobs import DailyJob, DigestSender
from regie.domains.records.exchange_rates.jobs import RatesFetchJob
from regie.domains.records.settings.queries import read_time_zone
from regie.domains.work.retainers.jobs import LedgerRefreshJob
from regie.domains.work.retainers.renewals import find_relevant_renewals
from regie.domains.work.retainers.warnings import find_relevant_periods
from regie.environment import exchange_rate_settings, integration_environment, open_file_store, worker_time_limits
from regie.migrate import require_current
from regie.settings import Settings, SettingsError
from regie.startup import create_data_folder

log = structlog.get_logger("regie.worker")
# Longer than the longest renewal notice, a year: a deleted notification would be sent again.
NOTIFICATION_RETENTION = timedelta(days=400)
SHUTDOWN_SECONDS = 3
NICENESS = 10
EVERY_FIVE_SECONDS, EVERY_TEN_SECONDS = "*/5 * * * * *", "*/10 * * * * *"
EVERY_MINUTE, EVERY_TEN_MINUTES = "0 * * * * *", "0 */10 * * * *"
# Increment it when the name or steps of a workflow change: DBOS ignores other versions, and rows are enqueued again.
WORKFLOW_VERSION = "2"
# By kind of notification, the records that are still relevant when a digest is written.
RELEVANT_RECORDS = {
    "invoice_overdue": find_notifiable_invoices,
    "retainer_renewal": find_relevant_renewals,
    "retainer_hours": find_relevant_periods,
    "retainer_pace": find_relevant_periods,
}
# The parameter of mallopt(3) for the number of heaps.
M_ARENA_MAX = -8


def run(settings: Settings) -> None:
    """Work until SIGTERM or SIGINT; unfinished work continues at the next start."""
    stopping = threading.Event()
    end_on_signals(stopping)
    create_data_folder(settings)
    with lock_data_folder(settings.data):
        _require_current(settings)
        lower_process_priority()
        work = build_background_work(settings, stopping)
        work.start()
        log.info("worker started", minutes=settings.sync.every_minutes)
        stopping.wait()
        log.info("worker stopping")
        # Running work ends at its next step.
        work.stop(SHUTDOWN_SECONDS)
        logging.shutdown()
        os._exit(0)


def _require_current(settings: Settings) -> None:
    database = Database(settings.database_url)
    try:
        require_current(database)
    finally:
        database.close()


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


@contextmanager
def lock_data_folder(data: Path) -> Iterator[None]:
    """Raise SettingsError when another worker runs: both would resume the same interrupted work."""
    with (data / "worker.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise SettingsError(f"A worker already runs from {data} (REGIE_DATA).") from error
        yield


def build_background_work(settings: Settings, stopping: threading.Event) -> BackgroundWork:
    """Create every job with its dependencies, on its queue or schedule."""
    database = Database(settings.database_url, limits=worker_time_limits(settings), has_small_cache=True)
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
    exports = ExportWriter(database, clock, files, load_lists, notifier, is_stopping)
    imports = Importer(database, files, clock, load_actor)
    bank, is_automatic = exchange_rate_settings(settings), bool(environment.every_minutes)
    rates = RatesFetchJob(database, clock, bank, options, is_automatic, is_stopping)
    daily = DailyJob(database, clock, notifier, (notify_due_goals, notify_overdue_invoices), is_stopping)
    digests = DigestSender(database, clock, notifier, RELEVANT_RECORDS, is_stopping)
    ledgers = LedgerRefreshJob(database, clock, notifier, is_stopping)
    heartbeat = HeartbeatJob(database, clock, clock.now())

    def purge() -> None:
        for job in (sync, exports, imports):
            job.purge()
        purge_files(database, files, clock.now())
        purge_notifications(database, clock.now())
        purge_bug_reports(database, clock.now())

    return BackgroundWork(
        jobs_config(settings),
        (
            QueuedWork("synchronization", sync.find_waiting, sync.run, len(SERVICES), sync.give_up),
            QueuedWork("mail", mail.find_waiting, lambda _lane: mail.deliver_due(), MAX_PARALLEL_DELIVERIES),
            QueuedWork("exports", exports.find_waiting, exports.run),
            QueuedWork("imports", imports.find_waiting, imports.run),
            QueuedWork("exchange_rates", rates.find_waiting, rates.run),
            recalculation({"retainer_ledgers": ledgers, "payment_schedules": PaymentScheduleJob(database, clock)}),
        ),
        (
            ScheduledWork("heartbeat", EVERY_FIVE_SECONDS, heartbeat.run_once, runs_at_start=True),
            ScheduledWork(
                "due_synchronizations", EVERY_TEN_SECONDS, partial(queue_due_runs, database, clock, environment)
            ),
            ScheduledWork("due_exchange_rates", EVERY_MINUTE, rates.queue_due),
            ScheduledWork("daily_notifications", EVERY_MINUTE, daily.run_once),
            ScheduledWork("digests", EVERY_MINUTE, digests.run_once),
            ScheduledWork("purge", EVERY_TEN_MINUTES, purge),
        ),
        prepare=partial(follow_time_zone, database, clock),
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


def recalculation(jobs: Mapping[str, LedgerRefreshJob | PaymentScheduleJob]) -> QueuedWork:
    """Build the queue of recalculations; a job is enqueued only after a change of its tables."""

    def find_waiting() -> list[str]:
        return [name for name, job in jobs.items() if job.is_due()]

    return QueuedWork("recalculation", find_waiting, lambda name: jobs[name].run_once())


def load_lists() -> Mapping[str, ListEndpoint]:
    """Return all list endpoints; imports all routes, which only exports need."""
    from regie.main import all_routes, find_list_endpoints

    return find_list_endpoints(all_routes())


def follow_time_zone(database: Database, clock: Clock) -> None:
    """Use the time zone of the organization's settings."""
    with database.read() as db:
        clock.set_zone(read_time_zone(db))


def purge_notifications(database: Database, now: datetime) -> None:
    with database.write() as session:
        delete_notifications_before(session, now - NOTIFICATION_RETENTION)


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
    return MailWorker(database, clock, mail_cipher(settings), transport, sender, stopping.is_set)


def mail_cipher(settings: Settings) -> MailCipher:
    return MailCipher(settings.web.secret, settings.web.former_secrets)


def jobs_config(settings: Settings) -> DBOSConfig:
    return {
        "name": "regie",
        "system_database_url": settings.jobs_url,
        "application_version": WORKFLOW_VERSION,
        "executor_id": "worker",
        "log_level": "WARNING",
    }
