"""Who had an account, and when: what the activity log and the project say, for a proposal that people may change."""

from calendar import monthrange
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, select

from regie.core.audit.activity import ActivityEntry
from regie.core.time.clock import Clock
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from regie.domains.records.settings.queries import read_settings
from regie.domains.records.users.models import User
from regie.domains.work.churns.figures import A_DAY, divide


@dataclass(frozen=True, slots=True)
class Stretch:
    """Days, both ends included, on which an employee had the account."""

    employee_id: int
    starts_on: date
    ends_on: date

    def days_within(self, starts_on: date, ends_on: date) -> int:
        return max(0, (min(self.ends_on, ends_on) - max(self.starts_on, starts_on)).days + 1)


def read_stretches(db: Connection, project: Project, until: date, clock: Clock) -> list[Stretch]:
    """From the project's start to `until`: its account managers, as far as they are employees; else who leads it."""
    found = list(_stretches(db, project, until, clock))
    if not found and project.project_manager_id is not None:
        return [Stretch(project.project_manager_id, project.start_on, until)]
    return found


def propose_weights(db: Connection, stretches: Sequence[Stretch], effective_on: date) -> dict[int, int]:
    """Whole per cent by days; who would get none, or had the account before the settled months, is left out."""
    months = read_settings(db)["attribution_look_back_months"]
    days = _days(stretches, months_before(effective_on, months), effective_on)
    if not days:
        return {}
    weights = dict(zip(days, divide(100, list(days.values())), strict=True))
    return {employee_id: weight for employee_id, weight in weights.items() if weight}


def months_before(day: date, months: int) -> date:
    """The same day so many months earlier, or the last one of a shorter month."""
    month = day.year * 12 + day.month - 1 - months
    first = date(month // 12, month % 12 + 1, 1)
    return first.replace(day=min(day.day, monthrange(first.year, first.month)[1]))


def months_managed(stretches: Sequence[Stretch], starts_on: date, effective_on: date, tenure: int) -> dict[int, int]:
    """The part of the tenure, in whole months, for which each had the account."""
    whole = (effective_on - starts_on).days + 1
    days = _days(stretches, starts_on, effective_on)
    return {employee_id: tenure * number // whole for employee_id, number in days.items()}


def _days(stretches: Sequence[Stretch], starts_on: date, ends_on: date) -> Counter[int]:
    days: Counter[int] = Counter()
    for stretch in stretches:
        if number := stretch.days_within(starts_on, ends_on):
            days[stretch.employee_id] += number
    return days


def _stretches(db: Connection, project: Project, until: date, clock: Clock) -> Iterator[Stretch]:
    """Backwards from who has it now: each change in the log says who had it before."""
    changes = _changes(db, project, clock)
    employees = _employees_by_name(db, [name for _, name in changes])
    manager = db.execute(select(Employee.id).where(Employee.user_id == project.account_manager_id)).scalar()
    end = until
    for day, former in changes:
        start = max(day, project.start_on)
        if manager is not None and start <= end:
            yield Stretch(manager, start, end)
        manager, end = employees.get(former), min(end, day - A_DAY)
    if manager is not None and project.start_on <= end:
        yield Stretch(manager, project.start_on, end)


def _changes(db: Connection, project: Project, clock: Clock) -> list[tuple[date, str]]:
    """(first day of the new manager, the former one's name), the latest first."""
    entries = (
        select(ActivityEntry.at, ActivityEntry.changes)
        .where(ActivityEntry.subject_api_id == project.api_id, ActivityEntry.action == "changed")
        .order_by(ActivityEntry.at.desc(), ActivityEntry.id.desc())
    )
    return [
        (clock.day_of(at), str(changes["account_manager"][0]))
        for at, changes in db.execute(entries)
        if changes.get("account_manager", [None])[0]
    ]


def _employees_by_name(db: Connection, names: list[str]) -> dict[str, int]:
    """The log keeps names: one that two people have says nothing."""
    found: dict[str, list[int]] = defaultdict(list)
    named = select(User.name, Employee.id).join(Employee, Employee.user_id == User.id).where(User.name.in_(names))
    for name, employee_id in db.execute(named):
        found[name].append(employee_id)
    return {name: ids[0] for name, ids in found.items() if len(ids) == 1}
