"""What a person looks after that is still open."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, func, select

from regie.access.actor import Actor, sight
from regie.access.permissions import Permission
from regie.domains.clients.models import Client
from regie.domains.projects.figures import OPEN
from regie.domains.projects.models import Project
from regie.domains.users.models import User
from regie.domains.users.queries import USERS, visible_users


def read_holdings(db: Connection, actor: Actor, api_id: str) -> dict[str, Any]:
    """The open clients and projects whose account manager the person is."""
    USERS.one(db, sight(actor, Permission.USERS_VIEW, visible_users), api_id)
    key = select(User.id).where(User.api_id == api_id).scalar_subquery()
    counts = {"clients": (Client.id, open_clients(key)), "projects": (Project.id, open_projects(key))}
    return {
        name: db.execute(select(func.count(column)).where(*conditions)).scalar_one()
        for name, (column, conditions) in counts.items()
    }


def open_clients(manager: Any) -> tuple[ColumnElement[bool], ...]:
    return (Client.account_manager_id == manager, Client.archived_at.is_(None))


def open_projects(manager: Any) -> tuple[ColumnElement[bool], ...]:
    return (Project.account_manager_id == manager, Project.archived_at.is_(None), Project.status.in_(OPEN))
