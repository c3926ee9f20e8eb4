"""The demo's ledgers: every month before the last one locked, as people would have kept them month by month."""

from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import Table, bindparam, insert, select, update
from sqlalchemy.orm import Session

from regie.core.audit.activity import without_audit
from regie.core.db.database import Database
from regie.demo.dice import dice
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.retainers.inputs import Ledger, columns_of, read_ledgers
from regie.domains.work.retainers.ledger import Line, Worked, month_of, open_lines
from regie.domains.work.retainers.storing import new_row

_A_BATCH = 100
_REASONS = (
    "Heures offertes à la suite du lancement",
    "Rencontre de planification non facturée",
    "Goodwill after the outage in spring",
    "Moved from another project by mistake",
)
_LOCKED_ON_DAY = 5
_ADJUSTED, _TOO_EARLY = 0.06, 0.08


def keep_ledgers(database: Database, owner_id: int, today: date) -> int:
    """Lock what is old of the retainers that nobody has locked anything of yet: how many periods that was."""
    with database.write() as session:
        begun = select(RetainerPeriod.project_id).where(RetainerPeriod.status == "locked")
        unkept = select(Project.id).where(
            Project.kind == "retainer", Project.status != "draft", Project.id.not_in(begun)
        )
        keys = session.execute(unkept.order_by(Project.id)).scalars().all()
    locked = 0
    for start in range(0, len(keys), _A_BATCH):
        with database.write() as session:
            locked += _keep(session, keys[start : start + _A_BATCH], owner_id, today)
    return locked


def _keep(session: Session, keys: Sequence[int], owner_id: int, today: date) -> int:
    """What the worker has stored meanwhile is written over, but for what people have adjusted; the rest is new."""
    numbers = select(Project.id, Project.number).where(Project.id.in_(keys))
    number_of = {row.id: row.number for row in session.execute(numbers)}
    changed, missing = [], []
    for ledger in read_ledgers(session.connection(), keys, today, lock=True):
        if any(row.adjustment for row in ledger.stored.values()):
            continue
        for line, own in _rows(ledger, number_of[ledger.project_id], owner_id, today):
            stored = ledger.stored.get(month_of(line.starts_on))
            if stored is None:
                missing.append(new_row(ledger.project_id, line) | own)
            else:
                changed.append(columns_of(line) | own | {"id_": stored.id})
    table = RetainerPeriod.__table__
    assert isinstance(table, Table)
    if missing:
        session.execute(insert(table), missing)
    if changed:
        values = {name: bindparam(name) for name in changed[0] if name != "id_"}
        session.execute(without_audit(update(table).where(table.c.id == bindparam("id_")).values(values)), changed)
    return sum(row["status"] == "locked" for row in (*missing, *changed))


def _rows(ledger: Ledger, number: str, owner_id: int, today: date) -> Iterator[tuple[Line, dict[str, Any]]]:
    """All lines, those before the last month locked; each with what people did to it."""
    before = month_of(month_of(today) - timedelta(days=1))
    months = [month_of(line.starts_on) for line in ledger.open if line.ends_on < before]
    adjusted = {month: hours for month in months if (hours := _adjustment(number, month))}
    locked = _locked(ledger, number, months, adjusted)
    for line in locked:
        reason = dice("reason", number, line.starts_on).choice(_REASONS) if line.adjustment else None
        how = {"status": "locked", "locked_at": _locked_at(line.ends_on), "locked_by_id": owner_id}
        yield line, {"adjustment_reason": reason} | how
    for line in open_lines(ledger.terms, locked, {}, ledger.worked, today):
        yield line, {"adjustment_reason": None, "status": "open", "locked_at": None, "locked_by_id": None}


def _adjustment(number: str, month: date) -> Decimal:
    random = dice("adjustment", number, month)
    return Decimal(random.choice((-4, -2, 2, 3, 5))) if random.random() < _ADJUSTED else Decimal(0)


def _locked(ledger: Ledger, number: str, months: Sequence[date], adjusted: dict[date, Decimal]) -> list[Line]:
    """Some months were locked too early for the time of their last day, which is late in the next."""
    locked: list[Line] = []
    early = [month for month in months[:-1] if dice("early", number, month).random() < _TOO_EARLY]
    for month in (*early, *months[-1:]):
        worked = _too_early(ledger.worked, month) if month in early else ledger.worked
        locked += open_lines(ledger.terms, locked, adjusted, worked, _last_day(month))
    return locked


def _too_early(worked: Worked, month: date) -> Worked:
    """Half of the last day's time had not been logged yet."""
    days = [day for day in worked.minutes if month_of(day) == month]
    return Worked(worked.minutes | {max(days): worked.minutes[max(days)] // 2}) if days else worked


def _last_day(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def _locked_at(ends_on: date) -> datetime:
    day = _last_day(ends_on) + timedelta(days=_LOCKED_ON_DAY)
    return datetime.combine(day, time(14, 30), UTC)
