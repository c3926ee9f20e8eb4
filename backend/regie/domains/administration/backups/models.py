"""Stores when backups were made and verified, so that administrators see an overdue or damaged one."""

from datetime import datetime

from sqlalchemy import BigInteger, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.db.model import Model

OUTCOMES = ("succeeded", "failed")


class Backup(Model):
    """A run of `regie backup` that ended; an interrupted one leaves no row."""

    __tablename__ = "backups"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    started_at: Mapped[datetime]
    finished_at: Mapped[datetime]
    outcome: Mapped[str] = mapped_column(String(10))
    # Bytes; null for a failed backup.
    size: Mapped[int | None] = mapped_column(BigInteger)
    # Why it failed.
    error: Mapped[str | None] = mapped_column(String(500))


class BackupVerification(Model):
    """A run of `regie backup --verify` that ended."""

    __tablename__ = "backup_verifications"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    verified_at: Mapped[datetime]
    outcome: Mapped[str] = mapped_column(String(10))
    # The name of its folder or file.
    backup_name: Mapped[str] = mapped_column(String(255))
    # When the backup was made; null where its manifest cannot be read.
    backup_at: Mapped[datetime | None]
    # Why it cannot be restored.
    error: Mapped[str | None] = mapped_column(String(500))
