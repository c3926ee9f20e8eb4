"""Reassigns a person's open work, record by record, so that the activity log of each contains the change."""

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.access.rows import find_reference
from regie.core.api.errors import Invalid
from regie.core.audit.activity import log_field_change
from regie.domains.accounts.deactivations.queries import (
    led_projects,
    member_projects,
    open_clients,
    open_goals,
    open_projects,
)
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.people.employees.queries import visible_employees
from regie.domains.people.users.queries import visible_account_managers
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project, ProjectMember
from regie.domains.records.users.models import User

Counts = dict[str, int]


def find_successor(session: Session, actor: Actor, user: User, api_id: str) -> User:
    """Return the user who takes over the clients; raise Invalid unless they are another account manager."""
    view = (Permission.DIRECTORY_VIEW, visible_account_managers)
    successor_id = find_reference(session, actor, User, api_id, field="successor", view=view)
    if successor_id == user.id:
        raise Invalid({"successor": "yourself"})
    return session.execute(select(User).where(User.id == successor_id)).scalar_one()


def find_employee_successor(session: Session, actor: Actor, employee: Employee, api_id: str) -> Employee:
    view = (Permission.DIRECTORY_VIEW, visible_employees)
    successor_id = find_reference(session, actor, Employee, api_id, field="successor", view=view)
    if successor_id == employee.id:
        raise Invalid({"successor": "same_person"})
    return session.execute(select(Employee).where(Employee.id == successor_id)).scalar_one()


def reassign_accounts(session: Session, user_id: int, successor_id: int) -> Counts:
    """Reassign the open clients and projects whose account manager is this user; return how many."""
    clients = session.execute(select(Client).where(*open_clients(user_id))).scalars().all()
    projects = session.execute(select(Project).where(*open_projects(user_id))).scalars().all()
    for record in (*clients, *projects):
        record.account_manager_id = successor_id
    return {"clients": len(clients), "projects": len(projects)}


def reassign_work(session: Session, employee: Employee, successor: Employee) -> Counts:
    """Reassign everything open of an employee; return the counts.

    The successor must have a user if the employee is the account manager of anything open.
    """
    counts = {"clients": 0, "projects": 0}
    if employee.user_id is not None:
        counts = reassign_accounts(session, employee.user_id, _successor_user_id(session, employee.user_id, successor))
    led = session.execute(select(Project).where(*led_projects(employee.id))).scalars().all()
    for project in led:
        project.project_manager_id = successor.id
    goals = session.execute(select(EmployeeGoal).where(*open_goals(employee.id))).scalars().all()
    for goal in goals:
        goal.employee_id = successor.id
    memberships = session.execute(select(Project).where(*member_projects(employee.id))).scalars().all()
    for project in memberships:
        _replace_member(session, project, employee, successor)
    return {**counts, "led_projects": len(led), "memberships": len(memberships), "goals": len(goals)}


def _successor_user_id(session: Session, user_id: int, successor: Employee) -> int:
    """Return the user who becomes account manager; raise Invalid unless they can be one.

    If nothing is open, return the same user.
    """
    managed = select(Client.id).where(*open_clients(user_id)).union(select(Project.id).where(*open_projects(user_id)))
    if session.execute(managed.limit(1)).first() is None:
        return user_id
    statement = select(User.id).where(User.id == successor.user_id, visible_account_managers(Scope.ALL))
    successor_id = session.execute(statement).scalar_one_or_none()
    if successor_id is None:
        raise Invalid({"successor": "cannot_lead"})
    return successor_id


def _replace_member(session: Session, project: Project, employee: Employee, successor: Employee) -> None:
    """Replace the employee by the successor, who may already be a member."""
    members = select(ProjectMember).where(ProjectMember.project_id == project.id)
    members_by_employee = {member.employee_id: member for member in session.execute(members).scalars()}
    session.delete(members_by_employee[employee.id])
    if successor.id not in members_by_employee:
        session.add(ProjectMember(project_id=project.id, employee_id=successor.id))
    log_field_change(session, project, "members", employee.name, successor.name)
    flag_modified(project, "updated_at")


def reassign_reports(session: Session, employee: Employee) -> int:
    """Assign the employee's reports to the employee's own manager, which cannot create a cycle."""
    reports = session.execute(select(Employee).where(Employee.manager_id == employee.id)).scalars().all()
    for report in reports:
        report.manager_id = employee.manager_id
    return len(reports)
