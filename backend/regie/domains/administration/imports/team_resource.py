"""Describes teams in files; their key is the name."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select

from regie.access.permissions import Permission
from regie.domains.administration.imports.cells import ImportContext
from regie.domains.administration.imports.references import USER, References
from regie.domains.administration.imports.resources import Column, ExistingRecord, Key, Resource, normalize_name
from regie.domains.people.teams import actions
from regie.domains.people.teams.models import Team, TeamMember
from regie.domains.people.teams.queries import known_teams
from regie.domains.people.teams.schemas import TeamCreate, TeamUpdate
from regie.domains.records.users.models import User


def find_teams(context: ImportContext, keys: Iterable[Key]) -> dict[Key, list[Any]]:
    """Return the teams that are not archived: only their names are unique."""
    known = known_teams(context.actor.require(Permission.TEAMS_VIEW))
    statement = select(Team).where(
        known, Team.archived_at.is_(None), Team.name_key.in_([name[:200] for (name,) in keys])
    )
    found: dict[Key, list[Any]] = {}
    for team in context.session.execute(statement, context.actor.params).scalars():
        found.setdefault((normalize_name(team.name),), []).append(team)
    return found


def read_team(context: ImportContext, team: Any) -> ExistingRecord:
    joined = select(User.id, User.api_id).join(TeamMember, TeamMember.user_id == User.id)
    members = context.session.execute(joined.where(TeamMember.team_id == team.id)).all()
    representative = next((row.api_id for row in members if row.id == team.representative_id), None)
    users = sorted(row.api_id for row in members)
    return ExistingRecord(team.api_id, {"name": team.name, "representative": representative, "users": users})


def create_team(context: ImportContext, data: TeamCreate) -> str:
    return actions.create_team(context.session, context.actor, data)


def update_team(context: ImportContext, team: ExistingRecord, data: TeamUpdate) -> None:
    actions.update_team(context.session, context.actor, team.api_id, data, context.clock)


TEAMS = Resource(
    name="teams",
    permissions=(Permission.TEAMS_EDIT,),
    keys=(("name",),),
    columns=(
        Column("name", is_required=True, synonyms=("team", "équipe")),
        Column("representative", USER, is_required=True, synonyms=("lead", "leader", "chef d’équipe")),
        Column("users", References(USER), is_required=True, synonyms=("users", "people", "utilisateurs")),
    ),
    create_model=TeamCreate,
    update_model=TeamUpdate,
    find=find_teams,
    read=read_team,
    create=create_team,
    update=update_team,
    display_name=lambda _context, values: values.get("name") or "",
)
