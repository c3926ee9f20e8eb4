"""Routes of users."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session
from starlette.responses import Response

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Access, Router
from regie.access.permissions import Permission as P
from regie.access.rate_limits import Rate
from regie.core.api.wire import Item, ListQuery, Page
from regie.domains.people.users import actions, queries
from regie.domains.people.users.columns import USERS_FILE
from regie.domains.people.users.schemas import (
    AccountManager,
    AvatarQuery,
    AvatarUpload,
    Profile,
    ProfileUpdate,
    UserCreate,
    UserOut,
    UserQuery,
    UserRow,
    UserUpdate,
)

router = Router("/api/v1", "users")
_One = Item[UserOut]


@router.get("/account-managers", requires=P.DIRECTORY_VIEW)
def list_account_managers(db: Connection, actor: Actor, query: Annotated[ListQuery, Query()]) -> Page[AccountManager]:
    """List users who can be the account manager of a client or project."""
    return queries.list_account_managers(db, actor, query)


@router.get("/users", requires=P.USERS_VIEW, export=USERS_FILE)
def list_users(db: Connection, actor: Actor, query: Annotated[UserQuery, Query()]) -> Page[UserRow]:
    return queries.list_users(db, actor, query)


@router.post("/users", requires=P.USERS_CREATE, rate=Rate.MAIL, forbids_impersonation=True)
def invite_user(session: Session, context: AppContext, actor: Actor, data: UserCreate) -> _One:
    """Create a user and send them a link to choose a password."""
    return _show(session, actor, actions.invite_user(session, context, actor, data))


@router.get("/users/{id}", requires=P.USERS_VIEW)
def read_user(db: Connection, actor: Actor, id: str) -> _One:
    return {"data": queries.read_user(db, actor, id)}


@router.patch("/users/{id}", requires=P.USERS_EDIT, forbids_impersonation=True)
def update_user(session: Session, context: AppContext, actor: Actor, id: str, data: UserUpdate) -> _One:
    """Update a user; a new address requires reauthentication and invalidates what the old one gave access to."""
    actions.update_user(session, context, actor, id, data)
    return _show(session, actor, id)


@router.delete("/users/{id}", requires=P.USERS_DELETE, forbids_impersonation=True)
def delete_user(session: Session, actor: Actor, id: str) -> None:
    """Delete a user who never signed in; others can only be deactivated."""
    actions.delete_user(session, actor, id)


@router.get("/users/{id}/profile", requires=Access.SIGNED_IN)
def read_profile(db: Connection, actor: Actor, id: str) -> _One:
    """Read the caller's own profile, or another for callers who may view users."""
    return {"data": queries.read_user(db, actor, id)}


@router.put("/users/{id}/profile", requires=Access.SIGNED_IN, forbids_impersonation=True)
def replace_profile(session: Session, actor: Actor, id: str, data: Profile) -> _One:
    actions.update_profile(session, actor, id, data)
    return _show(session, actor, id)


@router.patch("/users/{id}/profile", requires=Access.SIGNED_IN, forbids_impersonation=True)
def update_profile(session: Session, actor: Actor, id: str, data: ProfileUpdate) -> _One:
    """Change name, language, time zone and currency; users may change their own."""
    actions.update_profile(session, actor, id, data)
    return _show(session, actor, id)


@router.post("/users/{id}/invitations", requires=P.USERS_CREATE, rate=Rate.MAIL, status=204, forbids_impersonation=True)
def resend_invitation(session: Session, context: AppContext, actor: Actor, id: str) -> None:
    """Send a new link; the previous one becomes invalid."""
    actions.resend_invitation(session, context, actor, id)


@router.delete(
    "/users/{id}/sessions", requires=P.USERS_EDIT, forbids_impersonation=True, summary="End sessions of user"
)
def end_sessions_of(session: Session, actor: Actor, id: str) -> None:
    """End all sessions of a user."""
    actions.end_sessions_of(session, actor, id)


@router.delete(
    "/users/{id}/second-factor",
    requires=P.USERS_EDIT,
    forbids_impersonation=True,
    summary="Reset second factor of user",
)
def reset_two_factor(session: Session, context: AppContext, actor: Actor, id: str) -> None:
    """Remove the second factor of a user who lost their device."""
    actions.reset_two_factor(session, context, actor, id)


@router.delete(
    "/users/{id}/google-account",
    requires=P.USERS_EDIT,
    forbids_impersonation=True,
    summary="Unlink Google account of user",
)
def unlink_google(session: Session, context: AppContext, actor: Actor, id: str) -> None:
    """Unlink the Google account of a user who lost it."""
    actions.unlink_google(session, context, actor, id)


@router.get("/users/{id}/avatar", requires=Access.SIGNED_IN)
def read_avatar(db: Connection, id: str, query: Annotated[AvatarQuery, Query()]) -> Response:
    """Read a user's picture; every signed-in user may."""
    mime, content = queries.read_avatar(db, id)
    return Response(content, media_type=mime, headers={"content-disposition": "inline"})


@router.delete(
    "/me/google-account", requires=Access.SIGNED_IN, forbids_impersonation=True, summary="Unlink own Google account"
)
def unlink_own_google(session: Session, context: AppContext, actor: Actor) -> None:
    """Unlink the caller's Google account; signing in with Google works again after linking it anew."""
    actions.unlink_own_google(session, context, actor)


@router.put("/me/avatar", requires=Access.SIGNED_IN, status=204, forbids_impersonation=True)
def set_avatar(session: Session, actor: Actor, data: AvatarUpload) -> None:
    actions.set_avatar(session, actor, data.content)


@router.delete("/me/avatar", requires=Access.SIGNED_IN, forbids_impersonation=True)
def remove_avatar(session: Session, actor: Actor) -> None:
    actions.set_avatar(session, actor, None)


def _show(session: Session, actor: Actor, api_id: str) -> _One:
    return {"data": queries.read_user(session.connection(), actor, api_id)}
