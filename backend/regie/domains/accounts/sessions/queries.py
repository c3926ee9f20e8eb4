"""Reads sessions and the current user."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, bindparam, exists, or_, select
from sqlalchemy.orm import aliased

from regie.access.actor import Actor, Impersonator
from regie.access.permissions import merge_grants, rank
from regie.access.sessions import IDLE_TIMEOUT, MAX_SESSION_AGE, hash_token, is_session_active
from regie.core.lists.shape import read_rows
from regie.core.sample_data import shows_sample_data
from regie.core.text.locale import Locale
from regie.core.time.clock import Clock
from regie.core.time.zones import DEFAULT_ZONE
from regie.domains.accounts.sessions.models import SignedInSession
from regie.domains.accounts.sessions.schemas import CurrentEmployee, CurrentUser, ImpersonatedUser, SessionRow
from regie.domains.records.employees.models import Employee
from regie.domains.records.settings.queries import (
    ADMINS_NEED_TWO_FACTOR,
    SETTINGS_VERSION,
    TIME_ZONE,
    describe_public_settings,
)
from regie.domains.records.users.models import Avatar, GoogleIdentity, User

_Real = aliased(User, name="real")
_ADMIN_RANK = 2
_CALLER = (
    select(
        SignedInSession.id,
        SignedInSession.created_at,
        SignedInSession.seen_at,
        SignedInSession.remember,
        SignedInSession.reauthenticated_at,
        SignedInSession.impersonated_until,
        SignedInSession.impersonator_id,
        User.id.label("user_id"),
        User.api_id,
        User.name,
        User.roles,
        User.two_factor,
        Employee.id.label("employee_id"),
        Employee.metric_permissions,
        Employee.metric_scopes,
        _Real.api_id.label("real_api_id"),
        _Real.name.label("real_name"),
        _Real.roles.label("real_roles"),
        ADMINS_NEED_TWO_FACTOR.label("admins_need_two_factor"),
        TIME_ZONE.label("zone"),
        SETTINGS_VERSION.label("settings_version"),
    )
    .join(User, User.id == SignedInSession.user_id)
    .outerjoin(Employee, Employee.user_id == User.id)
    .outerjoin(
        _Real,
        and_(_Real.id == SignedInSession.impersonator_id, _Real.session_epoch == SignedInSession.impersonator_epoch),
    )
    .where(SignedInSession.token_hash == bindparam("token_hash"), SignedInSession.epoch == User.session_epoch)
)
_PERSON = (
    select(
        User.__table__,
        Employee.id.label("employee_id"),
        Employee.metric_scopes,
        Employee.metric_permissions,
        TIME_ZONE.label("zone"),
        SETTINGS_VERSION.label("settings_version"),
    )
    .outerjoin(Employee, Employee.user_id == User.id)
    .where(User.id == bindparam("user_id"))
)
_ME = (
    select(
        User.__table__,
        Employee.api_id,
        Employee.metric_scopes,
        Employee.metric_permissions,
        exists(select(GoogleIdentity.id).where(GoogleIdentity.user_id == User.id)).label("google_linked"),
        select(Avatar.digest).where(Avatar.user_id == User.id).scalar_subquery().label("avatar_digest"),
        ADMINS_NEED_TWO_FACTOR.label("admins_need_two_factor"),
    )
    .outerjoin(Employee, Employee.user_id == User.id)
    .where(User.id == bindparam("user_id"))
)
_UNTIL = select(SignedInSession.impersonated_until).where(SignedInSession.id == bindparam("session_id"))


def find_caller(db: Connection, token: str, clock: Clock, locale: Locale) -> Actor | None:
    """Return the user of this session token; None when the session ended."""
    row = db.execute(_CALLER, {"token_hash": hash_token(token)}).first()
    now = clock.now()
    if row is None or not is_session_active(row.created_at, row.seen_at, now, remember=row.remember):
        return None
    impersonator = None
    if row.impersonator_id is not None:
        if not _may_still_impersonate(row, now):
            return None
        impersonator = Impersonator(row.impersonator_id, row.real_api_id, row.real_name)
    return Actor(
        user_id=row.user_id,
        user_api_id=row.api_id,
        name=row.name,
        employee_id=row.employee_id,
        roles=tuple(row.roles),
        locale=locale,
        session_id=row.id,
        seen_at=row.seen_at,
        impersonator=impersonator,
        two_factor=row.two_factor,
        must_enrol=impersonator is None and _must_enrol(row),
        reauthenticated_at=row.reauthenticated_at,
        metric_permissions=tuple(row.metric_permissions or ()),
        metric_scopes=tuple(row.metric_scopes or ()),
        zone=row.zone or DEFAULT_ZONE,
        settings_version=int(row.settings_version),
    )


def load_actor(db: Connection, user_id: int, locale: Locale) -> Actor:
    """Return a user as an actor for background jobs: with their current permissions and no session."""
    row = db.execute(_PERSON, {"user_id": user_id}).one()
    return Actor(
        user_id=row.id,
        user_api_id=row.api_id,
        name=row.name,
        employee_id=row.employee_id,
        roles=tuple(row.roles),
        locale=locale,
        session_id=0,
        seen_at=row.updated_at,
        metric_permissions=tuple(row.metric_permissions or ()),
        metric_scopes=tuple(row.metric_scopes or ()),
        zone=row.zone or DEFAULT_ZONE,
        settings_version=int(row.settings_version),
    )


def _may_still_impersonate(row: Any, now: datetime) -> bool:
    """Return whether the impersonation is valid: it has not expired and the roles still allow it."""
    return row.real_api_id is not None and now < row.impersonated_until and rank(row.real_roles) > rank(row.roles) > 0


def _must_enrol(row: Any) -> bool:
    return bool(row.admins_need_two_factor) and not row.two_factor and rank(row.roles) >= _ADMIN_RANK


def describe_caller(db: Connection, actor: Actor) -> CurrentUser | ImpersonatedUser:
    """Return the current user, and the impersonator if there is one."""
    if actor.impersonator is None:
        return describe_user(db, actor.user_id)
    return describe_impersonated(db, actor, actor.impersonator)


def describe_impersonated(db: Connection, actor: Actor, real: Impersonator) -> ImpersonatedUser:
    until = db.execute(_UNTIL, {"session_id": actor.session_id}).scalar_one()
    assert until is not None, "every impersonation ends"
    return {
        **describe_user(db, actor.user_id),
        "must_enrol": False,
        "impersonator": {"api_id": real.user_api_id, "name": real.name, "until": until},
    }


def describe_user(db: Connection, user_id: int) -> CurrentUser:
    """Return the current user with their permissions by name."""
    found = db.execute(_ME, {"user_id": user_id}).one()
    row, user, employee = found._mapping, User.__table__.c, Employee.__table__.c
    digest = found.avatar_digest
    groups, scopes = row[employee.metric_permissions] or (), row[employee.metric_scopes] or ()
    current_employee: CurrentEmployee = {
        "api_id": row[employee.api_id],
        "metric_scopes": row[employee.metric_scopes],
        "metric_permissions": row[employee.metric_permissions],
    }
    return {
        "api_id": row[user.api_id],
        "email": row[user.email],
        "name": row[user.name],
        "first_name": row[user.first_name],
        "last_name": row[user.last_name],
        "locale": row[user.locale],
        "timezone": row[user.timezone],
        "currency": row[user.currency],
        "roles": row[user.roles],
        "status": row[user.status],
        "two_factor": row[user.two_factor],
        "google_linked": found.google_linked,
        "has_password": row[user.password_hash] is not None,
        "avatar": f"/api/v1/users/{row[user.api_id]}/avatar?v={digest[:12]}" if digest else None,
        "must_enrol": _must_enrol(found),
        "organization": describe_public_settings(db),
        "has_sample_data": shows_sample_data(db),
        "created_at": row[user.created_at],
        "updated_at": row[user.updated_at],
        "version": row[user.version],
        "employee": current_employee if row[employee.api_id] else None,
        "permissions": {
            name.value: scope.api_name for name, scope in merge_grants(row[user.roles], groups, scopes).items()
        },
    }


def list_sessions(db: Connection, actor: Actor, now: datetime) -> list[SessionRow]:
    """Return the caller's sessions, the current one first."""
    own = SignedInSession
    is_current = (own.id == bindparam("session_id")).label("is_current")
    statement = (
        select(own.api_id, own.method, own.address, own.agent, own.created_at, own.seen_at, is_current)
        .join(User, User.id == own.user_id)
        .where(
            own.user_id == actor.user_id,
            own.impersonator_id.is_(None),
            own.epoch == User.session_epoch,
            own.created_at > now - MAX_SESSION_AGE,
            or_(own.remember, own.seen_at > now - IDLE_TIMEOUT),
        )
        .order_by(is_current.desc(), own.seen_at.desc(), own.id)
    )
    return read_rows(SessionRow, db.execute(statement, {"session_id": actor.session_id}))
