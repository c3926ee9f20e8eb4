"""Signs users in and out; every method ends in `authenticate`."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, delete, or_, select, update
from sqlalchemy.orm import Session, aliased

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.email_tokens import revoke_links
from regie.access.known_browsers import add_account, signing_key
from regie.access.passwords import matches_password
from regie.access.responses import SessionResult
from regie.access.sessions import MAX_SESSION_AGE, hash_token, is_guest_token, new_guest_token, new_session_token
from regie.access.visitor import Visitor
from regie.core.api.errors import Invalid, NotFound
from regie.core.audit.activity import SessionAuthor, log_event, set_author, without_audit
from regie.core.db.database import Database
from regie.core.db.ids import is_api_id
from regie.core.restored_copy import read_restore_id
from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.models import PendingSignIn, SignedInSession
from regie.domains.accounts.sessions.queries import describe_user
from regie.domains.accounts.sessions.schemas import Factor, SignedIn
from regie.domains.people.users.queries import find_sign_in
from regie.domains.records.users.models import Passkey, RecoveryCode, TotpDevice, User

PENDING_VALIDITY = timedelta(minutes=10)


def check_password(context: AppContext, visitor: Visitor, email: str, password: str) -> int:
    """Return the user's id; wrong passwords and unknown addresses raise the same Invalid.

    The attempt is counted first, and the password is hashed outside of any transaction.
    """
    context.sign_in_limits.count_attempt(visitor, email)
    with context.database.read() as db:
        found = find_sign_in(db, email)
    if not matches_password(password, found.password_hash if found else None) or found is None:
        log_refused_sign_in(context, visitor, found.id if found else None, "password")
        raise Invalid({"email": "credentials"}, "credentials")
    context.sign_in_limits.reset(visitor, email)
    return found.id


def log_refused_sign_in(
    context: AppContext, visitor: Visitor, user_id: int | None, method: str, **details: str | None
) -> None:
    """Log a failed sign-in; the work is the same for unknown addresses."""
    with context.database.write() as session:
        user = session.execute(select(User).where(User.id == (user_id or 0))).scalar_one_or_none()
        set_author(session, None, context.clock.now())
        _log(session, "sign_in_refused", user, visitor, method, **details)


def log_failed_reauthentication(context: AppContext, actor: Actor, **details: str) -> None:
    """Log that a signed-in user failed to reauthenticate: someone else may be using their browser."""
    with context.write_as(actor) as session:
        _log_own(session, actor, "proof_refused", **details)


def authenticate(
    context: AppContext, visitor: Visitor, user_id: int, *, method: str, remember: bool = False
) -> SessionResult[SignedIn]:
    """Open a session after the first factor, or request the second.

    A pending sign-in belongs to this browser's new guest token and grants nothing.
    """
    with context.database.write() as session:
        user = session.execute(select(User).where(User.id == user_id).with_for_update()).scalar_one()
        if not user.two_factor:
            return finish_sign_in(session, context, visitor, user, method=method, remember=remember)
        token = new_guest_token(context.secret)
        now = context.clock.now()
        end_session(session, visitor.token or "")
        session.execute(delete(PendingSignIn).where(PendingSignIn.expires_at < now))
        session.add(
            PendingSignIn(
                browser_hash=hash_token(token),
                user_id=user.id,
                epoch=user.session_epoch,
                method=method,
                remember=remember,
                expires_at=now + PENDING_VALIDITY,
            )
        )
        return SessionResult({"data": None, "second_factor": list_second_factors(session, user.id)}, token)


def finish_sign_in(
    session: Session,
    context: AppContext,
    visitor: Visitor,
    user: User,
    *,
    method: str,
    remember: bool,
    second_factor: str | None = None,
) -> SessionResult[SignedIn]:
    """Open a session for a user who has passed all factors."""
    if user.status == "invited":
        user.status = "active"
        # The link in their mailbox could otherwise still set a password.
        revoke_links(session, user.id, "invitation")
    token = open_session(
        session, user.id, context.clock.now(), replaces=visitor.token, remember=remember, method=method, visitor=visitor
    )
    set_author(session, SessionAuthor(user.api_id, user.name), context.clock.now())
    _log(session, "signed_in", user, visitor, method, second_factor=second_factor)
    session.flush()
    data: SignedIn = {"data": describe_user(session.connection(), user.id), "second_factor": None}
    key = signing_key(context.secret, read_restore_id(session.connection()))
    known = add_account(key, visitor.known_browser, user.email)
    return SessionResult(data, token, remember=remember, known_browser=known)


def list_second_factors(session: Session, user_id: int) -> list[Factor]:
    """Return the second factors that this user can use, most convenient first."""
    statements: dict[Factor, Select[*tuple[Any, ...]]] = {
        "passkey": select(Passkey.id).where(Passkey.user_id == user_id),
        "totp": select(TotpDevice.user_id).where(TotpDevice.user_id == user_id, TotpDevice.confirmed_at.is_not(None)),
        "recovery_code": select(RecoveryCode.id).where(RecoveryCode.user_id == user_id, RecoveryCode.used_at.is_(None)),
    }
    return [name for name, statement in statements.items() if session.execute(statement.limit(1)).first()]


def open_session(
    session: Session,
    user_id: int,
    now: datetime,
    *,
    replaces: str | None,
    remember: bool,
    method: str = "password",
    visitor: Visitor | None = None,
    signed_in_at: datetime | None = None,
    **impersonation: Any,
) -> str:
    """Create a session with a new token for the cookie and end the replaced one.

    `signed_in_at` is when the user last signed in, if the session only starts or ends an impersonation.
    """
    if replaces:
        end_session(session, replaces)
    session.execute(delete(SignedInSession).where(SignedInSession.created_at < now - MAX_SESSION_AGE))
    epoch = session.execute(select(User.session_epoch).where(User.id == user_id)).scalar_one()
    token = new_session_token()
    session.add(
        SignedInSession(
            token_hash=hash_token(token),
            user_id=user_id,
            created_at=signed_in_at or now,
            seen_at=now,
            epoch=epoch,
            remember=remember,
            # The end of an impersonation is no reauthentication.
            reauthenticated_at=None if method == "impersonation" else now,
            method=method,
            address=visitor.address if visitor else "",
            agent=visitor.agent if visitor else "",
            **impersonation,
        )
    )
    if not impersonation:
        statement = update(User).where(User.id == user_id).values(last_seen_at=now, updated_at=User.updated_at)
        session.execute(without_audit(statement))
    return token


def sign_out(context: AppContext, visitor: Visitor) -> None:
    """End the session of this browser; without one, nothing is written."""
    if not has_session(context, visitor):
        return
    with context.database.write() as session:
        _log_sign_out(session, visitor, context.clock.now())
        end_session(session, visitor.token or "")


def has_session(context: AppContext, visitor: Visitor) -> bool:
    """Return whether this browser has a session, even an expired one."""
    if visitor.token is None or is_guest_token(visitor.token):
        return False
    with context.database.read() as db:
        found = db.execute(select(SignedInSession.id).where(SignedInSession.token_hash == visitor.browser))
        return found.first() is not None


def _log_sign_out(session: Session, visitor: Visitor, now: datetime) -> None:
    real = aliased(User)
    statement = (
        select(User, SignedInSession.method, real)
        .join(SignedInSession, SignedInSession.user_id == User.id)
        .outerjoin(real, real.id == SignedInSession.impersonator_id)
        .where(SignedInSession.token_hash == visitor.browser)
    )
    found = session.execute(statement).first()
    if found is not None:
        impersonator = found[2] and SessionAuthor(found[2].api_id, found[2].name)
        set_author(session, SessionAuthor(found.User.api_id, found.User.name, impersonator), now)
        _log(session, "signed_out", found.User, visitor, found.method)


def end_session(session: Session, token: str) -> None:
    session.execute(delete(SignedInSession).where(SignedInSession.token_hash == hash_token(token)))


def end_own_session(session: Session, actor: Actor, api_id: str) -> None:
    """End a session of the caller in another browser; unknown ids are ignored."""
    if not is_api_id(api_id):
        raise NotFound
    conditions = (SignedInSession.api_id == api_id, SignedInSession.user_id == actor.user_id)
    if session.execute(delete(SignedInSession).where(*conditions).returning(SignedInSession.id)).first():
        _log_own(session, actor, "session_ended")


def end_other_sessions(session: Session, actor: Actor) -> None:
    delete_other_sessions(session, actor)
    _log_own(session, actor, "sessions_ended")


def delete_other_sessions(session: Session, actor: Actor) -> None:
    """End all sessions and pending sign-ins of the caller except this session.

    This includes sessions in which they impersonate someone, since those lead back to their own user.
    """
    conditions = or_(SignedInSession.user_id == actor.user_id, SignedInSession.impersonator_id == actor.user_id)
    session.execute(delete(SignedInSession).where(conditions, SignedInSession.id != actor.session_id))
    session.execute(delete(PendingSignIn).where(PendingSignIn.user_id == actor.user_id))


def touch(database: Database, actor: Actor, clock: Clock) -> None:
    """Record the caller's activity, so that the session does not become idle."""
    now = clock.now()
    with database.write() as session:
        session.execute(update(SignedInSession).where(SignedInSession.id == actor.session_id).values(seen_at=now))
        if actor.impersonator is None:
            statement = (
                update(User).where(User.id == actor.user_id).values(last_seen_at=now, updated_at=User.updated_at)
            )
            session.execute(without_audit(statement))


def _log(session: Session, action: str, user: User | None, visitor: Visitor, method: str, **more: str | None) -> None:
    details = {"method": method, **more, "address": visitor.address, "browser": visitor.agent}
    name, api_id = (user.name, user.api_id) if user else ("—", None)
    log_event(session, action, subject="user", api_id=api_id, name=name, topic="access", details=details)


def _log_own(session: Session, actor: Actor, action: str, **details: str) -> None:
    log_event(
        session, action, subject="user", api_id=actor.user_api_id, name=actor.name, topic="access", details=details
    )
