"""Who may give which role to whom: nobody grants above their rank, edits above it, or leaves the house ownerless."""

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
    """Administrators manage everyone of their rank or below it."""
    return actor.may(Permission.USERS_EDIT) and rank(actor.roles) >= their_rank


def require_manageable(actor: Actor, user: User) -> None:
    """Forbidden for a person of a higher rank; somebody deactivated keeps the rank they had."""
    if not may_manage(actor, rank(user.roles or user.previous_roles)):
        raise Forbidden("rank")


def grantable_roles(actor: Actor) -> list[RoleName]:
    """What the caller may give and take: administrators' roles are the super administrators' business."""
    if not actor.may(Permission.USERS_EDIT):
        return []
    owns = Role.SUPER_ADMIN in actor.roles
    return [role.value for role in Role if owns or role.value not in _ADMIN_ROLES]


def require_grantable(actor: Actor, before: Iterable[str], after: Iterable[str]) -> None:
    """Invalid when a role is given or taken that is not the caller's to give or take."""
    changed = set(before) ^ set(after)
    if changed - set(grantable_roles(actor)):
        raise Invalid({"roles": FieldError("not_yours")})


def lock_owners(session: Session) -> list[int]:
    """The super administrators who have accepted to be one.

    Locked one after the other, before the person to change is: two who remove each other at once wait for one another
    here, or each would hold the row that the other waits for.
    """
    owners = (
        select(User.id, User.status)
        .where(cast(User.roles, String).contains(f'"{Role.SUPER_ADMIN.value}"'))
        .order_by(User.id)
        .with_for_update()
    )
    # An invitation may never be accepted.
    return [key for key, status in session.execute(owners) if status == "active"]


def require_owner_left(session: Session, leaving: User) -> None:
    """The last super administrator stays."""
    others = [key for key in lock_owners(session) if key != leaving.id]
    if Role.SUPER_ADMIN.value in leaving.roles and not others:
        raise Invalid({"roles": "last_super_admin"}, "last_super_admin")
