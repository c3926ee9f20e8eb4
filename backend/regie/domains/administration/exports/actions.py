"""Asking for an export, taking its file away, and giving it up."""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, delete, func, select
from sqlalchemy.orm import Session
from starlette.responses import Response

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.list_calls import ListCall
from regie.core.api.errors import FieldError, Forbidden, Invalid, NotFound
from regie.core.audit.activity import record
from regie.core.files.downloads import Download
from regie.core.files.removals import give_up
from regie.core.files.spreadsheet_writer import MAX_LINES
from regie.core.time.clock import Clock
from regie.domains.administration.exports.extract import MIMES, Extract, list_title
from regie.domains.administration.exports.models import Export
from regie.domains.administration.exports.queries import find_export, visible_exports
from regie.domains.administration.exports.schemas import ExportCreate
from regie.domains.administration.exports.telling import forget_telling

# More rows than these are written by the worker.
AT_ONCE = 5_000
MOST_UNDER_WAY = 3
KEPT_FOR = timedelta(days=7)
# Its file is made when it is downloaded, which is right after it was asked for.
OFFERED_FOR = timedelta(hours=1)
_CHUNK = 256 * 1024
Lists = Mapping[str, ListCall]


def find_list(lists: Lists, list_name: str) -> ListCall:
    """The call of a list that can be taken away; Invalid for any other."""
    call = lists.get(list_name.partition(".")[0])
    if call is None or call.exported is None:
        raise Invalid({"list_name": "list"})
    return call


def create_export(session: Session, actor: Actor, clock: Clock, data: ExportCreate, lists: Lists) -> str:
    """Ask for a file: its api_id. Few rows are ready at once; of many the worker will make it."""
    call = find_list(lists, data.list_name)
    _require_columns(call, actor, data.columns)
    query = call.read(data.query)
    query = query if data.ids is None else query.of(data.ids)
    total = call.answer(session.connection(), actor, clock, query.at(1, 1))["meta"]["total"]
    if data.format == "xlsx" and total > MAX_LINES:
        raise Invalid({"format": FieldError("too_many_lines", most=MAX_LINES)})
    is_small = total <= AT_ONCE
    if not is_small:
        _require_room(session, actor)
    now, title = clock.now(), list_title(actor.locale, data.list_name)
    export = Export(
        user_id=actor.user_id,
        list_name=data.list_name,
        query=data.query,
        columns=data.columns,
        picked=data.ids,
        format=data.format,
        locale=actor.locale,
        file_name=f"{title} {clock.today()}.{data.format}",
        status="ready" if is_small else "waiting",
        total=total,
        created_at=now,
        expires_at=now + (OFFERED_FOR if is_small else KEPT_FOR),
    )
    session.add(export)
    session.flush()
    _log(session, export, title)
    return export.api_id


def _log(session: Session, export: Export, title: str) -> None:
    """Who took what away, and how much; of the log itself it is said where the log is spoken of."""
    details = {"rows": export.total, "format": export.format.upper()}
    if export.list_name == "activity":
        record(session, "exported", subject="activity", api_id=None, name=title, details=details)
    else:
        record(session, "exported", subject="export", api_id=export.api_id, name=title, details=details)


def _require_columns(call: ListCall, actor: Actor, names: list[str]) -> None:
    known = [column.id for column in call.columns_of(actor)]
    if not set(names) <= set(known) or len(set(names)) < len(names):
        raise Invalid({"columns": FieldError("choice", allowed=", ".join(known))})


def _require_room(session: Session, actor: Actor) -> None:
    under_way = (visible_exports(), Export.status.in_(("waiting", "running")))
    count = session.execute(select(func.count()).select_from(Export).where(*under_way), actor.params).scalar_one()
    if count >= MOST_UNDER_WAY:
        raise Invalid(code="exports_under_way")


def delete_export(session: Session, actor: Actor, api_id: str, now: datetime) -> None:
    """One under way ends at its next rows; a file is swept."""
    row = find_export(session.connection(), actor, api_id)
    session.execute(delete(Export).where(Export.id == row.id))
    forget_telling(session, row)
    if row.storage_key is not None:
        give_up(session, [row.storage_key], now)


def forget_exports(session: Session, now: datetime) -> None:
    """What nobody came for in time."""
    gone = session.execute(delete(Export).where(Export.expires_at <= now).returning(Export.storage_key))
    give_up(session, [key for key in gone.scalars() if key is not None], now)


def download_export(db: Connection, actor: Actor, context: AppContext, api_id: str) -> Response:
    """The file; NotFound until it is ready, and when it has expired."""
    row = find_export(db, actor, api_id)
    if row.status != "ready" or row.expires_at <= context.clock.now():
        raise NotFound
    call = find_list(context.lists, row.list_name)
    call.require(actor)
    name, mime = row.file_name, MIMES[row.format]
    if row.storage_key is None:
        return Download(partial(_pieces, context, actor, call, row), name=name, mime=mime, size=None)
    if row.rights != rights_of(actor):
        raise Forbidden("export_of_other_rights")
    return Download(partial(context.files.open, row.storage_key), name=name, mime=mime, size=row.size)


def _pieces(context: AppContext, actor: Actor, call: ListCall, row: Any) -> Iterator[bytes]:
    """On a connection of its own: the request's is closed before the first piece."""
    with context.database.snapshot() as db:
        extract = Extract(db, actor, context.clock, call, row, context.origin)
        if row.format == "csv":
            yield from extract.write_csv()
            return
        with made_file(extract) as path, path.open("rb") as file:
            while piece := file.read(_CHUNK):
                yield piece


@contextmanager
def made_file(extract: Extract) -> Iterator[Path]:
    """The whole file, for as long as the block lasts."""
    with TemporaryDirectory(prefix="regie-export-") as folder:
        path = Path(folder) / "file"
        if extract.wish.format == "xlsx":
            extract.write_xlsx(path)
        else:
            with path.open("wb") as file:
                file.writelines(extract.write_csv())
        yield path


def rights_of(actor: Actor) -> str:
    """What somebody may do, in short: a file that is kept shows no more than its owner may see when they fetch it."""
    held = sorted(f"{permission.value}:{scope.value}" for permission, scope in actor.permissions.items())
    return hashlib.sha256("\n".join(held).encode()).hexdigest()
