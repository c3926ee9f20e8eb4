"""Reads the hours of one month of a retainer, with the tasks that used them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy import Connection, func, select

from regie.core.time.months import end_of_month
from regie.domains.records.dated_fields.figures import value_at
from regie.domains.records.mirrors.models import TeamworkTask, TimeEntry
from regie.domains.records.projects.models import Project
from regie.domains.work.retainers.inputs import IS_COUNTED, read_ledgers
from regie.domains.work.retainers.ledger import NOTHING, LedgerLine, month_of

_MINUTES = (
    select(TeamworkTask.name, func.sum(TimeEntry.minutes).label("minutes"))
    .select_from(Project)
    .join(TimeEntry, TimeEntry.teamwork_project_id == Project.teamwork_project_id)
    .outerjoin(TeamworkTask, TeamworkTask.external_id == TimeEntry.teamwork_task_id)
    .where(IS_COUNTED)
    .group_by(TeamworkTask.name)
)


@dataclass(frozen=True, slots=True)
class TaskHours:
    """The hours of a task; `name` is None for entries without a task."""

    name: str | None
    hours: Decimal


@dataclass(frozen=True, slots=True)
class MonthHours:
    """The hours of a month, as the ledger counts them.

    included + carried + adjustment − late + settled − used = left, which is negative above the available hours.
    `settled` are hours that lapsed, or were billed, when a closing split the month in two.
    The hours of `tasks` and `recorded_later` add up to `used`: hours that were recorded or removed after the month was
    closed count in a later month.
    """

    starts_on: date
    ends_on: date
    is_closed: bool
    # Whether hours are included, carried over or granted; otherwise the month has hours used only.
    states_hours: bool
    included: Decimal
    carried: Decimal
    adjustment: Decimal
    late: Decimal
    settled: Decimal
    used: Decimal
    left: Decimal
    tasks: Sequence[TaskHours]
    recorded_later: Decimal

    @property
    def available(self) -> Decimal:
        return self.left + self.used


def read_month_hours(db: Connection, project_id: int, month: date, today: date) -> MonthHours | None:
    """Return the hours of the month that begins on `month`; None when the retainer has no period in it."""
    (ledger,) = read_ledgers(db, [project_id], today)
    days = (month, end_of_month(month))
    lines = [line for line in ledger.lines if days[0] <= line.starts_on <= days[1]]
    if not lines:
        return None
    locked = {line.starts_on for line in ledger.locked}
    included, adjustment = _sum(lines, "base_hours"), _sum(lines, "adjustment")
    late, used = _sum(lines, "late_hours"), _sum(lines, "used_hours")
    carried, left = lines[0].rollover_in, lines[-1].closing_balance
    tasks = _read_tasks(db, project_id, lines[0].starts_on, lines[-1].ends_on)
    return MonthHours(
        starts_on=lines[0].starts_on,
        ends_on=lines[-1].ends_on,
        is_closed=all(line.starts_on in locked for line in lines),
        states_hours=value_at(ledger.terms.included_hours, lines[-1].ends_on) is not None
        or max(included, carried, adjustment) > 0,
        included=included,
        carried=carried,
        adjustment=adjustment,
        late=late,
        settled=left - (included + carried + adjustment - late - used),
        used=used,
        left=left,
        tasks=tasks,
        recorded_later=used - sum((task.hours for task in tasks), NOTHING),
    )


def read_started_months(db: Connection, project_id: int, today: date) -> list[date]:
    """Return the first days of the retainer's months that have begun, the newest first."""
    (ledger,) = read_ledgers(db, [project_id], today)
    return sorted({month_of(line.starts_on) for line in ledger.lines if line.starts_on <= today}, reverse=True)


def _sum(lines: Sequence[LedgerLine], name: str) -> Decimal:
    return sum((getattr(line, name) for line in lines), NOTHING)


def _read_tasks(db: Connection, project_id: int, first: date, last: date) -> Sequence[TaskHours]:
    """Return the tasks, the most hours first; entries without a task come last."""
    counted = _MINUTES.where(Project.id == project_id, TimeEntry.worked_on.between(first, last))
    found = [(row.name, int(row.minutes)) for row in db.execute(counted) if row.minutes]
    found.sort(key=lambda task: task[0] or "")
    shares = share_hours([minutes for _, minutes in found])
    tasks = [TaskHours(name, hours) for (name, _), hours in zip(found, shares, strict=True)]
    return sorted(tasks, key=lambda task: (task.name is None, -task.hours, task.name or ""))


def share_hours(minutes: Sequence[int]) -> list[Decimal]:
    """Return the hours of each part with two decimals; they add up to the rounded hours of the whole.

    Hundredths that rounding down leaves go, one each, to the largest remainders.
    """
    total = (sum(minutes) * 100 + 30) // 60
    parts = [part * 100 // 60 for part in minutes]
    by_remainder = sorted(range(len(minutes)), key=lambda index: (-(minutes[index] * 100 % 60), index))
    for index in by_remainder[: total - sum(parts)]:
        parts[index] += 1
    return [Decimal(part).scaleb(-2) for part in parts]
