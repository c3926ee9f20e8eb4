"""A connection pool whose waits are not changed by a jump of the machine's clock."""

import time
from typing import Any

from sqlalchemy.pool import ConnectionPoolEntry, QueuePool
from sqlalchemy.util import queue


class _MonotonicQueue(queue.Queue[ConnectionPoolEntry]):
    """SQLAlchemy's queue ends a wait by the wall clock: after a jump back, it waits for hours."""

    def get(self, block: bool = True, timeout: float | None = None) -> ConnectionPoolEntry:
        if not block or timeout is None:
            return super().get(block, timeout)
        deadline = time.monotonic() + timeout
        with self.not_empty:
            while self._empty():
                left = deadline - time.monotonic()
                if left <= 0:
                    raise queue.Empty
                self.not_empty.wait(left)
            item = self._get()
            self.not_full.notify()
            return item


class MonotonicPool(QueuePool):
    _queue_class: Any = _MonotonicQueue
