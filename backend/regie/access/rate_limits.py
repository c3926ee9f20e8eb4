"""Limits how many requests one caller can send per minute, far above what a person at a screen does.

The counts are in the memory of this process: they protect the other users from a runaway program. `sign_in_limits`
counts in the database to protect accounts against guessing.
"""

import threading
from datetime import datetime
from enum import Enum

from regie.core.api.errors import TooMany
from regie.core.time.clock import Clock

_MINUTE = 60


class Rate(Enum):
    """The kind of a request; the value is the limit per caller and minute."""

    READ = 3_000
    WRITE = 600
    EXPORT = 30
    SIGN_IN = 300
    MAIL = 60


class RateLimiter:
    """Counts requests; `factor` multiplies every limit, for load tests and frequent API clients."""

    def __init__(self, clock: Clock, factor: int = 1) -> None:
        self._clock = clock
        self._factor = factor
        self._lock = threading.Lock()
        self._minute = 0
        self._counts: dict[tuple[Rate, str], int] = {}

    def count_call(self, rate: Rate, caller: str) -> None:
        """Count a request; raise TooMany with the seconds until the next minute above the limit."""
        now = self._clock.now()
        with self._lock:
            self._begin_minute(now)
            count = self._counts[rate, caller] = self._counts.get((rate, caller), 0) + 1
        if count > rate.value * self._factor:
            raise TooMany("too_many_calls", retry_after=_MINUTE - int(now.timestamp()) % _MINUTE)

    def _begin_minute(self, now: datetime) -> None:
        """Clear all counts at the start of a minute, so that the memory stays bounded."""
        minute = int(now.timestamp()) // _MINUTE
        if minute != self._minute:
            self._minute = minute
            self._counts.clear()
