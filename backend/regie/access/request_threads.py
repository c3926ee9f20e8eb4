"""Runs routes in a limited number of threads; a request that finds none in time is refused instead of queued."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from regie.core.api.errors import Unavailable

T = TypeVar("T")
MAX_THREADS = 40
# One pool per process, because its threads live as long as it does. A switch to it takes half the time of anyio's.
_EXECUTOR = ThreadPoolExecutor(MAX_THREADS, thread_name_prefix="request")
_RETRY_SECONDS = 2


class RequestThreads:
    """The threads of a process for requests; files and pages have others, so that they do not wait for the database."""

    def __init__(self, wait_seconds: float = 1, size: int = MAX_THREADS) -> None:
        self._wait_seconds = wait_seconds
        self._free = asyncio.Semaphore(size)

    async def run(self, call: Callable[[], T]) -> T:
        """Raise Unavailable when no thread is free within `wait_seconds`."""
        try:
            async with asyncio.timeout(self._wait_seconds):
                await self._free.acquire()
        except TimeoutError:
            raise Unavailable(retry_after=_RETRY_SECONDS) from None
        running = asyncio.get_running_loop().run_in_executor(_EXECUTOR, copy_context().run, call)
        running.add_done_callback(lambda _done: self._free.release())
        # A client that leaves does not free the thread.
        return await asyncio.shield(running)
