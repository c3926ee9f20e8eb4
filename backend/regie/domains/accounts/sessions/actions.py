"""Signing in and out: every way in ends in the same `authenticate` and the same new session."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, delete, or_, select, update
from sqlalchemy.orm import Session, aliased

from regie.access.actor import Actor
from regie.access.answers import Answer
from regie.access.app_context import AppContext
from regie.access.email_tokens import forget_links
from regie.access.known_browsers import add_account
from regie.access.passwords import is_password
from regie.access.sessions import ABSOLUTE, hash_token, is_guest_token, new_guest_token, new_session_token
from regie.access.visitor import Visitor
from regie.core.api.errors import Invalid, NotFound
from regie.core.audit.activity import Person, act_as, record, without_audit
from regie.core.db.database import Database
from regie.core.db.ids import is_api_id
from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.models import PendingSignIn, SignedInSession
from regie.domains.accounts.sessions.queries import describe_user
from regie.domains.accounts.sessions.schemas import Factor, SignedIn
from regie.domains.people.users.queries import find_sign_in
from regie.domains.records.users.models import Passkey, RecoveryCode, TotpDevice, User

PENDING_FOR = timedelta(minutes=10)


def check_password(context: AppContext, visitor: Visitor, email: str, password: str) -> int:
    """The person's key; one and the same refusal for a wrong password and an unknown address.

    The try is counted first, and the hash is computed while no transaction is open: hashing holds no lock.
    """
    context.sign_in_limits.count_try(visitor, email)
    with context.database.read() as db:
        found = find_sign_in(db, email)
    if not is_password(password, found.password_hash if found else None) or found is None:
        note_refusal(context, visitor, found.id if found else None, "password")
        raise Invalid({"email": "credentials"}, "credentials")
    context.sign_in_limits.forget(visitor, email)
    return found.id


def note_refusal(
    context: AppContext, visitor: Visitor, user_id: int | None, method: str, **details: str | None
) -> None:
    """A refused try is in the log, the same work for an address that nobody has."""
    with context.database.write() as session:
        user = session.execute(select(User).where(User.id == (user_id or 0))).scalar_one_or_none()
        act_as(session, None, context.clock.now())
        _record(session, "sign_in_refused", user, visitor, method, **details)


def note_wrong_proof(context: AppContext, actor: Actor, **shown: str) -> None:
    """Somebody who is signed in could not show that it is them: somebody else may sit at their browser."""
    with context.write_as(actor) as session:
        _record_own(session, actor, "proof_refused", **shown)


def authenticate(
    context: AppContext, visitor: Visitor, user_id: int, *, method: str, remember: bool = False
) -> Answer[SignedIn]:
    """The one door: whoever has shown their first factor gets a session, or is asked for the second.

    A half-finished sign-in is bound to this browser's new guest token and opens nothing.
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
                expires_at=now + PENDING_FOR,
            )
        )
        return Answer({"data": None, "second_factor": second_factors(session, user.id)}, token)


def finish_sign_in(
    session: Session,
    context: AppContext,
    visitor: Visitor,
    user: User,
    *,
    method: str,
    remember: bool,
    second_factor: str | None = None,
) -> Answer[SignedIn]:
    """A new session for somebody who has shown all that is asked of them."""
    if user.status == "invited":
        user.status = "active"
        # Whichever way they came in: the link in their mailbox would set a password for whoever finds it.
        forget_links(session, user.id, "invitation")
    token = open_session(
        session, user.id, context.clock.now(), replaces=visitor.token, remember=remember, method=method, visitor=visitor
    )
    act_as(session, Person(user.api_id, user.name), context.clock.now())
    _record(session, "signed_in", user, visitor, method, second_factor=second_factor)
    session.flush()
    data: SignedIn = {"data": describe_user(session.connection(), user.id), "second_factor": None}
    return Answer(data, token, remember=remember, known=add_account(context.secret, visitor.known, user.email))


def second_factors(session: Session, user_id: int) -> list[Factor]:
    """What this person may show as the second factor, the handiest first."""
    having: dict[Factor, Select[*tuple[Any, ...]]] = {
        "passkey": select(Passkey.id).where(Passkey.user_id == user_id),
        "totp": select(TotpDevice.user_id).where(TotpDevice.user_id == user_id, TotpDevice.confirmed_at.is_not(None)),
        "recovery_code": select(RecoveryCode.id).where(RecoveryCode.user_id == user_id, RecoveryCode.used_at.is_(None)),
    }
    return [name for name, statement in having.items() if session.execute(statement.limit(1)).first()]


