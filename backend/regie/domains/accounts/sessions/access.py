"""Explains a user's permissions: which roles, or which figures of their employee record, grant them."""

from typing import get_args

from sqlalchemy import Connection, select

from regie.access.actor import Actor
from regie.access.permissions import GRANTS, merge_grants, metric_grants
from regie.domains.accounts.sessions.schemas import AccountAccess, Grant
from regie.domains.people.users.queries import read_user
from regie.domains.people.users.schemas import RoleName
from regie.domains.records.employees.models import Employee
from regie.domains.records.users.models import User

_ROLES: tuple[RoleName, ...] = get_args(RoleName)


def read_access(db: Connection, actor: Actor, api_id: str) -> AccountAccess:
    """Return all permissions of a user, each in its widest scope with what grants it."""
    user = read_user(db, actor, api_id)
    roles: list[RoleName] = [role for role in user["roles"] if role in _ROLES]
    record = select(Employee.metric_permissions, Employee.metric_scopes).join(User, User.id == Employee.user_id)
    groups, scopes = db.execute(record.where(User.api_id == api_id)).first() or ((), ())
    opened = metric_grants(groups, scopes)
    grants: list[Grant] = [
        {
            "permission": permission,
            "scope": scope.api_name,
            "roles": [role for role in roles if GRANTS[role].get(permission) is scope],
            "by_record": opened.get(permission) is scope,
        }
        for permission, scope in merge_grants(roles, groups, scopes).items()
    ]
    return {"user": user["name"], "roles": roles, "grants": grants}
