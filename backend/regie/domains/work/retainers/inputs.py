"""What the ledger is worked out from, read for many retainers at once in a fixed number of statements."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, fields
from datetime import date, timedelta
from decimal import Decimal
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, and_, func, or_, select

from regie.core.lists.listing import Statement
from regie.core.money.amounts import digits_of
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.projects.figures import ONGOING
from regie.domains.records.projects.models import Project, ProjectFee
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.retainers.ledger import NOTHING, Line, Lot, Terms, Worked, month_of, open_lines

AnyRow = Row[*tuple[Any, ...]]
_PROJECT = select(
    Project.id, Project.kind, Project.status, Project.start_on, Project.end_on, Project.currency, Project.rollover,
    Project.included_hours, Project.rollover_cap_hours, Project.rollover_expiry_months,
).order_by(Project.id)  # fmt: skip
_FEES = select(ProjectFee.project_id, ProjectFee.starts_on, ProjectFee.amount).order_by(
    ProjectFee.project_id, ProjectFee.starts_on
)
_STORED = select(RetainerPeriod.__table__).order_by(RetainerPeriod.project_id, RetainerPeriod.starts_on)
# As the retainer counts them: all hours or the billable ones.
_COUNTED = and_(TimeEntry.deleted_at.is_(None), or_(Project.counted_hours == "all", TimeEntry.is_billable))
_MINUTES = (
    select(Project.id.label("project_id"), TimeEntry.worked_on, func.sum(TimeEntry.minutes).label("minutes"))
    .join(TimeEntry, TimeEntry.teamwork_project_id == Project.teamwork_project_id)
    .where(_COUNTED, TimeEntry.worked_on.is_not(None))
    .group_by(Project.id, TimeEntry.worked_on)
    .order_by(Project.id)
)
_COLUMNS = tuple(field.name for field in fields(Line) if field.name != "lots")


@dataclass(frozen=True, slots=True)
class Ledger:
    """One retainer: what is stored of it, and the lines that follow from its terms and hours today."""

    project_id: int
    terms: Terms
    worked: Worked
    locked: tuple[Line, ...]
    open: tuple[Line, ...]
    # The stored rows of open periods, by their month.
    stored: dict[date, AnyRow]
    # Open rows that the retainer's dates no longer contain.
    stale_ids: tuple[int, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        return (*self.locked, *self.open)


def read_ledgers(db: Connection, project_ids: Collection[int], today: date, *, lock: bool = False) -> list[Ledger]:
    """In the order of the ids; `lock` keeps others from changing the same retainers until the transaction ends."""
    projects = _PROJECT.where(Project.id.in_(project_ids))
    found = db.execute(projects.with_for_update() if lock else projects).all()
    fees = _by_project(db, _FEES.where(ProjectFee.project_id.in_(project_ids)))
    stored = _by_project(db, _STORED.where(RetainerPeriod.project_id.in_(project_ids)))
    minutes = _by_project(db, _MINUTES.where(Project.id.in_(project_ids)))
    return [_ledger(row, fees.get(row.id, []), stored.get(row.id, []), minutes.get(row.id, []), today) for row in found]


def _by_project(db: Connection, statement: Statement) -> dict[int, list[AnyRow]]:
    rows: Iterator[AnyRow] = iter(db.execute(statement).all())
    return {key: list(group) for key, group in groupby(rows, key=lambda row: row.project_id)}


def _ledger(project: AnyRow, fees: list[AnyRow], rows: list[AnyRow], minutes: list[AnyRow], today: date) -> Ledger:
    locked = tuple(line_of(row) for row in rows if row.status == "locked")
    stored: dict[date, AnyRow] = {}
    for row in (row for row in rows if row.status == "open"):
        stored.setdefault(month_of(row.starts_on), row)
    adjustments = {month: row.adjustment for month, row in stored.items()}
    terms = _terms(project, fees, rows)
    worked = Worked({row.worked_on: int(row.minutes) for row in minutes})
    lines = tuple(open_lines(terms, locked, adjustments, worked, today))
    kept = {stored[month].id for line in lines if (month := month_of(line.starts_on)) in stored}
    stale = tuple(row.id for row in rows if row.status == "open" and row.id not in kept)
    return Ledger(project.id, terms, worked, locked, lines, stored, stale)


def _terms(project: AnyRow, fees: list[AnyRow], rows: list[AnyRow]) -> Terms:
    return Terms(
        starts_on=project.start_on,
        ends_on=_ends_on(project, rows),
        included_hours=project.included_hours or NOTHING,
        rollover=project.rollover or "none",
        cap_hours=project.rollover_cap_hours,
        expiry_months=project.rollover_expiry_months,
        fees=[(row.starts_on, row.amount) for row in fees],
        currency_digits=digits_of(project.currency),
    )


def _ends_on(project: AnyRow, rows: list[AnyRow]) -> date | None:
    """Its last day; what does not run, and has no last day, opens no period beyond those that it has."""
    never = project.start_on - timedelta(days=1)
    if project.kind != "retainer":
        return never
    if project.status in ONGOING or (project.end_on is not None and project.status not in ("draft", "cancelled")):
        return project.end_on
    return rows[-1].ends_on if rows else never


def line_of(row: AnyRow) -> Line:
    """A stored period as a line of the ledger."""
    lots = tuple(Lot(date.fromisoformat(month), Decimal(hours)) for month, hours in row.lots)
    return Line(**{name: getattr(row, name) for name in _COLUMNS}, lots=lots)


def columns_of(line: Line) -> dict[str, object]:
    """A line as the columns of its row."""
    lots = [[lot.month.isoformat(), f"{lot.hours:.2f}"] for lot in line.lots]
    return {**{name: getattr(line, name) for name in _COLUMNS}, "lots": lots}
