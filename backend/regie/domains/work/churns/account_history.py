"""Derives who managed an account and when, from the activity log, to propose shares of a churn."""

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
class AccountPeriod:
    """Days on which an employee managed the account, both ends included."""

    employee_id: int
    starts_on: date
    ends_on: date

    def days_within(self, starts_on: date, ends_on: date) -> int:
        return max(0, (min(self.ends_on, ends_on) - max(self.starts_on, starts_on)).days + 1)


def read_account_periods(db: Connection, project: Project, until: date, clock: Clock) -> list[AccountPeriod]:
    """Return the account managers' periods from the project's start to `until`; without any, the project manager's."""
    found = list(_account_periods(db, project, until, clock))
    if not found and project.project_manager_id is not None:
        return [AccountPeriod(project.project_manager_id, project.start_on, until)]
    return found


def propose_weights(db: Connection, periods: Sequence[AccountPeriod], effective_on: date) -> dict[int, int]:
    """Return whole percentages by days within the look-back period; employees with 0 % are omitted."""
    months = read_settings(db)["attribution_look_back_months"]
    days = _count_days(periods, months_before(effective_on, months), effective_on)
    if not days:
        return {}
    weights = dict(zip(days, divide(100, list(days.values())), strict=True))
    return {employee_id: weight for employee_id, weight in weights.items() if weight}


def months_before(day: date, months: int) -> date:
    """Return the same day this many months earlier, or the last day of a shorter month."""
    month = day.year * 12 + day.month - 1 - months
    first = date(month // 12, month % 12 + 1, 1)
    return first.replace(day=min(day.day, monthrange(first.year, first.month)[1]))


def months_managed(
    periods: Sequence[AccountPeriod], starts_on: date, effective_on: date, tenure: int
) -> dict[int, int]:
    """Return how many whole months of the tenure each employee managed the account."""
    total_days = (effective_on - starts_on).days + 1
    days = _count_days(periods, starts_on, effective_on)
    return {employee_id: tenure * number // total_days for employee_id, number in days.items()}


def _count_days(periods: Sequence[AccountPeriod], starts_on: date, ends_on: date) -> Counter[int]:
    days: Counter[int] = Counter()
    for period in periods:
        if number := period.days_within(starts_on, ends_on):
            days[period.employee_id] += number
    return days


def _account_periods(db: Connection, project: Project, until: date, clock: Clock) -> Iterator[AccountPeriod]:
    """Yield the periods backwards from the current manager: each log entry names the previous one."""
    changes = _read_manager_changes(db, project, clock)
    employees = _employees_by_name(db, [name for _, name in changes])
    manager = db.execute(select(Employee.id).where(Employee.user_id == project.account_manager_id)).scalar()
    end = until
    for day, former in changes:
        start = max(day, project.start_on)
        if manager is not None and start <= end:
            yield AccountPeriod(manager, start, end)
        manager, end = employees.get(former), min(end, day - A_DAY)
    if manager is not None and project.start_on <= end:
        yield AccountPeriod(manager, project.start_on, end)


def _read_manager_changes(db: Connection, project: Project, clock: Clock) -> list[tuple[date, str]]:
    """Return (first day of the new manager, previous manager's name), latest first."""
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
    """Return employees by name; the log contains only names, so ambiguous ones are omitted."""
    found: dict[str, list[int]] = defaultdict(list)
    named = select(User.name, Employee.id).join(Employee, Employee.user_id == User.id).where(User.name.in_(names))
    for name, employee_id in db.execute(named):
        found[name].append(employee_id)
    return {name: ids[0] for name, ids in found.items() if len(ids) == 1}
