"""One document fetched for everybody and kept while it is good, so that a sign-in rarely waits for two answers."""

import threading
from collections.abc import Callable
from copy import copy
from typing import Generic, TypeVar

from regie.connectors.clock import Clock
from regie.connectors.errors import OutsideError

T = TypeVar("T")
# Strange tokens must not make us ask each time.
_BETWEEN_SEARCHES_S = 300.0
# Those who queued behind a fetch that failed share its failure, instead of waiting for one more each.
_FAILURE_S = 2.0


class Cached(Generic[T]):
    """Safe for threads: one fetches, the others wait for what it brings. `fetch` also says for how many seconds."""

    def __init__(self, fetch: Callable[[], tuple[T, float]], clock: Clock) -> None:
        self._fetch = fetch
        self._clock = clock
        self._lock = threading.Lock()
        self._value: T | None = None
        self._good_until = float("-inf")
        self._searched_at = float("-inf")
        self._failed: tuple[float, OutsideError] | None = None

    def value(self, is_enough: Callable[[T], bool] = lambda _: True) -> T:
        """A value that is good but not enough is fetched anew, at most every few minutes."""
        with self._lock:
            now = self._clock.monotonic()
            if self._value is None or now >= self._good_until:
                return self._renewed(now)
            if is_enough(self._value) or now < self._searched_at + _BETWEEN_SEARCHES_S:
                return self._value
            self._searched_at = now
            return self._renewed(now)

    def _renewed(self, now: float) -> T:
        if self._failed is not None and now < self._failed[0]:
            raise copy(self._failed[1])
        try:
            self._value, good_for_s = self._fetch()
        except OutsideError as error:
            self._failed = (self._clock.monotonic() + _FAILURE_S, error)
            raise
        self._failed = None
        self._good_until = now + good_for_s
        return self._value
