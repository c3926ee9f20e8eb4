"""Choosing a password: by invitation, after forgetting it, or because one wants another."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.answers import Answer
from regie.access.app_context import AppContext
from regie.access.email_tokens import (
    VALID_FOR,
    SignInSecret,
    forget_links,
    keep_secret,
    keyed_hash,
    new_link_token,
    take_link,
)
from regie.access.passwords import hash_password, is_password, require_good_password
from regie.access.reauthentication import require_proof
from regie.access.visitor import Visitor
from regie.core.api.errors import Invalid
from regie.core.audit.activity import Person, act_as, record
from regie.core.mail.queue import queue_mail
from regie.core.text.locale import Locale
from regie.domains.accounts.sessions.actions import authenticate, forget_other_sessions, note_wrong_proof
from regie.domains.accounts.sessions.schemas import SignedIn
from regie.domains.people.users.actions import password_link, tell_user
from regie.domains.people.users.queries import OwnSecrets, find_sign_in, read_own_secrets
from regie.domains.records.users.models import User


def send_reset(context: AppContext, visitor: Visitor, email: str) -> None:
    """The same work whether anybody has the address or not; somebody without roles is sent nothing."""
    context.sign_in_limits.count_try(visitor, email, "mail")
    may_mail = context.sign_in_limits.may_mail(visitor, email)
    token, now = new_link_token(), context.clock.now()
    with context.database.write() as session:
        found = find_sign_in(session.connection(), email)
        if found is not None and not (found.roles and may_mail):
            found = None
        locale: Locale = found.locale if found else visitor.locale
        secret_hash = keyed_hash(context.secret, "link", token)
        keep_secret(session, "reset", secret_hash, found.id if found else None, now)
        queue_mail(
            session,
            context.mail,
            to=found.email if found else "",
            kind="password_reset",
            locale=locale,
            now=now,
            link=password_link(context, locale, token),
            minutes=int(VALID_FOR["reset"].total_seconds()) // 60,
        )


def set_password_by_link(context: AppContext, visitor: Visitor, token: str, password: str) -> Answer[SignedIn]:
    """Takes the link, sets the password, ends every session, and goes on to the one door."""
    context.sign_in_limits.count_try(visitor, visitor.browser)
    user = _whose_link(context, token)
    if user is None:
        raise Invalid({"token": "link"}, "link")
    _require_good(user, password)
    password_hash = hash_password(password)
    with context.database.write() as session:
        taken = take_link(
            session, ("invitation", "reset"), keyed_hash(context.secret, "link", token), context.clock.now()
        )
        if taken is None:
            raise Invalid({"token": "link"}, "link")
        user_id, kind = taken
        user = session.execute(select(User).where(User.id == user_id).with_for_update()).scalar_one()
        act_as(session, Person(user.api_id, user.name), context.clock.now())
        _set_password(session, context, user, password, password_hash, told=kind == "reset")
        user.session_epoch += 1
    context.sign_in_limits.forget(visitor, visitor.browser)
    return authenticate(context, visitor, user_id, method=kind)


def change_password(context: AppContext, actor: Actor, current: str | None, password: str) -> None:
    """The browser one sits at stays signed in, all the others do not. Hashing is done before anything is locked."""
    with context.database.read() as db:
        kept = read_own_secrets(db, actor)
    if kept.password_hash is None:
        require_proof(actor, context.clock.now())
    else:
        _require_current(context, actor, current, kept.password_hash)
    _require_good(kept, password)
    password_hash = hash_password(password)
    with context.write_as(actor) as session:
        user = session.execute(select(User).where(User.id == actor.user_id).with_for_update()).scalar_one()
        if user.password_hash != kept.password_hash:
            # Somebody else was quicker, and what was typed as the present one no longer is.
            raise Invalid({"current_password": "current_password"})
        _set_password(session, context, user, password, password_hash, told=True)
        forget_other_sessions(session, actor)


def _require_current(context: AppContext, actor: Actor, current: str | None, password_hash: str) -> None:
    context.sign_in_limits.count_own_try(actor.user_api_id, "password")
    if current is None or not is_password(current, password_hash):
        note_wrong_proof(context, actor, method="password")
        raise Invalid({"current_password": "current_password"})


def _whose_link(context: AppContext, token: str) -> User | None:
    """Read without using it up, so that a password which is refused does not cost the link."""
    statement = (
        select(User)
        .join(SignInSecret, SignInSecret.user_id == User.id)
        .where(
            SignInSecret.kind.in_(("invitation", "reset")),
            SignInSecret.secret_hash == keyed_hash(context.secret, "link", token),
            SignInSecret.expires_at > context.clock.now(),
        )
    )
    with context.database.write() as session:
        return session.execute(statement).scalar_one_or_none()


def _require_good(user: User | OwnSecrets, password: str) -> None:
    require_good_password(password, two_factor=user.two_factor, personal=(user.email, user.name))


def _set_password(
    session: Session, context: AppContext, user: User, password: str, password_hash: str, *, told: bool
) -> None:
    user.password_hash, user.password_length = password_hash, len(password)
    forget_links(session, user.id)
    record(session, "password_changed", subject="user", api_id=user.api_id, name=user.name, topic="access")
    if told:
        tell_user(session, context, user, "password_changed", when=context.clock.now())
    session.flush()
