"""Finds the users to whom a matter can be assigned: those who may see it."""

from collections.abc import Iterator

from sqlalchemy import Connection, select

from regie.access.actor import Actor
from regie.access.permissions import Scope
from regie.core.api.wire import Ref
from regie.core.text.locale import DEFAULT_LOCALE
from regie.core.time.clock import Clock
from regie.domains.insights.triage.matters import Matter
from regie.domains.insights.triage.queries import find_matter
from regie.domains.insights.triage.sources import SOURCES
from regie.domains.records.employees.models import Employee
from regie.domains.records.users.models import User

_USERS = (
    select(User.id, User.api_id, User.name, User.roles, User.updated_at, Employee.id.label("employee_id"))
    .outerjoin(Employee, Employee.user_id == User.id)
    .where(User.status == "active")
    .order_by(User.name_key)
)


def find_assignees(db: Connection, matter: Matter, clock: Clock) -> Iterator[Actor]:
    """Yield the active users who may see the matter, by name."""
    source = SOURCES[matter.kind]
    if source.is_personal:
        return
    # Users who see all records of the kind see the same ones.
    by_scopes: dict[tuple[Scope | None, ...], bool] = {}
    for actor in _read_users(db):
        scopes = source.scopes(actor)
        if not all(scope is Scope.ALL for scope in scopes):
            if _sees(db, actor, clock, matter):
                yield actor
            continue
        if scopes not in by_scopes:
            by_scopes[scopes] = _sees(db, actor, clock, matter)
        if by_scopes[scopes]:
            yield actor


def serialize_assignee(actor: Actor) -> Ref:
    return {"api_id": actor.user_api_id, "name": actor.name}


def _sees(db: Connection, actor: Actor, clock: Clock, matter: Matter) -> bool:
    return find_matter(db, actor, clock, matter.kind, matter.record) is not None


def _read_users(db: Connection) -> Iterator[Actor]:
    for row in db.execute(_USERS):
        yield Actor(row.id, row.api_id, row.name, row.employee_id, tuple(row.roles), DEFAULT_LOCALE, 0, row.updated_at)
