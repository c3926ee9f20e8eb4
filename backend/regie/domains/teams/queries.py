"""Reading teams."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, select

from regie.access.actor import ME, Actor, sight
from regie.access.permissions import Permission, Scope
from regie.core.listing import Listing
from regie.core.shape import Shape
from regie.core.wire import ListQuery
from regie.domains.teams.models import Team, TeamMember

TEAMS = Listing(
    source=Team.__table__,
    key=Team.id,
    api_id=Team.api_id,
    shape=Shape({"api_id": Team.api_id, "name": Team.name}),
    sorts={"name": Team.name_key},
    default_sort="name",
    tables=("teams",),
    search=Team.search_key,
)


def my_teams() -> Select[int]:
    """The keys of the teams that the caller is a member of."""
    return select(TeamMember.team_id).where(TeamMember.user_id == ME)


def my_teammates() -> Select[int]:
    """The keys of everyone who is in a team with the caller."""
    return select(TeamMember.user_id).where(TeamMember.team_id.in_(my_teams()))


def visible_teams(_scope: Scope) -> ColumnElement[bool]:
    """Teams that still exist; everyone may know their names."""
    return Team.archived_at.is_(None)


def list_teams(db: Connection, actor: Actor, query: ListQuery) -> dict[str, Any]:
    return TEAMS.page(db, sight(actor, Permission.DIRECTORY_VIEW, visible_teams), query)
