"""Reads from a streaming replica of PostgreSQL, only while it has every change that was committed before."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import structlog
from sqlalchemy import Connection, Engine, bindparam, text
from sqlalchemy.exc import DBAPIError, TimeoutError

log = structlog.get_logger("regie.replica")
T = TypeVar("T")
# A replica that failed is tried again after this time.
PAUSE_SECONDS = 10.0
# How long the first answer of a replica may take, and how often and for how long its replay is waited for.
ANSWER_SECONDS = 0.5
REPLAY_CHECKS, REPLAY_WAIT_SECONDS = 5, 0.002
_WRITTEN = text("SELECT pg_current_wal_lsn()::text")
_HAS_REPLAYED = text("SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= CAST(:position AS pg_lsn)").bindparams(
    bindparam("position")
)
# The server ends statements of a replica that hinder its replay.
_RECOVERY_CONFLICT = "40001"


class ReadReplica:
    """A replica is never needed: while it fails or is behind, reads go to the primary."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._paused_until = 0.0

    def run(self, primary: Connection, read: Callable[[Connection], T]) -> T:
        """Call `read` with the replica, or with `primary`; a replica that fails meanwhile repeats it there."""
        if time.monotonic() >= self._paused_until:
            position = primary.execute(_WRITTEN).scalar_one()
            try:
                with self.engine.connect() as connection:
                    if _has_replayed(connection, position):
                        return read(connection)
            except TimeoutError:  # all its connections are in use
                pass
            except DBAPIError as error:
                if not _is_of_replica(error):
                    raise
                self._pause(error)
        return read(primary)

    def _pause(self, error: DBAPIError) -> None:
        self._paused_until = time.monotonic() + PAUSE_SECONDS
        log.warning("read replica failed: reads go to the primary", reason=type(error.orig).__name__)


def _has_replayed(connection: Connection, position: str) -> bool:
    with _short_wait(connection.connection.driver_connection):
        for attempt in range(REPLAY_CHECKS):
            if attempt:
                time.sleep(REPLAY_WAIT_SECONDS)
            if connection.execute(_HAS_REPLAYED, {"position": position}).scalar():
                return True
    return False


@contextmanager
def _short_wait(driver: Any) -> Iterator[None]:
    before, driver.wait_seconds = driver.wait_seconds, ANSWER_SECONDS
    try:
        yield
    finally:
        driver.wait_seconds = before


def _is_of_replica(error: DBAPIError) -> bool:
    """Whether another server can answer: it is gone, or its replay ended the statement."""
    no_connection = error.connection_invalidated or getattr(error.orig, "sqlstate", None) is None
    return no_connection or getattr(error.orig, "sqlstate", "") == _RECOVERY_CONFLICT
