"""The worker process: takes up queued synchronisations, brings interrupted ones to their end, and sends mail."""

import fcntl
import itertools
import logging
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import structlog
from dbos import DBOS, DBOSConfig
from sqlalchemy.exc import SQLAlchemyError

from regie.connectors.clock import Clock as CallClock
from regie.connectors.http import HttpOptions
from regie.connectors.settings import HubspotSettings, QuickbooksSettings, TeamworkSettings
from regie.core.clock import Clock
from regie.core.db import Database
from regie.core.mail import MailBox, is_address
from regie.core.mail_carriers import Carrier, OutboxCarrier, SmtpCarrier, read_smtp_url
from regie.core.mail_delivery import Postman
from regie.domains.sync.actions import queue_due
from regie.domains.sync.jobs import Synchroniser
from regie.domains.sync.sources import Outside, Sources
from regie.domains.sync.turns import Turns
from regie.settings import Settings, SettingsError

log = structlog.get_logger("regie.worker")
LOOKS_EVERY_S = 1.0
FORGETS_EVERY_LOOKS = 3_600
ENDS_WITHIN_S = 3


def run(settings: Settings) -> None:
    """Work until SIGTERM or SIGINT; what is under way then goes on at the next start."""
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    settings.data.mkdir(parents=True, exist_ok=True)
    with only_one_in(settings.data):
        _work(settings, stopping)


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
    outside = outside_of(settings)
    database, clock = Database(settings.database_url), Clock()

    def pause(seconds: float) -> None:
        """A pause of the connectors ends with the worker."""
        stopping.wait(seconds)

    sources = Sources(outside, database, clock, HttpOptions(clock=CallClock(sleep=pause)))
    postman = postman_of(settings, database, clock, stopping)
    DBOS(config=_jobs(settings))
    synchroniser = Synchroniser(Turns(database, clock, sources, stopping.is_set))
    DBOS.launch()
    log.info("worker started", services=outside.configured)
    mailing = threading.Thread(target=_send_mail, args=(postman, stopping), name="mail", daemon=True)
    mailing.start()
    every = timedelta(minutes=settings.sync.every_minutes)
    looks = itertools.count()
    while not stopping.is_set():
        try:
            if every:
                with database.write() as session:
                    queue_due(session, outside.configured, every, clock.now())
            synchroniser.start_queued()
            synchroniser.resume_interrupted()
            if next(looks) % FORGETS_EVERY_LOOKS == 0:
                synchroniser.forget_old()
        except SQLAlchemyError:
            log.exception("the database did not answer")
        stopping.wait(LOOKS_EVERY_S)
    mailing.join(ENDS_WITHIN_S)
    _end()


def _send_mail(postman: Postman, stopping: threading.Event) -> None:
    """In a thread of its own: a slow mail server holds no synchronisation up."""
    while not stopping.is_set():
        try:
            postman.deliver_due()
        except Exception:
            log.exception("mail could not be looked after")
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
    return Postman(database, clock, MailBox(settings.web.secret), carrier, sender, stopping.is_set)


def outside_of(settings: Settings) -> Outside:
    """The services that the environment names."""
    teamwork, hubspot, quickbooks = settings.teamwork, settings.hubspot, settings.quickbooks
    return Outside(
        teamwork=TeamworkSettings(teamwork.url, teamwork.key, teamwork.calls_per_minute) if teamwork.url else None,
        hubspot=HubspotSettings(hubspot.url, hubspot.key, hubspot.version) if hubspot.url else None,
        quickbooks=QuickbooksSettings(
            base_url=quickbooks.url,
            token_url=quickbooks.token_url,
            client_id=quickbooks.client_id,
            client_secret=quickbooks.client_secret,
            realm=quickbooks.realm,
        )
        if quickbooks.url
        else None,
        refresh_token=quickbooks.refresh_token,
        secret=settings.web.secret,
    )


def _jobs(settings: Settings) -> DBOSConfig:
    """One fixed version and name: a worker of the next release brings this one's runs to their end."""
    return {
        "name": "regie",
        "system_database_url": settings.jobs_url,
        "application_version": "1",
        "executor_id": "worker",
        "log_level": "WARNING",
    }
