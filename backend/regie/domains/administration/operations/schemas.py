"""API schemas of the operations page."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import StringConstraints

from regie.core.api.wire import Input, Output
from regie.domains.administration.backups.schemas import BackupStatus
from regie.domains.integrations.sync.schemas import Connection

QueueName = Literal["synchronization", "mail", "imports", "exports", "month_packs", "exchange_rates", "recalculation"]
FailureKind = Literal["synchronization", "mail", "export", "month_pack", "exchange_rates", "job"]
RetryableKind = Literal["synchronization", "mail", "export", "month_pack", "exchange_rates"]
FailureAction = Literal["retry", "dismiss"]
IssueCode = Literal[
    "no_worker", "restored_copy", "low_disk_space", "backup_overdue", "backup_failed", "backup_damaged",
    "service_failing", "queue_delayed", "failures", "other_release",
]  # fmt: skip


class Issue(Output):
    """What needs attention: which service, queue, disk, host or backup; `at` is since when, or the last success."""

    code: IssueCode
    subject: str | None
    at: datetime | None
    count: int | None


class Process(Output):
    """A worker, or the web process that answered; `seen_at` is its last heartbeat."""

    kind: Literal["web", "worker"]
    host: str
    process_id: int
    release: str
    started_at: datetime
    seen_at: datetime
    is_running: bool


class QueueStatus(Output):
    """`oldest_at` is since when the oldest work waits; `failed` counts the failures of the last day."""

    name: QueueName
    waiting: int
    running: int
    oldest_at: datetime | None
    failed: int


class Failure(Output):
    """Failed work. `id` identifies it for a retry; `count` is above one for a job that failed repeatedly.

    `next_try_at` is null where nothing is retried automatically.
    """

    id: str
    kind: FailureKind
    subject: str
    at: datetime
    count: int
    cause: str
    what_to_do: str
    next_try_at: datetime | None
    can: list[FailureAction]


class Disk(Output):
    """The disk of a folder; sizes are in bytes."""

    content: Literal["data", "files"]
    free: int
    total: int
    is_low: bool


class Storage(Output):
    """Sizes in bytes; `files` are those that records name. Disks of a database server or bucket are unknown."""

    database_size: int
    files: int
    files_size: int
    disks: list[Disk]


class Operations(Output):
    """`failures` has the newest; `failures_total` counts all. Without `issues`, everything works."""

    at: datetime
    issues: list[Issue]
    processes: list[Process]
    queues: list[QueueStatus]
    failures: list[Failure]
    failures_total: int
    storage: Storage
    backup: BackupStatus
    services: list[Connection]


class FailureRetry(Input):
    """A failure of the page; one that is resolved already is not an error."""

    kind: RetryableKind
    id: Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=r"^[0-9a-z_.-]+$")]
