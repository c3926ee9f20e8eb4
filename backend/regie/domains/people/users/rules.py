"""Checks who may grant roles: no one grants or edits above their rank, and one super administrator always remains."""

from collections.abc import Iterable

from sqlalchemy import String, cast, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission, Role, rank
from regie.core.api.errors import FieldError, Forbidden, Invalid
from regie.domains.people.users.schemas import RoleName
from regie.domains.records.users.models import User

_ADMIN_ROLES = (Role.SUPER_ADMIN.value, Role.ADMIN.value)


def may_manage(actor: Actor, their_rank: int) -> bool:
    """Administrators manage users who do not outrank them."""
    return actor.can(Permission.USERS_EDIT) and rank(actor.roles) >= their_rank


def require_manageable(actor: Actor, user: User) -> None:
    """Raise Forbidden for a user of a higher rank; a deactivated user has their former rank."""
    if not may_manage(actor, rank(user.roles or user.previous_roles)):
        raise Forbidden("rank")


def grantable_roles(actor: Actor) -> list[RoleName]:
    """Return the roles that the caller may grant and revoke; only super administrators grant administrators' roles."""
    if not actor.can(Permission.USERS_EDIT):
        return []
    is_super_admin = Role.SUPER_ADMIN in actor.roles
    return [role.value for role in Role if is_super_admin or role.value not in _ADMIN_ROLES]


def require_grantable(actor: Actor, before: Iterable[str], after: Iterable[str]) -> None:
    """Raise Invalid when the caller may not grant or revoke one of the changed roles."""
    changed = set(before) ^ set(after)
    if changed - set(grantable_roles(actor)):
        raise Invalid({"roles": FieldError("not_yours")})


def lock_super_admins(session: Session) -> list[int]:
    """Lock the super administrators and return the keys of the active ones.

    They are locked in order, before the user to change: of two who remove each other at once, one waits here, where
    locking in another order would deadlock.
    """
    super_admins = (
        select(User.id, User.status)
        .where(cast(User.roles, String).contains(f'"{Role.SUPER_ADMIN.value}"'))
        .order_by(User.id)
        .with_for_update()
    )
    # An invited super administrator may never accept.
    return [key for key, status in session.execute(super_admins) if status == "active"]


def require_remaining_super_admin(session: Session, leaving: User) -> None:
    """Require that another active super administrator remains."""
    others = [key for key in lock_super_admins(session) if key != leaving.id]
    if Role.SUPER_ADMIN.value in leaving.roles and not others:
        raise Invalid({"roles": "last_super_admin"}, "last_super_admin")
