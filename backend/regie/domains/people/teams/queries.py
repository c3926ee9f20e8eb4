"""Reading teams; `visible_teams` and `known_teams` are the only doors to the table."""

from collections.abc import Iterable

from sqlalchemy import ColumnElement, Connection, Select, bindparam, join, select, true

from regie.access.actor import ME, Actor, Within, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import Invalid
from regie.core.api.wire import Page
from regie.core.db.references import find_references
from regie.core.lists.listing import Filter, Listing, RowScope, archived_choice, one_of
from regie.core.lists.shape import Shape, ref_to, restricted_of
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


def team_row_scope(actor: Actor) -> RowScope:
    return row_scope(
        actor, Permission.DIRECTORY_VIEW, _within(actor), money=Permission.TEAMS_VIEW, money_within=known_teams
    )


def list_teams(db: Connection, actor: Actor, query: TeamQuery) -> Page[TeamRow | TeamNames]:
    """Names only for those who may not view teams, who cannot ask for anybody's either."""
    if not actor.may(Permission.TEAMS_VIEW) and (asked := [name for name in _GUARDED_FILTERS if getattr(query, name)]):
        raise Invalid(dict.fromkeys(asked, "unknown"))
    page = TEAMS.page(db, team_row_scope(actor), query)
    shown = [row["api_id"] for row in page["data"] if restricted_of(TeamDetails, row)]
    members = _members_of(db, shown) if shown else {}
    return {"data": [_with_members(row, members.get(row["api_id"], [])) for row in page["data"]], "meta": page["meta"]}


def _with_members(team: TeamNames, members: list[Member]) -> TeamRow | TeamNames:
    details = restricted_of(TeamDetails, team)
    return team if details is None else {**team, **details, "users": members}


def read_team(db: Connection, actor: Actor, api_id: str) -> TeamOut | TeamNames:
    team = TEAMS.one(db, team_row_scope(actor), api_id)
    details = restricted_of(TeamDetails, team)
    if details is None:
        return team
    named = named_by(db, db.execute(_KEY, {"api_id": api_id}).scalar_one())
    return {
        **team,
        **details,
        "users": _members_of(db, [api_id]).get(api_id, []),
        "can": _allowed(actor, details, bool(named)),
        "clients": named.get("clients", 0),
        "projects": named.get("projects", 0),
    }


def named_by(db: Connection, key: int) -> dict[str, int]:
    """How many records of each table name the team; such a team is not deleted."""
    return find_references(db, Team.__table__, key)


def _members_of(db: Connection, api_ids: Iterable[str]) -> dict[str, list[Member]]:
    """Who is in these teams, by name."""
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


def _allowed(actor: Actor, team: TeamDetails, is_named: bool) -> list[TeamAction]:
    """What the caller may do with this team now, so that a screen offers nothing that would be refused."""
    if not actor.may(Permission.TEAMS_EDIT):
        return []
    allowed: list[TeamAction] = ["edit", "archive" if team["archived_at"] is None else "unarchive"]
    return allowed if is_named else [*allowed, "delete"]
