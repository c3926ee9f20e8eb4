"""API schemas of the worker's status."""

from datetime import datetime

from regie.core.api.wire import Output


class WorkerStatus(Output):
    """`seen_at` is the last heartbeat of any worker; null when none ever ran."""

    is_running: bool
    seen_at: datetime | None
