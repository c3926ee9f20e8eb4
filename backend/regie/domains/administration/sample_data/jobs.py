"""Loads and removes sample data in the worker.

The sample is created in a database of its own and then copied in one transaction, which first makes sure that no real
record exists: a crash leaves nothing, and the work starts again.
"""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import structlog
from sqlalchemy import Connection, func, select, update
from sqlalchemy.orm import Session

from regie.core.audit.activity import SessionAuthor, log_event, set_author
from regie.core.db.database import Database
from regie.core.files.store import FileStore
from regie.core.sample_data import SampleData
from regie.core.time.clock import Clock
from regie.domains.administration.sample_data.copying import copy_sample, read_last_entry, store_files
from regie.domains.administration.sample_data.queries import count_added, is_empty
from regie.domains.administration.sample_data.removal import remove_sample
from regie.domains.administration.sample_data.schemas import SampleError
from regie.domains.administration.sample_data.tables import lock_tables
from regie.domains.integrations.connections.queries import Environment
from regie.domains.records.projects.actions import read_last_number
from regie.domains.records.users.models import User

log = structlog.get_logger("regie.sample_data")
# The keys of fictional users are far above those of people who are invited meanwhile.
_USER_DISTANCE = 1_000
_COPYING = 95
_WAITING = select(SampleData.state).where(SampleData.state.in_(("loading", "removing")))


class GenerationFailed(Exception):
    """The sample could not be created; the log of the worker says why."""


class GenerationStopped(Exception):
    """The worker stops: the sample is created again when it has started."""


@dataclass(frozen=True, slots=True)
class SampleDataJob:
    """Executes what an administrator requested.

    `generate` creates the sample in a folder, with users from a key on, and reports its progress in percent.
    """

    database: Database
    clock: Clock
    files: FileStore
    environment: Environment
    folder: Path
    generate: Callable[[Path, int, Callable[[int], None]], None]

    def find_waiting(self) -> Sequence[str]:
        with self.database.read() as db:
            return db.execute(_WAITING).scalars().all()

    def run(self, state: str) -> None:
        if state == "removing":
            self._remove()
            return
        try:
            self._load()
        except GenerationStopped:
            log.info("loading sample data was stopped")
        except GenerationFailed:
            log.exception("sample data was not created")
            self._fail("failed")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def give_up(self, state: str) -> None:
        """End a loading that ended its process repeatedly; a removal is repeated on request."""
        if state == "loading":
            self._fail("interrupted")
            return
        with self.database.write() as session:
            removing = update(SampleData).where(SampleData.state == "removing")
            session.execute(removing.values(state="loaded", error="interrupted"))

    def _load(self) -> None:
        with self.database.read() as db:
            if db.execute(_WAITING).scalar() != "loading":
                return
            first_user = (db.execute(select(func.max(User.id))).scalar() or 0) + _USER_DISTANCE
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(mode=0o700, parents=True)
        self.generate(self.folder, first_user, self._report)
        self._report(_COPYING)
        source = Database(f"sqlite:///{self.folder / 'regie.sqlite'}", is_read_only=True)
        try:
            with source.read() as rows:
                keys = store_files(self.database, rows, self.folder / "files", self.files, self.clock.now())
                with self.database.write() as session:
                    if row := self._lock(session, "loading"):
                        self._copy(session, row, rows, keys)
        finally:
            source.close()

    def _copy(self, session: Session, row: SampleData, rows: Connection, keys: Sequence[str]) -> None:
        if not is_empty(session.connection(), self.environment):
            row.state, row.error = "failed", "not_empty"
            return
        row.activity_before, row.number_before = read_last_entry(session), read_last_number(session)
        copy_sample(session, rows, keys)
        now = self.clock.now()
        row.state, row.progress, row.loaded_at = "loaded", 100, now
        self._log(session, row, "sample_data_loaded")

    def _remove(self) -> None:
        with self.database.write() as session:
            row = self._lock(session, "removing")
            if row is None:
                return
            if sum(one["count"] for one in count_added(session.connection())) != row.accepted:
                row.state, row.error = "loaded", "added"
                return
            self._log(session, row, "sample_data_removed")
            remove_sample(session, row, self.clock.now())

    def _lock(self, session: Session, state: str) -> SampleData | None:
        """Return the row if it still waits for this work, locked together with the tables of the sample."""
        row = session.execute(select(SampleData).where(SampleData.state == state).with_for_update()).scalar()
        if row is not None:
            lock_tables(session)
        return row

    def _log(self, session: Session, row: SampleData, action: str) -> None:
        user = session.get(User, row.requested_by_id) if row.requested_by_id else None
        set_author(session, SessionAuthor(user.api_id, user.name) if user else None, self.clock.now())
        log_event(session, action, subject="settings", api_id=None, name="")

    def _report(self, progress: int) -> None:
        with self.database.write() as session:
            loading = update(SampleData).where(SampleData.state == "loading")
            session.execute(loading.values(progress=progress))

    def _fail(self, error: SampleError) -> None:
        with self.database.write() as session:
            loading = update(SampleData).where(SampleData.state == "loading")
            session.execute(loading.values(state="failed", error=error))
