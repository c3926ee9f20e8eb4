"""Adds the month-end packs of closings, downloads their files, and queues a failed pack again."""

from typing import NamedTuple

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import NotFound
from regie.core.audit.activity import log_event
from regie.core.db.ids import is_api_id
from regie.core.time.clock import Clock
from regie.domains.administration.month_packs.content import CONTENT, compose_content
from regie.domains.insights.statistics.queries import Published
from regie.domains.records.months.models import ClosedMonth, MonthPack, MonthPackFile


class PackContent(NamedTuple):
    """A stored file of a pack."""

    storage_key: str
    file_name: str
    format: str
    size: int


def add_pack(
    session: Session, records: Connection, actor: Actor, clock: Clock, closing: ClosedMonth, published: Published
) -> None:
    """Add the pack of a closing with all that it says, read from the snapshot that its figures are read from.

    The worker writes its files.
    """
    content = compose_content(records, actor, clock, closing, actor.name, published)
    stored = CONTENT.dump_python(content, mode="json")
    session.add(MonthPack(closing_id=closing.id, created_at=clock.now(), content=stored))


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
