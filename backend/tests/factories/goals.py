"""Creates employees' goals."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from regie.domains.insights.goals.models import EmployeeGoal
from tests.factories.people import make_employee

# Half of the period is over on the tests' day, 20 November 2026.
STARTS, ENDS = date(2026, 11, 1), date(2026, 12, 9)


def make_goal(session: Session, **fields: Any) -> EmployeeGoal:
    """Create an active goal, of a new employee unless `employee_id` is given."""
    values: dict[str, Any] = {
        "title": "Rédiger des études de cas",
        "measure": "number",
        "start_value": Decimal(0),
        "target_value": Decimal(10),
        "period_start": STARTS,
        "period_end": ENDS,
        "status": "active",
    } | fields
    if "employee_id" not in values:
        values["employee_id"] = make_employee(session).id
    goal = EmployeeGoal(**values)
    session.add(goal)
    session.flush()
    return goal