def open_session(
    session: Session,
    user_id: int,
    now: datetime,
    *,
    replaces: str | None,
    remember: bool,
    method: str = "password",
    visitor: Visitor | None = None,
    began_at: datetime | None = None,
    **impersonation: Any,
) -> str:
    """A new session, never the visitor's old one; returns the token for the cookie.

    `began_at` is when the person last signed in, where the session only changes whose place they act in.
    """
    if replaces:
        end_session(session, replaces)
    session.execute(delete(SignedInSession).where(SignedInSession.created_at < now - ABSOLUTE))
    epoch = session.execute(select(User.session_epoch).where(User.id == user_id)).scalar_one()
    token = new_session_token()
    session.add(
        SignedInSession(
            token_hash=hash_token(token),
            user_id=user_id,
            created_at=began_at or now,
            seen_at=now,
            epoch=epoch,
            remember=remember,
            # Coming back from somebody else's place proves nothing.
            proved_at=None if method == "impersonation" else now,
            method=method,
            address=visitor.address if visitor else "",
            agent=visitor.agent if visitor else "",
            **impersonation,
        )
    )
    if not impersonation:
        seen = update(User).where(User.id == user_id).values(last_seen_at=now, updated_at=User.updated_at)
        session.execute(without_audit(seen))
    return token


def sign_out(context: AppContext, visitor: Visitor) -> None:
    """End the session of this browser; a guest's token ends nothing, and writes nothing either."""
    if not holds_session(context, visitor):
        return
    with context.database.write() as session:
        _record_end(session, visitor, context.clock.now())
        end_session(session, visitor.token or "")


def holds_session(context: AppContext, visitor: Visitor) -> bool:
    """Whether this browser has a session, alive or not."""
    if visitor.token is None or is_guest_token(visitor.token):
        return False
    with context.database.read() as db:
        kept = db.execute(select(SignedInSession.id).where(SignedInSession.token_hash == visitor.browser))
        return kept.first() is not None


def _record_end(session: Session, visitor: Visitor, now: datetime) -> None:
    real = aliased(User)
    statement = (
        select(User, SignedInSession.method, real)
        .join(SignedInSession, SignedInSession.user_id == User.id)
        .outerjoin(real, real.id == SignedInSession.impersonator_id)
        .where(SignedInSession.token_hash == visitor.browser)
    )
    found = session.execute(statement).first()
    if found is not None:
        impersonator = found[2] and Person(found[2].api_id, found[2].name)
        act_as(session, Person(found.User.api_id, found.User.name, impersonator), now)
        _record(session, "signed_out", found.User, visitor, found.method)


def end_session(session: Session, token: str) -> None:
    session.execute(delete(SignedInSession).where(SignedInSession.token_hash == hash_token(token)))


def end_own_session(session: Session, actor: Actor, api_id: str) -> None:
    """End one of the caller's sessions in another browser; unknown ones are ended already."""
    if not is_api_id(api_id):
        raise NotFound
    mine = (SignedInSession.api_id == api_id, SignedInSession.user_id == actor.user_id)
    if session.execute(delete(SignedInSession).where(*mine).returning(SignedInSession.id)).first():
        _record_own(session, actor, "session_ended")


def end_other_sessions(session: Session, actor: Actor) -> None:
    forget_other_sessions(session, actor)
    _record_own(session, actor, "sessions_ended")


def forget_other_sessions(session: Session, actor: Actor) -> None:
    """The browser that the caller sits at stays signed in; every other one does not, nor one half signed in.

    Where they act in somebody's place they are themself again with one click: that ends too.
    """
    mine = or_(SignedInSession.user_id == actor.user_id, SignedInSession.impersonator_id == actor.user_id)
    session.execute(delete(SignedInSession).where(mine, SignedInSession.id != actor.session_id))
    session.execute(delete(PendingSignIn).where(PendingSignIn.user_id == actor.user_id))


def touch(database: Database, actor: Actor, clock: Clock) -> None:
    """Note that the caller was here, so that the session does not end for idleness."""
    now = clock.now()
    with database.write() as session:
        session.execute(update(SignedInSession).where(SignedInSession.id == actor.session_id).values(seen_at=now))
        if actor.impersonator is None:
            seen = update(User).where(User.id == actor.user_id).values(last_seen_at=now, updated_at=User.updated_at)
            session.execute(without_audit(seen))


def _record(
    session: Session, action: str, user: User | None, visitor: Visitor, method: str, **more: str | None
) -> None:
    details = {"method": method, **more, "address": visitor.address, "browser": visitor.agent}
    name, api_id = (user.name, user.api_id) if user else ("—", None)
    record(session, action, subject="user", api_id=api_id, name=name, topic="access", details=details)


def _record_own(session: Session, actor: Actor, action: str, **details: str) -> None:
    record(session, action, subject="user", api_id=actor.user_api_id, name=actor.name, topic="access", details=details)
