"""Runs the application under granian, after making sure that the database is of this version."""

import logging
import sys
from typing import Any

import orjson
import structlog
from granian import Granian
from granian.constants import Interfaces

from regie.core.db import Database
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

    write_logs_as_json()
    return create_app(load_settings())


def write_logs_as_json() -> None:
    """One JSON object a line on standard output, with its time and level."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(serializer=orjson.dumps),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.BytesLoggerFactory(file=sys.stdout.buffer),
        cache_logger_on_first_use=True,
    )
