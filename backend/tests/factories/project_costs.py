"""Creates external costs of projects, and cost rates of employees."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from regie.domains.records.employees.models import Employee, EmployeeCostRate
from regie.domains.records.project_costs.models import ProjectCost
from regie.domains.records.projects.models import Project


def make_cost(session: Session, project: Project, **fields: Any) -> ProjectCost:
    """Create a cost of 250 CAD on 10 November 2026."""
    values = {
        "incurred_on": date(2026, 11, 10),
        "amount": Decimal("250.00"),
        "currency": "CAD",
        "description": "Photographies",
        "supplier": "Studio Lumen",
    }
    cost = ProjectCost(project_id=project.id, **(values | fields))
    session.add(cost)
    session.flush()
    return cost


def make_cost_rate(
    session: Session, employee: Employee, amount: str, starts_on: date = date(2026, 1, 1), currency: str = "CAD"
) -> None:
    """Record what an hour of the employee costs from a day on."""
    session.add(
        EmployeeCostRate(employee_id=employee.id, amount=Decimal(amount), currency=currency, starts_on=starts_on)
    )
    session.flush()
