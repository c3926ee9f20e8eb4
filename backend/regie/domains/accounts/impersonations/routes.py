"""Routes of impersonation."""

from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Access, Router
from regie.access.permissions import Permission as P
from regie.access.rate_limits import Rate
from regie.access.responses import SessionResult
from regie.access.visitor import Visitor
from regie.core.api.wire import Item
from regie.domains.accounts.impersonations import actions
from regie.domains.accounts.impersonations.schemas import ImpersonationStart
from regie.domains.accounts.sessions.schemas import ImpersonatedUser

router = Router("/api/v1/impersonated-users", "impersonations")


@router.post("/{id}", requires=P.USERS_IMPERSONATE, forbids_impersonation=True)
def start_impersonating(
    session: Session,
    context: AppContext,
    actor: Actor,
    visitor: Visitor,
    id: str,
    data: ImpersonationStart,
) -> SessionResult[Item[ImpersonatedUser]]:
    """Sign in as this user for at most 30 minutes; they are notified."""
    return actions.start_impersonating(session, context, actor, visitor, id, data.reason)


@router.delete(requires=Access.PUBLIC, rate=Rate.SIGN_IN)
def stop_impersonating(context: AppContext, visitor: Visitor) -> SessionResult[None]:
    """Return to one's own user, even after the impersonation has expired."""
    return actions.stop_impersonating(context, visitor)
