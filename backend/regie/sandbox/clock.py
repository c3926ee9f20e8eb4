"""The sandbox's clock: follows real time, and can be set, moved and stopped."""

import time


class SandboxClock:
    def __init__(self, now_ms: int | None = None, stopped: bool = False) -> None:
        self._offset_ms = 0
        self._stopped_ms: int | None = None
        # First: a clock that ran meanwhile would stop a millisecond later.
        if stopped:
            self.stop()
        if now_ms is not None:
            self.set(now_ms)
        self._initial = (self._offset_ms, self._stopped_ms)

    def now(self) -> int:
        """Return epoch milliseconds."""
        if self._stopped_ms is not None:
            return self._stopped_ms
        return time.time_ns() // 1_000_000 + self._offset_ms

    @property
    def is_stopped(self) -> bool:
        return self._stopped_ms is not None

    def set(self, now_ms: int) -> None:
        if self._stopped_ms is not None:
            self._stopped_ms = now_ms
        else:
            self._offset_ms = now_ms - time.time_ns() // 1_000_000

    def advance(self, by_ms: int) -> None:
        self.set(self.now() + by_ms)

    def stop(self) -> None:
        self._stopped_ms = self.now()

    def start(self) -> None:
        now = self.now()
        self._stopped_ms = None
        self.set(now)

    def reset(self) -> None:
        self._offset_ms, self._stopped_ms = self._initial
