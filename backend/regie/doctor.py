"""Checks an installation and says what to do about each problem."""

import io
import os
import platform
import sqlite3
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from regie.connectors.connection_check import ConnectionCheck
from regie.core.api.errors import Problem
from regie.core.db.database import Database
from regie.core.files.store import new_storage_key
from regie.core.mail.transports import DeliveryError, SmtpTransport, read_smtp_url
from regie.core.time.clock import Clock
from regie.doctor_backups import check_backups
from regie.doctor_servers import check_pooler, check_replica
from regie.domains.administration.workers.queries import read_worker_status
from regie.domains.integrations.connections.queries import connected_services
from regie.environment import integration_environment, open_file_store
from regie.migrate import is_current
from regie.settings import Settings, SettingsError, refuse_unsafe

State = Literal["ok", "warning", "problem"]
_MARKS: dict[State, str] = {"ok": "ok     ", "warning": "warning", "problem": "PROBLEM"}
_MIN_SQLITE = (3, 40)
_MAX_CLOCK_DIFFERENCE_S = 30
_TIMEOUT_S = 10


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check; `action` says what to do, and is empty when all is well."""

    subject: str
    state: State
    detail: str
    action: str = ""


def examine(settings: Settings) -> int:
    """Print the findings of all checks; return 1 when there is a problem, else 0."""
    findings = list(_run_checks(settings))
    for finding in findings:
        sys.stdout.write(f"{_MARKS[finding.state]}  {finding.subject}: {finding.detail}\n")
        if finding.action:
            sys.stdout.write(f"         → {finding.action}\n")
    return int(any(finding.state == "problem" for finding in findings))


def _run_checks(settings: Settings) -> Iterator[Finding]:
    checks: tuple[Callable[[Settings], Iterator[Finding]], ...] = (
        _check_settings,
        _check_python,
        _check_data_folder,
        _check_front_end,
        _check_database,
        _check_servers,
        _check_files,
        _check_mail,
        _check_origin,
        _check_services,
    )
    for check in checks:
        yield from check(settings)


def _check_settings(settings: Settings) -> Iterator[Finding]:
    try:
        refuse_unsafe(settings)
    except SettingsError as error:
        yield Finding("Settings", "problem", str(error), "Change the setting; docs/operations.md describes each.")
        return
    yield Finding("Settings", "ok", f"environment {settings.web.environment}, origin {settings.web.origin}")
    if settings.web.is_secure and settings.web.proxies == 0:
        yield Finding(
            "Proxy", "warning", "the origin is https, but REGIE_PROXIES is 0",
            "Set REGIE_PROXIES to the number of your proxies: otherwise all people share one address, and the wrong"
            " passwords of one lock everybody out.",
        )  # fmt: skip


def _check_python(_settings: Settings) -> Iterator[Finding]:
    yield Finding("Python", "ok", platform.python_version())


def _check_data_folder(settings: Settings) -> Iterator[Finding]:
    folder = settings.data
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = folder / f".doctor-{os.getpid()}"
        probe.write_bytes(b"x")
        probe.unlink()
    except OSError as error:
        yield Finding(
            "Data folder", "problem", f"{folder}: {error.strerror}", "Let Régie's user write there (REGIE_DATA)."
        )
        return
    if folder.stat().st_mode & 0o077:
        yield Finding("Data folder", "warning", f"{folder} is open to other users", f"Run: chmod 700 {folder}")
    else:
        yield Finding("Data folder", "ok", str(folder))


def _check_front_end(settings: Settings) -> Iterator[Finding]:
    if (settings.web.front_end / "index.html").is_file():
        yield Finding("Front end", "ok", str(settings.web.front_end))
    else:
        yield Finding(
            "Front end", "problem", f"{settings.web.front_end} has no index.html",
            "Install the wheel that `make wheel` builds, or set REGIE_FRONT_END to a built front end.",
        )  # fmt: skip


def _check_database(settings: Settings) -> Iterator[Finding]:
    database = Database(settings.database_url)
    try:
        if database.is_sqlite and sqlite3.sqlite_version_info < _MIN_SQLITE:
            action = "Use PostgreSQL, or a Python with SQLite 3.40 or newer."
            yield Finding("SQLite", "problem", sqlite3.sqlite_version, action)
        if not is_current(database):
            yield Finding("Database", "problem", "its tables are of another version", "Run: regie migrate")
            return
        with database.read() as db:
            yield Finding("Database", "ok", f"{_describe(db)}, current version")
            yield from _check_users(db)
            yield from _check_worker(db)
            for result in check_backups(db, settings):
                yield Finding(*result)
    except (SQLAlchemyError, SettingsError) as error:
        reason = str(error).partition("\n")[0]
        yield Finding("Database", "problem", reason, "Start the database, or correct REGIE_DATABASE_URL.")
    finally:
        database.close()


def _check_servers(settings: Settings) -> Iterator[Finding]:
    for result in (*check_pooler(settings), *check_replica(settings)):
        yield Finding(*result)


def _describe(db: Connection) -> str:
    if db.dialect.name == "sqlite":
        return f"SQLite {sqlite3.sqlite_version}"
    return f"PostgreSQL {db.execute(text('SHOW server_version')).scalar_one()}"


def _check_users(db: Connection) -> Iterator[Finding]:
    if db.execute(text("SELECT count(*) FROM users WHERE status = 'active'")).scalar_one() == 0:
        yield Finding("Users", "warning", "no user can sign in yet", "Run: regie owner-link you@example.com")


def _check_worker(db: Connection) -> Iterator[Finding]:
    status = read_worker_status(db, Clock().now())
    if status["is_running"]:
        yield Finding("Worker", "ok", "running")
    else:
        seen = f"not seen since {status['seen_at']:%Y-%m-%d %H:%M} UTC" if status["seen_at"] else "never seen"
        yield Finding("Worker", "warning", seen, "Start `regie worker`, or read its log.")


def _check_files(settings: Settings) -> Iterator[Finding]:
    store, key, content = open_file_store(settings), new_storage_key(), b"regie doctor"
    try:
        store.put(key, io.BytesIO(content))
        is_same = b"".join(store.open(key)) == content
        store.remove(key)
    except Problem:
        is_same = False
    where = f"{urlsplit(settings.files.url).scheme} storage"
    if is_same:
        yield Finding("Files", "ok", f"{where}: a file was written, read and removed")
    else:
        yield Finding("Files", "problem", f"{where} cannot be used", "Check REGIE_FILES_URL, its keys and permissions.")


def _check_mail(settings: Settings) -> Iterator[Finding]:
    if not settings.mail.smtp_url:
        action = "Set REGIE_SMTP_URL: invitations and links cannot be sent." if settings.web.is_secure else ""
        state: State = "warning" if action else "ok"
        yield Finding("Mail", state, f"written to {settings.data / 'outbox'}", action)
        return
    try:
        SmtpTransport(read_smtp_url(settings.mail.smtp_url), step_s=_TIMEOUT_S, total_s=2 * _TIMEOUT_S).check()
    except (DeliveryError, ValueError) as error:
        yield Finding("Mail", "problem", f"the mail server refuses: {error}", "Check REGIE_SMTP_URL.")
    else:
        yield Finding("Mail", "ok", "the mail server accepts the sign-in")


def _check_origin(settings: Settings) -> Iterator[Finding]:
    """Call the address that people type: proxy, certificate, server and clock answer together."""
    from regie.connectors.own_address import Unreachable, call_own_address

    origin = settings.web.origin
    try:
        answer = call_own_address(origin)
    except Unreachable as error:
        action = "Start `regie serve`, and check the proxy, its certificate and the DNS name."
        yield Finding("Address", "warning", f"{origin} does not answer ({error})", action)
        return
    if answer.status != 200:
        action = "Check that the proxy passes all paths to `regie serve`, and read its log."
        yield Finding("Address", "problem", f"{origin}/health/ready answers {answer.status}", action)
        return
    yield Finding("Address", "ok", f"{origin} answers")
    if answer.clock_difference_s > _MAX_CLOCK_DIFFERENCE_S:
        action = "Synchronize the clocks of the machines (NTP): codes and sessions depend on them."
        yield Finding("Clock", "problem", f"differs by {answer.clock_difference_s:.0f} s from the web server's", action)


def _connected_service(service: str, check: ConnectionCheck) -> Finding:
    if not check.missing_scopes:
        return Finding(service, "ok", f"connected as {check.account}")
    action = "Add these permissions to the key in the service, so that every list is read."
    return Finding(service, "warning", f"connected; the key lacks {', '.join(check.missing_scopes)}", action)


def _check_services(settings: Settings) -> Iterator[Finding]:
    from regie.connectors.errors import ServiceError
    from regie.domains.integrations.connections.service_clients import check_service

    database, environment = Database(settings.database_url), integration_environment(settings)
    try:
        with database.read() as db:
            services = connected_services(db, environment)
        if not services:
            action = "Connect the services on the screen Administration → Connections."
            yield Finding("Services", "warning", "no service is connected", action)
        for service in services:
            try:
                check = check_service(database, Clock(), environment, service)
            except ServiceError as error:
                action = "Test the connection on the screen Administration → Connections."
                yield Finding(service, "problem", f"{error.code} {error.detail or ''}".strip(), action)
            else:
                yield _connected_service(service, check)
    except SQLAlchemyError:
        pass  # The check of the database reports it.
    finally:
        database.close()
