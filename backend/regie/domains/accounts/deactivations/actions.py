"""Ending a person's access, with what they looked after handed over; and giving it back."""

from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import Invalid
from regie.core.audit.activity import record
from regie.domains.accounts.deactivations.handing import find_heir, hand_over_accounts
from regie.domains.people.users.actions import lock_owners, open_user, set_roles
from regie.domains.records.users.models import User


def deactivate_user(session: Session, actor: Actor, api_id: str, hand_over_to: str | None) -> None:
    """Takes every role, ends every session, and hands over in the same transaction; the old roles are remembered."""
    lock_owners(session)
    user = open_user(session, actor, api_id)
    if not user.roles:
        raise Invalid(code="already_deactivated")
    if hand_over_to is not None:
        _hand_over(session, user, find_heir(session, actor, user, hand_over_to))
    set_roles(session, actor, user, [])
    session.flush()


def end_access(session: Session, actor: Actor, api_id: str) -> None:
    """The same for somebody whose work was handed over already."""
    set_roles(session, actor, open_user(session, actor, api_id), [])
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


def _hand_over(session: Session, user: User, heir: User) -> None:
    details = {"to": heir.name, **hand_over_accounts(session, user.id, heir.id)}
    record(session, "handed_over", subject="user", api_id=user.api_id, name=user.name, topic="access", details=details)
