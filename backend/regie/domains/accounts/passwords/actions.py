"""Sets passwords by invitation or reset link, and changes them."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.email_tokens import (
    EMAIL_TOKEN_VALIDITY,
    EmailToken,
    consume_link,
    link_hash,
    link_hashes,
    new_link_token,
    revoke_links,
    save_email_token,
)
from regie.access.passwords import hash_password, matches_password, require_strong_password
from regie.access.reauthentication import require_reauthentication
from regie.access.responses import SessionResult
from regie.access.visitor import Visitor
from regie.core.api.errors import Invalid
from regie.core.audit.activity import SessionAuthor, log_event, set_author
from regie.core.mail.queue import queue_mail
from regie.core.text.locale import Locale
from regie.domains.accounts.passwords.schemas import OwnerSetup
from regie.domains.accounts.sessions.actions import authenticate, delete_other_sessions, log_failed_reauthentication
from regie.domains.accounts.sessions.schemas import SignedIn
from regie.domains.people.users.actions import password_link, queue_user_mail
from regie.domains.people.users.queries import OwnSecrets, find_sign_in, read_own_secrets
from regie.domains.records.settings.actions import store_first_settings
from regie.domains.records.users.models import User
from regie.domains.records.users.queries import is_first_owner


def send_reset(context: AppContext, visitor: Visitor, email: str) -> None:
    """Send a reset link; the work is the same for unknown addresses, and deactivated users receive no mail."""
    context.sign_in_limits.count_attempt(visitor, email, "mail")
    can_send_mail = context.sign_in_limits.can_send_mail(visitor, email)
    token, now = new_link_token(), context.clock.now()
    with context.database.write() as session:
        found = find_sign_in(session.connection(), email)
        if found is not None and not (found.roles and can_send_mail):
            found = None
        locale: Locale = found.locale if found else visitor.locale
        secret_hash = link_hash(context.secret, token)
        save_email_token(session, "reset", secret_hash, found.id if found else None, now)
        queue_mail(
            session,
            context.mail,
            to=found.email if found else "",
            kind="password_reset",
            locale=locale,
            now=now,
            link=password_link(context, locale, token),
            minutes=int(EMAIL_TOKEN_VALIDITY["reset"].total_seconds()) // 60,
        )


def set_password_by_link(context: AppContext, visitor: Visitor, token: str, password: str) -> SessionResult[SignedIn]:
    """Consume the link, set the password, end all sessions and sign in."""
    return _use_link(context, visitor, token, password)


def set_up_organization(context: AppContext, visitor: Visitor, data: OwnerSetup) -> SessionResult[SignedIn]:
    """Do the same for the first owner, and store the answers about the organization; Invalid for any other link."""
    return _use_link(context, visitor, data.token, data.password, data)


def _use_link(
    context: AppContext, visitor: Visitor, token: str, password: str, setup: OwnerSetup | None = None
) -> SessionResult[SignedIn]:
    context.sign_in_limits.count_attempt(visitor, visitor.browser)
    user = _find_link_user(context, token)
    if user is None:
        raise Invalid({"token": "link"}, "link")
    _require_strong(user, password)
    password_hash = hash_password(password)
    with context.database.write() as session:
        consumed = consume_link(
            session, ("invitation", "reset"), link_hashes(context.secrets, token), context.clock.now()
        )
        if consumed is None:
            raise Invalid({"token": "link"}, "link")
        user_id, kind = consumed
        user = session.execute(select(User).where(User.id == user_id).with_for_update()).scalar_one()
        set_author(session, SessionAuthor(user.api_id, user.name), context.clock.now())
        if setup is not None:
            _store_setup(session, user, setup)
        _set_password(session, context, user, password, password_hash, notify_user=kind == "reset")
        user.session_epoch += 1
    context.sign_in_limits.reset(visitor, visitor.browser)
    return authenticate(context, visitor, user_id, method=kind)


def change_password(context: AppContext, actor: Actor, current: str | None, password: str) -> None:
    """Change the password and end all other sessions; passwords are hashed before the transaction opens."""
    with context.database.read() as db:
        secrets = read_own_secrets(db, actor)
    if secrets.password_hash is None:
        require_reauthentication(actor, context.clock.now())
    else:
        _require_current(context, actor, current, secrets.password_hash)
    _require_strong(secrets, password)
    password_hash = hash_password(password)
    with context.write_as(actor) as session:
        user = session.execute(select(User).where(User.id == actor.user_id).with_for_update()).scalar_one()
        if user.password_hash != secrets.password_hash:
            # Another request changed the password after this one checked it.
            raise Invalid({"current_password": "current_password"})
        _set_password(session, context, user, password, password_hash, notify_user=True)
        delete_other_sessions(session, actor)


def _require_current(context: AppContext, actor: Actor, current: str | None, password_hash: str) -> None:
    context.sign_in_limits.count_account_attempt(actor.user_api_id, "password")
    if current is None or not matches_password(current, password_hash):
        log_failed_reauthentication(context, actor, method="password")
        raise Invalid({"current_password": "current_password"})


def _find_link_user(context: AppContext, token: str) -> User | None:
    """Return the link's user without consuming it, so that a refused password does not use up the link."""
    statement = (
        select(User)
        .join(EmailToken, EmailToken.user_id == User.id)
        .where(
            EmailToken.kind.in_(("invitation", "reset")),
            EmailToken.secret_hash.in_(link_hashes(context.secrets, token)),
            EmailToken.expires_at > context.clock.now(),
        )
    )
    with context.database.write() as session:
        return session.execute(statement).scalar_one_or_none()


def _store_setup(session: Session, user: User, setup: OwnerSetup) -> None:
    """The answers are the organization's and the owner's own; the owner would choose the same twice."""
    if not is_first_owner(session.connection(), user.id):
        raise Invalid({"token": "link"}, "link")
    user.first_name, user.last_name = setup.first_name, setup.last_name
    user.name = f"{user.first_name} {user.last_name}"
    user.locale, user.timezone, user.currency = setup.locale, setup.timezone, setup.reporting_currency
    store_first_settings(session, setup.name, setup.locale, setup.timezone, setup.reporting_currency)


def _require_strong(user: User | OwnSecrets, password: str) -> None:
    require_strong_password(password, two_factor=user.two_factor, personal=(user.email, user.name))


def _set_password(
    session: Session, context: AppContext, user: User, password: str, password_hash: str, *, notify_user: bool
) -> None:
    user.password_hash, user.password_length = password_hash, len(password)
    revoke_links(session, user.id)
    log_event(session, "password_changed", subject="user", api_id=user.api_id, name=user.name, topic="access")
    if notify_user:
        queue_user_mail(session, context, user, "password_changed", when=context.clock.now())
    session.flush()
