"""Opens PostgreSQL connections whose every wait for the server is limited, even while the server hangs."""

import math
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
        _set_limits(connection, limits)
    except BaseException:
        connection.close()
        raise
    return connection


def _set_limits(connection: LimitedConnection, limits: TimeLimits) -> None:
    connection.autocommit = True
    # Compiling these queries takes ten times as long as running them.
    connection.execute(
        "SELECT set_config('jit', 'off', false), set_config('statement_timeout', %s, false), "
        "set_config('lock_timeout', %s, false)",
        (f"{limits.statement_seconds * 1000:.0f}", f"{limits.lock_seconds * 1000:.0f}"),
    )
    connection.autocommit = False


def _network_options(limits: TimeLimits) -> dict[str, int]:
    return {
        "connect_timeout": math.ceil(limits.connect_seconds),
        "tcp_user_timeout": math.ceil(limits.network_seconds * 1000),
        "keepalives_idle": math.ceil(limits.network_seconds),
        "keepalives_interval": math.ceil(limits.network_seconds / 3),
        "keepalives_count": 3,
    }
