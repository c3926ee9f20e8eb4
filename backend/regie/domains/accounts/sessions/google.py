"""Signing in with Google: an attempt bound to the browser, and only then the person behind the code."""

import base64
import hashlib
import json
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from regie.access.answers import Answer
from regie.access.app_context import AppContext
from regie.access.visitor import Visitor
from regie.connectors.errors import OutsideError
from regie.core.api.errors import Invalid, Unavailable
from regie.core.audit.activity import record
from regie.domains.accounts.sessions.actions import authenticate, note_refusal
from regie.domains.accounts.sessions.models import GoogleAttempt
from regie.domains.accounts.sessions.schemas import GoogleSignedIn
from regie.domains.records.settings.queries import read_settings
from regie.domains.records.users.models import GoogleIdentity, User

if TYPE_CHECKING:  # it brings the whole HTTP client, which a start without Google does not need
    from regie.connectors.google.id_token import Identity

_ATTEMPT_FOR = timedelta(minutes=10)
_RETRY_SECONDS = 5
# Google itself vouches for these addresses; for others only the domain's own Workspace does (`hd`).
_GOOGLE_MAIL = "gmail.com"
_NOBODY: GoogleSignedIn = {"user": None, "is_email_allowed": None, "second_factor": None}


def begin_google_attempt(context: AppContext, visitor: Visitor) -> str:
    """The address at Google to go to; state, nonce and the PKCE verifier stay here."""
    if context.google is None:
        raise Invalid(code="google_off")
    context.sign_in_limits.count_try(visitor, visitor.browser)
    state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    try:
        url = context.google.authorization_url(
            state=state, nonce=nonce, code_challenge=challenge, locale=visitor.locale
        )
    except OutsideError as error:
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
                expires_at=now + _ATTEMPT_FOR,
            )
        )
    return url


def finish_google_attempt(
    context: AppContext, visitor: Visitor, code: str, state: str | None
) -> Answer[GoogleSignedIn] | GoogleSignedIn:
    """Answers with 200 whatever comes of it: the page tells the two refusals apart."""
    if context.google is None:
        return _NOBODY
    context.sign_in_limits.count_try(visitor, visitor.browser)
    identity = _identify(context, visitor, code, state)
    if isinstance(identity, str):
        return _refuse(context, visitor, identity)
    with context.database.write() as session:
        allowed = read_settings(session.connection())["allowed_email_domains"]
        is_allowed = _is_allowed(identity, allowed)
        user_id = _find_or_link(context, session, identity, allowed) if is_allowed else None
    if user_id is None:
        refusal = _refuse(context, visitor, "nobody" if is_allowed else "domain")
        return {**refusal, "is_email_allowed": is_allowed}
    # The way there and the way back were both counted.
    context.sign_in_limits.forget(visitor, visitor.browser, tries=2)
    answer = authenticate(context, visitor, user_id, method="google")
    data: GoogleSignedIn = {
        "user": answer.data["data"],
        "is_email_allowed": True,
        "second_factor": answer.data["second_factor"],
    }
    return Answer(data, answer.token)


def _identify(context: AppContext, visitor: Visitor, code: str, state: str | None) -> "Identity | str":
    """Who came back; or, in one of the `CAUSES`, why that cannot be told."""
    kept = _take_attempt(context, visitor, state)
    if kept is None or context.google is None:
        return "attempt"
    nonce, verifier = kept
    try:
        identity = context.google.identify(code, code_verifier=verifier, nonce=nonce)
    except OutsideError:
        return "google"
    return identity if identity.email_verified else "unverified"


def _take_attempt(context: AppContext, visitor: Visitor, state: str | None) -> list[str] | None:
    """This browser's attempt, used up; a state that is sent along must be its own."""
    mine = [GoogleAttempt.browser_hash == visitor.browser, GoogleAttempt.expires_at > context.clock.now()]
    if state is not None:
        mine.append(GoogleAttempt.state_hash == _hash(state))
    with context.database.write() as session:
        sealed = session.execute(delete(GoogleAttempt).where(*mine).returning(GoogleAttempt.sealed)).scalar()
    opened = context.sealed.open(sealed) if sealed else None
    return json.loads(opened) if opened else None


def _is_allowed(identity: "Identity", allowed: list[str]) -> bool:
    """The claim of the domain itself counts, never what follows the @ of an address that anyone may have made."""
    if not allowed:
        return True
    domain = identity.email.rpartition("@")[2].lower()
    vouched = _workspace(identity) or (domain if domain == _GOOGLE_MAIL else "")
    return vouched in allowed


def _is_vouched_for(identity: "Identity", allowed: list[str]) -> bool:
    """Whether whoever runs the address's domain made this account: Google, its own Workspace, or ours.

    A Workspace has secondary domains, whose people carry the first one's name: where the organization has named that
    one as its own, all of its addresses are vouched for.
    """
    domain = identity.email.rpartition("@")[2].lower()
    return domain == _GOOGLE_MAIL or _workspace(identity) in (domain, *allowed)


def _workspace(identity: "Identity") -> str:
    return (identity.hosted_domain or "").lower()


def _find_or_link(context: AppContext, session: Session, identity: "Identity", allowed: list[str]) -> int | None:
    """The person of this Google account; a first sign-in links it by an address that Google vouches for."""
    known = session.execute(
        select(GoogleIdentity).where(
            GoogleIdentity.issuer == identity.issuer, GoogleIdentity.subject == identity.subject
        )
    ).scalar_one_or_none()
    if known is not None:
        known.email = identity.email
        return known.user_id
    if not _is_vouched_for(identity, allowed):
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
    record(
        session, "google_linked", subject="user", api_id=user.api_id, name=user.name, topic="access", details=details
    )
    return user.id


def _is_linked(session: Session, user: User) -> bool:
    return session.execute(select(GoogleIdentity.id).where(GoogleIdentity.user_id == user.id)).first() is not None


def _refuse(context: AppContext, visitor: Visitor, cause: str) -> GoogleSignedIn:
    """Into the log goes why, and nothing of the account at Google: it may be a stranger's."""
    note_refusal(context, visitor, None, "google", cause=cause)
    return _NOBODY


def _hash(state: str) -> str:
    return hashlib.sha256(state.encode()).hexdigest()
