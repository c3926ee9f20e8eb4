"""Stops calls to a service that fails repeatedly, so that it recovers sooner and callers fail fast."""

import threading

import structlog

from regie.connectors.call_clock import CallClock
from regie.connectors.errors import ServiceError, ServiceUnavailable, Unreachable

log = structlog.get_logger("regie.connectors")

# How long other calls still fail while one call tests whether the service is back.
_PROBE_SECONDS = 5.0


class CircuitBreaker:
    """One per gateway. Opens for `open_s` after `max_failures` in a row; then a single call may test the service."""

    def __init__(self, service: str, max_failures: int, open_s: float, clock: CallClock) -> None:
        self._service = service
        self._max_failures = max_failures
        self._open_s = open_s
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._open_until: float | None = None

    def require_closed(self) -> None:
        """Raise ServiceUnavailable("resting") while the breaker is open, with `retry_after_s`."""
        with self._lock:
            if self._open_until is None:
                return
            now = self._clock.monotonic()
            left = self._open_until - now
            if left <= 0:
                self._open_until = now + _PROBE_SECONDS
                return
        raise ServiceUnavailable(self._service, "resting", "it failed several times in a row", retry_after_s=left)

    def record_result(self, error: ServiceError | None) -> None:
        """Record how an allowed call ended. Any response but a server error shows that the service works."""
        is_service_failure = isinstance(error, Unreachable) or (
            isinstance(error, ServiceUnavailable) and (error.vendor_status or 0) >= 500
        )
        if error is not None and not is_service_failure and error.vendor_status is None:
            return  # our own mistake: no response came back
        with self._lock:
            if not is_service_failure:
                self._failures, self._open_until = 0, None
                return
            self._failures += 1
            if self._failures < self._max_failures:
                return
            self._open_until = self._clock.monotonic() + self._open_s
        log.warning("circuit_opened", service=self._service, failures=self._failures, open_s=self._open_s)
