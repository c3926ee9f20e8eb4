"""Creates, changes and deletes teams."""

from collections.abc import Collection, Mapping
from datetime import date, datetime

from sqlalchemy import Connection, NotNullable, delete, exists, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import load_for_update, require_version
from regie.core.api.errors import FieldError, Invalid
from regie.core.audit.activity import log_field_change
from regie.core.text.folding import fold
from regie.core.time.clock import Clock
from regie.domains.people.teams.models import Team, TeamMember
from regie.domains.people.teams.queries import IS_MEMBERSHIP, find_team_references, known_teams
from regie.domains.people.teams.schemas import TeamCreate, TeamUpdate
from regie.domains.people.users.queries import visible_users
from regie.domains.records.dated_fields.actions import Change, TermInput, ensure_first_term, log_days, touch
from regie.domains.records.dated_fields.schemas import BEGINNING, EMPLOYEE, membership_field
from regie.domains.records.employees.models import Employee
from regie.domains.records.terms.actions import record_term, remove_term, set_term
from regie.domains.records.terms.models import Term
from regie.domains.records.terms.queries import is_in_force
from regie.domains.records.terms.schemas import TermOwner, TermValue
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


def update_team(session: Session, actor: Actor, api_id: str, data: TeamUpdate, clock: Clock) -> None:
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
    keys, now = _validate_update(session, actor, team, data, members), clock.now()
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
        change = Change(clock.today(), now, actor.user_id)
        _set_members(session, team, {person: keys[person] for person in sent["users"]}, change)
    session.flush()


def delete_team(session: Session, actor: Actor, api_id: str) -> None:
    """Delete a team that no record references; otherwise the database refuses."""
    team = load_for_update(session, actor, Team, api_id, view=_SEEN, edit=_CHANGED)
    if named := find_team_references(session.connection(), team.id):
        raise Invalid(code="team_in_use", clients=named.get("clients", 0), projects=named.get("projects", 0))
    session.execute(delete(TeamMember).where(TeamMember.team_id == team.id))
    session.execute(delete(Term).where(IS_MEMBERSHIP, Term.reference_id == team.id))
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


def _set_members(session: Session, team: Team, new_members: dict[str, int], change: Change | None = None) -> None:
    """Replace the members; the rows of remaining members stay, removed ones lose access with their next request.

    A change of a team is recorded from today on; the members of a new team have no terms.
    """
    before = _member_names(session, team)
    members = set(session.execute(select(TeamMember.user_id).where(TeamMember.team_id == team.id)).scalars())
    removed = members - set(new_members.values())
    added = set(new_members.values()) - members
    session.execute(delete(TeamMember).where(TeamMember.team_id == team.id, TeamMember.user_id.in_(removed)))
    session.add_all(TeamMember(team_id=team.id, user_id=key) for key in new_members.values() if key in added)
    session.flush()
    if change is not None:
        _record_memberships(session, team, removed | added, added, change)
    log_field_change(session, team, "users", before, _member_names(session, team))


def _record_memberships(
    session: Session, team: Team, users: Collection[int], members: Collection[int], change: Change
) -> None:
    people = select(Employee.id, Employee.user_id).where(Employee.user_id.in_(users)).order_by(Employee.id)
    for employee_id, user_id in session.execute(people).all():
        record_membership(session, team.id, employee_id, user_id in members, change.today, change)


def record_membership(
    session: Session, team_id: int, employee_id: int, is_member: bool, day: date, change: Change
) -> None:
    """Record that an employee is a member from a day on, or is not; the first term says the opposite."""
    owner, name = TermOwner(EMPLOYEE, employee_id), membership_field(team_id)
    ensure_first_term(session, owner, name, _membership(team_id, not is_member), change)
    set_term(session, owner, name, day, _membership(team_id, is_member), change.source())


def record_future_membership(
    session: Session, employee: Employee, team_id: int, *, is_member: bool, given: TermInput, change: Change
) -> None:
    """Record that an employee belongs to a team from a day on, or leaves it; a second term on one day is refused."""
    if employee.user_id is None:
        raise Invalid({"team": "needs_user"})
    owner, name = TermOwner(EMPLOYEE, employee.id), membership_field(team_id)
    team = session.execute(select(Team).where(Team.id == team_id)).scalar_one()
    if not is_member and team.representative_id == employee.user_id:
        raise Invalid({"team": "representative_is_member"})
    ensure_first_term(session, owner, name, _membership(team_id, not is_member), change)
    record_term(session, owner, name, given.day, _membership(team_id, is_member), change.source(given.reason))
    _show_membership_of_today(session, employee, team_id, change)
    log_field_change(session, employee, "teams", None if is_member else team.name, team.name if is_member else None)
    log_days(session, employee, (None, given.day), given.reason)


def remove_membership(session: Session, employee: Employee, term: Term, change: Change) -> None:
    """Remove a term of a membership: what held before holds on."""
    if term.effective_from == BEGINNING:
        raise Invalid({"effective_from": "first_term"})
    team_id, day, is_member = term.reference_id or 0, term.effective_from, term.value == "true"
    name = session.execute(select(Team.name).where(Team.id == team_id)).scalar()
    remove_term(session, term)
    _show_membership_of_today(session, employee, team_id, change)
    log_field_change(session, employee, "teams", name if is_member else None, None if is_member else name)
    log_days(session, employee, (day, None), None)
    touch(employee, change)


def _show_membership_of_today(session: Session, employee: Employee, team_id: int, change: Change) -> None:
    for due_team, user_id, is_member in _find_due_memberships(session, change.today):
        if (due_team, user_id) == (team_id, employee.user_id):
            show_membership(session, team_id, user_id, is_member, change.now)


def _membership(team_id: int, is_member: bool) -> TermValue:
    return TermValue("true" if is_member else "false", reference_id=team_id)


class DueMemberships:
    """Adds and removes the members whose membership changed with the date."""

    def is_due(self, db: Connection, today: date) -> bool:
        return bool(_find_due_memberships(db, today))

    def apply(self, session: Session, clock: Clock) -> None:
        for team_id, user_id, is_member in _find_due_memberships(session, clock.today()):
            show_membership(session, team_id, user_id, is_member, clock.now())


def _find_due_memberships(db: Connection | Session, today: date) -> list[tuple[int, int, bool]]:
    """Return (team, user, is a member) where the members differ from the terms in force."""
    is_member = exists().where(TeamMember.team_id == Term.reference_id, TeamMember.user_id == Employee.user_id)
    statement = (
        select(Team.id, NotNullable(Employee.user_id), Term.value == "true")
        .join(Employee, Employee.id == Term.record_id)
        .join(Team, Team.id == Term.reference_id)
        .where(IS_MEMBERSHIP, Employee.user_id.is_not(None), is_in_force(today))
        .where((Term.value == "true") != is_member)
        .order_by(Term.id)
    )
    return [(row[0], row[1], bool(row[2])) for row in db.execute(statement)]


def show_membership(session: Session, team_id: int, user_id: int, is_member: bool, now: datetime) -> None:
    """Add or remove one member."""
    team = session.execute(select(Team).where(Team.id == team_id).with_for_update()).scalar_one()
    before = _member_names(session, team)
    session.execute(delete(TeamMember).where(TeamMember.team_id == team_id, TeamMember.user_id == user_id))
    if is_member:
        session.add(TeamMember(team_id=team_id, user_id=user_id))
    team.updated_at = now
    flag_modified(team, "updated_at")
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
