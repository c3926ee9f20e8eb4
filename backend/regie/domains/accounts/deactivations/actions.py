"""Deactivates and reactivates users."""

from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import Invalid
from regie.core.audit.activity import log_event
from regie.core.time.clock import Clock
from regie.domains.accounts.deactivations.reassignment import find_successor, reassign_accounts, require_unnamed
from regie.domains.people.users.actions import load_user, lock_super_admins, set_roles
from regie.domains.records.dated_fields.actions import Change, replace_in_terms
from regie.domains.records.users.models import User


def deactivate_user(session: Session, actor: Actor, api_id: str, successor: str | None, clock: Clock) -> None:
    """Remove all roles, end all sessions and reassign the work, in one transaction; reactivation restores the roles."""
    lock_super_admins(session)
    user = load_user(session, actor, api_id)
    if not user.roles:
        raise Invalid(code="already_deactivated")
    change = Change.by(actor, clock)
    if successor is None:
        require_unnamed(session, {"users": user.id}, change.today)
    else:
        _reassign(session, user, find_successor(session, actor, user, successor), change)
    set_roles(session, actor, user, [])
    session.flush()


def end_access(session: Session, actor: Actor, api_id: str) -> None:
    """Deactivate a user whose work has already been reassigned."""
    set_roles(session, actor, load_user(session, actor, api_id), [])
    session.flush()


def reactivate_user(session: Session, actor: Actor, api_id: str) -> None:
    """Restore the roles that the user had."""
    lock_super_admins(session)
    user = load_user(session, actor, api_id)
    if user.roles:
        raise Invalid(code="not_deactivated")
    if not user.previous_roles:
        raise Invalid({"roles": "required"}, "no_previous_roles")
    set_roles(session, actor, user, user.previous_roles)
    session.flush()


def _reassign(session: Session, user: User, successor: User, change: Change) -> None:
    details = {"to": successor.name, **reassign_accounts(session, user.id, successor.id, change)}
    terms = replace_in_terms(session, {"users": user.id}, {"users": successor.id}, change)
    details |= {"terms_to_come": terms} if terms else {}
    log_event(
        session, "handed_over", subject="user", api_id=user.api_id, name=user.name, topic="access", details=details
    )
