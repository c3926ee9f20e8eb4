"""How many calls one caller may make in a minute, by the kind of call: far above what a person at a screen can do.

Counted in this process's memory alone: it keeps one runaway program from taking the house away from everyone else. What
guards accounts against guessing is counted in the database (`limits`).
"""

import threading
from datetime import datetime
from enum import Enum

from regie.core.api.errors import TooMany
from regie.core.time.clock import Clock

_MINUTE = 60


class Rate(Enum):
    """The kind of a call, and how many of them one caller may make in a minute."""

    READ = 3_000
    WRITE = 600
    EXPORT = 30
    SIGN_IN = 300
    MAIL = 60


class Rates:
    """`factor` multiplies every figure: for load tests, and for programs that are meant to call often."""

    def __init__(self, clock: Clock, factor: int = 1) -> None:
        self._clock = clock
        self._factor = factor
        self._lock = threading.Lock()
        self._minute = 0
        self._counts: dict[tuple[Rate, str], int] = {}

    def count_call(self, rate: Rate, caller: str) -> None:
        """TooMany, with the seconds until the next minute, for one call too many."""
        now = self._clock.now()
        with self._lock:
            self._begin_minute(now)
            calls = self._counts[rate, caller] = self._counts.get((rate, caller), 0) + 1
        if calls > rate.value * self._factor:
            raise TooMany("too_many_calls", retry_after=_MINUTE - int(now.timestamp()) % _MINUTE)

    def _begin_minute(self, now: datetime) -> None:
        """Everyone begins anew together, so that nothing is kept of those who are gone."""
        minute = int(now.timestamp()) // _MINUTE
        if minute != self._minute:
            self._minute = minute
            self._counts.clear()
