"""Caches one fetched document until it expires, so that a sign-in rarely waits for a second response."""

import threading
from collections.abc import Callable
from copy import copy
from typing import Generic, TypeVar

from regie.connectors.call_clock import CallClock
from regie.connectors.errors import ServiceError

T = TypeVar("T")
# Invalid tokens must not cause a fetch each.
_MIN_REFETCH_INTERVAL_S = 300.0
# Threads that waited for a failed fetch share its error, instead of fetching one after the other.
_FAILURE_TTL_S = 2.0


class CachedValue(Generic[T]):
    """Thread-safe: one thread fetches, the others wait. `fetch` returns the value and its lifetime in seconds."""

    def __init__(self, fetch: Callable[[], tuple[T, float]], clock: CallClock) -> None:
        self._fetch = fetch
        self._clock = clock
        self._lock = threading.Lock()
        self._value: T | None = None
        self._valid_until = float("-inf")
        self._refetched_at = float("-inf")
        self._failure: tuple[float, ServiceError] | None = None

    def value(self, is_sufficient: Callable[[T], bool] = lambda _: True) -> T:
        """The cached value; fetches a valid but insufficient one again, at most every few minutes."""
        with self._lock:
            now = self._clock.monotonic()
            if self._value is None or now >= self._valid_until:
                return self._refresh(now)
            if is_sufficient(self._value) or now < self._refetched_at + _MIN_REFETCH_INTERVAL_S:
                return self._value
            self._refetched_at = now
            return self._refresh(now)

    def _refresh(self, now: float) -> T:
        if self._failure is not None and now < self._failure[0]:
            raise copy(self._failure[1])
        try:
            self._value, ttl_s = self._fetch()
        except ServiceError as error:
            self._failure = (self._clock.monotonic() + _FAILURE_TTL_S, error)
            raise
        self._failure = None
        self._valid_until = now + ttl_s
        return self._value
