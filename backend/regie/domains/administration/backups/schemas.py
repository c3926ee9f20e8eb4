"""API schemas of backups."""

from datetime import datetime
from typing import Literal

from regie.core.api.wire import Output


class BackupRow(Output):
    """A backup that ended; `size` in bytes, null for a failed one; `error` says why it failed."""

    started_at: datetime
    finished_at: datetime
    outcome: Literal["succeeded", "failed"]
    size: int | None
    error: str | None


class VerificationRow(Output):
    """A verified backup, made at `backup_at` if that is known; `error` says why it cannot be restored."""

    verified_at: datetime
    outcome: Literal["succeeded", "failed"]
    backup_name: str
    backup_at: datetime | None
    error: str | None


class RestoredCopy(Output):
    """The backup that this copy was restored from."""

    backup_at: datetime
    restored_at: datetime


class BackupStatus(Output):
    """`restored_copy` is null on the live copy; `max_age_days` is 0 where no backups are expected."""

    last: BackupRow | None
    last_success_at: datetime | None
    last_verification: VerificationRow | None
    max_age_days: int
    is_overdue: bool
    restored_copy: RestoredCopy | None
