"""Creates, changes, deactivates and deletes users."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.email_tokens import EMAIL_TOKEN_VALIDITY, link_hash, new_link_token, revoke_links, save_email_token
from regie.access.passwords import hash_password, is_sufficient_alone
from regie.access.permissions import Permission, rank
from regie.access.reauthentication import require_reauthentication
from regie.access.rows import load_for_update, require_version
from regie.core.api.errors import Forbidden, Invalid, NotFound
from regie.core.audit.activity import log_event, log_field_change
from regie.core.files.pictures import read_picture
from regie.core.mail.queue import queue_mail
from regie.core.text.locale import Locale
from regie.core.time.instants import format_instant
from regie.core.time.zones import DEFAULT_ZONE
from regie.domains.people.users.queries import visible_users
from regie.domains.people.users.rules import (
    lock_super_admins,
    require_grantable,
    require_manageable,
    require_remaining_super_admin,
)
from regie.domains.people.users.schemas import Profile, ProfileUpdate, UserCreate, UserUpdate
from regie.domains.records.dated_fields.queries import count_references
from regie.domains.records.personal_data.models import is_erased_email
from regie.domains.records.settings.queries import read_settings
from regie.domains.records.users.models import Avatar, GoogleIdentity, Passkey, RecoveryCode, TotpDevice, User

_SEEN = (Permission.USERS_VIEW, visible_users)
_REQUIRED = ("email", "first_name", "last_name", "locale", "timezone", "currency")


@dataclass(frozen=True, slots=True)
class NewUser:
    """A user to create; without roles they are deactivated."""

    email: str
    first_name: str
    last_name: str
    roles: tuple[str, ...]
    locale: str = "en-us"
    currency: str = "USD"
    timezone: str = DEFAULT_ZONE


def create_user(session: Session, data: NewUser, password: str | None) -> User:
    """Create a user who may sign in with this password at once; raise Invalid when the address is taken."""
    email = data.email.strip().lower()
    _require_unused_email(session, email, None)
    user = User(
        email=email,
        name=f"{data.first_name} {data.last_name}",
        first_name=data.first_name,
        last_name=data.last_name,
        roles=list(data.roles),
        status="active" if data.roles else "deactivated",
        locale=data.locale,
        currency=data.currency,
        timezone=data.timezone,
        password_hash=hash_password(password) if password else None,
        password_length=len(password) if password else None,
    )
    session.add(user)
    session.flush()
    return user


def invite_user(session: Session, context: AppContext, actor: Actor, data: UserCreate) -> str:
    """Invite a user by email with a link to choose a password; return their api_id."""
    require_grantable(actor, (), data.roles)
    settings = read_settings(session.connection())
    invited = NewUser(
        email=data.email,
        first_name=data.first_name,
        last_name=data.last_name,
        roles=tuple(dict.fromkeys(data.roles)),
        locale=data.locale or settings["default_locale"],
        timezone=data.timezone or settings["timezone"],
        currency=data.currency or settings["reporting_currency"],
    )
    user = create_user(session, invited, None)
    user.status = "invited"
    _send_invitation(session, context, actor, user)
    session.flush()
    return user.api_id


def resend_invitation(session: Session, context: AppContext, actor: Actor, api_id: str) -> None:
    """Send a new link; the previous one becomes invalid."""
    user = load_user(session, actor, api_id)
    if user.status != "invited":
        raise Invalid(code="not_invited")
    _send_invitation(session, context, actor, user)


def _send_invitation(session: Session, context: AppContext, actor: Actor, user: User) -> None:
    now, token = context.clock.now(), new_link_token()
    user.invited_at = now
    save_email_token(session, "invitation", link_hash(context.secret, token), user.id, now)
    locale: Locale = "fr-ca" if user.locale == "fr-ca" else "en-us"
    queue_mail(
        session,
        context.mail,
        to=user.email,
        kind="invitation",
        locale=locale,
        now=now,
        link=password_link(context, locale, token),
        name=user.first_name,
        inviter=actor.name,
        organization=read_settings(session.connection())["name"],
        days=EMAIL_TOKEN_VALIDITY["invitation"].days,
    )
    log_event(session, "invited", subject="user", api_id=user.api_id, name=user.name, topic="access")


def password_link(context: AppContext, locale: Locale, token: str) -> str:
    """Return the URL of the page that sets a password.

    The part after # is never sent to a server, so no log contains it.
    """
    return f"{context.origin}{'/fr-ca' if locale == 'fr-ca' else ''}/auth/password#token={token}"


def load_user(session: Session, actor: Actor, api_id: str) -> User:
    """Load a user whom the caller may manage, locked for this transaction."""
    user = load_for_update(session, actor, User, api_id, view=_SEEN, edit=_SEEN)
    require_manageable(actor, user)
    if is_erased_email(user.email):
        raise Invalid(code="person_erased")
    return user


def update_user(session: Session, context: AppContext, actor: Actor, api_id: str, data: UserUpdate) -> None:
    """Change the sent fields; empty roles deactivate the user, new ones reactivate them."""
    if "roles" in data.model_fields_set:
        lock_super_admins(session)
    user = load_user(session, actor, api_id)
    before = user.email
    _apply_changes(session, actor, user, data)
    if user.email != before:
        _invalidate_old_address(session, context, actor, user, before)


def _invalidate_old_address(session: Session, context: AppContext, actor: Actor, user: User, before: str) -> None:
    """Invalidate everything that the old address gave access to, and notify it.

    The owner of the new mailbox can sign in with a code, so the administrator must have reauthenticated.
    """
    require_reauthentication(actor, context.clock.now())
    revoke_links(session, user.id)
    remove_google_link(session, user)
    if user.id != actor.user_id:
        end_all_sessions(user)
    queue_user_mail(session, context, user, "email_changed", to=before, when=context.clock.now(), name=actor.name)
    session.flush()


def update_profile(session: Session, actor: Actor, api_id: str, data: Profile | ProfileUpdate) -> None:
    """Change a profile: users change their own, administrators those of users who do not outrank them."""
    if api_id == actor.user_api_id:
        user = session.execute(select(User).where(User.id == actor.user_id).with_for_update()).scalar_one()
    elif actor.can(Permission.USERS_EDIT):
        user = load_user(session, actor, api_id)
    else:
        raise Forbidden if actor.can(Permission.USERS_VIEW) else NotFound
    _apply_changes(session, actor, user, data)


def _apply_changes(session: Session, actor: Actor, user: User, data: UserUpdate | Profile | ProfileUpdate) -> None:
    sent: dict[str, object] = data.model_dump(exclude_unset=True, exclude={"version"})
    if empty := [name for name in _REQUIRED if name in sent and not sent[name]]:
        raise Invalid(dict.fromkeys(empty, "required"))
    require_version(user, data.version, {name: (getattr(user, name), value) for name, value in sent.items()})
    sent.pop("roles", None)
    if isinstance(data, UserUpdate) and "email" in sent:
        sent["email"] = email = data.email.lower()
        if email != user.email:
            _require_unused_email(session, email, user.id)
    for name, value in sent.items():
        setattr(user, name, value)
    user.name = f"{user.first_name} {user.last_name}"
    if isinstance(data, UserUpdate) and "roles" in data.model_fields_set:
        set_roles(session, actor, user, list(dict.fromkeys(data.roles)))
    session.flush()


def set_roles(session: Session, actor: Actor, user: User, roles: list[str]) -> None:
    """Set the roles; without any the user is deactivated, and a change of rank ends their sessions."""
    require_grantable(actor, user.roles, roles)
    if "super_admin" not in roles:
        require_remaining_super_admin(session, user)
    if not roles and user.id == actor.user_id:
        raise Invalid({"roles": "yourself"}, "yourself")
    if rank(roles) != rank(user.roles):
        end_all_sessions(user)
    if not roles and user.roles:
        user.previous_roles, user.status = user.roles, "deactivated"
        revoke_links(session, user.id)
    elif roles and not user.roles:
        user.previous_roles, user.status = [], "active" if user.last_seen_at or user.password_hash else "invited"
    user.roles = roles


def end_all_sessions(user: User) -> None:
    """End every session so far, in every browser, including impersonations."""
    user.session_epoch += 1


def delete_user(session: Session, actor: Actor, api_id: str) -> None:
    """Delete a user who never signed in and whom no record references; others can only be deactivated."""
    lock_super_admins(session)
    user = load_user(session, actor, api_id)
    if user.id == actor.user_id:
        raise Invalid(code="yourself")
    require_grantable(actor, user.roles or user.previous_roles, ())
    require_remaining_super_admin(session, user)
    if user.last_seen_at is not None or count_references(session, "users", user.id):
        raise Invalid(code="user_in_use")
    session.delete(user)
    try:
        session.flush()
    except IntegrityError as error:
        raise Invalid(code="user_in_use") from error


def reset_two_factor(session: Session, context: AppContext, actor: Actor, api_id: str) -> None:
    """Remove a user's second factor, end their sessions and notify them, for a user who lost their device."""
    user = load_user(session, actor, api_id)
    if user.id == actor.user_id:
        raise Invalid(code="yourself")
    if not user.two_factor:
        raise Invalid(code="no_second_factor")
    delete_second_factor(session, user)
    if user.password_hash is not None and not is_sufficient_alone(user.password_length):
        # The password was sufficient only with a second factor; the user signs in with an emailed code or sets a new
        # one.
        user.password_hash = user.password_length = None
    end_all_sessions(user)
    log_event(session, "two_factor_reset", subject="user", api_id=user.api_id, name=user.name, topic="access")
    queue_user_mail(session, context, user, "second_factor_off", when=context.clock.now())


