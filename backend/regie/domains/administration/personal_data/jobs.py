"""Applies the retention settings, and removes what an erasure leaves in files of the worker's machine."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import structlog
from sqlalchemy import select, update

from regie.core.audit.activity import purge_entries
from regie.core.db.database import Database
from regie.core.lists.text_index import rebuild_text_tables
from regie.core.mail.queue import purge_abandoned_mails
from regie.core.time.clock import Clock
from regie.core.time.months import add_months
from regie.domains.administration.personal_data.erasure import hash_address
from regie.domains.people.notifications.actions import purge_notifications
from regie.domains.records.personal_data.models import Erasure
from regie.domains.records.settings.queries import read_settings

log = structlog.get_logger("regie.retention")


@dataclass(frozen=True, slots=True)
class RetentionJob:
    """`outbox` is the folder with mail where no mail server is configured."""

    database: Database
    clock: Clock
    secrets: tuple[str, ...] = field(repr=False)
    outbox: Path

    def run_once(self) -> None:
        self._delete_old_rows()
        self._clean_after_erasures()

    def _delete_old_rows(self) -> None:
        now = self.clock.now()
        with self.database.write() as session:
            settings = read_settings(session.connection())
            purge_notifications(session, now, settings["retention_notifications_days"])
            if (months := settings["retention_activity_months"]) is not None:
                purge_entries(session, self.clock.start_of(add_months(self.clock.today(), -months)))
            if (days := settings["retention_mails_days"]) is not None:
                purge_abandoned_mails(session, now - timedelta(days=days))
                self._remove_mail_files(now - timedelta(days=days))

    def _remove_mail_files(self, before: datetime) -> None:
        for path in self._mail_files():
            if path.stat().st_mtime < before.timestamp():
                path.unlink(missing_ok=True)

    def _clean_after_erasures(self) -> None:
        """Remove mail files to erased people; rewrite SQLite's file, where deleted text stays until then."""
        with self.database.read() as db:
            uncleaned = select(Erasure.id, Erasure.address_hashes).where(Erasure.cleaned_at.is_(None))
            found = db.execute(uncleaned.order_by(Erasure.id)).all()
        if not found:
            return
        hashes = {one for row in found for one in row.address_hashes}
        for path in self._mail_files():
            to = str(message_from_bytes(path.read_bytes(), policy=default)["To"])
            if any(hash_address(secret, to) in hashes for secret in self.secrets):
                path.unlink(missing_ok=True)
        if self.database.is_sqlite:
            rebuild_text_tables(self.database.writes)
            with self.database.read() as db:
                db.exec_driver_sql("VACUUM")
                db.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        with self.database.write() as session:
            ids = [row.id for row in found]
            session.execute(update(Erasure).where(Erasure.id.in_(ids)).values(cleaned_at=self.clock.now()))
        log.info("cleaned after erasures", count=len(found))

    def _mail_files(self) -> Iterator[Path]:
        return self.outbox.glob("*.eml")
