"""Completes the demo's employees: departments, managers, employment, leaves and cost rates."""

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

from sqlalchemy.orm import Session

from regie.demo.seeded_random import seeded_random
from regie.domains.records.employees.models import Employee, EmployeeCostRate, EmployeeLeave

# Keywords in a job title, in order of precedence, with the department and its manager.
_DEPARTMENTS = (
    (("fondat", "opérations"), "management", "super_admin"),
    (("contrôl",), "finance", "super_admin"),
    (("compte", "account", "fidélisation", "gestion"), "accounts", "admin"),
    (("stratèg",), "strategy", "admin"),
    (("artistique",), "design", "admin"),
    (("concept", "design"), "design", "zoe.st-pierre"),
    (("rédact", "writer"), "content", "zoe.st-pierre"),
    (("projet", "project", "qa"), "production", "admin"),
    (("dévelop", "develop"), "development", "anais.lecuyer"),
)
_DEFAULT_DEPARTMENT = ("production", "anais.lecuyer")
_UNBILLABLE_DEPARTMENTS = ("management", "finance")
# Who recorded the cost rates.
_RECORDER = "super_admin"
_PART_TIME, _CONTRACTOR = "remi.pelletier", "ravi.singh"
_ON_LEAVE = "noemie.gagne"
_ENGLISH = ("Thompson", "Singh", "O'Brien", "McAllister", "Patel", "Fraser", "Kowalski")
_A_YEAR = timedelta(days=365)


def complete_employees(session: Session, employees: list[Employee], today: date) -> None:
    """Set what Teamwork does not have for each new employee; one of them is on parental leave."""
    by_local_part = {employee.email.split("@")[0]: employee for employee in employees}
    for local_part, employee in by_local_part.items():
        employee.department, manager_local_part = _find_department(employee.job_title or "")
        manager = by_local_part.get(manager_local_part)
        if manager is not None and manager is not employee:
            employee.manager_id = manager.id
        _set_employment(local_part, employee)
        _create_cost_rates(session, employee, by_local_part[_RECORDER].user_id, today)
    on_leave = by_local_part.get(_ON_LEAVE)
    if on_leave is not None:
        started_on = today - timedelta(days=40)
        session.add(
            EmployeeLeave(employee_id=on_leave.id, starts_on=started_on, ends_on=started_on + timedelta(days=180))
        )
    session.flush()


def _set_employment(local_part: str, employee: Employee) -> None:
    """Set employment, capacity, utilization target, phone and language."""
    random = seeded_random("staff", local_part)
    employee.is_billable = employee.department not in _UNBILLABLE_DEPARTMENTS
    employee.utilisation_target = random.choice((65, 70, 75, 80)) if employee.is_billable else None
    employee.phone = f"514 555-01{random.randrange(100):02d}"
    employee.language = "en-us" if employee.last_name in _ENGLISH else "fr-ca"
    employee.timezone = "America/Toronto"
    if local_part == _CONTRACTOR:
        employee.employment, employee.capacity_hours_week = "contractor", Decimal(15)
    elif local_part == _PART_TIME:
        employee.employment, employee.capacity_hours_week = "part", Decimal(22)


def _find_department(title: str) -> tuple[str, str]:
    title_lower = title.lower()
    for keywords, department, manager_local_part in _DEPARTMENTS:
        if any(word in title_lower for word in keywords):
            return department, manager_local_part
    return _DEFAULT_DEPARTMENT


def _create_cost_rates(session: Session, employee: Employee, recorder: int | None, today: date) -> None:
    """Create a cost rate from the first day, and a raise a year ago for employees of that time."""
    first = employee.started_on or today
    cents = seeded_random("rate", employee.email).randrange(3_800, 9_500, 50)
    raise_day = max(first, date(today.year - 1, today.month, 1))
    rates: dict[date, tuple[Decimal, str | None]] = {first: (Decimal(cents) / 100, None)}
    if raise_day - first > _A_YEAR:
        rates[raise_day] = (Decimal(cents * 104 // 100) / 100, "Augmentation annuelle")
    for starts_on, (amount, reason) in rates.items():
        recorded_at = datetime.combine(min(starts_on, today), time(14), UTC)
        session.add(
            EmployeeCostRate(
                employee_id=employee.id, amount=amount, currency="CAD", starts_on=starts_on, reason=reason,
                recorded_at=recorded_at, recorded_by_id=recorder,
            )
        )  # fmt: skip
