"""Reassigns a person's open work, record by record, so that the activity log of each contains the change."""

from collections.abc import Mapping
from datetime import date

from sqlalchemy import func, select, union_all
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.access.rows import find_reference
from regie.core.api.errors import FieldError, Invalid
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
from regie.domains.people.teams.actions import remove_membership
from regie.domains.people.teams.queries import joins_to_come
from regie.domains.people.users.queries import visible_account_managers
from regie.domains.records.clients.models import Client
from regie.domains.records.dated_fields.actions import Change, replace_in_terms, set_columns
from regie.domains.records.dated_fields.queries import names_to_come
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project, ProjectMember
from regie.domains.records.terms.models import Term
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


def reassign_accounts(session: Session, user_id: int, successor_id: int, change: Change) -> Counts:
    """Reassign the open clients and projects whose account manager is this user; return how many."""
    clients = session.execute(select(Client).where(*open_clients(user_id))).scalars().all()
    projects = session.execute(select(Project).where(*open_projects(user_id))).scalars().all()
    for record in (*clients, *projects):
        set_columns(session, record, {"account_manager_id": successor_id}, change)
    return {"clients": len(clients), "projects": len(projects)}


def require_unnamed(session: Session, people: Mapping[str, int | None], today: date) -> None:
    """Require a successor for people whom terms to come name."""
    first_day = session.execute(select(func.min(Term.effective_from)).where(names_to_come(people, today))).scalar()
    if first_day is not None:
        raise Invalid({"successor": FieldError("named_later", day=first_day)})


def remove_teams_to_come(session: Session, employee: Employee, change: Change) -> int:
    """Remove the memberships in teams that would begin after the employee has left; return how many."""
    terms = session.execute(select(Term).where(joins_to_come(employee.id, change.today)).order_by(Term.id))
    joins = terms.scalars().all()
    for term in joins:
        remove_membership(session, employee, term, change)
    return len(joins)


def reassign_work(session: Session, employee: Employee, successor: Employee, change: Change) -> Counts:
    """Reassign everything open of an employee; return the counts.

    The successor must have a user if the employee is the account manager of anything open.
    """
    counts, successors = {"clients": 0, "projects": 0}, {"employees": successor.id}
    if employee.user_id is not None:
        successor_user_id = _successor_user_id(session, employee.user_id, successor, change.today)
        counts = reassign_accounts(session, employee.user_id, successor_user_id, change)
        successors["users"] = successor_user_id
    led = session.execute(select(Project).where(*led_projects(employee.id))).scalars().all()
    for project in led:
        set_columns(session, project, {"project_manager_id": successor.id}, change)
    try:
        terms = replace_in_terms(session, {"users": employee.user_id, "employees": employee.id}, successors, change)
    except Invalid as error:
        # The successor has not started by the first day of a term, or leaves before it.
        (reason,) = error.fields.values()
        raise Invalid({"successor": reason}) from error
    goals = session.execute(select(EmployeeGoal).where(*open_goals(employee.id))).scalars().all()
    for goal in goals:
        goal.employee_id = successor.id
    memberships = session.execute(select(Project).where(*member_projects(employee.id))).scalars().all()
    for project in memberships:
        _replace_member(session, project, employee, successor)
    return {
        **counts,
        "led_projects": len(led),
        "memberships": len(memberships),
        "goals": len(goals),
        "terms_to_come": terms,
    }


def _successor_user_id(session: Session, user_id: int, successor: Employee, today: date) -> int:
    """Return the user who becomes account manager; raise Invalid unless they can be one.

    If nothing is open, return the same user.
    """
    managed = union_all(
        select(Client.id).where(*open_clients(user_id)),
        select(Project.id).where(*open_projects(user_id)),
        select(Term.id).where(names_to_come({"users": user_id}, today)),
    )
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
