"""Reads a project's editable values in the form of the API, to validate a merged change and to show conflicts."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.domains.people.teams.models import Team
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project, ProjectFee, ProjectMember, ProjectSeller
from regie.domains.records.users.models import User
from regie.domains.work.projects.fees import FEE_FIELDS
from regie.domains.work.projects.schemas import ProjectUpdate


@dataclass(frozen=True, slots=True)
class ProjectValues:
    values: dict[str, Any]

    def wire_value(self, name: str) -> Any:
        return self.to_wire(self.values.get(name))

    @staticmethod
    def to_wire(value: Any) -> Any:
        if isinstance(value, Decimal):
            return f"{value:.2f}"
        return value.isoformat() if isinstance(value, date) else value


def read_values(session: Session, project: Project, today: date) -> ProjectValues:
    plain = {name: getattr(project, name) for name in ProjectUpdate.model_fields if hasattr(Project, name)}
    return ProjectValues(
        plain
        | {
            "client": _api_id(session, Client, project.client_id),
            "account_manager": _api_id(session, User, project.account_manager_id),
            "project_manager": _api_id(session, Employee, project.project_manager_id),
            "team": _api_id(session, Team, project.team_id),
            "parent_project": _api_id(session, Project, project.parent_project_id),
            "members": _members(session, project),
            "sold_by": _sellers(session, project),
            **_fee(session, project, today),
        }
    )


def _api_id(session: Session, model: type[Any], key: int | None) -> str | None:
    return None if key is None else session.get_one(model, key).api_id


def _members(session: Session, project: Project) -> list[str]:
    joined = select(Employee.api_id).join(ProjectMember, ProjectMember.employee_id == Employee.id)
    found = joined.where(ProjectMember.project_id == project.id).order_by(Employee.name_key, Employee.api_id)
    return list(session.execute(found).scalars())


def _sellers(session: Session, project: Project) -> list[dict[str, str | int]]:
    joined = select(Employee.api_id, ProjectSeller.weight).join(ProjectSeller, ProjectSeller.employee_id == Employee.id)
    found = joined.where(ProjectSeller.project_id == project.id).order_by(Employee.name_key, Employee.api_id)
    rows = session.execute(found).all()
    return [{"employee": row.api_id, "weight": row.weight} for row in rows]


def _fee(session: Session, project: Project, today: date) -> dict[str, Any]:
    """Return the fields of today's fee, or of the first one of a retainer that has not begun."""
    fees = session.execute(
        select(ProjectFee).where(ProjectFee.project_id == project.id).order_by(ProjectFee.starts_on)
    ).scalars()
    found: ProjectFee | None = None
    for fee in fees:
        if found is None or fee.starts_on <= today:
            found = fee
    if found is None:
        return dict.fromkeys(FEE_FIELDS)
    values = (found.amount, found.billing_interval, found.interval_amount)
    return dict(zip(FEE_FIELDS, values, strict=True))
