"""Files that are too large to be tried or taken over while somebody waits: one after the other, by the worker.

Reading takes the longest and holds nobody up; the transaction that follows decides everything at once. Whatever kills
the worker in between leaves the import as it was asked for, and the next look begins it anew.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Protocol

import structlog
from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.activity import act_as
from regie.core.clock import Clock
from regie.core.db import Database
from regie.core.errors import Changed, FieldError, Problem, Unavailable
from regie.core.files import FileStore
from regie.core.locale import Locale
from regie.core.tables import Table, Unreadable
from regie.domains.imports.actions import apply_import, check_import, forget_imports, read_file, refuse_import
from regie.domains.imports.models import Import

log = structlog.get_logger("regie.imports")
KEPT_FOR = timedelta(days=30)


class FindPerson(Protocol):
    """In whose name a file is brought, with the rights that they have now (`sessions.queries.find_person`)."""

    def __call__(self, db: Connection, user_id: int, locale: Locale) -> Actor: ...


class Importer:
    def __init__(
        self, database: Database, files: FileStore, clock: Clock, find: FindPerson, is_ending: Callable[[], bool]
    ) -> None:
        self._database, self._files, self._clock = database, files, clock
        self._find, self._is_ending = find, is_ending

    def look(self) -> None:
        """Whatever waits, the oldest first."""
        waiting = select(Import.id).where(Import.state.in_(("queued", "applying"))).order_by(Import.id)
        with self._database.read() as db:
            ids = list(db.execute(waiting).scalars())
        for import_id in ids:
            if self._is_ending():
                return
            self._work(import_id)

    def forget_old(self) -> None:
        with self._database.write() as session:
            forget_imports(session, self._clock.now() - KEPT_FOR)

    def _work(self, import_id: int) -> None:
        with self._database.read() as db:
            row = db.execute(select(Import.__table__).where(Import.id == import_id)).one()
        try:
            table = read_file(self._files, row)  # type: ignore[arg-type]
            self._decide(import_id, row.state, table)
        except Unavailable:
            log.warning("files are away", import_id=import_id)
        except Changed:
            self._end(import_id, "outdated")
        except Unreadable as unreadable:
            self._refuse(import_id, unreadable.reason)
        except Problem as problem:
            self._refuse(import_id, problem)
        except SQLAlchemyError:
            raise
        except Exception:
            # A file that nobody foresaw must not hold up the others, nor the worker.
            log.exception("a file could not be read", import_id=import_id)
            self._refuse(import_id, FieldError("import_failed"))

    def _decide(self, import_id: int, state: str, table: Table) -> None:
        with self._database.write() as session:
            one = self._take(session, import_id, state)
            if one is None:
                return
            actor = self._find(session.connection(), one.user_id, one.locale)  # type: ignore[arg-type]
            act_as(session, actor, self._clock.now())
            clock = self._clock.in_zone(actor.zone)
            (apply_import if state == "applying" else check_import)(session, actor, one, table, clock)

    def _take(self, session: Session, import_id: int, state: str) -> Import | None:
        waiting = select(Import).where(Import.id == import_id, Import.state == state)
        return session.execute(waiting.with_for_update()).scalar_one_or_none()

    def _refuse(self, import_id: int, reason: FieldError | Problem) -> None:
        with self._database.write() as session:
            one = session.execute(select(Import).where(Import.id == import_id).with_for_update()).scalar_one()
            refuse_import(session, one, reason)

    def _end(self, import_id: int, state: str) -> None:
        with self._database.write() as session:
            one = session.execute(select(Import).where(Import.id == import_id).with_for_update()).scalar_one()
            one.state = state
