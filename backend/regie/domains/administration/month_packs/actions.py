"""Downloads the files of month-end packs, and queues a failed pack again."""

from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.core.api.errors import NotFound
from regie.core.audit.activity import log_event
from regie.core.db.ids import is_api_id
from regie.domains.records.months.models import ClosedMonth, MonthPack, MonthPackFile


class PackContent(NamedTuple):
    """A stored file of a pack."""

    storage_key: str
    file_name: str
    format: str
    size: int


def open_pack_file(session: Session, api_id: str) -> PackContent:
    """Return a file for download, which is logged; raise NotFound for an unknown one."""
    statement = (
        select(MonthPackFile, ClosedMonth.api_id)
        .join(MonthPack, MonthPack.id == MonthPackFile.pack_id)
        .join(ClosedMonth, ClosedMonth.id == MonthPack.closing_id)
        .where(MonthPackFile.api_id == api_id)
    )
    found = session.execute(statement).first() if is_api_id(api_id) else None
    if found is None:
        raise NotFound
    file, closing = found
    log_event(session, "downloaded", subject="month", api_id=closing, name=file.file_name, topic="money")
    return PackContent(file.storage_key, file.file_name, file.format, file.size)


def retry_pack(session: Session, api_id: str) -> None:
    """Queue a failed pack again; one that was written in the meantime is not an error."""
    failed = select(MonthPack).where(MonthPack.api_id == api_id, MonthPack.status == "failed")
    pack = session.execute(failed.with_for_update()).scalar_one_or_none()
    if pack is not None:
        pack.status, pack.tries, pack.finished_at = "waiting", 0, None
