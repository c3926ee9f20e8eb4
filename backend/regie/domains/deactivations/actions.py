"""Ending a person's access, with what they looked after handed over; and giving it back."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import find_reference
from regie.core.activity import record
from regie.core.errors import Invalid
from regie.domains.clients.models import Client
from regie.domains.deactivations.queries import open_clients, open_projects
from regie.domains.projects.models import Project
from regie.domains.users.actions import lock_owners, open_user, set_roles
from regie.domains.users.models import User
from regie.domains.users.queries import visible_account_managers


def deactivate_user(session: Session, actor: Actor, api_id: str, hand_over_to: str | None) -> None:
    """Takes every role, ends every session, and hands over in the same transaction; the old roles are remembered."""
    lock_owners(session)
    user = open_user(session, actor, api_id)
    if not user.roles:
        raise Invalid(code="already_deactivated")
    if hand_over_to is not None:
        _hand_over(session, actor, user, hand_over_to)
    set_roles(session, actor, user, [])
    session.flush()


def reactivate_user(session: Session, actor: Actor, api_id: str) -> None:
    """Gives back the roles that the person had."""
    lock_owners(session)
    user = open_user(session, actor, api_id)
    if user.roles:
        raise Invalid(code="not_deactivated")
    if not user.previous_roles:
        raise Invalid({"roles": "required"}, "no_previous_roles")
    set_roles(session, actor, user, user.previous_roles)
    session.flush()


def _hand_over(session: Session, actor: Actor, user: User, api_id: str) -> None:
    """Each record on its own, so that its log tells of it."""
    seen = (Permission.DIRECTORY_VIEW, visible_account_managers)
    heir = find_reference(session, actor, User, api_id, field="hand_over_to", seen=seen)
    if heir == user.id:
        raise Invalid({"hand_over_to": "yourself"})
    clients = session.execute(select(Client).where(*open_clients(user.id))).scalars().all()
    projects = session.execute(select(Project).where(*open_projects(user.id))).scalars().all()
    for kept in (*clients, *projects):
        kept.account_manager_id = heir
    name = session.execute(select(User.name).where(User.id == heir)).scalar_one()
    details = {"to": name, "clients": len(clients), "projects": len(projects)}
    record(session, "handed_over", subject="user", api_id=user.api_id, name=user.name, topic="access", details=details)
