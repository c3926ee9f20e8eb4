"""Routes of sessions."""

from sqlalchemy import Connection
from sqlalchemy.orm import Session
from starlette.responses import Response

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Access, Router
from regie.access.permissions import Permission as P
from regie.access.rate_limits import Rate
from regie.access.responses import SessionResult
from regie.access.sessions import new_guest_token
from regie.access.visitor import Visitor
from regie.core.api.errors import Invalid
from regie.core.api.wire import Item
from regie.core.time.clock import Clock
from regie.domains.accounts.sessions import access, actions, codes, google, queries
from regie.domains.accounts.sessions.schemas import (
    AccountAccess,
    CodeRequest,
    Credentials,
    CurrentUser,
    GoogleAddress,
    GoogleCallback,
    GoogleSignedIn,
    ImpersonatedUser,
    SessionRow,
    SignedIn,
)

router = Router("", "sessions")


@router.get("/sanctum/csrf-cookie", requires=Access.PUBLIC, status=204)
def refresh_csrf_token(context: AppContext, visitor: Visitor) -> SessionResult[None] | Response:
    """Set the XSRF-TOKEN cookie; a visitor without a session receives a guest one."""
    if visitor.token is None:
        return SessionResult(None, new_guest_token(context.secret))
    response = Response(status_code=204)
    context.cookies.write_csrf(response, visitor.token)
    return response


@router.get("/api/v1/users/{id}/access", requires=P.USERS_VIEW, summary="Read access of user")
def read_access(db: Connection, actor: Actor, id: str) -> Item[AccountAccess]:
    """Read a user's permissions and what grants them."""
    return {"data": access.read_access(db, actor, id)}


@router.get("/api/v1/me/access", requires=Access.SIGNED_IN)
def read_own_access(db: Connection, actor: Actor) -> Item[AccountAccess]:
    """Read the caller's permissions and what grants them."""
    return {"data": access.read_access(db, actor, actor.user_api_id)}


@router.get("/api/v1/me", requires=Access.HAS_SESSION, summary="Read signed-in user")
def read_me(db: Connection, actor: Actor) -> Item[ImpersonatedUser | CurrentUser]:
    """Read the current user."""
    return {"data": queries.describe_caller(db, actor)}


@router.post("/login", requires=Access.PUBLIC, rate=Rate.SIGN_IN, status=200)
def sign_in(context: AppContext, visitor: Visitor, data: Credentials) -> SessionResult[SignedIn]:
    """Start a session with a password or an emailed code; wrong and unknown credentials get the same response."""
    if data.code is not None and data.password is None:
        user_id = codes.check_code(context, visitor, data.email, data.code)
        return actions.authenticate(context, visitor, user_id, method="code", remember=data.remember)
    if data.password is None:
        raise Invalid({"password": "required"})
    user_id = actions.check_password(context, visitor, data.email, data.password)
    return actions.authenticate(context, visitor, user_id, method="password", remember=data.remember)


@router.post("/auth/email/codes", requires=Access.PUBLIC, rate=Rate.MAIL, status=204, summary="Send sign-in code")
def send_code(context: AppContext, visitor: Visitor, data: CodeRequest) -> None:
    """Send a six-digit code and a link; the response is the same for unknown addresses."""
    codes.send_code(context, visitor, data.email, data.redirect)


@router.post("/auth/google/attempts", requires=Access.PUBLIC, rate=Rate.SIGN_IN, summary="Begin sign-in with Google")
def begin_google_attempt(context: AppContext, visitor: Visitor) -> Item[GoogleAddress]:
    """Return the URL at which the user chooses a Google account."""
    return {"data": {"url": google.begin_google_attempt(context, visitor)}}


@router.post(
    "/auth/google/callbacks",
    requires=Access.PUBLIC,
    rate=Rate.SIGN_IN,
    status=200,
    summary="Finish sign-in with Google",
)
def finish_google_attempt(
    context: AppContext, visitor: Visitor, data: GoogleCallback
) -> SessionResult[GoogleSignedIn] | GoogleSignedIn:
    """Sign in with the code that Google returned."""
    return google.finish_google_attempt(context, visitor, data.code, data.state)


@router.post("/logout", requires=Access.PUBLIC, rate=Rate.SIGN_IN, status=204)
def sign_out(context: AppContext, visitor: Visitor) -> SessionResult[None]:
    """End the session of this browser, if there is one."""
    actions.sign_out(context, visitor)
    return SessionResult(None, new_guest_token(context.secret), clears_cache=True)


@router.get("/api/v1/sessions", requires=Access.SIGNED_IN, forbids_impersonation=True)
def list_sessions(db: Connection, actor: Actor, clock: Clock) -> Item[list[SessionRow]]:
    """List the browsers in which the caller is signed in."""
    return {"data": queries.list_sessions(db, actor, clock.now())}


@router.delete("/api/v1/sessions", requires=Access.SIGNED_IN, forbids_impersonation=True)
def end_other_sessions(session: Session, actor: Actor) -> None:
    """Sign the caller out of all other browsers."""
    actions.end_other_sessions(session, actor)


@router.delete("/api/v1/sessions/{id}", requires=Access.SIGNED_IN, forbids_impersonation=True)
def end_session(session: Session, actor: Actor, id: str) -> None:
    """Sign the caller out of one other browser."""
    actions.end_own_session(session, actor, id)
