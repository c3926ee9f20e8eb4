"""Keeps a schedule from running twice at the same time, in one process or in several."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

import structlog
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

log = structlog.get_logger("regie.background")
_LOCK = text("SELECT pg_try_advisory_lock(hashtextextended('regie.schedule.' || :name, 0))")
_UNLOCK = text("SELECT pg_advisory_unlock(hashtextextended('regie.schedule.' || :name, 0))")
_NETWORK_SECONDS = 30


class ScheduleLocks(Protocol):
    """Locks by name; `acquire` yields whether the block may run."""

    def acquire(self, name: str) -> AbstractContextManager[bool]: ...
    def close(self) -> None: ...


def open_schedule_locks(jobs_url: str) -> ScheduleLocks:
    return _ProcessLocks() if jobs_url.startswith("sqlite") else _ServerLocks(jobs_url)


class _ProcessLocks:
    """For SQLite, which has one worker."""

    def __init__(self) -> None:
        self._lock, self._running = threading.Lock(), set[str]()

    @contextmanager
    def acquire(self, name: str) -> Iterator[bool]:
        with self._lock:
            is_free = name not in self._running
            self._running.add(name)
        try:
            yield is_free
        finally:
            if is_free:
                self._running.discard(name)

    def close(self) -> None:
        """Locks of a process need no closing."""


class _ServerLocks:
    """Advisory locks of PostgreSQL: they end with the connection of a worker that ends."""

    def __init__(self, jobs_url: str) -> None:
        self._engine = create_engine(
            make_url(jobs_url).set(drivername="postgresql+psycopg"),
            isolation_level="AUTOCOMMIT",
            max_overflow=-1,
            pool_size=2,
            connect_args={"connect_timeout": 5, "tcp_user_timeout": _NETWORK_SECONDS * 1000, "prepare_threshold": None},
        )

    @contextmanager
    def acquire(self, name: str) -> Iterator[bool]:
        with self._engine.connect() as connection:
            is_free = bool(connection.execute(_LOCK, {"name": name}).scalar())
            try:
                yield is_free
            finally:
                if is_free:
                    try:
                        connection.execute(_UNLOCK, {"name": name})
                    except DBAPIError:  # the server ended the lock with the connection
                        connection.invalidate()

    def close(self) -> None:
        self._engine.dispose()