def delete_second_factor(session: Session, user: User) -> None:
    for model in (TotpDevice, RecoveryCode, Passkey):
        session.execute(delete(model).where(model.user_id == user.id))
    user.two_factor = False
    session.flush()


def end_sessions_of(session: Session, actor: Actor, api_id: str) -> None:
    """End all sessions of a user."""
    user = load_user(session, actor, api_id)
    end_all_sessions(user)
    log_event(session, "sessions_ended", subject="user", api_id=user.api_id, name=user.name, topic="access")
    session.flush()


def unlink_google(session: Session, context: AppContext, actor: Actor, api_id: str) -> None:
    """Unlink a user's Google account, end their sessions and notify them, for a user who lost that account."""
    user = load_user(session, actor, api_id)
    if user.id == actor.user_id:
        raise Invalid(code="yourself")
    _unlink_google(session, context, user)
    end_all_sessions(user)
    session.flush()


def unlink_own_google(session: Session, context: AppContext, actor: Actor) -> None:
    require_reauthentication(actor, context.clock.now())
    user = session.execute(select(User).where(User.id == actor.user_id).with_for_update()).scalar_one()
    _unlink_google(session, context, user)


def _unlink_google(session: Session, context: AppContext, user: User) -> None:
    if not remove_google_link(session, user):
        raise Invalid(code="google_not_linked")
    queue_user_mail(session, context, user, "google_unlinked", when=context.clock.now())


