"""How long a process waits for the database."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """Seconds until an attempt fails. All but `pool_seconds` are for PostgreSQL: SQLite has no server to wait for.

    The defaults are for the worker and for commands; a web process answers within seconds.
    """

    statement_seconds: float = 300
    lock_seconds: float = 30
    pool_seconds: float = 10
    connect_seconds: float = 5
    # Until a connection without an acknowledgement counts as broken.
    network_seconds: float = 30
