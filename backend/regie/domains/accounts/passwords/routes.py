"""Routes of passwords."""

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Access, Router
from regie.access.rate_limits import Rate
from regie.access.responses import SessionResult
from regie.access.visitor import Visitor
from regie.domains.accounts.passwords import actions
from regie.domains.accounts.passwords.schemas import OwnerSetup, PasswordByLink, PasswordChange, ResetRequest
from regie.domains.accounts.sessions.schemas import SignedIn

router = Router("", "passwords")


@router.post(
    "/auth/password/resets", requires=Access.PUBLIC, rate=Rate.MAIL, status=204, summary="Send password reset link"
)
def send_reset(context: AppContext, visitor: Visitor, data: ResetRequest) -> None:
    """Send a reset link; the response is the same for unknown addresses."""
    actions.send_reset(context, visitor, data.email)


@router.post("/auth/passwords", requires=Access.PUBLIC, rate=Rate.SIGN_IN, status=200)
def set_password_by_link(context: AppContext, visitor: Visitor, data: PasswordByLink) -> SessionResult[SignedIn]:
    """Set the password of the link's user, once, and sign in."""
    return actions.set_password_by_link(context, visitor, data.token, data.password)


@router.post(
    "/auth/owner-setups", requires=Access.PUBLIC, rate=Rate.SIGN_IN, status=200, summary="Set up the organization"
)
def set_up_organization(context: AppContext, visitor: Visitor, data: OwnerSetup) -> SessionResult[SignedIn]:
    """Store what the first owner answers, set their password, once, and sign in."""
    return actions.set_up_organization(context, visitor, data)


@router.put("/api/v1/me/password", requires=Access.ENROLLING, rate=Rate.SIGN_IN, status=204, forbids_impersonation=True)
def change_password(context: AppContext, actor: Actor, data: PasswordChange) -> None:
    """Change one's own password and end all other sessions."""
    actions.change_password(context, actor, data.current_password, data.password)
