"""Writes the month-end packs of closings in the worker.

The files are stored first and named in one transaction: a pack has all of its files or none, and never changes them.
"""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import structlog
from sqlalchemy import select, update

from regie.core.db.database import Database
from regie.core.files.removals import cancel_removal, schedule_removal
from regie.core.files.store import FileStore, new_storage_key
from regie.core.text.locale import LOCALES, Locale, translate
from regie.core.time.clock import Clock
from regie.core.time.instants import format_month
from regie.domains.administration.month_packs.content import CONTENT, PackContent, build_documents, read_content
from regie.domains.people.notifications.actions import Notifier, notify
from regie.domains.records.months.models import ClosedMonth, MonthPack, MonthPackFile
from regie.domains.records.settings.queries import read_settings
from regie.domains.records.users.models import User

log = structlog.get_logger("regie.month_packs")
MAX_ATTEMPTS = 3
_UNFINISHED = ("waiting", "running")
_WAITING = select(MonthPack.api_id).where(MonthPack.status.in_(_UNFINISHED)).order_by(MonthPack.id)
_FORMATS = ("pdf", "xlsx")


class _Stopped(Exception):
    """Raised when another worker finished the pack."""


@dataclass(frozen=True, slots=True)
class _WrittenFile:
    format: str
    locale: Locale
    name: str
    path: Path


@dataclass(slots=True)
class MonthPackWriter:
    """Writes the four files of one pack, and notifies its recipients."""

    database: Database
    clock: Clock
    files: FileStore
    notifier: Notifier

    def find_waiting(self) -> Sequence[str]:
        with self.database.read() as db:
            return db.execute(_WAITING).scalars().all()

    def run(self, api_id: str) -> None:
        """Write one pack; one that an earlier worker left unfinished starts again."""
        with self.database.read() as db:
            found = select(MonthPack.__table__).where(MonthPack.api_id == api_id, MonthPack.status.in_(_UNFINISHED))
            row = db.execute(found).first()
        if row is None:
            return
        try:
            self._start(row)
            self._write(row)
        except _Stopped:
            log.info("month-end pack was finished already", pack=api_id)
        except Exception:
            log.exception("month-end pack failed", pack=api_id)
            with suppress(_Stopped), self.database.write() as session:
                self._update(session, row.id, {"status": "failed", "finished_at": self.clock.now()})

    def _start(self, row: Any) -> None:
        if row.tries >= MAX_ATTEMPTS:
            raise RuntimeError(f"started {row.tries} times")
        with self.database.write() as session:
            self._update(session, row.id, {"status": "running", "tries": row.tries + 1})

    def _write(self, row: Any) -> None:
        with TemporaryDirectory(prefix="regie-pack-") as folder:
            with self.database.snapshot() as db:
                content = read_content(db, self.clock, row.closing_id)
            self._save(row, content, list(self._write_files(content, Path(folder))))

    def _write_files(self, content: PackContent, folder: Path) -> Iterator[_WrittenFile]:
        # Imported here: only packs need this large library.
        from regie.domains.administration.month_packs.pdf import write_pdf
        from regie.domains.administration.month_packs.workbook import write_xlsx

        month = f"{content.statement.month:%Y-%m}"
        for locale, document in build_documents(content).items():
            for format, write in zip(_FORMATS, (write_pdf, write_xlsx), strict=True):
                path = folder / f"{locale}.{format}"
                write(path, document)
                name = translate(locale, "pack.file_name", month=month, format=format)
                yield _WrittenFile(format, locale, name, path)

    def _save(self, row: Any, content: PackContent, written: Sequence[_WrittenFile]) -> None:
        """Store the files, then the rows that name them; a crash in between leaves files that are removed later."""
        keys = [new_storage_key() for _ in written]
        with self.database.write() as session:
            schedule_removal(session, keys, self.clock.now())
        for key, one in zip(keys, written, strict=True):
            with one.path.open("rb") as file:
                self.files.put(key, file)
        with self.database.write() as session:
            stored = CONTENT.dump_python(content, mode="json")
            self._update(session, row.id, {"status": "ready", "finished_at": self.clock.now(), "content": stored})
            for key, one in zip(keys, written, strict=True):
                cancel_removal(session, key)
                session.add(_describe_file(row.id, key, one))
            self._notify(session, row)

    def _notify(self, session: Any, row: Any) -> None:
        """Notify the recipients of the settings; those who may not see months any more are left out."""
        closing = session.get_one(ClosedMonth, row.closing_id)
        chosen = read_settings(session.connection())["month_pack_recipients"]
        notify(
            session,
            self.notifier,
            kind="month_pack_ready",
            recipients=session.execute(select(User.id).where(User.api_id.in_(chosen))).scalars(),
            values={"month_words": {locale: format_month(closing.month, locale) for locale in LOCALES}},
            link=f"/months/{closing.name}",
            dedup_key=f"month_pack:{row.api_id}",
            now=self.clock.now(),
        )

    def _update(self, session: Any, pack_id: int, values: dict[str, Any]) -> None:
        statement = update(MonthPack).where(MonthPack.id == pack_id, MonthPack.status.in_(_UNFINISHED))
        if session.execute(statement.values(values)).rowcount == 0:
            raise _Stopped


def _describe_file(pack_id: int, key: str, one: _WrittenFile) -> MonthPackFile:
    content = one.path.read_bytes()
    return MonthPackFile(
        pack_id=pack_id,
        format=one.format,
        locale=one.locale,
        file_name=one.name,
        storage_key=key,
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
    )
