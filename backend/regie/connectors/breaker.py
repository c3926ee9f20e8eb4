"""Leaves a service alone that has failed again and again: it recovers sooner, and nobody waits for nothing."""

import threading

import structlog

from regie.connectors.clock import Clock
from regie.connectors.errors import OutsideError, Unavailable, Unreachable

log = structlog.get_logger("regie.connectors")

# How long others are sent away while one call tries whether the service is back.
_PROBE_S = 5.0


class Breaker:
    """One per gateway. After `failures` in a row the service rests for `rest_s`; then a single call may try."""

    def __init__(self, service: str, failures: int, rest_s: float, clock: Clock) -> None:
        self._service = service
        self._most = failures
        self._rest_s = rest_s
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._rests_until: float | None = None

    def admit(self) -> None:
        """Unavailable("resting") while the service is left alone; `retry_after_s` says for how long."""
        with self._lock:
            if self._rests_until is None:
                return
            now = self._clock.monotonic()
            left = self._rests_until - now
            if left <= 0:
                self._rests_until = now + _PROBE_S
                return
        raise Unavailable(self._service, "resting", "it failed several times in a row", retry_after_s=left)

    def note(self, error: OutsideError | None) -> None:
        """How a call that was let through went; any answer but its own trouble shows that the service is there."""
        is_failure = isinstance(error, Unreachable) or (
            isinstance(error, Unavailable) and (error.vendor_status or 0) >= 500
        )
        if error is not None and not is_failure and error.vendor_status is None:
            return  # it never came to an answer, by our own doing
        with self._lock:
            if not is_failure:
                self._failures, self._rests_until = 0, None
                return
            self._failures += 1
            if self._failures < self._most:
                return
            self._rests_until = self._clock.monotonic() + self._rest_s
        log.warning("outside_resting", service=self._service, failures=self._failures, rest_s=self._rest_s)
