"""Rate limits as the vendors document them, by the sandbox's clock."""

from collections import deque
from dataclasses import dataclass


@dataclass(slots=True)
class Limits:
    """None lifts a limit. The defaults are those of each vendor's larger plans."""

    teamwork_per_minute: int | None = 300
    hubspot_per_ten_seconds: int | None = 190
    hubspot_per_day: int | None = 650_000
    hubspot_search_per_second: int | None = 5
    quickbooks_per_minute: int | None = 500
    quickbooks_per_second: int | None = 10
    quickbooks_per_month: int | None = None


NO_LIMITS = Limits(None, None, None, None, None, None, None)


class RateWindow:
    """Counts the calls of the last `span_ms` milliseconds."""

    def __init__(self, span_ms: int) -> None:
        self.span_ms = span_ms
        self._calls: deque[int] = deque()

    def used(self, now: int) -> int:
        calls = self._calls
        if calls and calls[-1] > now:  # the clock was set back
            calls.clear()
        while calls and calls[0] <= now - self.span_ms:
            calls.popleft()
        return len(calls)

    def take(self, limit: int | None, now: int) -> bool:
        """Return whether one more call is allowed, and count it if so."""
        if self.used(now) >= (limit if limit is not None else 1 << 60):
            return False
        if limit is not None:
            self._calls.append(now)
        return True

    def ms_until_free(self, now: int) -> int:
        """Return the milliseconds until the oldest counted call leaves the window."""
        return self._calls[0] + self.span_ms - now if self.used(now) else 0

    def clear(self) -> None:
        self._calls.clear()
