"""Lets administrators sign in as another user: for 30 minutes, with both names on every change."""

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.permissions import Permission, rank
from regie.access.responses import SessionResult
from regie.access.sessions import IDLE_TIMEOUT, new_guest_token
from regie.access.visitor import Visitor
from regie.core.api.errors import Forbidden, Invalid, NotFound
from regie.core.api.wire import Item
from regie.core.audit.activity import SessionAuthor, log_event, set_author
from regie.core.db.ids import is_api_id, new_api_id
from regie.core.text.locale import LOCALES
from regie.core.time.instants import format_instant
from regie.domains.accounts.sessions.actions import end_session, has_session, open_session
from regie.domains.accounts.sessions.models import SignedInSession
from regie.domains.accounts.sessions.queries import describe_impersonated, find_caller
from regie.domains.accounts.sessions.schemas import ImpersonatedUser
from regie.domains.people.notifications.actions import Notifier, notify
from regie.domains.people.users.queries import visible_users
from regie.domains.records.users.models import User

IMPERSONATION_DURATION = timedelta(minutes=30)


def start_impersonating(
    session: Session, context: AppContext, actor: Actor, visitor: Visitor, api_id: str, reason: str
) -> SessionResult[Item[ImpersonatedUser]]:
    """Start to impersonate a user of lower rank, who is notified at once; return them as the current user."""
    user = _load_visible_user(session, actor, api_id)
    if user.id == actor.user_id:
        raise Invalid(code="yourself")
    if rank(user.roles) >= rank(actor.roles):
        raise Forbidden("rank")
    if not user.roles:
        raise Invalid(code="impersonate_deactivated")
    now = context.clock.now()
    until = now + IMPERSONATION_DURATION
    epoch = session.execute(select(User.session_epoch).where(User.id == actor.user_id)).scalar_one()
    statement = select(SignedInSession.created_at).where(SignedInSession.id == actor.session_id)
    signed_in_at = session.execute(statement).scalar_one()
    _log(session, user, "impersonation_started", reason)
    _notify_user(session, context, actor, user, until, reason)
    token = open_session(
        session,
        user.id,
        now,
        replaces=visitor.token,
        remember=False,
        method="impersonation",
        visitor=visitor,
        signed_in_at=signed_in_at,
        impersonator_id=actor.user_id,
        impersonator_epoch=epoch,
        impersonated_until=until,
        impersonation_reason=reason,
    )
    return _read_current_user(session, context, visitor, token)


def stop_impersonating(context: AppContext, visitor: Visitor) -> SessionResult[None]:
    """Return to one's own user, in a new session; does nothing without an impersonation.

    It also works after the impersonation has expired.
    """
    if not has_session(context, visitor):
        return SessionResult(None, visitor.token or new_guest_token(context.secret))
    with context.database.write() as session:
        return _stop(session, context, visitor)


def _stop(session: Session, context: AppContext, visitor: Visitor) -> SessionResult[None]:
    row = session.execute(
        select(SignedInSession).where(SignedInSession.token_hash == visitor.browser).with_for_update()
    ).scalar_one_or_none()
    if row is None or row.impersonator_id is None:
        return SessionResult(None, visitor.token or new_guest_token(context.secret))
    real = session.execute(select(User).where(User.id == row.impersonator_id)).scalar_one()
    user = session.execute(select(User).where(User.id == row.user_id)).scalar_one()
    set_author(session, SessionAuthor(real.api_id, real.name), context.clock.now())
    _log(session, user, "impersonation_stopped", None)
    if real.session_epoch != row.impersonator_epoch or row.seen_at + IDLE_TIMEOUT < context.clock.now():
        end_session(session, visitor.token or "")
        return SessionResult(None, new_guest_token(context.secret))
    token = open_session(
        session,
        real.id,
        context.clock.now(),
        replaces=visitor.token,
        remember=False,
        method="impersonation",
        visitor=visitor,
        signed_in_at=row.created_at,
    )
    return SessionResult(None, token)


def _load_visible_user(session: Session, actor: Actor, api_id: str) -> User:
    if not is_api_id(api_id):
        raise NotFound
    visible = visible_users(actor.require(Permission.USERS_VIEW))
    statement = select(User).where(User.api_id == api_id, visible).with_for_update()
    user = session.execute(statement, actor.params).scalar_one_or_none()
    if user is None:
        raise NotFound
    return user


def _notify_user(session: Session, context: AppContext, actor: Actor, user: User, until: datetime, reason: str) -> None:
    """Notify the user, in both languages and in their own time zone."""
    now = context.clock.now()
    formatted = {
        name: {locale: format_instant(moment, user.timezone, locale) for locale in LOCALES}
        for name, moment in (("start_words", now), ("until_words", until))
    }
    notify(
        session, Notifier(context.mail, context.origin), kind="impersonation", recipients=[user.id],
        values={"name": actor.name, "reason": reason} | formatted,
        link="/profile?tab=sessions", dedup_key=f"impersonation:{new_api_id()}", now=now,
    )  # fmt: skip


def _read_current_user(
    session: Session, context: AppContext, visitor: Visitor, token: str
) -> SessionResult[Item[ImpersonatedUser]]:
    session.flush()
    caller = find_caller(session.connection(), token, context.clock, visitor.locale)
    assert caller is not None
    assert caller.impersonator is not None
    return SessionResult({"data": describe_impersonated(session.connection(), caller, caller.impersonator)}, token)


def _log(session: Session, user: User, action: str, reason: str | None) -> None:
    log_event(
        session,
        action,
        subject="user",
        api_id=user.api_id,
        name=user.name,
        topic="access",
        details={"reason": reason},
    )
