"""Runs the application under granian, after checking the version of the database."""

from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings

from regie.core.db.database import Database
from regie.logs import configure_logs
from regie.metrics_folder import share_metrics_between_processes
from regie.migrate import is_current
from regie.settings import Settings, SettingsError, load_settings, refuse_unsafe

HEADER_TIMEOUT_MS = 30_000


def serve(
    settings: Settings, *, host: str, port: int, workers: int, header_timeout_ms: int = HEADER_TIMEOUT_MS
) -> None:
    """Serve until stopped; raise SettingsError for unsafe settings or an outdated database."""
    refuse_unsafe(settings)
    database = Database(settings.database_url)
    if not is_current(database):
        raise SettingsError("the database is of another version: run `regie migrate` first (REGIE_DATABASE_URL).")
    database.close()
    if settings.metrics.token:
        share_metrics_between_processes()
    Granian(
        "regie.serve:application",
        address=host,
        port=port,
        workers=workers,
        interface=Interfaces.ASGINL,
        factory=True,
        # HTTP/2 alone has no time-out for a connection that sends nothing.
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=header_timeout_ms),
        log_access=False,
        log_level="warning",  # type: ignore[arg-type]
        respawn_failed_workers=True,
    ).serve()


def application() -> Any:
    """Create the application in each worker process; the supervising process does not import it."""
    from regie.environment import start_error_reports
    from regie.main import create_app

    settings = load_settings()
    configure_logs(settings.web.environment)
    start_error_reports(settings, "web")
    return create_app(settings)
