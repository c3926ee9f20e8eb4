"""The worker process: every piece of background work, on queues and schedules of DBOS (`core/background.py`)."""

import ctypes
import fcntl
import logging
import os
import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import structlog
from dbos import DBOSConfig

from regie.access.list_calls import ListCall
from regie.connectors.clock import Clock as CallClock
from regie.connectors.http import HttpOptions
from regie.core.background import BackgroundWork, QueuedWork, ScheduledWork
from regie.core.db.database import Database
from regie.core.files.removals import sweep
from regie.core.mail.delivery import MAX_LANES, MailWorker
from regie.core.mail.queue import MailBox, is_address
from regie.core.mail.transports import MailTransport, OutboxTransport, SmtpTransport, read_smtp_url
from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.queries import find_person
from regie.domains.administration.exports.jobs import ExportWriter
from regie.domains.administration.imports.jobs import Importer
from regie.domains.insights.goals.jobs import tell_of_due_goals
from regie.domains.integrations.connections.models import SERVICES
from regie.domains.integrations.connections.turns import BookedTurns
from regie.domains.integrations.sync.jobs import SyncJob, queue_due_runs
from regie.domains.integrations.sync.sources import Sources
from regie.domains.integrations.sync.turns import Turns
from regie.domains.money.invoices.jobs import invoices_told_of, tell_of_overdue_invoices
from regie.domains.money.payments.jobs import PaymentScheduleJob
from regie.domains.people.notifications.actions import Notifier, forget_notifications
from regie.domains.people.notifications.jobs import DailyJob, DigestSender
from regie.domains.records.exchange_rates.jobs import RatesFetchJob
from regie.domains.records.settings.queries import read_time_zone
from regie.domains.work.retainers.jobs import LedgerRefreshJob
from regie.domains.work.retainers.renewals import renewals_told_of
from regie.domains.work.retainers.warnings import periods_told_of
from regie.environment import bank_of, files_of, outside_of
from regie.settings import Settings, SettingsError

log = structlog.get_logger("regie.worker")
# Longer than the longest notice of a renewal, a year: what is deleted would be sent again.
NOTIFICATION_RETENTION = timedelta(days=400)
SHUTDOWN_SECONDS = 3
NICENESS = 10
EVERY_TEN_SECONDS, EVERY_MINUTE, EVERY_TEN_MINUTES = "*/10 * * * * *", "0 * * * * *", "0 */10 * * * *"
# Raised when workflows change in name or steps. DBOS leaves other versions alone; their rows are enqueued anew.
WORKFLOW_VERSION = "2"
# Of what a digest names, the records that still concern its reader when it is written.
CONCERNS = {
    "invoice_overdue": invoices_told_of,
    "retainer_renewal": renewals_told_of,
    "retainer_hours": periods_told_of,
    "retainer_pace": periods_told_of,
}
# The name that mallopt(3) has for the number of heaps.
M_ARENA_MAX = -8


def run(settings: Settings) -> None:
    """Work until SIGTERM or SIGINT; what is under way then goes on at the next start."""
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    settings.data.mkdir(parents=True, exist_ok=True)
    with only_one_in(settings.data):
        lower_process_priority()
        work = assemble(settings, stopping)
        work.start()
        log.info("worker started", minutes=settings.sync.every_minutes)
        stopping.wait()
        log.info("worker ends")
        # Work under way ends by itself at its next step. Neither a call to a slow service is waited for, nor DBOS' own
        # threads, for whose end it sets no common limit.
        threading.Timer(2 * SHUTDOWN_SECONDS, os._exit, (0,)).start()
        work.stop(SHUTDOWN_SECONDS)
        logging.shutdown()
        os._exit(0)


def lower_process_priority() -> None:
    """Requests get the processor before background work does, and most of the memory."""
    os.nice(NICENESS)
    # One heap per thread would hold what each service's largest page once took; where the C library has no such
    # setting, it has no such heaps.
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


