"""Exports with many rows: the worker writes their files, one after the other.

A file belongs to no record until its row names it: a worker that is killed leaves a row behind that is begun anew, and
never half a file.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import select, update

from regie.access.actor import Actor
from regie.core.db.database import Database
from regie.core.files.removals import give_up, take_into_use
from regie.core.files.store import FileStore, new_key
from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.queries import find_person
from regie.domains.administration.exports.actions import Lists, find_list, forget_exports, made_file, rights_of
from regie.domains.administration.exports.extract import Extract
from regie.domains.administration.exports.models import Export
from regie.domains.administration.exports.telling import tell_of_export
from regie.domains.people.notifications.actions import Notifier

log = structlog.get_logger("regie.exports")
MAX_ATTEMPTS = 3
_UNDER_WAY = ("waiting", "running")
_WAITING = select(Export.api_id).where(Export.status.in_(_UNDER_WAY)).order_by(Export.id)


class _GivenUp(Exception):
    """The export was cancelled, or the worker ends."""


@dataclass(slots=True)
class ExportWriter:
    """Writes the file of one export, and notifies its owner."""

    database: Database
    clock: Clock
    files: FileStore
    # The lists come with every call of the application: they are loaded by the first export, and not before.
    load_lists: Callable[[], Lists]
    notifier: Notifier
    is_stopping: Callable[[], bool] = lambda: False

    def find_waiting(self) -> Sequence[str]:
        with self.database.read() as db:
            return db.execute(_WAITING).scalars().all()

    def run(self, api_id: str) -> None:
        """Begins anew what an earlier worker did not end."""
        with self.database.read() as db:
            found = select(Export.__table__).where(Export.api_id == api_id, Export.status.in_(_UNDER_WAY))
            row = db.execute(found).first()
        if row is None:
            return
        try:
            self._begin(row)
            self._write(row)
        except _GivenUp:
            log.info("export given up", export=row.api_id)
        except Exception:
            log.exception("export failed", export=row.api_id)
            with suppress(_GivenUp), self.database.write() as session:
                self._change(session, row.id, {"status": "failed", "finished_at": self.clock.now()})
                tell_of_export(session, self.notifier, row, "failed", self.clock)

    def purge(self) -> None:
        with self.database.write() as session:
            forget_exports(session, self.clock.now())

    def _begin(self, row: Any) -> None:
        if row.tries >= MAX_ATTEMPTS:
            raise RuntimeError(f"begun {row.tries} times")
        self._note(row.id, status="running", started_at=self.clock.now(), done=0, tries=row.tries + 1)

    def _write(self, row: Any) -> None:
        call = find_list(self.load_lists(), row.list_name)
        with self.database.snapshot() as db:
            actor = find_person(db, row.user_id, row.locale)
            clock = self.clock.in_zone(actor.zone)
            extract = Extract(
                db, actor, clock, call, row, self.notifier.origin, lambda done: self._progress(row.id, done)
            )
            with made_file(extract) as path:
                self._keep(row, actor, path)

    def _progress(self, key: int, done: int) -> None:
        if self.is_stopping():
            raise _GivenUp
        self._note(key, done=done)

    def _keep(self, row: Any, actor: Actor, path: Path) -> None:
        """The content first, then the row that names it: what breaks off in between is swept."""
        key = new_key()
        with self.database.write() as session:
            give_up(session, [key], self.clock.now())
        with path.open("rb") as file:
            self.files.put(key, file)
        done = {"status": "ready", "done": row.total, "finished_at": self.clock.now()}
        kept = {"storage_key": key, "size": path.stat().st_size, "rights": rights_of(actor)}
        with self.database.write() as session:
            take_into_use(session, key)
            self._change(session, row.id, done | kept)
            tell_of_export(session, self.notifier, row, "ready", self.clock.in_zone(actor.zone))

    def _note(self, key: int, **values: Any) -> None:
        with self.database.write() as session:
            self._change(session, key, values)

    def _change(self, session: Any, key: int, values: dict[str, Any]) -> None:
        wanted = update(Export).where(Export.id == key, Export.status.in_(_UNDER_WAY))
        if session.execute(wanted.values(values)).rowcount == 0:
            raise _GivenUp
