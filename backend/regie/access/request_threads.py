"""Runs routes in a limited number of threads; a request that finds none in time is refused instead of queued."""

from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread

from regie.core.api.errors import Unavailable

T = TypeVar("T")
MAX_THREADS = 40
_RETRY_SECONDS = 2


class RequestThreads:
    """The threads of a process for requests; files and pages have others, so that they do not wait for the database."""

    def __init__(self, wait_seconds: float = 1, size: int = MAX_THREADS) -> None:
        self._wait_seconds = wait_seconds
        self._limiter = anyio.CapacityLimiter(size)

    async def run(self, call: Callable[[], T]) -> T:
        """Raise Unavailable when no thread is free within `wait_seconds`."""
        borrower = object()
        try:
            with anyio.fail_after(self._wait_seconds):
                await self._limiter.acquire_on_behalf_of(borrower)
        except TimeoutError:
            raise Unavailable(retry_after=_RETRY_SECONDS) from None
        try:
            return await anyio.to_thread.run_sync(call, limiter=anyio.CapacityLimiter(1))
        finally:
            self._limiter.release_on_behalf_of(borrower)
