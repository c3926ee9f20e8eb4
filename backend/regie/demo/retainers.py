"""Locks the demo's retainer periods before last month, as users do month by month."""

from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import Table, bindparam, insert, select, update
from sqlalchemy.orm import Session

from regie.core.audit.activity import without_audit
from regie.core.db.database import Database
from regie.demo.seeded_random import seeded_random
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.retainers.inputs import Ledger, columns_from_line, read_ledgers
from regie.domains.work.retainers.ledger import LedgerLine, WorkedHours, build_open_lines, month_of
from regie.domains.work.retainers.ledger_storage import new_period_row

_BATCH_SIZE = 100
_REASONS = (
    "Heures offertes à la suite du lancement",
    "Rencontre de planification non facturée",
    "Goodwill after the outage in spring",
    "Moved from another project by mistake",
)
_LOCKED_ON_DAY = 5
_ADJUSTED_SHARE, _LOCKED_EARLY_SHARE = 0.06, 0.08


def lock_ledgers(database: Database, owner_id: int, today: date) -> int:
    """Lock past periods of retainers without a locked period; return the number of periods."""
    with database.write() as session:
        with_locked_period = select(RetainerPeriod.project_id).where(RetainerPeriod.status == "locked")
        query = select(Project.id).where(
            Project.kind == "retainer", Project.status != "draft", Project.id.not_in(with_locked_period)
        )
        project_ids = session.execute(query.order_by(Project.id)).scalars().all()
    locked = 0
    for start in range(0, len(project_ids), _BATCH_SIZE):
        with database.write() as session:
            locked += _store_ledgers(session, project_ids[start : start + _BATCH_SIZE], owner_id, today)
    return locked


def _store_ledgers(session: Session, project_ids: Sequence[int], owner_id: int, today: date) -> int:
    """Store the ledgers, replacing the worker's periods; skip ledgers with manual adjustments."""
    numbers = select(Project.id, Project.number).where(Project.id.in_(project_ids))
    numbers_by_project = {row.id: row.number for row in session.execute(numbers)}
    changed, missing = [], []
    for ledger in read_ledgers(session.connection(), project_ids, today, lock=True):
        if any(row.adjustment for row in ledger.stored.values()):
            continue
        for line, extra_columns in _ledger_rows(ledger, numbers_by_project[ledger.project_id], owner_id, today):
            stored = ledger.stored.get(month_of(line.starts_on))
            if stored is None:
                missing.append(new_period_row(ledger.project_id, line) | extra_columns)
            else:
                changed.append(columns_from_line(line) | extra_columns | {"id_": stored.id})
    table = RetainerPeriod.__table__
    assert isinstance(table, Table)
    if missing:
        session.execute(insert(table), missing)
    if changed:
        values = {name: bindparam(name) for name in changed[0] if name != "id_"}
        session.execute(without_audit(update(table).where(table.c.id == bindparam("id_")).values(values)), changed)
    return sum(row["status"] == "locked" for row in (*missing, *changed))


def _ledger_rows(
    ledger: Ledger, number: str, owner_id: int, today: date
) -> Iterator[tuple[LedgerLine, dict[str, Any]]]:
    """Return all lines, those before last month locked, with their columns for locks and adjustments."""
    before = month_of(month_of(today) - timedelta(days=1))
    months = [month_of(line.starts_on) for line in ledger.open if line.ends_on < before]
    adjusted = {month: hours for month in months if (hours := _choose_adjustment(number, month))}
    locked = _lock_months(ledger, number, months, adjusted)
    for line in locked:
        reason = seeded_random("reason", number, line.starts_on).choice(_REASONS) if line.adjustment else None
        lock = {"status": "locked", "locked_at": _locked_at(line.ends_on), "locked_by_id": owner_id}
        yield line, {"adjustment_reason": reason} | lock
    for line in build_open_lines(ledger.terms, locked, {}, ledger.worked, today):
        yield line, {"adjustment_reason": None, "status": "open", "locked_at": None, "locked_by_id": None}


def _choose_adjustment(number: str, month: date) -> Decimal:
    random = seeded_random("adjustment", number, month)
    return Decimal(random.choice((-4, -2, 2, 3, 5))) if random.random() < _ADJUSTED_SHARE else Decimal(0)


def _lock_months(
    ledger: Ledger, number: str, months: Sequence[date], adjusted: dict[date, Decimal]
) -> list[LedgerLine]:
    """Lock the months; some are locked too early, so that time of their last day counts as late in the next."""
    locked: list[LedgerLine] = []
    locked_early = [
        month for month in months[:-1] if seeded_random("early", number, month).random() < _LOCKED_EARLY_SHARE
    ]
    for month in (*locked_early, *months[-1:]):
        worked = _without_late_time(ledger.worked, month) if month in locked_early else ledger.worked
        locked += build_open_lines(ledger.terms, locked, adjusted, worked, _last_day(month))
    return locked


def _without_late_time(worked: WorkedHours, month: date) -> WorkedHours:
    """Return the month's work without half of its last day's time, which is logged late."""
    days = [day for day in worked.minutes if month_of(day) == month]
    return WorkedHours(worked.minutes | {max(days): worked.minutes[max(days)] // 2}) if days else worked


def _last_day(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def _locked_at(ends_on: date) -> datetime:
    day = _last_day(ends_on) + timedelta(days=_LOCKED_ON_DAY)
    return datetime.combine(day, time(14, 30), UTC)