@contextmanager
def only_one_in(data: Path) -> Iterator[None]:
    """Two workers of one executor id would both take up the same interrupted work."""
    with (data / "worker.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise SettingsError(f"A worker already runs from {data} (REGIE_DATA).") from error
        yield


def assemble(settings: Settings, stopping: threading.Event) -> BackgroundWork:
    """Every job with what it needs, on its queue or its schedule."""
    database, clock = Database(settings.database_url, is_lean=True), Clock()
    environment, files, is_stopping = outside_of(settings), files_of(settings), stopping.is_set
    notifier = Notifier(mail_box(settings), settings.web.origin)

    def pause(seconds: float) -> None:
        """A pause of the connectors ends with the worker."""
        stopping.wait(seconds)

    calls = CallClock(sleep=pause)
    options = HttpOptions(clock=calls, shared=BookedTurns(database, clock))
    sync = SyncJob(Turns(database, clock, Sources(environment, database, clock, options), is_stopping, notifier))
    mail = mail_worker(settings, database, clock, stopping)
    exports = ExportWriter(database, clock, files, load_lists, notifier, is_stopping)
    imports = Importer(database, files, clock, find_person)
    bank, is_automatic = bank_of(settings), bool(environment.every_minutes)
    rates = RatesFetchJob(database, clock, bank, options, is_automatic, is_stopping)
    daily = DailyJob(database, clock, notifier, (tell_of_due_goals, tell_of_overdue_invoices), is_stopping)
    digests = DigestSender(database, clock, notifier, CONCERNS, is_stopping)
    ledgers = LedgerRefreshJob(database, clock, notifier, is_stopping)

    def purge() -> None:
        for job in (sync, exports, imports):
            job.purge()
        sweep(database, files, clock.now())
        purge_notifications(database, clock.now())

    return BackgroundWork(
        jobs_config(settings),
        (
            QueuedWork("synchronization", sync.find_waiting, sync.run, len(SERVICES), sync.give_up),
            QueuedWork("mail", mail.find_waiting, lambda _lane: mail.deliver_due(), MAX_LANES),
            QueuedWork("exports", exports.find_waiting, exports.run),
            QueuedWork("imports", imports.find_waiting, imports.run),
            QueuedWork("exchange_rates", rates.find_waiting, rates.run),
            recalculation({"retainer_ledgers": ledgers, "payment_schedules": PaymentScheduleJob(database, clock)}),
        ),
        (
            ScheduledWork(
                "due_synchronizations", EVERY_TEN_SECONDS, partial(queue_due_runs, database, clock, environment)
            ),
            ScheduledWork("due_exchange_rates", EVERY_MINUTE, rates.queue_due),
            ScheduledWork("daily_notifications", EVERY_MINUTE, daily.run_once),
            ScheduledWork("digests", EVERY_MINUTE, digests.run_once),
            ScheduledWork("purge", EVERY_TEN_MINUTES, purge),
        ),
        prepare=partial(follow_time_zone, database, clock),
    )


def recalculation(jobs: Mapping[str, LedgerRefreshJob | PaymentScheduleJob]) -> QueuedWork:
    """What waits here is a change of other tables, so that a job is enqueued only when it has something to do."""

    def find_waiting() -> list[str]:
        return [name for name, job in jobs.items() if job.is_due()]

    return QueuedWork("recalculation", find_waiting, lambda name: jobs[name].run_once())


def load_lists() -> Mapping[str, ListCall]:
    """All lists, with all calls and the library that describes them: only exports need that much."""
    from regie.main import all_routes, lists_of

    return lists_of(all_routes())


def follow_time_zone(database: Database, clock: Clock) -> None:
    """Days begin where the organization's settings say."""
    with database.read() as db:
        clock.move_to(read_time_zone(db))


def purge_notifications(database: Database, now: datetime) -> None:
    with database.write() as session:
        forget_notifications(session, now - NOTIFICATION_RETENTION)


def mail_worker(settings: Settings, database: Database, clock: Clock, stopping: threading.Event) -> MailWorker:
    """Sends by the server that the environment names; without one it writes into a folder and logs that."""
    sender, url = settings.mail.sender, settings.mail.smtp_url
    if not is_address(sender):
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
        write("mail is not sent but written into a folder (REGIE_SMTP_URL)", folder=str(transport.folder))
    return MailWorker(database, clock, mail_box(settings), transport, sender, stopping.is_set)


def mail_box(settings: Settings) -> MailBox:
    return MailBox(settings.web.secret, settings.web.former_secrets)


def jobs_config(settings: Settings) -> DBOSConfig:
    return {
        "name": "regie",
        "system_database_url": settings.jobs_url,
        "application_version": WORKFLOW_VERSION,
        "executor_id": "worker",
        "log_level": "WARNING",
    }
