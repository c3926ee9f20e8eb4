"""Reads teams; every statement starts from `visible_teams` or `known_teams`."""

from collections.abc import Iterable

from sqlalchemy import ColumnElement, Connection, Select, bindparam, join, select, true

from regie.access.actor import CURRENT_USER_ID, Actor, ScopeClause, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import Invalid
from regie.core.api.wire import Page
from regie.core.db.references import find_references
from regie.core.lists.listing import Filter, Listing, RowScope, archived_choice, one_of
from regie.core.lists.shape import Shape, read_restricted, ref_to
from regie.domains.people.teams.models import Team, TeamMember
from regie.domains.people.teams.schemas import Member, TeamAction, TeamDetails, TeamNames, TeamOut, TeamQuery, TeamRow
from regie.domains.records.users.models import User

_KEY = select(Team.id).where(Team.api_id == bindparam("api_id"))


def _has_members(name: str, _value: object) -> ColumnElement[bool]:
    member = select(TeamMember.team_id).join(User, User.id == TeamMember.user_id)
    return Team.id.in_(member.where(User.api_id.in_(bindparam(name, expanding=True))))


TEAMS = Listing(
    source=join(Team, User, User.id == Team.representative_id, isouter=True),
    key=Team.id,
    api_id=Team.api_id,
    shape=Shape.of(TeamNames, Team, TeamDetails, representative=ref_to(User)),
    sorts={
        "name": Team.name_key,
        "representative": User.name_key,
        "created_at": Team.created_at,
        "updated_at": Team.updated_at,
    },
    default_sort="name",
    tables=("teams", "team_members", "users"),
    search=(Team.search_key,),
    filters={
        "user": Filter(_has_members),
        "representative": one_of(User.api_id),
        "archived": archived_choice(Team.archived_at),
    },
    restricted_sorts=frozenset({"representative", "created_at", "updated_at"}),
)
_RESTRICTED_FILTERS = ("user", "representative")


def my_teams() -> Select[int]:
    """Return the keys of the teams that the caller is a member of."""
    return select(TeamMember.team_id).where(TeamMember.user_id == CURRENT_USER_ID)


def my_teammates() -> Select[int]:
    """Return the keys of all users who share a team with the caller."""
    return select(TeamMember.user_id).where(TeamMember.team_id.in_(my_teams()))


def visible_teams(_scope: Scope) -> ColumnElement[bool]:
    """Teams that are not archived; everyone may read their names and refer to them."""
    return Team.archived_at.is_(None)


def known_teams(_scope: Scope) -> ColumnElement[bool]:
    """All teams, archived ones included; for callers who may view teams."""
    return true()


def readable_teams(actor: Actor) -> ColumnElement[bool]:
    """Return the condition for the teams that this caller may read."""
    return _team_clause(actor)(actor.require(Permission.DIRECTORY_VIEW))


def _team_clause(actor: Actor) -> ScopeClause:
    return known_teams if actor.can(Permission.TEAMS_VIEW) else visible_teams


def team_row_scope(actor: Actor) -> RowScope:
    return row_scope(
        actor, Permission.DIRECTORY_VIEW, _team_clause(actor), money=Permission.TEAMS_VIEW, money_clause=known_teams
    )


def list_teams(db: Connection, actor: Actor, query: TeamQuery) -> Page[TeamRow | TeamNames]:
    """List teams; callers who may not view teams receive names only and may not filter by users."""
    if not actor.can(Permission.TEAMS_VIEW) and (
        requested := [name for name in _RESTRICTED_FILTERS if getattr(query, name)]
    ):
        raise Invalid(dict.fromkeys(requested, "unknown"))
    page = TEAMS.page(db, team_row_scope(actor), query)
    shown = [row["api_id"] for row in page["data"] if read_restricted(TeamDetails, row)]
    members = _read_members(db, shown) if shown else {}
    return {"data": [_with_members(row, members.get(row["api_id"], [])) for row in page["data"]], "meta": page["meta"]}


def _with_members(team: TeamNames, members: list[Member]) -> TeamRow | TeamNames:
    details = read_restricted(TeamDetails, team)
    return team if details is None else {**team, **details, "users": members}


def read_team(db: Connection, actor: Actor, api_id: str) -> TeamOut | TeamNames:
    team = TEAMS.one(db, team_row_scope(actor), api_id)
    details = read_restricted(TeamDetails, team)
    if details is None:
        return team
    named = find_team_references(db, db.execute(_KEY, {"api_id": api_id}).scalar_one())
    return {
        **team,
        **details,
        "users": _read_members(db, [api_id]).get(api_id, []),
        "can": _allowed_actions(actor, details, bool(named)),
        "clients": named.get("clients", 0),
        "projects": named.get("projects", 0),
    }


def find_team_references(db: Connection, key: int) -> dict[str, int]:
    """Return how many records of each table reference the team; a referenced team cannot be deleted."""
    return find_references(db, Team.__table__, key)


def _read_members(db: Connection, api_ids: Iterable[str]) -> dict[str, list[Member]]:
    """Return the members of these teams, by name."""
    statement = (
        select(Team.api_id.label("team"), User.api_id, User.name, User.status)
        .join(TeamMember, TeamMember.team_id == Team.id)
        .join(User, User.id == TeamMember.user_id)
        .where(Team.api_id.in_(api_ids))
        .order_by(User.name_key, User.id)
    )
    found: dict[str, list[Member]] = {}
    for row in db.execute(statement):
        member: Member = {"api_id": row.api_id, "name": row.name, "is_active": row.status == "active"}
        found.setdefault(row.team, []).append(member)
    return found


def _allowed_actions(actor: Actor, team: TeamDetails, is_named: bool) -> list[TeamAction]:
    """Return the actions that the caller may perform now, so that a screen offers no other."""
    if not actor.can(Permission.TEAMS_EDIT):
        return []
    allowed: list[TeamAction] = ["edit", "archive" if team["archived_at"] is None else "unarchive"]
    return allowed if is_named else [*allowed, "delete"]
