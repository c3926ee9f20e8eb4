"""Records backups and their verification, and confirms that a restored copy is the live one."""

from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from regie.core.api.errors import Invalid
from regie.core.audit.activity import log_event
from regie.core.restored_copy import Restore
from regie.domains.administration.backups.models import Backup, BackupVerification

_RETENTION = timedelta(days=400)
_MAX_ERROR_LENGTH = 500
_MAX_NAME_LENGTH = 255


def record_backup(
    session: Session, started_at: datetime, finished_at: datetime, *, size: int | None = None, error: str | None = None
) -> None:
    """Record a backup that succeeded, with its size, or failed, with the reason."""
    session.execute(delete(Backup).where(Backup.finished_at < finished_at - _RETENTION))
    session.add(
        Backup(
            started_at=started_at,
            finished_at=finished_at,
            outcome="failed" if error else "succeeded",
            size=size,
            error=error[:_MAX_ERROR_LENGTH] if error else None,
        )
    )


def record_verification(
    session: Session, verified_at: datetime, backup_name: str, backup_at: datetime | None, *, error: str | None = None
) -> None:
    """Record that a backup was found intact, or why it cannot be restored."""
    session.execute(delete(BackupVerification).where(BackupVerification.verified_at < verified_at - _RETENTION))
    session.add(
        BackupVerification(
            verified_at=verified_at,
            outcome="failed" if error else "succeeded",
            backup_name=backup_name[:_MAX_NAME_LENGTH],
            backup_at=backup_at,
            error=error[:_MAX_ERROR_LENGTH] if error else None,
        )
    )


def confirm_live_copy(session: Session, now: datetime) -> None:
    """Release mail and synchronization; Invalid where this is no unconfirmed copy."""
    restore = session.execute(select(Restore).where(Restore.confirmed_at.is_(None)).with_for_update()).scalar()
    if restore is None:
        raise Invalid(code="no_restored_copy")
    restore.confirmed_at = now
    log_event(
        session,
        "live_copy_confirmed",
        subject="backup",
        api_id=None,
        name=f"{restore.backup_at:%Y-%m-%d %H:%M} UTC",
        topic="access",
    )
