"""Sets the cost rates of employees, which have their own dated table."""

from datetime import date
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from regie.core.audit.activity import log_event
from regie.domains.records.employees.models import Employee, EmployeeCostRate
from regie.domains.records.months.queries import require_open_from


def set_cost_rate(session: Session, employee: Employee, rate: dict[str, Any], today: date) -> None:
    """Add a cost rate, or correct that of the same day. The log shows it to those who may see cost rates."""
    if rate["cost_rate"] is None:
        return
    starts_on = rate["cost_starts_on"] or max(today, employee.started_on or today)
    same_day = select(EmployeeCostRate).where(
        EmployeeCostRate.employee_id == employee.id, EmployeeCostRate.starts_on == starts_on
    )
    line = session.execute(same_day).scalar_one_or_none()
    _require_open_month(session, employee, starts_on)
    if line is None:
        line = EmployeeCostRate(employee_id=employee.id, starts_on=starts_on)
        session.add(line)
    line.amount, line.currency = rate["cost_rate"], rate["cost_currency"]
    log_event(
        session,
        "cost_rate_set",
        subject="employee",
        api_id=employee.api_id,
        name=employee.name,
        topic="cost",
        details={"cost_rate": f"{line.amount:.2f} {line.currency}", "cost_starts_on": starts_on},
    )


def _require_open_month(session: Session, employee: Employee, starts_on: date) -> None:
    later = select(func.min(EmployeeCostRate.starts_on)).where(
        EmployeeCostRate.employee_id == employee.id, EmployeeCostRate.starts_on > starts_on
    )
    require_open_from(session, starts_on, session.execute(later).scalar())
