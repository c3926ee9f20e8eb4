"""Creates, changes and deletes teams."""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import delete, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import load_for_update, require_version
from regie.core.api.errors import FieldError, Invalid
from regie.core.audit.activity import log_field_change
from regie.core.text.folding import fold
from regie.domains.people.teams.models import Team, TeamMember
from regie.domains.people.teams.queries import find_team_references, known_teams
from regie.domains.people.teams.schemas import TeamCreate, TeamUpdate
from regie.domains.people.users.queries import visible_users
from regie.domains.records.users.models import User

_SEEN = (Permission.TEAMS_VIEW, known_teams)
_CHANGED = (Permission.TEAMS_EDIT, known_teams)
_REQUIRED = ("name", "representative", "users")
Errors = dict[str, FieldError | str]


def create_team(session: Session, actor: Actor, data: TeamCreate) -> str:
    """Create a team and return its api_id; raise Invalid with every wrong field."""
    errors: Errors = {} if data.users else {"users": "required"}
    keys = _find_users(session, actor, data.users, (), errors)
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
    """Change the sent fields; raise Changed (409) with both values when the caller read another version."""
    team = load_for_update(session, actor, Team, api_id, view=_SEEN, edit=_CHANGED)
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if empty := [name for name in _REQUIRED if name in sent and not sent[name]]:
        raise Invalid(dict.fromkeys(empty, "required"))
    members = _read_members(session, team)
    theirs = _editable_values(team, members)
    read = {name: (theirs[name], _in_display_order(value, members)) for name, value in sent.items()}
    require_version(team, version, read)
    if all(before == after for before, after in read.values()):
        return
    keys = _validate_update(session, actor, team, data, members)
    if "archived" in sent:
        _archive(session, team, now if sent["archived"] else None, sent.get("name", team.name))
    team.name = sent.get("name", team.name)
    if "representative" in sent:
        team.representative_id = keys[sent["representative"]]
    # Members have their own table: changing them is a new version of the team all the same.
    team.updated_at = now
    flag_modified(team, "updated_at")
    _flush_name(session)
    if "users" in sent:
        _set_members(session, team, {person: keys[person] for person in sent["users"]})
    session.flush()


def delete_team(session: Session, actor: Actor, api_id: str) -> None:
    """Delete a team that no record references; otherwise the database refuses."""
    team = load_for_update(session, actor, Team, api_id, view=_SEEN, edit=_CHANGED)
    if named := find_team_references(session.connection(), team.id):
        raise Invalid(code="team_in_use", clients=named.get("clients", 0), projects=named.get("projects", 0))
    session.execute(delete(TeamMember).where(TeamMember.team_id == team.id))
    session.delete(team)
    session.flush()


def _validate_update(
    session: Session, actor: Actor, team: Team, data: TeamUpdate, members: dict[str, int]
) -> dict[str, int]:
    """Return the keys of all named users; raise Invalid with every wrong field."""
    errors: Errors = {}
    sent = data.model_fields_set
    users = data.users if "users" in sent else list(members)
    keys = _find_users(session, actor, users, members.values(), errors)
    representative = data.representative or None
    new_representative = representative if representative is not None else _representative_of(members, team)
    if new_representative is not None and new_representative not in users:
        errors["representative" if representative is not None else "users"] = "representative_is_member"
    if "name" in sent and team.archived_at is None and _is_taken(session, data.name, team.id):
        errors["name"] = "taken"
    if errors:
        raise Invalid(errors)
    return keys


def _find_users(
    session: Session, actor: Actor, api_ids: list[str], members: Collection[int], errors: Errors
) -> dict[str, int]:
    """Return the keys of users who are active or already members, by api_id; add problems to `errors`."""
    seen = visible_users(actor.require(Permission.USERS_VIEW))
    may_join = or_(User.status == "active", User.id.in_(members))
    found = select(User.api_id, User.id).where(User.api_id.in_(api_ids), seen, may_join)
    keys = {row.api_id: row.id for row in session.execute(found, actor.params)}
    if len(set(api_ids)) != len(api_ids):
        errors["users"] = "twice"
    elif keys.keys() != set(api_ids):
        errors["users"] = "reference"
    return keys


def _set_members(session: Session, team: Team, new_members: dict[str, int]) -> None:
    """Replace the members; the rows of remaining members stay, removed ones lose access with their next request."""
    before = _member_names(session, team)
    members = set(session.execute(select(TeamMember.user_id).where(TeamMember.team_id == team.id)).scalars())
    removed = members - set(new_members.values())
    session.execute(delete(TeamMember).where(TeamMember.team_id == team.id, TeamMember.user_id.in_(removed)))
    session.add_all(TeamMember(team_id=team.id, user_id=key) for key in new_members.values() if key not in members)
    session.flush()
    log_field_change(session, team, "users", before, _member_names(session, team))


def _archive(session: Session, team: Team, at: datetime | None, name: str) -> None:
    if at is None and team.archived_at is not None and _is_taken(session, name, team.id):
        raise Invalid({"archived": "taken"}, "team_name_taken")
    team.archived_at = team.archived_at or at if at is not None else None


def _is_taken(session: Session, name: str, key: int | None) -> bool:
    """Return whether another team that is not archived has this name, ignoring case and accents."""
    others = select(Team.id).where(Team.name_key == fold(name)[:200], Team.archived_at.is_(None), Team.id != (key or 0))
    return session.execute(others).first() is not None


def _flush_name(session: Session) -> None:
    """Flush; of two transactions with the same name, the database accepts one."""
    try:
        session.flush()
    except IntegrityError as error:
        raise Invalid({"name": "taken"}) from error


def _read_members(session: Session, team: Team) -> dict[str, int]:
    """Return the members' keys by api_id, in display order."""
    joined = select(User.api_id, User.id).join(TeamMember, TeamMember.user_id == User.id)
    ordered = joined.where(TeamMember.team_id == team.id).order_by(User.name_key, User.id)
    return {row.api_id: row.id for row in session.execute(ordered)}


def _representative_of(members: dict[str, int], team: Team) -> str | None:
    return next((api_id for api_id, key in members.items() if key == team.representative_id), None)


def _editable_values(team: Team, members: dict[str, int]) -> Mapping[str, object]:
    """Return the editable values in the form of the API, to show both sides of a conflict."""
    return {
        "name": team.name,
        "representative": _representative_of(members, team),
        "users": list(members),
        "archived": team.archived_at is not None,
    }


def _in_display_order(value: object, members: dict[str, int]) -> object:
    """Order a list of members: existing ones in display order, then new ones; other values stay unchanged."""
    if not isinstance(value, list):
        return value
    existing = [api_id for api_id in members if api_id in value]
    return [*existing, *(api_id for api_id in value if api_id not in members)]


def _member_names(session: Session, team: Team) -> list[str]:
    joined = select(User.name).join(TeamMember, TeamMember.user_id == User.id)
    return list(session.execute(joined.where(TeamMember.team_id == team.id).order_by(User.name_key)).scalars())
