"""Reading teams; `visible_teams` and `known_teams` are the only doors to the table."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, bindparam, join, select, true

from regie.access.actor import ME, Actor, Within, sight
from regie.access.permissions import Permission, Scope
from regie.core.errors import Invalid
from regie.core.listing import Filter, Listing, Sight, archived_choice, one_of
from regie.core.referring import referring
from regie.core.shape import RefField, Shape
from regie.domains.teams.models import Team, TeamMember
from regie.domains.teams.schemas import TeamQuery
from regie.domains.users.models import User

_ROW = {
    "api_id": Team.api_id,
    "name": Team.name,
    "representative": RefField(User.api_id, User.name),
    "archived_at": Team.archived_at,
    "created_at": Team.created_at,
    "updated_at": Team.updated_at,
    "version": Team.version,
}
# What is more than a team's name: for those only who may view teams.
_MORE = frozenset(_ROW.keys() - {"api_id", "name"})
_KEY = select(Team.id).where(Team.api_id == bindparam("api_id"))


def _with_members(name: str, _value: Any) -> ColumnElement[bool]:
    member = select(TeamMember.team_id).join(User, User.id == TeamMember.user_id)
    return Team.id.in_(member.where(User.api_id.in_(bindparam(name, expanding=True))))


TEAMS = Listing(
    source=join(Team, User, User.id == Team.representative_id, isouter=True),
    key=Team.id,
    api_id=Team.api_id,
    shape=Shape(_ROW, guarded=_MORE),
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
        "user": Filter(_with_members),
        "representative": one_of(User.api_id),
        "archived": archived_choice(Team.archived_at),
    },
    guarded_sorts=frozenset({"representative", "created_at", "updated_at"}),
)
_GUARDED_FILTERS = ("user", "representative")


def my_teams() -> Select[int]:
    """The keys of the teams that the caller is a member of."""
    return select(TeamMember.team_id).where(TeamMember.user_id == ME)


def my_teammates() -> Select[int]:
    """The keys of everyone who is in a team with the caller."""
    return select(TeamMember.user_id).where(TeamMember.team_id.in_(my_teams()))


def visible_teams(_scope: Scope) -> ColumnElement[bool]:
    """Teams that are not archived; everyone may know their names, and name them on records."""
    return Team.archived_at.is_(None)


def known_teams(_scope: Scope) -> ColumnElement[bool]:
    """Archived ones too, for those who may view teams."""
    return true()


def readable_teams(actor: Actor) -> ColumnElement[bool]:
    """What this caller may read of, as one clause."""
    return _within(actor)(actor.require(Permission.DIRECTORY_VIEW))


def _within(actor: Actor) -> Within:
    return known_teams if actor.may(Permission.TEAMS_VIEW) else visible_teams


def team_sight(actor: Actor) -> Sight:
    return sight(
        actor, Permission.DIRECTORY_VIEW, _within(actor), money=Permission.TEAMS_VIEW, money_within=known_teams
    )


def list_teams(db: Connection, actor: Actor, query: TeamQuery) -> dict[str, Any]:
    """Names only for those who may not view teams, who cannot ask for anybody's either."""
    if not actor.may(Permission.TEAMS_VIEW):
        if asked := [name for name in _GUARDED_FILTERS if getattr(query, name)]:
            raise Invalid(dict.fromkeys(asked, "unknown"))
        return TEAMS.page(db, team_sight(actor), query)
    page = TEAMS.page(db, team_sight(actor), query)
    members = _members_of(db, [row["api_id"] for row in page["data"]])
    return {**page, "data": [row | {"users": members.get(row["api_id"], [])} for row in page["data"]]}


def read_team(db: Connection, actor: Actor, api_id: str) -> dict[str, Any]:
    team = TEAMS.one(db, team_sight(actor), api_id)
    if not actor.may(Permission.TEAMS_VIEW):
        return team
    named = named_by(db, db.execute(_KEY, {"api_id": api_id}).scalar_one())
    more = {"users": _members_of(db, [api_id]).get(api_id, []), "can": _allowed(actor, team, bool(named))}
    return team | more | {name: named.get(name, 0) for name in ("clients", "projects")}


def named_by(db: Connection, key: int) -> dict[str, int]:
    """How many records of each table name the team; such a team is not deleted."""
    return referring(db, Team.__table__, key)


def _members_of(db: Connection, api_ids: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
    """Who is in these teams, by name."""
    statement = (
        select(Team.api_id.label("team"), User.api_id, User.name, User.status)
        .join(TeamMember, TeamMember.team_id == Team.id)
        .join(User, User.id == TeamMember.user_id)
        .where(Team.api_id.in_(api_ids))
        .order_by(User.name_key, User.id)
    )
    found: dict[str, list[dict[str, Any]]] = {}
    for row in db.execute(statement):
        member = {"api_id": row.api_id, "name": row.name, "is_active": row.status == "active"}
        found.setdefault(row.team, []).append(member)
    return found


def _allowed(actor: Actor, team: dict[str, Any], is_named: bool) -> list[str]:
    """What the caller may do with this team now, so that a screen offers nothing that would be refused."""
    if not actor.may(Permission.TEAMS_EDIT):
        return []
    allowed = ["edit", "archive" if team["archived_at"] is None else "unarchive"]
    return allowed if is_named else [*allowed, "delete"]
