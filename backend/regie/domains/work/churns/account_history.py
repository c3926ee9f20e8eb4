"""Reads who managed an account and when, to propose shares of a churn."""

from calendar import monthrange
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection

from regie.domains.records.dated_fields.figures import split_days
from regie.domains.records.dated_fields.queries import read_account_managers
from regie.domains.records.dated_fields.schemas import PROJECT_FIELDS
from regie.domains.records.projects.models import Project
from regie.domains.records.settings.queries import read_settings
from regie.domains.work.churns.figures import divide

_ACCOUNT_MANAGER = PROJECT_FIELDS["account_manager"]


@dataclass(frozen=True, slots=True)
class AccountPeriod:
    """Days on which an employee managed the account, both ends included."""

    employee_id: int
    starts_on: date
    ends_on: date

    def days_within(self, starts_on: date, ends_on: date) -> int:
        return max(0, (min(self.ends_on, ends_on) - max(self.starts_on, starts_on)).days + 1)


def read_account_periods(db: Connection, project: Project, until: date) -> list[AccountPeriod]:
    """Return the account managers' periods from the project's start to `until`; without any, the project manager's."""
    found = list(_account_periods(db, project, until))
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


def _account_periods(db: Connection, project: Project, until: date) -> Iterator[AccountPeriod]:
    """Yield the periods, that of the last manager first."""
    managers = read_account_managers(db, _ACCOUNT_MANAGER, Project.id == project.id)[project.id]
    for starts_on, ends_on, employee_id in reversed(list(split_days(managers, project.start_on, until))):
        if employee_id is not None:
            yield AccountPeriod(employee_id, starts_on, ends_on)
