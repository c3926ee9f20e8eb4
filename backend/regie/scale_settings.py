"""Settings of installations with several processes: pools, leases, read replica, draining."""

from dataclasses import dataclass, field
from typing import Protocol


class Variables(Protocol):
    def number(self, name: str, default: int, *, minimum: int = 0, maximum: int = 1_000_000) -> int: ...
    def postgres_url(self, name: str) -> str: ...


@dataclass(frozen=True, slots=True)
class ScaleSettings:
    """A process has a pool of connections for reads and one of the same size for writes."""

    pool_size: int
    worker_pool_size: int
    # How many more each pool opens while all are taken.
    pool_overflow: int
    # Seconds after which others continue the work of a worker that ended without notice.
    lease_seconds: int
    # A streaming replica that lists and figures are read from; empty: none.
    read_url: str = field(repr=False)
    # Seconds for which a web process that ends is not ready, but still serves.
    drain_seconds: int


def read_scale_settings(env: Variables) -> ScaleSettings:
    return ScaleSettings(
        pool_size=env.number("POOL_SIZE", 8, minimum=1, maximum=200),
        worker_pool_size=env.number("WORKER_POOL_SIZE", 8, minimum=1, maximum=200),
        pool_overflow=env.number("POOL_OVERFLOW", 8, maximum=200),
        lease_seconds=env.number("WORKER_LEASE_SECONDS", 30, minimum=2, maximum=600),
        drain_seconds=env.number("DRAIN_SECONDS", 0, maximum=600),
        read_url=env.postgres_url("DATABASE_READ_URL"),
    )
