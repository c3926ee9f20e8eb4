"""Handing over what a person looks after: each record on its own, so that its log tells of it."""

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.access.rows import find_reference
from regie.core.api.errors import Invalid
from regie.core.audit.activity import note
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


def find_heir(session: Session, actor: Actor, user: User, api_id: str) -> User:
    """Who takes over from somebody who signs in: another person who may look after clients."""
    seen = (Permission.DIRECTORY_VIEW, visible_account_managers)
    heir = find_reference(session, actor, User, api_id, field="hand_over_to", seen=seen)
    if heir == user.id:
        raise Invalid({"hand_over_to": "yourself"})
    return session.execute(select(User).where(User.id == heir)).scalar_one()


def find_employee_heir(session: Session, actor: Actor, employee: Employee, api_id: str) -> Employee:
    seen = (Permission.DIRECTORY_VIEW, visible_employees)
    heir = find_reference(session, actor, Employee, api_id, field="hand_over_to", seen=seen)
    if heir == employee.id:
        raise Invalid({"hand_over_to": "same_person"})
    return session.execute(select(Employee).where(Employee.id == heir)).scalar_one()


def hand_over_accounts(session: Session, user_id: int, heir_id: int) -> Counts:
    """The open clients and projects whose account manager the person is."""
    clients = session.execute(select(Client).where(*open_clients(user_id))).scalars().all()
    projects = session.execute(select(Project).where(*open_projects(user_id))).scalars().all()
    for kept in (*clients, *projects):
        kept.account_manager_id = heir_id
    return {"clients": len(clients), "projects": len(projects)}


def hand_over_work(session: Session, employee: Employee, heir: Employee) -> Counts:
    """Everything open that names the person as one of the staff; who has an account to look after must sign in."""
    counts = {"clients": 0, "projects": 0}
    if employee.user_id is not None:
        counts = hand_over_accounts(session, employee.user_id, _leader(session, employee.user_id, heir))
    led = session.execute(select(Project).where(*led_projects(employee.id))).scalars().all()
    for project in led:
        project.project_manager_id = heir.id
    goals = session.execute(select(EmployeeGoal).where(*open_goals(employee.id))).scalars().all()
    for goal in goals:
        goal.employee_id = heir.id
    memberships = session.execute(select(Project).where(*member_projects(employee.id))).scalars().all()
    for project in memberships:
        _replace_member(session, project, employee, heir)
    return {**counts, "led_projects": len(led), "memberships": len(memberships), "goals": len(goals)}


def _leader(session: Session, user_id: int, heir: Employee) -> int:
    """The heir's account, where there is anything to look after; nobody who may not look after it."""
    holds = select(Client.id).where(*open_clients(user_id)).union(select(Project.id).where(*open_projects(user_id)))
    if session.execute(holds.limit(1)).first() is None:
        return user_id
    leads = select(User.id).where(User.id == heir.user_id, visible_account_managers(Scope.ALL))
    leader = session.execute(leads).scalar_one_or_none()
    if leader is None:
        raise Invalid({"hand_over_to": "cannot_lead"})
    return leader


def _replace_member(session: Session, project: Project, employee: Employee, heir: Employee) -> None:
    """Whoever is a member already stays one, once."""
    members = select(ProjectMember).where(ProjectMember.project_id == project.id)
    there = {member.employee_id: member for member in session.execute(members).scalars()}
    session.delete(there[employee.id])
    if heir.id not in there:
        session.add(ProjectMember(project_id=project.id, employee_id=heir.id))
    note(session, project, "members", employee.name, heir.name)
    flag_modified(project, "updated_at")


def move_reports_up(session: Session, employee: Employee) -> int:
    """Whoever worked under the person works under the person's own manager: that can make no circle."""
    reports = session.execute(select(Employee).where(Employee.manager_id == employee.id)).scalars().all()
    for report in reports:
        report.manager_id = employee.manager_id
    return len(reports)
