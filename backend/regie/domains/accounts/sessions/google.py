"""Signs in with Google; each attempt is bound to the browser that started it."""

import base64
import hashlib
import json
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from regie.access.app_context import AppContext
from regie.access.responses import SessionResult
from regie.access.visitor import Visitor
from regie.connectors.errors import ServiceError
from regie.core.api.errors import Invalid, Unavailable
from regie.core.audit.activity import log_event
from regie.domains.accounts.sessions.actions import authenticate, log_refused_sign_in
from regie.domains.accounts.sessions.models import GoogleAttempt
from regie.domains.accounts.sessions.schemas import GoogleSignedIn
from regie.domains.records.settings.queries import read_settings
from regie.domains.records.users.models import GoogleIdentity, User

if TYPE_CHECKING:  # imports the HTTP client, which is not needed without Google
    from regie.connectors.google.id_token import Identity

_ATTEMPT_VALIDITY = timedelta(minutes=10)
_RETRY_SECONDS = 5
# Google itself verifies these addresses; for others only the domain's own Workspace does (`hd`).
_GMAIL_DOMAIN = "gmail.com"
_REFUSED: GoogleSignedIn = {"user": None, "is_email_allowed": None, "second_factor": None}


def begin_google_attempt(context: AppContext, visitor: Visitor) -> str:
    """Return the URL at Google; state, nonce and PKCE verifier stay on the server."""
    if context.google is None:
        raise Invalid(code="google_off")
    context.sign_in_limits.count_attempt(visitor, visitor.browser)
    state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    try:
        url = context.google.authorization_url(
            state=state, nonce=nonce, code_challenge=challenge, locale=visitor.locale
        )
    except ServiceError as error:
        raise Unavailable(retry_after=_RETRY_SECONDS) from error
    now = context.clock.now()
    with context.database.write() as session:
        session.execute(
            delete(GoogleAttempt).where(
                or_(GoogleAttempt.expires_at < now, GoogleAttempt.browser_hash == visitor.browser)
            )
        )
        session.add(
            GoogleAttempt(
                browser_hash=visitor.browser,
                state_hash=_hash(state),
                sealed=context.sealed.seal(json.dumps([nonce, verifier]).encode()),
                expires_at=now + _ATTEMPT_VALIDITY,
            )
        )
    return url


def finish_google_attempt(
    context: AppContext, visitor: Visitor, code: str, state: str | None
) -> SessionResult[GoogleSignedIn] | GoogleSignedIn:
    """Sign in with Google's code; refusals return 200 too, and the page distinguishes them."""
    if context.google is None:
        return _REFUSED
    context.sign_in_limits.count_attempt(visitor, visitor.browser)
    identity = _identify(context, visitor, code, state)
    if isinstance(identity, str):
        return _refuse(context, visitor, identity)
    with context.database.write() as session:
        allowed_domains = read_settings(session.connection())["allowed_email_domains"]
        is_allowed = _is_allowed(identity, allowed_domains)
        user_id = _find_or_link(context, session, identity, allowed_domains) if is_allowed else None
    if user_id is None:
        refusal = _refuse(context, visitor, "no_account" if is_allowed else "domain")
        return {**refusal, "is_email_allowed": is_allowed}
    # Both the start and the callback were counted.
    context.sign_in_limits.reset(visitor, visitor.browser, tries=2)
    result = authenticate(context, visitor, user_id, method="google")
    data: GoogleSignedIn = {
        "user": result.data["data"],
        "is_email_allowed": True,
        "second_factor": result.data["second_factor"],
    }
    return SessionResult(data, result.token)


def _identify(context: AppContext, visitor: Visitor, code: str, state: str | None) -> "Identity | str":
    """Return the identity, or the cause of the refusal (one of `CAUSES`)."""
    attempt = _consume_attempt(context, visitor, state)
    if attempt is None or context.google is None:
        return "attempt"
    nonce, verifier = attempt
    try:
        identity = context.google.identify(code, code_verifier=verifier, nonce=nonce)
    except ServiceError:
        return "google"
    return identity if identity.email_verified else "unverified"


def _consume_attempt(context: AppContext, visitor: Visitor, state: str | None) -> list[str] | None:
    """Consume and return this browser's attempt as nonce and verifier; a given state must match."""
    conditions = [GoogleAttempt.browser_hash == visitor.browser, GoogleAttempt.expires_at > context.clock.now()]
    if state is not None:
        conditions.append(GoogleAttempt.state_hash == _hash(state))
    with context.database.write() as session:
        sealed = session.execute(delete(GoogleAttempt).where(*conditions).returning(GoogleAttempt.sealed)).scalar()
    opened = context.sealed.open(sealed) if sealed else None
    return json.loads(opened) if opened else None


def _is_allowed(identity: "Identity", allowed_domains: list[str]) -> bool:
    """Return whether the domain may sign in; the domain comes from Google's claim, not from the address."""
    if not allowed_domains:
        return True
    domain = identity.email.rpartition("@")[2].lower()
    verified_domain = _workspace_domain(identity) or (domain if domain == _GMAIL_DOMAIN else "")
    return verified_domain in allowed_domains


def _is_domain_verified(identity: "Identity", allowed_domains: list[str]) -> bool:
    """Return whether the address's domain verified this account: Google, its Workspace, or an allowed one.

    Users of a Workspace's secondary domains have its primary domain as `hd`: if the organization allows that domain,
    its secondary addresses are verified too.
    """
    domain = identity.email.rpartition("@")[2].lower()
    return domain == _GMAIL_DOMAIN or _workspace_domain(identity) in (domain, *allowed_domains)


def _workspace_domain(identity: "Identity") -> str:
    return (identity.hosted_domain or "").lower()


def _find_or_link(
    context: AppContext, session: Session, identity: "Identity", allowed_domains: list[str]
) -> int | None:
    """Return the user of this Google account; the first sign-in links it by a verified address."""
    linked = session.execute(
        select(GoogleIdentity).where(
            GoogleIdentity.issuer == identity.issuer, GoogleIdentity.subject == identity.subject
        )
    ).scalar_one_or_none()
    if linked is not None:
        linked.email = identity.email
        return linked.user_id
    if not _is_domain_verified(identity, allowed_domains):
        return None
    user = session.execute(select(User).where(User.email == identity.email.lower())).scalar_one_or_none()
    if user is None or _is_linked(session, user):
        return None
    session.add(
        GoogleIdentity(
            user_id=user.id,
            issuer=identity.issuer,
            subject=identity.subject,
            email=identity.email,
            linked_at=context.clock.now(),
        )
    )
    details = {"email": identity.email}
    log_event(
        session, "google_linked", subject="user", api_id=user.api_id, name=user.name, topic="access", details=details
    )
    return user.id


def _is_linked(session: Session, user: User) -> bool:
    return session.execute(select(GoogleIdentity.id).where(GoogleIdentity.user_id == user.id)).first() is not None


def _refuse(context: AppContext, visitor: Visitor, cause: str) -> GoogleSignedIn:
    """Log the cause, without any data of the Google account, which may be a stranger's."""
    log_refused_sign_in(context, visitor, None, "google", cause=cause)
    return _REFUSED


def _hash(state: str) -> str:
    return hashlib.sha256(state.encode()).hexdigest()
