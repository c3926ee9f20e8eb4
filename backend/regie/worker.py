"""The worker process: takes up queued synchronisations, brings interrupted ones to their end, and sends mail."""

import ctypes
import fcntl
import itertools
import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

import structlog
from dbos import DBOS, DBOSConfig
from sqlalchemy.exc import SQLAlchemyError

from regie.access.lists import ListCall
from regie.connectors.clock import Clock as CallClock
from regie.connectors.http import HttpOptions
from regie.core.clock import Clock
from regie.core.db import Database
from regie.core.file_removals import sweep
from regie.core.mail import MailBox, is_address
from regie.core.mail_carriers import Carrier, OutboxCarrier, SmtpCarrier, read_smtp_url
from regie.core.mail_delivery import Postman
from regie.domains.connections.queries import Environment, connected_services, read_hints, read_lapsing
from regie.domains.connections.turns import BookedTurns
from regie.domains.exchange_rates.jobs import RatesKeeper
from regie.domains.exports.jobs import ExportWriter
from regie.domains.goals.jobs import tell_of_due_goals
from regie.domains.imports.jobs import Importer
from regie.domains.invoices.jobs import invoices_told_of, tell_of_overdue_invoices
from regie.domains.notifications.actions import Notifier, forget_notifications
from regie.domains.notifications.jobs import DailyLook, DigestSender
from regie.domains.payments.jobs import Planner
from regie.domains.retainers.jobs import LedgerKeeper
from regie.domains.retainers.renewals import renewals_told_of
from regie.domains.retainers.warnings import periods_told_of
from regie.domains.sessions.queries import find_person
from regie.domains.settings.queries import read_time_zone
from regie.domains.sync.actions import queue_due, queue_hinted
from regie.domains.sync.jobs import Synchroniser
from regie.domains.sync.sources import Sources
from regie.domains.sync.turns import Turns
from regie.environment import bank_of, files_of, outside_of
from regie.settings import Settings, SettingsError

log = structlog.get_logger("regie.worker")
LOOKS_EVERY_S = 1.0
FORGETS_EVERY_LOOKS = 3_600
# A consent ends when nobody uses it; a quiet installation uses it once a week.
RENEWED_WITHIN = timedelta(days=7)
ENDS_WITHIN_S = 3
# Longer than the longest notice of a renewal, a year: what is forgotten would be told again.
TOLD_FOR = timedelta(days=400)
NICENESS = 10
# Whose business it still is when the digest is written.
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
        let_people_go_first()
        _work(settings, stopping)


def let_people_go_first() -> None:
    """Whoever waits for a page gets the processor before a synchronisation does, and most of the memory."""
    os.nice(NICENESS)
    # One heap per thread would keep what each service's largest page once took; where the C library has no such
    # setting, it has no such heaps.
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


