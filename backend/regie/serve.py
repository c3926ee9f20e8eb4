"""Runs the application under granian, after making sure that the database is of this version."""

from typing import Any

from granian import Granian
from granian.constants import Interfaces

from regie.core.db.database import Database
from regie.logs import configure_logs
from regie.migrate import is_current
from regie.settings import Settings, SettingsError, load_settings, refuse_unsafe


def serve(settings: Settings, *, host: str, port: int, workers: int) -> None:
    """Blocks until stopped; refuses an unsafe setting or an old schema before it listens."""
    refuse_unsafe(settings)
    database = Database(settings.database_url)
    if not is_current(database):
        raise SettingsError("the database is of another version: run `regie migrate` first (REGIE_DATABASE_URL).")
    database.close()
    Granian(
        "regie.serve:application",
        address=host,
        port=port,
        workers=workers,
        interface=Interfaces.ASGINL,
        factory=True,
        log_access=False,
        log_level="warning",  # type: ignore[arg-type]
        respawn_failed_workers=True,
    ).serve()


def application() -> Any:
    """Called in each worker process: the one that only watches them does not load the application."""
    from regie.main import create_app

    settings = load_settings()
    configure_logs(settings.web.environment)
    return create_app(settings)
