"""Creates, downloads and deletes exports."""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, delete, func, or_, select
from sqlalchemy.orm import Session
from starlette.responses import Response

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.list_endpoints import ListEndpoint
from regie.core.api.errors import FieldError, Forbidden, Invalid, NotFound
from regie.core.audit.activity import log_event
from regie.core.files.downloads import Download
from regie.core.files.removals import schedule_removal
from regie.core.files.spreadsheet_writer import MAX_SHEET_ROWS
from regie.core.time.clock import Clock
from regie.domains.administration.exports.export_file import MIMES, ExportFile, list_title
from regie.domains.administration.exports.models import Export
from regie.domains.administration.exports.notifications import withdraw_export_notification
from regie.domains.administration.exports.queries import find_export, visible_exports
from regie.domains.administration.exports.schemas import ExportCreate
from regie.domains.records.settings.queries import read_settings

# The worker writes larger exports.
MAX_IMMEDIATE_ROWS = 5_000
MAX_UNFINISHED = 3
# Small exports are written during the download, which follows at once.
IMMEDIATE_RETENTION = timedelta(hours=1)
_CHUNK_SIZE = 256 * 1024
Lists = Mapping[str, ListEndpoint]


def file_retention(session: Session) -> timedelta:
    return timedelta(days=read_settings(session.connection())["retention_exports_days"])


def find_endpoint(lists: Lists, list_name: str) -> ListEndpoint:
    """Return the endpoint of a list; raise Invalid unless it can be exported."""
    endpoint = lists.get(list_name.partition(".")[0])
    if endpoint is None or endpoint.export is None:
        raise Invalid({"list_name": "list"})
    return endpoint


def create_export(session: Session, actor: Actor, clock: Clock, data: ExportCreate, lists: Lists) -> str:
    """Create an export and return its api_id; small ones are ready at once, the worker writes the others."""
    endpoint = find_endpoint(lists, data.list_name)
    _require_columns(endpoint, actor, data.columns)
    query = endpoint.parse_query(data.query)
    query = query if data.ids is None else query.with_selected(data.ids)
    row_count = endpoint.fetch_page(session.connection(), actor, clock, query.with_page(1, 1))["meta"]["total"]
    if data.format == "xlsx" and row_count > MAX_SHEET_ROWS:
        raise Invalid({"format": FieldError("too_many_lines", most=MAX_SHEET_ROWS)})
    is_immediate = row_count <= MAX_IMMEDIATE_ROWS
    if not is_immediate:
        require_capacity(session, actor)
    now, title = clock.now(), list_title(actor.locale, data.list_name)
    export = Export(
        user_id=actor.user_id,
        list_name=data.list_name,
        query=data.query,
        columns=data.columns,
        selected_ids=data.ids,
        format=data.format,
        locale=actor.locale,
        file_name=f"{title} {clock.today()}.{data.format}",
        status="ready" if is_immediate else "waiting",
        total=row_count,
        created_at=now,
        expires_at=now + (IMMEDIATE_RETENTION if is_immediate else file_retention(session)),
    )
    session.add(export)
    session.flush()
    _log_export(session, export, title)
    return export.api_id


def _log_export(session: Session, export: Export, title: str) -> None:
    """Log the export; exports of the activity log are logged on the log itself."""
    details = {"rows": export.total, "format": export.format.upper()}
    if export.list_name == "activity":
        log_event(session, "exported", subject="activity", api_id=None, name=title, details=details)
    else:
        log_event(session, "exported", subject="export", api_id=export.api_id, name=title, details=details)


def _require_columns(endpoint: ListEndpoint, actor: Actor, names: list[str]) -> None:
    known = [column.id for column in endpoint.allowed_columns(actor)]
    if not set(names) <= set(known) or len(set(names)) < len(names):
        raise Invalid({"columns": FieldError("choice", allowed=", ".join(known))})


def require_capacity(session: Session, actor: Actor) -> None:
    unfinished = (visible_exports(), Export.status.in_(("waiting", "running")))
    count = session.execute(select(func.count()).select_from(Export).where(*unfinished), actor.params).scalar_one()
    if count >= MAX_UNFINISHED:
        raise Invalid(code="exports_under_way")


def delete_export(session: Session, actor: Actor, api_id: str, now: datetime) -> None:
    """Delete an export; the worker stops writing it, and its file is removed."""
    row = find_export(session.connection(), actor, api_id)
    session.execute(delete(Export).where(Export.id == row.id))
    withdraw_export_notification(session, row)
    if row.storage_key is not None:
        schedule_removal(session, [row.storage_key], now)


def retry_export(session: Session, api_id: str, now: datetime) -> None:
    """Queue a failed export again for its owner, and log it; one that was deleted or has expired is not an error."""
    failed = select(Export).where(Export.api_id == api_id, Export.status == "failed", Export.expires_at > now)
    export = session.execute(failed.with_for_update()).scalar_one_or_none()
    if export is not None:
        export.status, export.tries, export.done, export.finished_at = "waiting", 0, 0, None
        withdraw_export_notification(session, export)
        log_event(session, "retried", subject="export", api_id=export.api_id, name=export.file_name)


def purge_exports(session: Session, now: datetime) -> None:
    """Delete expired exports and their files; a shorter setting applies to existing ones too."""
    is_old = or_(Export.expires_at <= now, Export.created_at <= now - file_retention(session))
    deleted = session.execute(delete(Export).where(is_old).returning(Export.storage_key))
    schedule_removal(session, [key for key in deleted.scalars() if key is not None], now)


def download_export(db: Connection, actor: Actor, context: AppContext, api_id: str) -> Response:
    """Return the file; raise NotFound until it is ready and after it has expired."""
    row = find_export(db, actor, api_id)
    if row.status != "ready" or row.expires_at <= context.clock.now():
        raise NotFound
    name, mime = row.file_name, MIMES[row.format]
    endpoint = None if row.format == "zip" else find_endpoint(context.lists, row.list_name)
    if endpoint is not None:
        endpoint.require_export(actor)
    if endpoint is not None and row.storage_key is None:
        return Download(partial(_stream, context, actor, endpoint, row), name=name, mime=mime, size=None)
    if row.permissions_hash != hash_permissions(actor):
        raise Forbidden("export_of_other_rights")
    return Download(partial(context.files.open, row.storage_key), name=name, mime=mime, size=row.size)


def _stream(context: AppContext, actor: Actor, endpoint: ListEndpoint, row: Any) -> Iterator[bytes]:
    """Uses a connection of its own: that of the request is closed before the first chunk."""
    with context.database.snapshot() as db:
        export_file = ExportFile(db, actor, context.clock, endpoint, row, context.origin)
        if row.format == "csv":
            yield from export_file.write_csv()
            return
        with write_temporary_file(export_file) as path, path.open("rb") as file:
            while chunk := file.read(_CHUNK_SIZE):
                yield chunk


@contextmanager
def write_temporary_file(export_file: ExportFile) -> Iterator[Path]:
    """Write the complete file, which exists until the block ends."""
    with TemporaryDirectory(prefix="regie-export-") as folder:
        path = Path(folder) / "file"
        if export_file.request.format == "xlsx":
            export_file.write_xlsx(path)
        else:
            with path.open("wb") as file:
                file.writelines(export_file.write_csv())
        yield path


def hash_permissions(actor: Actor) -> str:
    """Return a digest of the user's permissions: a stored file requires those with which it was written."""
    permissions = sorted(f"{permission.value}:{scope.value}" for permission, scope in actor.permissions.items())
    return hashlib.sha256("\n".join(permissions).encode()).hexdigest()
