"""Reads the last backups, their last verification and whether this is an unconfirmed restored copy."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, func, select

from regie.core.lists.shape import read_rows
from regie.core.restored_copy import Restore
from regie.domains.administration.backups.models import Backup, BackupVerification
from regie.domains.administration.backups.schemas import BackupRow, BackupStatus, RestoredCopy, VerificationRow

_LAST = select(*(getattr(Backup, name) for name in BackupRow.__annotations__)).order_by(Backup.id.desc()).limit(1)
_LAST_SUCCESS = select(func.max(Backup.finished_at)).where(Backup.outcome == "succeeded")
_LAST_VERIFICATION = (
    select(*(getattr(BackupVerification, name) for name in VerificationRow.__annotations__))
    .order_by(BackupVerification.id.desc())
    .limit(1)
)
_COPY = select(Restore.backup_at, Restore.restored_at).where(Restore.confirmed_at.is_(None)).order_by(Restore.id)


def describe_backups(db: Connection, max_age_days: int, now: datetime) -> BackupStatus:
    """Return the last backup and verification, whether one is overdue, and what a restored copy shows."""
    last, copies = read_rows(BackupRow, db.execute(_LAST)), read_rows(RestoredCopy, db.execute(_COPY))
    verifications = read_rows(VerificationRow, db.execute(_LAST_VERIFICATION))
    success_at = db.execute(_LAST_SUCCESS).scalar()
    is_current = success_at is not None and now - success_at <= timedelta(days=max_age_days)
    return {
        "last": last[0] if last else None,
        "last_success_at": success_at,
        "last_verification": verifications[0] if verifications else None,
        "max_age_days": max_age_days,
        "is_overdue": bool(max_age_days) and not is_current,
        "restored_copy": copies[0] if copies else None,
    }
