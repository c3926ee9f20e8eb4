"""Writes large exports in the worker, one after the other.

The row names the file only once it is complete: after a crash the export starts again, and no partial file is ever
offered.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import structlog
from sqlalchemy import Connection, select, update

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.db.database import Database
from regie.core.disk import is_disk_full
from regie.core.files.removals import cancel_removal, schedule_removal
from regie.core.files.store import FileStore, new_storage_key
from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.queries import load_actor
from regie.domains.administration.exports.actions import (
    Lists,
    find_endpoint,
    hash_permissions,
    purge_exports,
    write_temporary_file,
)
from regie.domains.administration.exports.export_file import ExportFile
from regie.domains.administration.exports.models import Export
from regie.domains.administration.exports.notifications import notify_owner
from regie.domains.people.notifications.actions import Notifier

log = structlog.get_logger("regie.exports")
MAX_ATTEMPTS = 3
_UNFINISHED = ("waiting", "running")
_WAITING = select(Export.api_id).where(Export.status.in_(_UNFINISHED)).order_by(Export.id)


class _Stopped(Exception):
    """Raised when the export was deleted or the worker stops."""


@dataclass(slots=True)
class ExportWriter:
    """Writes the file of one export and notifies its owner."""

    database: Database
    clock: Clock
    files: FileStore
    # Loading the lists imports all routes, so the first export does it.
    load_lists: Callable[[], Lists]
    notifier: Notifier
    # Writes the ZIP file of an export that is no list (`personal_data.actions`).
    write_archive: Callable[[Connection, FileStore, Any, Path], None]
    is_stopping: Callable[[], bool] = lambda: False

    def find_waiting(self) -> Sequence[str]:
        with self.database.read() as db:
            return db.execute(_WAITING).scalars().all()

    def run(self, api_id: str) -> None:
        """Write one export; one that an earlier worker left unfinished starts again."""
        with self.database.read() as db:
            found = select(Export.__table__).where(Export.api_id == api_id, Export.status.in_(_UNFINISHED))
            row = db.execute(found).first()
        if row is None:
            return
        try:
            self._start(row)
            self._write(row)
        except _Stopped:
            log.info("export stopped", export=row.api_id)
        except Exception as error:
            log.exception("export failed", export=row.api_id)
            self._fail(row, is_disk_full(error))

    def _fail(self, row: Any, is_disk_full: bool) -> None:
        """End the export; a full disk is named to administrators alone."""
        with suppress(_Stopped), self.database.write() as session:
            owner = load_actor(session.connection(), row.user_id, row.locale) if is_disk_full else None
            is_named = owner is not None and owner.can(Permission.SETTINGS_EDIT)
            self._update_row(session, row.id, {"status": "failed", "finished_at": self.clock.now()})
            notify_owner(session, self.notifier, row, "stopped_by_disk" if is_named else "failed", self.clock)

    def purge(self) -> None:
        with self.database.write() as session:
            purge_exports(session, self.clock.now())

    def _start(self, row: Any) -> None:
        if row.tries >= MAX_ATTEMPTS:
            raise RuntimeError(f"started {row.tries} times")
        self._update(row.id, status="running", started_at=self.clock.now(), done=0, tries=row.tries + 1)

    def _write(self, row: Any) -> None:
        if row.format == "zip":
            self._write_archive(row)
            return
        endpoint = find_endpoint(self.load_lists(), row.list_name)
        with self.database.snapshot() as db:
            actor = load_actor(db, row.user_id, row.locale)
            clock = self.clock.in_zone(actor.zone)
            export_file = ExportFile(
                db, actor, clock, endpoint, row, self.notifier.origin, lambda done: self._progress(row.id, done)
            )
            with write_temporary_file(export_file) as path:
                self._save(row, actor, path)

    def _write_archive(self, row: Any) -> None:
        with self.database.snapshot() as db, TemporaryDirectory(prefix="regie-export-") as folder:
            actor, path = load_actor(db, row.user_id, row.locale), Path(folder) / "file"
            self.write_archive(db, self.files, row, path)
            self._save(row, actor, path)

    def _progress(self, export_id: int, done: int) -> None:
        if self.is_stopping():
            raise _Stopped
        self._update(export_id, done=done)

    def _save(self, row: Any, actor: Actor, path: Path) -> None:
        """Store the file, then the row that names it; a crash in between leaves a file that is removed later."""
        key = new_storage_key()
        with self.database.write() as session:
            schedule_removal(session, [key], self.clock.now())
        with path.open("rb") as file:
            self.files.put(key, file)
        done = {"status": "ready", "done": row.total, "finished_at": self.clock.now()}
        stored = {"storage_key": key, "size": path.stat().st_size, "permissions_hash": hash_permissions(actor)}
        with self.database.write() as session:
            cancel_removal(session, key)
            self._update_row(session, row.id, done | stored)
            notify_owner(session, self.notifier, row, "ready", self.clock.in_zone(actor.zone))

    def _update(self, export_id: int, **values: Any) -> None:
        with self.database.write() as session:
            self._update_row(session, export_id, values)

    def _update_row(self, session: Any, export_id: int, values: dict[str, Any]) -> None:
        statement = update(Export).where(Export.id == export_id, Export.status.in_(_UNFINISHED))
        if session.execute(statement.values(values)).rowcount == 0:
            raise _Stopped
