"""Defines the caller of a request and the rows that the caller can read."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from sqlalchemy import BigInteger, ColumnElement, bindparam, false, true

from regie.access.permissions import Permission, Scope, merge_grants
from regie.core.api.errors import Forbidden
from regie.core.lists.listing import RowScope
from regie.core.text.locale import Locale
from regie.core.time.zones import DEFAULT_ZONE

# Parameters of the shared statements: bound at each execution, never written into a statement.
CURRENT_USER_ID = bindparam("me_", type_=BigInteger)
CURRENT_EMPLOYEE_ID = bindparam("my_employee_", type_=BigInteger)
NO_EMPLOYEE_ID = -1

ScopeClause = Callable[[Scope], ColumnElement[bool]]


@lru_cache(maxsize=256)
def _cached_grants(roles: tuple[str, ...], groups: tuple[str, ...], scopes: tuple[str, ...]) -> dict[Permission, Scope]:
    return merge_grants(roles, groups, scopes)


@dataclass(frozen=True, slots=True)
class Impersonator:
    """The person who uses a session as another user."""

    user_id: int
    user_api_id: str
    name: str


@dataclass(frozen=True, slots=True)
class Actor:
    """The caller; ids are internal keys."""

    user_id: int
    user_api_id: str
    name: str
    employee_id: int | None
    roles: tuple[str, ...]
    locale: Locale
    session_id: int
    seen_at: datetime
    impersonator: Impersonator | None = None
    two_factor: bool = False
    # The organization requires a second factor, which this person has not set up yet.
    must_enrol: bool = False
    # When the person last reauthenticated.
    reauthenticated_at: datetime | None = None
    # The groups of figures that their employee record grants, and in which scopes.
    metric_permissions: tuple[str, ...] = ()
    metric_scopes: tuple[str, ...] = ()
    # The organization's time zone.
    zone: str = DEFAULT_ZONE
    # The version of the organization's settings at the start of the request.
    settings_version: int = 0

    @property
    def permissions(self) -> dict[Permission, Scope]:
        return _cached_grants(self.roles, self.metric_permissions, self.metric_scopes)

    @property
    def params(self) -> dict[str, int]:
        return {"me_": self.user_id, "my_employee_": self.employee_id or NO_EMPLOYEE_ID}

    def scope(self, permission: Permission) -> Scope | None:
        return self.permissions.get(permission)

    def sees_all(self, permission: Permission, scope: Scope) -> bool:
        """Return whether the caller can read every record behind a figure of `scope`.

        A team scope never qualifies: the people whose figures one shares are not those whose goals one can read.
        """
        held = self.scope(permission)
        return held is Scope.ALL or (held is not None and scope is Scope.OWN)

    def can(self, permission: Permission) -> bool:
        return permission in self.permissions

    def require(self, permission: Permission) -> Scope:
        """Return the scope in which the caller holds `permission`; raise Forbidden without it."""
        scope = self.scope(permission)
        if scope is None:
            raise Forbidden
        return scope


def row_scope(
    actor: Actor,
    permission: Permission,
    clause: ScopeClause,
    *,
    money: Permission | None = None,
    money_clause: ScopeClause | None = None,
) -> RowScope:
    """Return the rows that `permission` grants, and those whose amounts `money` grants too."""
    scope = actor.require(permission)
    money_scope = Scope.ALL if money is None else actor.scope(money)

    def shows_restricted() -> ColumnElement[bool]:
        if money_scope is None:
            return false()
        return true() if money_scope is Scope.ALL else (money_clause or clause)(money_scope)

    return RowScope(
        key=(permission, scope, money_scope),
        rows=lambda: clause(scope),
        shows_restricted=shows_restricted,
        params=actor.params,
        sees_all_restricted=money_scope is Scope.ALL,
    )
