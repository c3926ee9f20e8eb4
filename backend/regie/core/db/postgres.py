"""Opens PostgreSQL connections whose every wait for the server is limited, even while the server hangs.

A connection pooler such as PgBouncer gives each transaction another session of the server. Through one, settings of the
session would reach other clients and prepared statements would be missing: limits are then set in each transaction.
"""

import math
from collections.abc import Callable
from typing import Any, TypeVar

from psycopg import Connection, OperationalError
from psycopg.abc import PQGen
from psycopg.errors import _WaitTimeout

from regie.core.db.time_limits import TimeLimits

T = TypeVar("T")
# How much longer a client waits than the server may work: a server that is alive reports its own timeout.
_GRACE_SECONDS = 0.5


class LimitedConnection(Connection[Any]):
    """Closes itself when the server does not answer in time; a timeout of the server needs one that is alive."""

    wait_seconds: float | None = None
    is_pooled = False

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        try:
            return super().wait(gen, interval, self.wait_seconds if timeout is None else timeout)
        except _WaitTimeout:
            self.pgconn.finish()
            raise OperationalError("the server did not answer in time") from None


def connect(limits: TimeLimits, cargs: tuple[Any, ...], cparams: dict[str, Any]) -> LimitedConnection:
    """Connect with limits for statements and locks, and detect a broken network."""
    connection = LimitedConnection.connect(*cargs, **cparams, **_network_options(limits))
    connection.wait_seconds = limits.statement_seconds + _GRACE_SECONDS
    try:
        connection.autocommit = True
        (process_id,) = connection.execute("SELECT pg_backend_pid()").fetchone() or (0,)
        connection.is_pooled = process_id != connection.info.backend_pid
        if connection.is_pooled:
            connection.prepare_threshold = None
        else:
            _set_limits(connection.execute, limits, is_local=False)
        connection.autocommit = False
    except BaseException:
        connection.close()
        raise
    return connection


def set_transaction_limits(connection: LimitedConnection, limits: TimeLimits) -> None:
    """Set the limits for this transaction where the session is shared."""
    if connection.is_pooled:
        _set_limits(connection.execute, limits, is_local=True)


def refuse_writes(connection: LimitedConnection) -> None:
    """Let the server refuse the changes of this session."""
    if connection.is_pooled:
        connection.close()
        raise OperationalError("a read-only connection needs PostgreSQL itself, not a connection pooler")
    before, connection.autocommit = connection.autocommit, True
    connection.execute("SET default_transaction_read_only = on")
    connection.autocommit = before


def _set_limits(execute: Callable[..., Any], limits: TimeLimits, *, is_local: bool) -> None:
    # Compiling these queries takes ten times as long as running them.
    execute(
        "SELECT set_config('jit', 'off', %(is_local)s), set_config('statement_timeout', %(statement)s, %(is_local)s), "
        "set_config('lock_timeout', %(lock)s, %(is_local)s)",
        {
            "is_local": is_local,
            "statement": f"{limits.statement_seconds * 1000:.0f}",
            "lock": f"{limits.lock_seconds * 1000:.0f}",
        },
    )


def _network_options(limits: TimeLimits) -> dict[str, int]:
    return {
        "connect_timeout": math.ceil(limits.connect_seconds),
        "tcp_user_timeout": math.ceil(limits.network_seconds * 1000),
        "keepalives_idle": math.ceil(limits.network_seconds),
        "keepalives_interval": math.ceil(limits.network_seconds / 3),
        "keepalives_count": 3,
    }
