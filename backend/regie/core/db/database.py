"""Opens the database: reads on AUTOCOMMIT, writes in one transaction; the only module that commits."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from regie.core.audit.activity import discard_on_rollback, write_activity
from regie.core.db.pool import MonotonicPool
from regie.core.db.replica import ReadReplica
from regie.core.db.table_versions import discard_changes_on_rollback, increment_table_versions
from regie.core.db.time_limits import TimeLimits
from regie.core.money.shares import register_sqlite_function

T = TypeVar("T")
_BUSY_SECONDS = 15
_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY")
# The web process reads the same pages repeatedly; a worker reads most of them once.
_LARGE_CACHE = (*_PRAGMAS, "cache_size=-4000", "mmap_size=67108864")
_SMALL_CACHE = (*_PRAGMAS, "cache_size=-8000", "mmap_size=0")
_DEFAULT_LIMITS = TimeLimits()


class Database:
    """Opens connections for reads and sessions for writes; one session is one transaction."""

    def __init__(
        self,
        url: str,
        *,
        limits: TimeLimits = _DEFAULT_LIMITS,
        pool_size: int = 8,
        max_overflow: int | None = None,
        has_small_cache: bool = False,
        is_read_only: bool = False,
        replica_url: str = "",
    ) -> None:
        self.url: URL = make_url(url)
        overflow = pool_size if max_overflow is None else max_overflow
        self.max_connections = pool_size + overflow
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        pragmas = (*(_SMALL_CACHE if has_small_cache else _LARGE_CACHE), *(("query_only=ON",) if is_read_only else ()))
        pool = {"pool_size": pool_size, "max_overflow": overflow}
        self._writes = _open_engine(self.url, limits, pragmas, **pool)
        self._reads = _open_engine(self.url, limits, pragmas, **pool, isolation_level="AUTOCOMMIT")
        self._replica: ReadReplica | None = None
        if replica_url:
            engine = _open_engine(make_url(replica_url), limits, (), **pool, isolation_level="AUTOCOMMIT")
            self._replica = ReadReplica(engine)
        # SQLite has one writer; unlike its busy loop, this lock is fair.
        self._writer = threading.Lock() if self.is_sqlite else nullcontext()
        if self.is_sqlite:
            event.listen(self._writes, "begin", _begin_immediate)
        elif is_read_only:
            from regie.core.db.postgres import refuse_writes

            for engine in (self._reads, self._writes):
                event.listen(engine, "connect", lambda connection, _record: refuse_writes(connection))

    @contextmanager
    def read(self) -> Iterator[Connection]:
        with self._reads.connect() as connection:
            yield connection

    def read_from_replica(self, primary: Connection, read: Callable[[Connection], T]) -> T:
        """Run a read on the replica if there is one and it has every committed change; otherwise on `primary`."""
        return read(primary) if self._replica is None else self._replica.run(primary, read)

    @property
    def is_pooled(self) -> bool:
        """Whether a connection pooler such as PgBouncer is between this process and the server."""
        with self.read() as connection:
            return getattr(driver_connection(connection), "is_pooled", False)

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Open a consistent read of the whole database; it does not block writers."""
        if not self.is_sqlite:
            with self._writes.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
                yield connection
            return
        with self._reads.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            try:
                yield connection
            finally:
                connection.exec_driver_sql("ROLLBACK")

    @contextmanager
    def write(self) -> Iterator[Session]:
        """Open a transaction: committed at the end of the block, rolled back when it raises."""
        with self._writer, Session(self._writes, expire_on_commit=False) as session:
            yield session
            _commit(session)

    @contextmanager
    def write_interactively(self) -> Iterator[tuple[Session, Callable[[], None]]]:
        """Return a session and its commit function, for the shell; uncommitted changes are rolled back at the end."""
        with self._writer, Session(self._writes, expire_on_commit=False) as session:
            yield session, lambda: _commit(session)

    @property
    def writes(self) -> Engine:
        """For migrations only."""
        return self._writes

    @property
    def engines(self) -> dict[str, Engine]:
        """For observers such as metrics and traces."""
        replica = {"replica": self._replica.engine} if self._replica else {}
        return {"read": self._reads, "write": self._writes} | replica

    def close(self) -> None:
        for engine in self.engines.values():
            engine.dispose()


def _commit(session: Session) -> None:
    session.flush()
    write_activity(session)
    increment_table_versions(session)
    try:
        session.commit()
    except IntegrityError:
        # SQLite leaves the transaction open when a deferred constraint refuses the commit.
        session.invalidate()
        raise


@contextmanager
def savepoint(session: Session) -> Iterator[None]:
    """Roll back only this block when it raises; earlier changes of the transaction stay."""
    session.flush()
    with discard_on_rollback(session), discard_changes_on_rollback(session), session.begin_nested():
        yield


class _Discarded(Exception):
    """Rolls back the savepoint of a trial."""


@contextmanager
def trial(session: Session) -> Iterator[None]:
    """Roll back what this block stores, and what it left to do at the end of the transaction; its errors are raised."""
    known = set(session.info)
    try:
        with savepoint(session):
            yield
            raise _Discarded
    except _Discarded:
        for left in session.info.keys() - known:
            del session.info[left]
        session.expire_all()


def _open_engine(url: URL, limits: TimeLimits, pragmas: tuple[str, ...], **options: Any) -> Engine:
    is_sqlite = url.get_backend_name() == "sqlite"
    engine = create_engine(
        url if is_sqlite else url.set(drivername="postgresql+psycopg"),
        poolclass=MonotonicPool,
        pool_timeout=limits.pool_seconds,
        connect_args={"timeout": _BUSY_SECONDS, "check_same_thread": False} if is_sqlite else {},
        hide_parameters=True,
        **options,
    )
    if is_sqlite:
        event.listen(engine, "connect", lambda connection, _record: _prepare_sqlite(connection, pragmas))
    else:
        # Imported here: most installations use SQLite.
        from regie.core.db.postgres import connect, set_transaction_limits

        event.listen(engine, "do_connect", lambda _dialect, _record, cargs, cparams: connect(limits, cargs, cparams))
        if "isolation_level" not in options:
            event.listen(engine, "begin", lambda begun: set_transaction_limits(driver_connection(begun), limits))
    return engine


def driver_connection(connection: Connection) -> Any:
    return connection.connection.driver_connection


def _prepare_sqlite(connection: Any, pragmas: tuple[str, ...]) -> None:
    connection.isolation_level = None
    register_sqlite_function(connection)
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