@contextmanager
def only_one_in(data: Path) -> Iterator[None]:
    """Two workers would bring the same interrupted runs to their end."""
    with (data / "worker.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise SettingsError(f"A worker already runs from {data} (REGIE_DATA).") from error
        yield


def _work(settings: Settings, stopping: threading.Event) -> None:
    environment = outside_of(settings)
    database, clock = Database(settings.database_url, is_lean=True), Clock()

    def pause(seconds: float) -> None:
        """A pause of the connectors ends with the worker."""
        stopping.wait(seconds)

    options = HttpOptions(clock=CallClock(sleep=pause), shared=BookedTurns(database, clock))
    sources = Sources(environment, database, clock, options)
    postman = postman_of(settings, database, clock, stopping)
    DBOS(config=_jobs(settings))
    notifier = Notifier(mail_box(settings), settings.web.origin)
    synchroniser = Synchroniser(Turns(database, clock, sources, stopping.is_set, notifier))
    planner = Planner(database, clock)
    DBOS.launch()
    log.info("worker started", minutes=environment.every_minutes)
    rates = RatesKeeper(database, clock, bank_of(settings), options, bool(environment.every_minutes), stopping.is_set)
    # In threads of their own: a slow mail server or bank holds no synchronisation up.
    mailing = threading.Thread(target=_repeat, args=(postman.deliver_due, stopping), name="mail", daemon=True)
    fetching = threading.Thread(target=_repeat, args=(rates.look, stopping), name="rates", daemon=True)
    mailing.start()
    fetching.start()
    keeper = LedgerKeeper(database, clock, notifier, stopping.is_set)
    tellers = (tell_of_due_goals, tell_of_overdue_invoices)
    daily = DailyLook(database, clock, notifier, tellers, stopping.is_set)
    digests = DigestSender(database, clock, notifier, CONCERNS, stopping.is_set)
    looks, files = itertools.count(), files_of(settings)
    exports = ExportWriter(database, clock, files, _load_lists, notifier, stopping.is_set)
    importer = Importer(database, files, clock, find_person, stopping.is_set)
    while not stopping.is_set():
        try:
            follow_time_zone(database, clock)
            queue_waiting(database, environment, clock.now())
            synchroniser.start_queued()
            synchroniser.resume_interrupted()
            keeper.look()
            planner.look()
            daily.look()
            digests.look()
            exports.look()
            importer.look()
            if next(looks) % FORGETS_EVERY_LOOKS == 0:
                synchroniser.forget_old()
                exports.forget_old()
                importer.forget_old()
                sweep(database, files, clock.now())
                forget_what_was_told(database, clock.now())
        except SQLAlchemyError:
            log.exception("the database did not answer")
        stopping.wait(LOOKS_EVERY_S)
    for thread in (mailing, fetching):
        thread.join(ENDS_WITHIN_S)
    _end()


def _load_lists() -> Mapping[str, ListCall]:
    """Every list of the house, with all calls and the library that describes them: only exports need that much."""
    from regie.main import all_routes, lists_of

    return lists_of(all_routes())


def follow_time_zone(database: Database, clock: Clock) -> None:
    """From the next look on, days begin where the organization has settled."""
    with database.read() as db:
        clock.move_to(read_time_zone(db))


def queue_waiting(database: Database, environment: Environment, now: datetime) -> None:
    """Queue what is due by the clock, what a service has said is worth a look, and what would end unused."""
    with database.read() as db:
        connected = connected_services(db, environment)
        hints = read_hints(db, connected)
        lapsing = read_lapsing(db, now - RENEWED_WITHIN)
    if not (hints or lapsing or environment.every_minutes):
        return
    with database.write() as session:
        queue_hinted(session, hints, now)
        queue_due(session, lapsing, RENEWED_WITHIN, now)
        if environment.every_minutes:
            queue_due(session, connected, timedelta(minutes=environment.every_minutes), now)


def forget_what_was_told(database: Database, now: datetime) -> None:
    """Nobody looks for what they were told months ago."""
    with database.write() as session:
        forget_notifications(session, now - TOLD_FOR)


def _repeat(look: Callable[[], object], stopping: threading.Event) -> None:
    while not stopping.is_set():
        try:
            look()
        except Exception:
            log.exception("the worker could not look", thread=threading.current_thread().name)
        stopping.wait(LOOKS_EVERY_S)


def _end() -> None:
    """Pages under way end by themselves at their next look; a call to a slow service is not waited for."""
    log.info("worker ends")
    DBOS.destroy(workflow_completion_timeout_sec=ENDS_WITHIN_S)
    logging.shutdown()
    # A thread that still waits for a slow service would hold the process up.
    os._exit(0)


def postman_of(settings: Settings, database: Database, clock: Clock, stopping: threading.Event) -> Postman:
    """Who carries the mail, as the environment says; without a server it goes into a folder, and that is said aloud."""
    sender, url = settings.mail.sender, settings.mail.smtp_url
    if not is_address(sender):
        raise SettingsError("REGIE_MAIL_FROM must be one plain address, such as no-reply@regie.example.")
    carrier: Carrier
    if url:
        try:
            carrier = SmtpCarrier(read_smtp_url(url))
        except ValueError as error:
            raise SettingsError(f"REGIE_SMTP_URL cannot be read: {error}.") from None
    else:
        carrier = OutboxCarrier(settings.data / "outbox")
        tell = log.warning if settings.web.environment == "production" else log.info
        tell("mail is not sent but written into a folder (REGIE_SMTP_URL)", folder=str(carrier.folder))
    return Postman(database, clock, mail_box(settings), carrier, sender, stopping.is_set)


def mail_box(settings: Settings) -> MailBox:
    return MailBox(settings.web.secret, settings.web.former_secrets)


def _jobs(settings: Settings) -> DBOSConfig:
    """One fixed version and name: a worker of the next release brings this one's runs to their end."""
    return {
        "name": "regie",
        "system_database_url": settings.jobs_url,
        "application_version": "1",
        "executor_id": "worker",
        "log_level": "WARNING",
    }
