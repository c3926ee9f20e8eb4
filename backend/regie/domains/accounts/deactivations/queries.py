"""Reads a person's open work."""

from collections.abc import Mapping
from datetime import date

from sqlalchemy import ColumnElement, Connection, func, select
from sqlalchemy.orm import InstrumentedAttribute

from regie.access.actor import Actor, row_scope
from regie.access.permissions import Permission
from regie.core.api.errors import NotFound
from regie.core.db.ids import is_api_id
from regie.domains.accounts.deactivations.schemas import EmployeeResponsibilities, Responsibilities
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.people.teams.queries import joins_to_come
from regie.domains.people.users.queries import USERS, visible_users
from regie.domains.records.clients.models import Client
from regie.domains.records.dated_fields.queries import names_to_come
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.figures import OPEN
from regie.domains.records.projects.models import Project, ProjectMember
from regie.domains.records.terms.models import Term
from regie.domains.records.users.models import User

Conditions = tuple[ColumnElement[bool], ...]
_ONGOING_GOALS = ("draft", "active")


def read_responsibilities(db: Connection, actor: Actor, api_id: str, today: date) -> Responsibilities:
    """Count the open clients and projects whose account manager is this user."""
    USERS.one(db, row_scope(actor, Permission.USERS_VIEW, visible_users), api_id)
    user_id = db.execute(select(User.id).where(User.api_id == api_id)).scalar_one()
    return _count_accounts(db, {"users": user_id}, today)


def read_employee_responsibilities(db: Connection, api_id: str, today: date) -> EmployeeResponsibilities:
    """Count all open work of an employee."""
    found = select(Employee.id, Employee.user_id).where(Employee.api_id == api_id)
    employee = db.execute(found).first() if is_api_id(api_id) else None
    if employee is None:
        raise NotFound
    return {
        **_count_accounts(db, {"users": employee.user_id, "employees": employee.id}, today),
        "led_projects": _count(db, Project.id, led_projects(employee.id)),
        "memberships": _count(db, Project.id, member_projects(employee.id)),
        "goals": _count(db, EmployeeGoal.id, open_goals(employee.id)),
        "reports": _count(db, Employee.id, (Employee.manager_id == employee.id, Employee.status != "left")),
        "teams_to_come": _count(db, Term.id, (joins_to_come(employee.id, today),)),
    }


def _count_accounts(db: Connection, people: Mapping[str, int | None], today: date) -> Responsibilities:
    manager_id = people["users"]
    return {
        "clients": _count(db, Client.id, open_clients(manager_id)),
        "projects": _count(db, Project.id, open_projects(manager_id)),
        "terms_to_come": _count(db, Term.id, (names_to_come(people, today),)),
    }


def _count(db: Connection, column: InstrumentedAttribute[int], conditions: Conditions) -> int:
    return db.execute(select(func.count(column)).where(*conditions)).scalar_one()


def open_clients(manager_id: int | None) -> Conditions:
    return (Client.account_manager_id == manager_id, Client.archived_at.is_(None))


def open_projects(manager_id: int | None) -> Conditions:
    return (Project.account_manager_id == manager_id, *_OPEN)


def led_projects(employee_id: int) -> Conditions:
    return (Project.project_manager_id == employee_id, *_OPEN)


def member_projects(employee_id: int) -> Conditions:
    member = select(ProjectMember.project_id).where(ProjectMember.employee_id == employee_id)
    return (Project.id.in_(member), *_OPEN)


def open_goals(employee_id: int) -> Conditions:
    return (EmployeeGoal.employee_id == employee_id, EmployeeGoal.status.in_(_ONGOING_GOALS))


_OPEN = (Project.archived_at.is_(None), Project.status.in_(OPEN))
