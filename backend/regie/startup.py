"""Checks what every command needs before it starts: secrets, data folders, a reachable database."""

import stat
import time
from pathlib import Path
from urllib.parse import unquote, urlsplit

import structlog
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError

from regie.core.db.database import Database
from regie.core.text.hosts import is_loopback
from regie.settings import (
    DEMO_PASSWORD,
    DEVELOPMENT_SECRET,
    MIN_SECRET_LENGTH,
    DatabaseUnreachable,
    Settings,
    SettingsError,
)

log = structlog.get_logger("regie.startup")
_RETRY_SECONDS = 1
_REPORT_SECONDS = 10
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def refuse_public_secrets(settings: Settings, host: str = "127.0.0.1") -> None:
    """Raise SettingsError when a secret from the source code would protect more than this machine."""
    addresses = {
        "--host": host,
        "REGIE_ORIGIN": urlsplit(settings.web.origin).hostname or "",
        "REGIE_DATABASE_URL": _database_host(settings.database_url),
    }
    remote = [name for name, address in addresses.items() if not is_loopback(address)]
    if not remote:
        return
    reason = f"{' and '.join(remote)} reach{'es' if len(remote) == 1 else ''} beyond this machine"
    if settings.web.secret == DEVELOPMENT_SECRET:
        raise SettingsError(
            f"REGIE_SECRET must be set to at least {MIN_SECRET_LENGTH} random characters: {reason}, "
            "and the default is public."
        )
    if settings.web.environment == "demo" and settings.demo.password == DEMO_PASSWORD:
        raise SettingsError(f"REGIE_DEMO_PASSWORD must be set: {reason}, and the default is public.")


def _database_host(url: str) -> str:
    parts = make_url(url)
    host = parts.host or str(parts.query.get("host", ""))
    return "localhost" if not host or host.startswith("/") else host  # a file, or the folder of a Unix socket


def create_data_folder(settings: Settings) -> None:
    """Create the data folder, for this account only."""
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"REGIE_DATA: the folder {settings.data} cannot be created: {error.strerror}.") from error


def report_open_folders(settings: Settings) -> None:
    """Warn of folders that other accounts can enter; their owner may intend it, for backups or monitoring."""
    folders = {"REGIE_DATA": settings.data}
    files = urlsplit(settings.files.url)
    if files.scheme == "file":
        folders["REGIE_FILES_URL"] = Path(unquote(files.path))
    for name, folder in folders.items():
        is_inside = name != "REGIE_DATA" and folder.is_relative_to(settings.data)
        if folder.is_dir() and not is_inside and (mode := stat.S_IMODE(folder.stat().st_mode)) & _OTHERS:
            log.warning(
                f"other accounts of this machine may enter the folder of {name}; close it with chmod 700",
                folder=str(folder),
                mode=f"{mode:o}",
            )


def wait_for_database(settings: Settings, *, with_jobs: bool = False) -> None:
    """Return once PostgreSQL answers; raise DatabaseUnreachable after `database_wait` seconds for both together."""
    deadline = time.monotonic() + settings.database_wait
    _wait(settings.database_url, "REGIE_DATABASE_URL", deadline)
    if with_jobs and settings.jobs_url != settings.database_url:
        _wait(settings.jobs_url, "REGIE_JOBS_URL", deadline)


def _wait(url: str, name: str, deadline: float) -> None:
    database = Database(url, pool_size=1)
    if database.is_sqlite:
        return
    reported_at = -float(_REPORT_SECONDS)
    try:
        while reason := _connection_error(database):
            now = time.monotonic()
            if now >= deadline:
                raise DatabaseUnreachable(f"the database is unreachable: {reason} ({name}).")
            if now - reported_at >= _REPORT_SECONDS:
                reported_at = now
                log.warning(
                    "the database is unreachable: waiting (REGIE_DATABASE_WAIT)",
                    setting=name,
                    reason=reason,
                    seconds_left=round(deadline - now),
                )
            time.sleep(_RETRY_SECONDS)
        if reported_at >= 0:
            log.info("the database answers", setting=name)
    finally:
        database.close()


def _connection_error(database: Database) -> str | None:
    try:
        with database.read() as db:
            db.execute(text("SELECT 1"))
    except OperationalError as error:
        reason = connection_reason(error)
        # The server answers; the worker creates a missing jobs database.
        return None if f'database "{database.url.database}" does not exist' in reason else reason
    return None


def is_pooled(url: str) -> bool:
    """Return whether a connection pooler such as PgBouncer answers; False for a database that does not exist yet."""
    database = Database(url, pool_size=1)
    try:
        return database.is_pooled
    except OperationalError:
        return False
    finally:
        database.close()


def connection_reason(error: OperationalError) -> str:
    """Return the first line: the others are hints."""
    return str(error.orig).partition("\n")[0]
