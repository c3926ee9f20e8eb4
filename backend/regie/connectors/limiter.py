"""Keeps us below a vendor's limits, so that its 429 stays rare: calls in flight, calls per window."""

import threading
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from regie.connectors.clock import Clock


@dataclass(frozen=True, slots=True)
class Window:
    calls: int
    seconds: float


class SharedTurns(Protocol):
    """The same windows once more, for all processes that call a service together."""

    def book(self, service: str, windows: Sequence[Window]) -> float:
        """Seconds still to wait; 0 once the call is written into every window."""
        ...


class Limiter:
    """One per client: every call passes a turnstile; `hold_back` keeps everybody out for a while.

    With `shared`, the turnstiles of other processes that bear the same `name` count as well.
    """

    def __init__(
        self, name: str, in_flight: int, windows: Sequence[Window], clock: Clock, shared: SharedTurns | None = None
    ) -> None:
        self._name = name
        self._shared = shared if windows else None
        self._slots = threading.BoundedSemaphore(in_flight)
        self._windows = tuple(windows)
        self._clock = clock
        self._lock = threading.Lock()
        self._started: list[deque[float]] = [deque(maxlen=window.calls) for window in windows]
        self._closed_until = float("-inf")

    @contextmanager
    def turn(self) -> Generator[None, None, None]:
        with self._slots:
            while (wait := self._book()) > 0:
                self._clock.sleep(wait)
            while self._shared and (wait := self._shared.book(self._name, self._windows)) > 0:
                self._clock.sleep(wait)
            yield

    def hold_back(self, seconds: float) -> None:
        with self._lock:
            self._closed_until = max(self._closed_until, self._clock.monotonic() + seconds)

    def _book(self) -> float:
        """Seconds still to wait; 0 once the call is written into every window."""
        with self._lock:
            now = self._clock.monotonic()
            wait = self._closed_until - now
            for window, started in zip(self._windows, self._started, strict=True):
                if len(started) == window.calls:
                    wait = max(wait, started[0] + window.seconds - now)
            if wait > 0:
                return wait
            for started in self._started:
                started.append(now)
            return 0.0
