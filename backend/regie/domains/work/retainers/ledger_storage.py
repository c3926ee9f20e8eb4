"""Updates stored periods from calculated ledgers; only differences are written."""

from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime

from sqlalchemy import Table, bindparam, insert, select, update
from sqlalchemy.orm import Session

from regie.core.audit.activity import without_audit
from regie.core.db.ids import new_api_id
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.retainers.inputs import Ledger, columns_from_line, line_from_row, read_ledgers
from regie.domains.work.retainers.ledger import LedgerLine, month_of

_PERIOD_ID = bindparam("id_")


def refresh_ledgers(session: Session, project_ids: Collection[int], today: date) -> list[Ledger]:
    """Return the current ledgers after storing their open periods; without changes, nothing is written."""
    session.flush()
    ledgers = read_ledgers(session.connection(), project_ids, today, lock=True)
    _delete_periods(session, [key for ledger in ledgers for key in ledger.stale_ids])
    table = RetainerPeriod.__table__
    assert isinstance(table, Table)
    if changed := [row for ledger in ledgers for row in _changed_rows(ledger)]:
        names = {name: bindparam(name) for name in changed[0] if name != _PERIOD_ID.key}
        session.execute(without_audit(update(table).where(table.c.id == _PERIOD_ID).values(names)), changed)
    if missing := [row for ledger in ledgers for row in _missing_rows(ledger)]:
        session.execute(insert(table), missing)
    return ledgers


def _changed_rows(ledger: Ledger) -> Iterator[dict[str, object]]:
    for line, status in _current_lines(ledger):
        row = ledger.stored.get(month_of(line.starts_on))
        if row is not None and (row.status != status or line_from_row(row) != line):
            yield columns_from_line(line) | {"status": status, "id_": row.id}


def _missing_rows(ledger: Ledger) -> Iterator[dict[str, object]]:
    return (
        new_period_row(ledger.project_id, line) | {"status": status}
        for line, status in _current_lines(ledger)
        if month_of(line.starts_on) not in ledger.stored
    )


def _current_lines(ledger: Ledger) -> Iterator[tuple[LedgerLine, str]]:
    """Yield the lines that follow terms and hours, with their status."""
    yield from ((line, "before") for line in ledger.earlier)
    yield from ((line, "open") for line in ledger.open)


def new_period_row(project_id: int, line: LedgerLine) -> dict[str, object]:
    now = datetime.now(UTC)
    own = {"api_id": new_api_id(), "project_id": project_id, "status": "open", "version": 1}
    return columns_from_line(line) | own | {"created_at": now, "updated_at": now}


def _delete_periods(session: Session, keys: list[int]) -> None:
    """Delete periods outside the retainer's dates; logged, because they may contain adjustments."""
    if not keys:
        return
    statement = (
        select(RetainerPeriod, Project.name)
        .join(Project, Project.id == RetainerPeriod.project_id)
        .where(RetainerPeriod.id.in_(keys))
    )
    for period, name in session.execute(statement):
        period.title = period_title(name, period.starts_on)
        session.delete(period)
    session.flush()


def period_title(project: str, starts_on: date) -> str:
    """The name of a period in the activity log."""
    return f"{project[:180]} ({starts_on:%Y-%m})"
