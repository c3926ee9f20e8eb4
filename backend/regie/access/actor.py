"""The person behind a request, and what of a resource that person sees."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from sqlalchemy import BigInteger, ColumnElement, bindparam, false, true

from regie.access.permissions import Permission, Scope, merge
from regie.core.api.errors import Forbidden
from regie.core.lists.listing import RowScope
from regie.core.text.locale import Locale
from regie.core.time.zones import DEFAULT_ZONE

# The caller, in clauses that all callers share: bound at each execution, never written into a statement.
ME = bindparam("me_", type_=BigInteger)
MY_EMPLOYEE = bindparam("my_employee_", type_=BigInteger)
NOBODY = -1

Within = Callable[[Scope], ColumnElement[bool]]


@lru_cache(maxsize=256)
def _held(roles: tuple[str, ...], groups: tuple[str, ...], scopes: tuple[str, ...]) -> dict[Permission, Scope]:
    return merge(roles, groups, scopes)


@dataclass(frozen=True, slots=True)
class Impersonator:
    """Who really sits there while a session acts as somebody else."""

    user_id: int
    user_api_id: str
    name: str


@dataclass(frozen=True, slots=True)
class Actor:
    """Who calls; ids are internal keys."""

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
    # The organization asks this person for a second factor, which they have not set up yet.
    must_enrol: bool = False
    # When the person last showed that it is them.
    proved_at: datetime | None = None
    # The groups of figures that their employee record opens, and how far.
    metric_permissions: tuple[str, ...] = ()
    metric_scopes: tuple[str, ...] = ()
    # Where the organization's days begin.
    zone: str = DEFAULT_ZONE
    # How often the organization's settings had changed when this call began.
    settings_changes: int = 0

    @property
    def permissions(self) -> dict[Permission, Scope]:
        return _held(self.roles, self.metric_permissions, self.metric_scopes)

    @property
    def params(self) -> dict[str, int]:
        return {"me_": self.user_id, "my_employee_": self.employee_id or NOBODY}

    def scope(self, permission: Permission) -> Scope | None:
        return self.permissions.get(permission)

    def sees_all(self, permission: Permission, scope: Scope) -> bool:
        """Whether they see every record that a figure of this scope is made of: all there are, or their own.

        What a team is differs: whose figures one shares, and whose goals one may read, are not the same people.
        """
        seen = self.scope(permission)
        return seen is Scope.ALL or (seen is not None and scope is Scope.OWN)

    def may(self, permission: Permission) -> bool:
        return permission in self.permissions

    def require(self, permission: Permission) -> Scope:
        """The scope in which the caller holds `permission`; Forbidden when not at all."""
        scope = self.scope(permission)
        if scope is None:
            raise Forbidden
        return scope


def row_scope(
    actor: Actor,
    permission: Permission,
    within: Within,
    *,
    money: Permission | None = None,
    money_within: Within | None = None,
) -> RowScope:
    """The rows that `permission` opens, and those whose money `money` opens too."""
    scope = actor.require(permission)
    money_scope = Scope.ALL if money is None else actor.scope(money)

    def shows_restricted() -> ColumnElement[bool]:
        if money_scope is None:
            return false()
        return true() if money_scope is Scope.ALL else (money_within or within)(money_scope)

    return RowScope(
        key=(permission, scope, money_scope),
        rows=lambda: within(scope),
        shows_restricted=shows_restricted,
        params=actor.params,
        sees_all_restricted=money_scope is Scope.ALL,
    )