def remove_google_link(session: Session, user: User) -> bool:
    """Remove the link and return whether there was one."""
    statement = delete(GoogleIdentity).where(GoogleIdentity.user_id == user.id).returning(GoogleIdentity.id)
    if session.execute(statement).first() is None:
        return False
    log_event(session, "google_unlinked", subject="user", api_id=user.api_id, name=user.name, topic="access")
    return True


def queue_user_mail(
    session: Session, context: AppContext, user: User, kind: str, *, to: str = "", **values: str | datetime
) -> None:
    """Queue an email to the user, in their language and time zone; `to` is a former address, if any."""
    locale: Locale = "fr-ca" if user.locale == "fr-ca" else "en-us"
    words = {
        name: format_instant(value, user.timezone, locale) if isinstance(value, datetime) else value
        for name, value in values.items()
    }
    queue_mail(session, context.mail, to=to or user.email, kind=kind, locale=locale, now=context.clock.now(), **words)


def set_avatar(session: Session, actor: Actor, content: str | None) -> None:
    """Replace or remove the caller's own picture."""
    user = session.execute(select(User).where(User.id == actor.user_id)).scalar_one()
    previous = session.execute(delete(Avatar).where(Avatar.user_id == user.id).returning(Avatar.digest)).scalar()
    digest = None
    if content is not None:
        picture = read_picture(content, "content")
        digest = picture.digest
        session.add(Avatar(user_id=user.id, mime=picture.mime, content=picture.content, digest=digest))
    log_field_change(session, user, "avatar", previous and previous[:12], digest and digest[:12])
    session.flush()


def _require_unused_email(session: Session, email: str, user_id: int | None) -> None:
    taken = select(User.id).where(User.email == email, User.id != (user_id or 0))
    if session.execute(taken).first() is not None:
        raise Invalid({"email": "taken"})
