"""Applies what begins with a day, before the first request of the day: no job has to run at midnight."""

import threading
from collections.abc import Callable, Sequence
from datetime import date
from typing import Protocol

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from regie.core.audit.activity import set_author
from regie.core.db.database import Database
from regie.core.time.clock import Clock

log = structlog.get_logger("regie.day_start")
# Every time zone differs from UTC by a multiple of 15 minutes, so no day begins in between.
_SECONDS = 900


class ApplyDay(Protocol):
    """Applies what begins on a day; `is_due` says whether anything does, without a transaction."""

    def is_due(self, db: Connection, today: date) -> bool: ...

    def apply(self, session: Session, clock: Clock) -> None: ...


class DayStart:
    """Applies each day once per process; a second process finds nothing due."""

    def __init__(self, read_zone: Callable[[Connection], str], parts: Sequence[ApplyDay]) -> None:
        self._read_zone, self._parts = read_zone, parts
        self._lock = threading.Lock()
        self._checked_at, self._day = -1, date.min

    def ensure(self, database: Database, clock: Clock) -> None:
        quarter = int(clock.now().timestamp()) // _SECONDS
        if quarter == self._checked_at:
            return
        with self._lock:
            if quarter != self._checked_at and self._start_day(database, clock):
                self._checked_at = quarter

    def _start_day(self, database: Database, clock: Clock) -> bool:
        """Return whether the day has begun; reads go on where a write is not possible."""
        with database.read() as db:
            local = clock.in_zone(self._read_zone(db))
            today = local.today()
            due = [] if today == self._day else [part for part in self._parts if part.is_due(db, today)]
        if due:
            try:
                with database.write() as session:
                    set_author(session, None, local.now())
                    for part in due:
                        part.apply(session, local)
            except SQLAlchemyError as error:
                log.warning("the terms that begin today were not applied", reason=type(error).__name__)
                return False
        self._day = today
        return True
