"""Limits the calls to a service, so that it rarely responds 429: calls in flight, calls per time window."""

import threading
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from regie.connectors.call_clock import CallClock


@dataclass(frozen=True, slots=True)
class RateLimit:
    calls: int
    seconds: float


class SharedRateLimiter(Protocol):
    """Applies the rate limits of a service to several processes together."""

    def reserve(self, service: str, rate_limits: Sequence[RateLimit]) -> float:
        """Seconds to wait; 0 once the call counts in every limit."""
        ...


class CallLimiter:
    """Limits the calls of one client. With `shared`, calls of other processes under the same `name` count too."""

    def __init__(
        self,
        name: str,
        in_flight: int,
        rate_limits: Sequence[RateLimit],
        clock: CallClock,
        shared: SharedRateLimiter | None = None,
    ) -> None:
        self._name = name
        self._shared = shared if rate_limits else None
        self._slots = threading.BoundedSemaphore(in_flight)
        self._rate_limits = tuple(rate_limits)
        self._clock = clock
        self._lock = threading.Lock()
        self._started: list[deque[float]] = [deque(maxlen=limit.calls) for limit in rate_limits]
        self._paused_until = float("-inf")

    @contextmanager
    def slot(self) -> Generator[None, None, None]:
        with self._slots:
            while (wait := self._reserve()) > 0:
                self._clock.sleep(wait)
            while self._shared and (wait := self._shared.reserve(self._name, self._rate_limits)) > 0:
                self._clock.sleep(wait)
            yield

    def pause(self, seconds: float) -> None:
        with self._lock:
            self._paused_until = max(self._paused_until, self._clock.monotonic() + seconds)

    def _reserve(self) -> float:
        """Seconds to wait; 0 once the call counts in every limit."""
        with self._lock:
            now = self._clock.monotonic()
            wait = self._paused_until - now
            for limit, started in zip(self._rate_limits, self._started, strict=True):
                if len(started) == limit.calls:
                    wait = max(wait, started[0] + limit.seconds - now)
            if wait > 0:
                return wait
            for started in self._started:
                started.append(now)
            return 0.0
