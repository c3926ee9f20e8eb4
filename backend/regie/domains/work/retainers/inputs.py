"""Reads the inputs of ledger calculations, for many retainers in a fixed number of statements."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, fields
from datetime import date, timedelta
from decimal import Decimal
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, and_, func, or_, select

from regie.core.lists.listing import Statement
from regie.core.money.amounts import currency_digits
from regie.domains.records.dated_fields.queries import read_dated_rows
from regie.domains.records.dated_fields.schemas import RETAINER_FIELDS, Timeline
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.projects.figures import ONGOING
from regie.domains.records.projects.models import Project, ProjectFee
from regie.domains.records.projects.queries import Pauses, read_pauses
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.retainers.ledger import (
    NOTHING,
    HourBatch,
    LedgerLine,
    Terms,
    WorkedHours,
    build_earlier_lines,
    build_open_lines,
    month_of,
)

AnyRow = Row[*tuple[Any, ...]]
_PROJECT = select(
    Project.id, Project.kind, Project.status, Project.start_on, Project.end_on, Project.currency, Project.ledger_from,
    Project.opening_hours,
).order_by(Project.id)  # fmt: skip
_HOURS_FIELDS = (RETAINER_FIELDS["included_hours"], RETAINER_FIELDS["rollover"])
_FEES = select(ProjectFee.project_id, ProjectFee.starts_on, ProjectFee.amount).order_by(
    ProjectFee.project_id, ProjectFee.starts_on
)
_STORED = select(RetainerPeriod.__table__).order_by(RetainerPeriod.project_id, RetainerPeriod.starts_on)
# The hours that the retainer counts: all or billable ones.
IS_COUNTED = and_(TimeEntry.deleted_at.is_(None), or_(Project.counted_hours == "all", TimeEntry.is_billable))
_MINUTES = (
    select(Project.id.label("project_id"), TimeEntry.worked_on, func.sum(TimeEntry.minutes).label("minutes"))
    .join(TimeEntry, TimeEntry.teamwork_project_id == Project.teamwork_project_id)
    .where(IS_COUNTED, TimeEntry.worked_on.is_not(None))
    .group_by(Project.id, TimeEntry.worked_on)
    .order_by(Project.id)
)
_COLUMNS = tuple(field.name for field in fields(LedgerLine) if field.name != "batches")


@dataclass(frozen=True, slots=True)
class Ledger:
    """A retainer's stored periods, and the lines calculated from its dated terms and its hours."""

    project_id: int
    terms: Terms
    worked: WorkedHours
    # The lines before the first month of the ledger.
    earlier: tuple[LedgerLine, ...]
    locked: tuple[LedgerLine, ...]
    open: tuple[LedgerLine, ...]
    # The stored rows of open periods and of those before the ledger, by month.
    stored: dict[date, AnyRow]
    # Those outside the retainer's current dates.
    stale_ids: tuple[int, ...]

    @property
    def lines(self) -> tuple[LedgerLine, ...]:
        return (*self.earlier, *self.locked, *self.open)


@dataclass(frozen=True, slots=True)
class _Dated:
    """A retainer's terms with their days."""

    fees: list[AnyRow]
    pauses: Pauses
    hours: dict[str, Timeline]


def read_ledgers(db: Connection, project_ids: Collection[int], today: date, *, lock: bool = False) -> list[Ledger]:
    """Return the ledgers in the order of the ids; `lock` locks the retainers until the transaction ends."""
    projects = _PROJECT.where(Project.id.in_(project_ids))
    found = db.execute(projects.with_for_update() if lock else projects).all()
    fees = _group_by_project(db, _FEES.where(ProjectFee.project_id.in_(project_ids)))
    stored = _group_by_project(db, _STORED.where(RetainerPeriod.project_id.in_(project_ids)))
    minutes = _group_by_project(db, _MINUTES.where(Project.id.in_(project_ids)))
    pauses = read_pauses(db, Project.id.in_(project_ids))
    hours = read_dated_rows(db, _HOURS_FIELDS, (), Project.id.in_(project_ids))
    return [
        _build_ledger(
            row, _Dated(fees.get(row.id, []), pauses.get(row.id, []), hours[row.id].timelines), stored.get(row.id, []),
            minutes.get(row.id, []), today,
        )
        for row in found
    ]  # fmt: skip


def _group_by_project(db: Connection, statement: Statement) -> dict[int, list[AnyRow]]:
    rows: Iterator[AnyRow] = iter(db.execute(statement).all())
    return {key: list(group) for key, group in groupby(rows, key=lambda row: row.project_id)}


def _build_ledger(project: AnyRow, dated: _Dated, rows: list[AnyRow], minutes: list[AnyRow], today: date) -> Ledger:
    locked = tuple(line_from_row(row) for row in rows if row.status == "locked")
    stored: dict[date, AnyRow] = {}
    for row in (row for row in rows if row.status != "locked"):
        stored.setdefault(month_of(row.starts_on), row)
    adjustments = {month: row.adjustment for month, row in stored.items()}
    terms = _terms(project, dated, rows)
    worked = WorkedHours({row.worked_on: int(row.minutes) for row in minutes})
    earlier = tuple(build_earlier_lines(terms, adjustments, worked))
    lines = tuple(build_open_lines(terms, locked, adjustments, worked, today))
    current_ids = {stored[month].id for line in (*earlier, *lines) if (month := month_of(line.starts_on)) in stored}
    stale = tuple(row.id for row in rows if row.status != "locked" and row.id not in current_ids)
    return Ledger(project.id, terms, worked, earlier, locked, lines, stored, stale)


def _terms(project: AnyRow, dated: _Dated, rows: list[AnyRow]) -> Terms:
    return Terms(
        starts_on=project.start_on,
        ends_on=_last_day(project, rows),
        included_hours=dated.hours["included_hours"],
        rollover=dated.hours["rollover"],
        fees=[(row.starts_on, row.amount) for row in dated.fees],
        pauses=dated.pauses,
        currency_digits=currency_digits(project.currency),
        ledger_from=project.ledger_from,
        opening_hours=project.opening_hours or NOTHING,
    )


def _last_day(project: AnyRow, rows: list[AnyRow]) -> date | None:
    """Return the last day; a retainer that does not run and has no last day gets no further periods."""
    before_start = project.start_on - timedelta(days=1)
    if project.kind != "retainer":
        return before_start
    if project.status in ONGOING or (project.end_on is not None and project.status not in ("draft", "cancelled")):
        return project.end_on
    return rows[-1].ends_on if rows else before_start


def line_from_row(row: AnyRow) -> LedgerLine:
    """Return a stored period as a line."""
    batches = tuple(HourBatch(date.fromisoformat(month), Decimal(hours)) for month, hours in row.hour_batches)
    return LedgerLine(**{name: getattr(row, name) for name in _COLUMNS}, batches=batches)


def columns_from_line(line: LedgerLine) -> dict[str, object]:
    """Return a line as the columns of its row."""
    hour_batches = [[batch.month.isoformat(), f"{batch.hours:.2f}"] for batch in line.batches]
    return {**{name: getattr(line, name) for name in _COLUMNS}, "hour_batches": hour_batches}
