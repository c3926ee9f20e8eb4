"""Acting in somebody's place: a session of its own, for half an hour, with both names on everything it does."""

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.answers import Answer
from regie.access.app_context import AppContext
from regie.access.permissions import Permission, rank
from regie.access.sessions import IDLE, new_guest_token
from regie.access.visitor import Visitor
from regie.core.api.errors import Forbidden, Invalid, NotFound
from regie.core.api.wire import Item
from regie.core.audit.activity import Person, act_as, record
from regie.core.db.ids import is_api_id, new_api_id
from regie.core.text.locale import LOCALES
from regie.core.time.instants import instant_in_words
from regie.domains.accounts.sessions.actions import end_session, holds_session, open_session
from regie.domains.accounts.sessions.models import SignedInSession
from regie.domains.accounts.sessions.queries import describe_impersonated, find_caller
from regie.domains.accounts.sessions.schemas import ImpersonatedUser
from regie.domains.people.notifications.actions import Notifier, notify
from regie.domains.people.users.queries import visible_users
from regie.domains.records.users.models import User

LASTS = timedelta(minutes=30)


def start_impersonating(
    session: Session, context: AppContext, actor: Actor, visitor: Visitor, api_id: str, reason: str
) -> Answer[Item[ImpersonatedUser]]:
    """Only somebody of a lower rank who has a role; they are told at once. Answers the person as current user."""
    user = _find(session, actor, api_id)
    if user.id == actor.user_id:
        raise Invalid(code="yourself")
    if rank(user.roles) >= rank(actor.roles):
        raise Forbidden("rank")
    if not user.roles:
        raise Invalid(code="impersonate_deactivated")
    now = context.clock.now()
    until = now + LASTS
    epoch = session.execute(select(User.session_epoch).where(User.id == actor.user_id)).scalar_one()
    own = select(SignedInSession.created_at).where(SignedInSession.id == actor.session_id)
    began_at = session.execute(own).scalar_one()
    _record(session, user, "impersonation_started", reason)
    _tell(session, context, actor, user, until, reason)
    token = open_session(
        session,
        user.id,
        now,
        replaces=visitor.token,
        remember=False,
        method="impersonation",
        visitor=visitor,
        began_at=began_at,
        impersonator_id=actor.user_id,
        impersonator_epoch=epoch,
        impersonated_until=until,
        impersonation_reason=reason or None,
    )
    return _as_seen_by(session, context, visitor, token)


def stop_impersonating(context: AppContext, visitor: Visitor) -> Answer[None]:
    """Back to oneself, in a new session; harmless for whoever impersonates nobody, and a guest stays one.

    It answers when the half hour is over too: whoever sat there is themself again.
    """
    if not holds_session(context, visitor):
        return Answer(None, visitor.token or new_guest_token(context.secret))
    with context.database.write() as session:
        return _stop(session, context, visitor)


def _stop(session: Session, context: AppContext, visitor: Visitor) -> Answer[None]:
    row = session.execute(
        select(SignedInSession).where(SignedInSession.token_hash == visitor.browser).with_for_update()
    ).scalar_one_or_none()
    if row is None or row.impersonator_id is None:
        return Answer(None, visitor.token or new_guest_token(context.secret))
    real = session.execute(select(User).where(User.id == row.impersonator_id)).scalar_one()
    user = session.execute(select(User).where(User.id == row.user_id)).scalar_one()
    act_as(session, Person(real.api_id, real.name), context.clock.now())
    _record(session, user, "impersonation_stopped", None)
    if real.session_epoch != row.impersonator_epoch or row.seen_at + IDLE < context.clock.now():
        end_session(session, visitor.token or "")
        return Answer(None, new_guest_token(context.secret))
    token = open_session(
        session,
        real.id,
        context.clock.now(),
        replaces=visitor.token,
        remember=False,
        method="impersonation",
        visitor=visitor,
        began_at=row.created_at,
    )
    return Answer(None, token)


def _find(session: Session, actor: Actor, api_id: str) -> User:
    if not is_api_id(api_id):
        raise NotFound
    visible = visible_users(actor.require(Permission.USERS_VIEW))
    found = select(User).where(User.api_id == api_id, visible).with_for_update()
    user = session.execute(found, actor.params).scalar_one_or_none()
    if user is None:
        raise NotFound
    return user


def _tell(session: Session, context: AppContext, actor: Actor, user: User, until: datetime, reason: str) -> None:
    """The person, in both languages and in their own time zone."""
    now = context.clock.now()
    said = {
        name: {locale: instant_in_words(moment, user.timezone, locale) for locale in LOCALES}
        for name, moment in (("start_words", now), ("until_words", until))
    }
    notify(
        session, Notifier(context.mail, context.origin), kind="impersonation", recipients=[user.id],
        values={"name": actor.name, "reason": reason or "—"} | said,
        link="/profile?tab=sessions", once=f"impersonation:{new_api_id()}", now=now,
    )  # fmt: skip


def _as_seen_by(session: Session, context: AppContext, visitor: Visitor, token: str) -> Answer[Item[ImpersonatedUser]]:
    session.flush()
    caller = find_caller(session.connection(), token, context.clock, visitor.locale)
    assert caller is not None
    assert caller.impersonator is not None
    return Answer({"data": describe_impersonated(session.connection(), caller, caller.impersonator)}, token)


def _record(session: Session, user: User, action: str, reason: str | None) -> None:
    record(
        session,
        action,
        subject="user",
        api_id=user.api_id,
        name=user.name,
        topic="access",
        details={"reason": reason or None},
    )
