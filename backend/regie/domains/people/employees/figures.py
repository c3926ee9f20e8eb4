"""Derives an employee's status as of a day, as SQL; leaves are never stored as a status."""

from sqlalchemy import Date, and_, bindparam, case, exists, or_, select

from regie.domains.records.employees.models import Employee, EmployeeLeave

TODAY = bindparam("today_", type_=Date)
_HAS_LEFT = Employee.status == "left"
_IS_AWAY = exists(
    select(EmployeeLeave.id)
    .where(
        EmployeeLeave.employee_id == Employee.id,
        EmployeeLeave.starts_on <= TODAY,
        or_(EmployeeLeave.ends_on.is_(None), EmployeeLeave.ends_on >= TODAY),
    )
    .correlate(Employee)
)
# The condition of each status; exactly one is true.
STATUS = {
    "active": and_(~_HAS_LEFT, ~_IS_AWAY),
    "on_leave": and_(~_HAS_LEFT, _IS_AWAY),
    "left": _HAS_LEFT,
}
STATUS_NAME = case((_HAS_LEFT, "left"), (_IS_AWAY, "on_leave"), else_="active").label("status_name")
