"""The calls that start and stop acting in somebody's place."""

from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.answers import Answer
from regie.access.app_context import AppContext
from regie.access.authorization import Access, Router
from regie.access.permissions import Permission as P
from regie.access.rate_limits import Rate
from regie.access.visitor import Visitor
from regie.core.api.wire import Item
from regie.domains.accounts.impersonations import actions
from regie.domains.accounts.impersonations.schemas import ImpersonationStart
from regie.domains.accounts.sessions.schemas import ImpersonatedUser

router = Router("/api/v1/impersonated-users", "impersonations")


@router.post("/{id}", requires=P.USERS_IMPERSONATE, in_person=True)
def start_impersonating(
    session: Session,
    context: AppContext,
    actor: Actor,
    visitor: Visitor,
    id: str,
    data: ImpersonationStart | None = None,
) -> Answer[Item[ImpersonatedUser]]:
    """Acts in this person's place, for half an hour at most; they are told."""
    return actions.start_impersonating(session, context, actor, visitor, id, data.reason.strip() if data else "")


@router.delete(requires=Access.PUBLIC, rate=Rate.SIGN_IN)
def stop_impersonating(context: AppContext, visitor: Visitor) -> Answer[None]:
    """Back to oneself; answers even when the half hour is over."""
    return actions.stop_impersonating(context, visitor)
