"""Checks and applies large files in the worker, one after the other.

Reading takes longest and locks nothing; one transaction then makes all changes. A crash before it leaves the import as
it was requested, and it starts again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol

import structlog
from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import Changed, FieldError, Problem, Unavailable
from regie.core.audit.activity import set_author
from regie.core.db.database import Database
from regie.core.files.spreadsheet_reader import Spreadsheet, UnreadableSpreadsheet
from regie.core.files.store import FileStore
from regie.core.text.locale import Locale
from regie.core.time.clock import Clock
from regie.domains.administration.imports.actions import (
    apply_import,
    check_import,
    purge_imports,
    read_file,
    refuse_import,
)
from regie.domains.administration.imports.models import Import
from regie.domains.records.settings.queries import read_settings

log = structlog.get_logger("regie.imports")
_WAITING_STATES = ("queued", "applying")
_WAITING = select(Import.api_id).where(Import.state.in_(_WAITING_STATES)).order_by(Import.id)


class LoadActor(Protocol):
    """Returns the sender of the file with their current permissions (`sessions.queries.load_actor`)."""

    def __call__(self, db: Connection, user_id: int, locale: Locale) -> Actor: ...


@dataclass(frozen=True, slots=True)
class Importer:
    database: Database
    files: FileStore
    clock: Clock
    load_actor: LoadActor

    def find_waiting(self) -> Sequence[str]:
        with self.database.read() as db:
            return db.execute(_WAITING).scalars().all()

    def purge(self) -> None:
        with self.database.write() as session:
            retention = timedelta(days=read_settings(session.connection())["retention_imports_days"])
            purge_imports(session, self.clock.now() - retention)

    def run(self, api_id: str) -> None:
        with self.database.read() as db:
            found = select(Import.__table__).where(Import.api_id == api_id, Import.state.in_(_WAITING_STATES))
            row = db.execute(found).first()
        if row is not None:
            self._process(row)

    def _process(self, row: Any) -> None:
        import_id = row.id
        try:
            table = read_file(self.files, row)
            self._check_or_apply(import_id, row.state, table)
        except (SQLAlchemyError, Unavailable):
            # The database or the file store is unavailable: the import waits.
            raise
        except Changed:
            self._set_state(import_id, "outdated")
        except UnreadableSpreadsheet as unreadable:
            self._refuse(import_id, unreadable.reason)
        except Problem as problem:
            self._refuse(import_id, problem)
        except Exception:
            # An unexpected error in one file must not block the others.
            log.exception("a file could not be read", import_id=import_id)
            self._refuse(import_id, FieldError("import_failed"))

    def _check_or_apply(self, import_id: int, state: str, table: Spreadsheet) -> None:
        with self.database.write() as session:
            record = self._load_waiting(session, import_id, state)
            if record is None:
                return
            actor = self.load_actor(session.connection(), record.user_id, record.locale)
            set_author(session, actor, self.clock.now())
            clock = self.clock.in_zone(actor.zone)
            (apply_import if state == "applying" else check_import)(session, actor, record, table, clock)

    def _load_waiting(self, session: Session, import_id: int, state: str) -> Import | None:
        waiting = select(Import).where(Import.id == import_id, Import.state == state)
        return session.execute(waiting.with_for_update()).scalar_one_or_none()

    def _refuse(self, import_id: int, reason: FieldError | Problem) -> None:
        with self.database.write() as session:
            record = session.execute(select(Import).where(Import.id == import_id).with_for_update()).scalar_one()
            refuse_import(session, record, reason)

    def _set_state(self, import_id: int, state: str) -> None:
        with self.database.write() as session:
            record = session.execute(select(Import).where(Import.id == import_id).with_for_update()).scalar_one()
            record.state = state
