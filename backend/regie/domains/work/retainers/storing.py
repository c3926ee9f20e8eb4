"""Bringing the stored periods up to what the ledger says: only what differs is written."""

from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime

from sqlalchemy import Table, bindparam, insert, select, update
from sqlalchemy.orm import Session

from regie.core.audit.activity import without_audit
from regie.core.db.ids import new_api_id
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.retainers.inputs import Ledger, columns_of, line_of, read_ledgers
from regie.domains.work.retainers.ledger import Line, month_of

_CHANGED = bindparam("id_")


def refresh_ledgers(session: Session, project_ids: Collection[int], today: date) -> list[Ledger]:
    """The ledgers as they now are, their open periods stored so; harmless when nothing has changed."""
    session.flush()
    ledgers = read_ledgers(session.connection(), project_ids, today, lock=True)
    _remove(session, [key for ledger in ledgers for key in ledger.stale_ids])
    table = RetainerPeriod.__table__
    assert isinstance(table, Table)
    if changed := [row for ledger in ledgers for row in _changed(ledger)]:
        names = {name: bindparam(name) for name in changed[0] if name != _CHANGED.key}
        session.execute(without_audit(update(table).where(table.c.id == _CHANGED).values(names)), changed)
    if missing := [row for ledger in ledgers for row in _missing(ledger)]:
        session.execute(insert(table), missing)
    return ledgers


def _changed(ledger: Ledger) -> Iterator[dict[str, object]]:
    for line in ledger.open:
        row = ledger.stored.get(month_of(line.starts_on))
        if row is not None and line_of(row) != line:
            yield columns_of(line) | {"id_": row.id}


def _missing(ledger: Ledger) -> Iterator[dict[str, object]]:
    return (new_row(ledger.project_id, line) for line in ledger.open if month_of(line.starts_on) not in ledger.stored)


def new_row(project_id: int, line: Line) -> dict[str, object]:
    now = datetime.now(UTC)
    own = {"api_id": new_api_id(), "project_id": project_id, "status": "open", "version": 1}
    return columns_of(line) | own | {"created_at": now, "updated_at": now}


def _remove(session: Session, keys: list[int]) -> None:
    """Months that the retainer's dates no longer contain; the log says so, for somebody may have adjusted them."""
    if not keys:
        return
    gone = (
        select(RetainerPeriod, Project.name)
        .join(Project, Project.id == RetainerPeriod.project_id)
        .where(RetainerPeriod.id.in_(keys))
    )
    for period, name in session.execute(gone):
        period.title = title_of(name, period.starts_on)
        session.delete(period)
    session.flush()


def title_of(project: str, starts_on: date) -> str:
    """What the log calls a period."""
    return f"{project[:180]} ({starts_on:%Y-%m})"
