"""Checks the connection pooler, the jobs database and the read replica of an installation on PostgreSQL."""

from collections.abc import Iterator
from typing import Literal

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from regie.core.db.database import Database
from regie.settings import Settings
from regie.startup import is_pooled

State = Literal["ok", "warning", "problem"]
Result = tuple[str, State, str, str]
_SETTINGS = text("SELECT current_setting('jit'), current_setting('statement_timeout')")
_IDENTITY = text("SELECT pg_is_in_recovery(), (SELECT system_identifier FROM pg_control_system())")
_LAG = text("SELECT coalesce(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()), 0)")


def check_pooler(settings: Settings) -> Iterator[Result]:
    if settings.database_url.startswith("sqlite"):
        return
    try:
        if is_pooled(settings.database_url):
            yield _check_pooled_settings(settings)
        if is_pooled(settings.jobs_url):
            yield (
                "Jobs database", "problem", "it is reached through a connection pooler",
                "Set REGIE_JOBS_URL to the address of PostgreSQL itself: the worker needs sessions of its own.",
            )  # fmt: skip
    except SQLAlchemyError:
        pass  # The check of the database reports it.


def _check_pooled_settings(settings: Settings) -> Result:
    database = Database(settings.database_url, pool_size=1)
    try:
        with database.read() as db:
            jit, statement_timeout = db.execute(_SETTINGS).one()
    finally:
        database.close()
    if jit == "off" and statement_timeout != "0":
        return "Connection pooler", "ok", "used, with the settings that reads need", ""
    return (
        "Connection pooler", "warning", f"reads run with jit = {jit} and statement_timeout = {statement_timeout}",
        "Set both in connect_query of PgBouncer, as docs/scaling.md describes.",
    )  # fmt: skip


def check_replica(settings: Settings) -> Iterator[Result]:
    if not settings.scale.read_url:
        return
    primary, replica = Database(settings.database_url, pool_size=1), Database(settings.scale.read_url, pool_size=1)
    try:
        with primary.read() as db:
            _, expected = db.execute(_IDENTITY).one()
        with replica.read() as db:
            is_replica, found = db.execute(_IDENTITY).one()
            lag = db.execute(_LAG).scalar_one()
        if not is_replica or found != expected:
            wrong = "it is no replica" if not is_replica else "it is a replica of another server"
            action = "Set REGIE_DATABASE_READ_URL to a streaming replica of REGIE_DATABASE_URL, or remove it."
            yield "Read replica", "problem", wrong, action
        else:
            yield "Read replica", "ok", f"its last replayed change is {lag:.0f} s old", ""
    except SQLAlchemyError as error:
        reason = str(error).partition("\n")[0]
        action = "Start the replica: until then, all reads go to the primary (REGIE_DATABASE_READ_URL)."
        yield "Read replica", "warning", reason, action
    finally:
        primary.close()
        replica.close()
