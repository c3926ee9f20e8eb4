"""Reads users; every statement starts from `visible_users`."""

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, String, bindparam, cast, exists, func, or_, select, true

from regie.access.actor import CURRENT_USER_ID, Actor, row_scope
from regie.access.permissions import Permission, Role, Scope, rank
from regie.core.api.errors import NotFound
from regie.core.api.wire import ListQuery, Page
from regie.core.db.ids import is_api_id
from regie.core.lists.listing import Listing, RowScope, any_of, choice, one_of
from regie.core.lists.shape import Shape
from regie.core.mail.queue import QueuedMail
from regie.core.text.locale import Locale
from regie.domains.people.users.rules import grantable_roles, may_manage
from regie.domains.people.users.schemas import AccountManager, UserAction, UserDetails, UserOut, UserRow
from regie.domains.records.personal_data.models import is_erased_email
from regie.domains.records.users.models import Avatar, GoogleIdentity, User

ACCOUNT_MANAGERS = Listing(
    source=User.__table__,
    key=User.id,
    api_id=User.api_id,
    shape=Shape.of(AccountManager, User),
    sorts={"name": User.name_key},
    default_sort="name",
    search=(User.search_key,),
)
_ACCOUNT_MANAGER_ROLES = (Role.SUPER_ADMIN, Role.ADMIN, Role.ACCOUNT_MANAGER)
_BY_EMAIL = select(User.id, User.api_id, User.email, User.locale, User.password_hash, User.roles).where(
    User.email == bindparam("email")
)
_OWN_SECRETS = select(User.email, User.name, User.password_hash, User.two_factor).where(User.id == bindparam("me"))
_GOOGLE_LINKED = exists(select(GoogleIdentity.id).where(GoogleIdentity.user_id == User.id)).label("google_linked")


class SignIn(NamedTuple):
    """The fields that checking a password needs."""

    id: int
    api_id: str
    email: str
    locale: Locale
    password_hash: str | None
    roles: list[str]


class OwnSecrets(NamedTuple):
    email: str
    name: str
    password_hash: str | None
    two_factor: bool


def has_role(role: str) -> ColumnElement[bool]:
    """Whether a user has this role."""
    return cast(User.roles, String).contains(f'"{role}"')


USERS = Listing(
    source=User.__table__,
    key=User.id,
    api_id=User.api_id,
    shape=Shape.of(UserRow, User, google_linked=_GOOGLE_LINKED),
    sorts={
        "name": User.name_key,
        "email": User.email,
        "status": User.status,
        "last_seen_at": User.last_seen_at,
        "created_at": User.created_at,
    },
    default_sort="name",
    search=(User.search_key,),
    filters={
        "role": any_of({role.value: (lambda role=role: has_role(role.value)) for role in Role}),
        "status": one_of(User.status),
        "two_factor": choice({True: lambda: User.two_factor.is_(True), False: lambda: User.two_factor.is_(False)}),
    },
)
_USER_SHAPE = Shape.of(UserDetails, User, google_linked=_GOOGLE_LINKED)


_LAST_FAILED_MAIL = select(func.max(QueuedMail.failed_at)).where(QueuedMail.to_address == bindparam("email"))


def visible_account_managers(_scope: Scope) -> ColumnElement[bool]:
    """Active users whose roles allow them to manage clients."""
    return or_(*(has_role(role.value) for role in _ACCOUNT_MANAGER_ROLES)) & (User.status == "active")


def visible_users(scope: Scope) -> ColumnElement[bool]:
    """All users, or only the caller; no role has this permission for a team."""
    return true() if scope is Scope.ALL else User.id == CURRENT_USER_ID


def list_account_managers(db: Connection, actor: Actor, query: ListQuery) -> Page[AccountManager]:
    return ACCOUNT_MANAGERS.page(db, row_scope(actor, Permission.DIRECTORY_VIEW, visible_account_managers), query)


def user_row_scope(actor: Actor) -> RowScope:
    return row_scope(actor, Permission.USERS_VIEW, visible_users)


def list_users(db: Connection, actor: Actor, query: ListQuery) -> Page[UserRow]:
    return USERS.page(db, user_row_scope(actor), query)


def read_user(db: Connection, actor: Actor, api_id: str) -> UserOut:
    user = USERS.one(db, _profile_row_scope(actor, api_id), api_id, _USER_SHAPE)
    undelivered_at = db.execute(_LAST_FAILED_MAIL, {"email": user["email"]}).scalar()
    return {
        **user,
        "undelivered_at": undelivered_at,
        "grantable_roles": grantable_roles(actor),
        "can": _allowed_actions(actor, user),
    }


def _profile_row_scope(actor: Actor, api_id: str) -> RowScope:
    """Return the scope of a profile: everyone sees their own, callers who may view users see others."""
    if api_id != actor.user_api_id:
        return user_row_scope(actor)
    return RowScope(key="oneself", rows=lambda: User.id == CURRENT_USER_ID, shows_restricted=true, params=actor.params)


def read_avatar(db: Connection, api_id: str) -> tuple[str, bytes]:
    """Return the MIME type and the bytes of a user's picture."""
    if not is_api_id(api_id):
        raise NotFound
    statement = select(Avatar.mime, Avatar.content).join(User, User.id == Avatar.user_id)
    found = db.execute(statement.where(User.api_id == api_id)).first()
    if found is None:
        raise NotFound
    return found.mime, found.content


def find_sign_in(db: Connection, email: str) -> SignIn | None:
    """Return the fields that checking a password needs; None for an unknown address."""
    found = db.execute(_BY_EMAIL, {"email": email.strip().lower()}).first()
    return None if found is None else SignIn(*found)


def read_own_secrets(db: Connection, actor: Actor) -> OwnSecrets:
    """Return the fields that checking the caller's password, current or new, needs."""
    return OwnSecrets(*db.execute(_OWN_SECRETS, {"me": actor.user_id}).one())


def _allowed_actions(actor: Actor, user: UserDetails) -> list[UserAction]:
    """Return the actions that the caller may perform now, so that a screen offers no other."""
    if is_erased_email(user["email"]):
        return []
    is_self = user["api_id"] == actor.user_api_id
    theirs = rank(user["roles"] or user["previous_roles"])
    allowed: list[UserAction] = ["edit_profile"] if is_self or may_manage(actor, theirs) else []
    if actor.impersonator is not None or not may_manage(actor, theirs):
        return allowed
    allowed.append("edit")
    is_active = user["status"] != "deactivated"
    grantable = set(grantable_roles(actor))
    if not is_self and grantable.issuperset(user["roles"] or user["previous_roles"]):
        allowed.append("deactivate" if is_active else "reactivate")
        if user["last_seen_at"] is None:
            allowed.append("delete")
    if not is_self:
        if is_active:
            allowed.append("end_sessions")
        if actor.can(Permission.USERS_IMPERSONATE) and is_active and rank(actor.roles) > theirs:
            allowed.append("impersonate")
    if user["status"] == "invited":
        allowed.append("invite")
    if user["two_factor"] and not is_self:
        allowed.append("reset_two_factor")
    if user["google_linked"] and not is_self:
        allowed.append("unlink_google")
    return allowed
