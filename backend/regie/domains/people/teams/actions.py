"""Changing teams: their name, who is in them and who speaks for them."""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import delete, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import open_record, require_version
from regie.core.api.errors import FieldError, Invalid
from regie.core.audit.activity import note
from regie.core.text.folding import fold
from regie.domains.people.teams.models import Team, TeamMember
from regie.domains.people.teams.queries import known_teams, named_by
from regie.domains.people.teams.schemas import TeamCreate, TeamUpdate
from regie.domains.people.users.queries import visible_users
from regie.domains.records.users.models import User

_SEEN = (Permission.TEAMS_VIEW, known_teams)
_CHANGED = (Permission.TEAMS_EDIT, known_teams)
_REQUIRED = ("name", "representative", "users")
Errors = dict[str, FieldError | str]


def create_team(session: Session, actor: Actor, data: TeamCreate) -> str:
    """A new team; returns its api_id. Invalid with every field that is wrong."""
    errors: Errors = {} if data.users else {"users": "required"}
    keys = _find_people(session, actor, data.users, (), errors)
    if data.users and data.representative not in data.users:
        errors["representative"] = "representative_is_member"
    if _is_taken(session, data.name, None):
        errors["name"] = "taken"
    if errors:
        raise Invalid(errors)
    team = Team(name=data.name, representative_id=keys[data.representative])
    session.add(team)
    _flush_name(session)
    _set_members(session, team, keys)
    session.flush()
    return team.api_id


def update_team(session: Session, actor: Actor, api_id: str, data: TeamUpdate, now: datetime) -> None:
    """Change what was sent; Changed (409) when another version was read, naming both values."""
    team = open_record(session, actor, Team, api_id, seen=_SEEN, changed=_CHANGED)
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if empty := [name for name in _REQUIRED if name in sent and not sent[name]]:
        raise Invalid(dict.fromkeys(empty, "required"))
    there = _read_people(session, team)
    theirs = _wire_values(team, there)
    read = {name: (theirs[name], _in_order(value, there)) for name, value in sent.items()}
    require_version(team, version, read)
    if all(before == after for before, after in read.values()):
        return
    keys = _judge(session, actor, team, data, there)
    if "archived" in sent:
        _archive(session, team, now if sent["archived"] else None, sent.get("name", team.name))
    team.name = sent.get("name", team.name)
    if "representative" in sent:
        team.representative_id = keys[sent["representative"]]
    # Members have a table of their own: changing them is a new version of the team all the same.
    team.updated_at = now
    flag_modified(team, "updated_at")
    _flush_name(session)
    if "users" in sent:
        _set_members(session, team, {person: keys[person] for person in sent["users"]})
    session.flush()


def delete_team(session: Session, actor: Actor, api_id: str) -> None:
    """Only a team that no record names; the database itself refuses otherwise."""
    team = open_record(session, actor, Team, api_id, seen=_SEEN, changed=_CHANGED)
    if named := named_by(session.connection(), team.id):
        raise Invalid(code="team_in_use", clients=named.get("clients", 0), projects=named.get("projects", 0))
    session.execute(delete(TeamMember).where(TeamMember.team_id == team.id))
    session.delete(team)
    session.flush()


def _judge(session: Session, actor: Actor, team: Team, data: TeamUpdate, there: dict[str, int]) -> dict[str, int]:
    """The keys of everyone named; Invalid with every field that is wrong."""
    errors: Errors = {}
    sent = data.model_fields_set
    users = data.users if "users" in sent else list(there)
    keys = _find_people(session, actor, users, there.values(), errors)
    representative = data.representative or None
    speaks = representative if representative is not None else _speaker(there, team)
    if speaks is not None and speaks not in users:
        errors["representative" if representative is not None else "users"] = "representative_is_member"
    if "name" in sent and team.archived_at is None and _is_taken(session, data.name, team.id):
        errors["name"] = "taken"
    if errors:
        raise Invalid(errors)
    return keys


def _find_people(
    session: Session, actor: Actor, api_ids: list[str], members: Collection[int], errors: Errors
) -> dict[str, int]:
    """The keys of people who are active, or members already, by api_id; what is wrong is added to `errors`."""
    seen = visible_users(actor.require(Permission.USERS_VIEW))
    may_join = or_(User.status == "active", User.id.in_(members))
    found = select(User.api_id, User.id).where(User.api_id.in_(api_ids), seen, may_join)
    keys = {row.api_id: row.id for row in session.execute(found, actor.params)}
    if len(set(api_ids)) != len(api_ids):
        errors["users"] = "twice"
    elif keys.keys() != set(api_ids):
        errors["users"] = "reference"
    return keys


def _set_members(session: Session, team: Team, wanted: dict[str, int]) -> None:
    """Whoever stays keeps their place; whoever leaves sees nothing of the team's from the next request on."""
    before = _names(session, team)
    there = set(session.execute(select(TeamMember.user_id).where(TeamMember.team_id == team.id)).scalars())
    gone = there - set(wanted.values())
    session.execute(delete(TeamMember).where(TeamMember.team_id == team.id, TeamMember.user_id.in_(gone)))
    session.add_all(TeamMember(team_id=team.id, user_id=key) for key in wanted.values() if key not in there)
    session.flush()
    note(session, team, "users", before, _names(session, team))


def _archive(session: Session, team: Team, at: datetime | None, name: str) -> None:
    if at is None and team.archived_at is not None and _is_taken(session, name, team.id):
        raise Invalid({"archived": "taken"}, "team_name_taken")
    team.archived_at = team.archived_at or at if at is not None else None


def _is_taken(session: Session, name: str, key: int | None) -> bool:
    """Whether another team that is not archived has this name, whatever its case and accents."""
    others = select(Team.id).where(Team.name_key == fold(name)[:200], Team.archived_at.is_(None), Team.id != (key or 0))
    return session.execute(others).first() is not None


def _flush_name(session: Session) -> None:
    """Two people may choose one name at the same moment: the database lets one of them have it."""
    try:
        session.flush()
    except IntegrityError as error:
        raise Invalid({"name": "taken"}) from error


def _read_people(session: Session, team: Team) -> dict[str, int]:
    """The members' keys by their api_id, in the order in which they are shown."""
    joined = select(User.api_id, User.id).join(TeamMember, TeamMember.user_id == User.id)
    ordered = joined.where(TeamMember.team_id == team.id).order_by(User.name_key, User.id)
    return {row.api_id: row.id for row in session.execute(ordered)}


def _speaker(there: dict[str, int], team: Team) -> str | None:
    return next((api_id for api_id, key in there.items() if key == team.representative_id), None)


def _wire_values(team: Team, there: dict[str, int]) -> Mapping[str, object]:
    """The record's editable values as a caller would send them, to show both sides of a conflict."""
    return {
        "name": team.name,
        "representative": _speaker(there, team),
        "users": list(there),
        "archived": team.archived_at is not None,
    }


def _in_order(value: object, there: dict[str, int]) -> object:
    """A list of people has no order of its own: those who are there already come as they are shown."""
    if not isinstance(value, list):
        return value
    kept = [api_id for api_id in there if api_id in value]
    return [*kept, *(api_id for api_id in value if api_id not in there)]


def _names(session: Session, team: Team) -> list[str]:
    joined = select(User.name).join(TeamMember, TeamMember.user_id == User.id)
    return list(session.execute(joined.where(TeamMember.team_id == team.id).order_by(User.name_key)).scalars())
