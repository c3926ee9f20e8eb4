"""Reads teams; every statement starts from `visible_teams` or `known_teams`."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    NotNullable,
    Select,
    and_,
    bindparam,
    exists,
    false,
    func,
    join,
    null,
    or_,
    select,
    true,
    union_all,
)

from regie.access.actor import CURRENT_USER_ID, Actor, ScopeClause, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import Invalid
from regie.core.api.wire import Page
from regie.core.db.model import Record
from regie.core.db.references import find_references
from regie.core.lists.listing import Filter, Listing, RowScope, archived_choice, one_of
from regie.core.lists.shape import Shape, read_restricted
from regie.domains.people.teams.models import Team, TeamMember
from regie.domains.people.teams.schemas import (
    TeamAction,
    TeamDetails,
    TeamNames,
    TeamOut,
    TeamQuery,
    TeamRow,
    TeamUser,
    TeamUserDetails,
    TeamUserName,
)
from regie.domains.people.users.queries import visible_users
from regie.domains.records.dated_fields.queries import count_references, state_of
from regie.domains.records.dated_fields.schemas import (
    BEGINNING,
    EMPLOYEE,
    MEMBERSHIP_PREFIX,
    DatedTerm,
    Timeline,
    membership_field,
)
from regie.domains.records.employees.models import Employee
from regie.domains.records.terms.models import Term
from regie.domains.records.terms.queries import is_in_force, read_history
from regie.domains.records.terms.schemas import TermOwner, TermRow
from regie.domains.records.users.models import User

_KEY = select(Team.id).where(Team.api_id == bindparam("api_id"))


def _has_members(name: str, _value: object) -> ColumnElement[bool]:
    member = select(TeamMember.team_id).join(User, User.id == TeamMember.user_id)
    return Team.id.in_(member.where(User.api_id.in_(bindparam(name, expanding=True))))


TEAMS = Listing(
    source=join(Team, User, User.id == Team.representative_id, isouter=True),
    key=Team.id,
    api_id=Team.api_id,
    shape=Shape.of(TeamNames, Team, TeamDetails),
    sorts={
        "name": Team.name_key,
        "representative": User.name_key,
        "created_at": Team.created_at,
        "updated_at": Team.updated_at,
    },
    default_sort="name",
    search=(Team.search_key,),
    filters={
        "user": Filter(_has_members),
        "representative": one_of(User.api_id),
        "archived": archived_choice(Team.archived_at),
    },
    restricted_sorts=frozenset({"representative", "created_at", "updated_at"}),
)
# Terms of employees about their membership in the team that `reference_id` identifies.
IS_MEMBERSHIP = and_(Term.record == EMPLOYEE, Term.name.startswith(MEMBERSHIP_PREFIX, autoescape=True))
_RESTRICTED_FILTERS = ("user", "representative")
_USER_SHAPE = Shape.of(TeamUserName, User, TeamUserDetails, is_active=User.status == "active")
# Each team's members, and its representative.
_USER_IDS = union_all(
    select(TeamMember.team_id, TeamMember.user_id, true().label("is_member")),
    select(Team.id, Team.representative_id, false()).where(Team.representative_id.is_not(None)),
).subquery()


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
    people = _read_people(db, actor, shown) if shown else {}
    return {"data": [_with_people(row, people) for row in page["data"]], "meta": page["meta"]}


def read_team(db: Connection, actor: Actor, api_id: str) -> TeamOut | TeamNames:
    team = TEAMS.one(db, team_row_scope(actor), api_id)
    details = read_restricted(TeamDetails, team)
    if details is None:
        return team
    people = _read_people(db, actor, [api_id])[api_id]
    named = find_team_references(db, db.execute(_KEY, {"api_id": api_id}).scalar_one())
    return {
        **team,
        **details,
        "representative": people.representative,
        "users": people.members,
        "can": _allowed_actions(actor, details, bool(named)),
        "clients": named.get("clients", 0),
        "projects": named.get("projects", 0),
    }


@dataclass(slots=True)
class _People:
    representative: TeamUser | TeamUserName | None = None
    members: list[TeamUser | TeamUserName] = field(default_factory=list)


def _with_people(team: TeamNames, people: Mapping[str, _People]) -> TeamRow | TeamNames:
    details = read_restricted(TeamDetails, team)
    if details is None:
        return team
    of_team = people[team["api_id"]]
    return {**team, **details, "representative": of_team.representative, "users": of_team.members}


def _read_people(db: Connection, actor: Actor, api_ids: Iterable[str]) -> Mapping[str, _People]:
    """Return the members of these teams, by name, and their representatives, as the caller may see each."""
    scope = actor.scope(Permission.USERS_VIEW)
    is_visible = or_(User.id == CURRENT_USER_ID, false() if scope is None else visible_users(scope))
    statement = (
        select(*_USER_SHAPE.columns, is_visible.label("visible_"), Team.api_id.label("team_"), _USER_IDS.c.is_member)
        .join(_USER_IDS, _USER_IDS.c.user_id == User.id)
        .join(Team, Team.id == _USER_IDS.c.team_id)
        .where(Team.api_id.in_(api_ids))
        .order_by(User.name_key, User.id)
    )
    found: dict[str, _People] = defaultdict(_People)
    for row in db.execute(statement, actor.params):
        user = _USER_SHAPE.read(row, shows_restricted=bool(row.visible_))
        if row.is_member:
            found[row.team_].members.append(user)
        else:
            found[row.team_].representative = user
    return found


def find_team_references(db: Connection, key: int) -> dict[str, int]:
    """Return how many records of each table reference the team; a referenced team cannot be deleted."""
    found = find_references(db, Team.__table__, key)
    former = count_references(db, "teams", key)
    return {name: max(found.get(name, 0), former.get(name, 0)) for name in found.keys() | former.keys()}


def _allowed_actions(actor: Actor, team: TeamDetails, is_named: bool) -> list[TeamAction]:
    """Return the actions that the caller may perform now, so that a screen offers no other."""
    if not actor.can(Permission.TEAMS_EDIT):
        return []
    allowed: list[TeamAction] = ["edit", "archive" if team["archived_at"] is None else "unarchive"]
    return allowed if is_named else [*allowed, "delete"]


def always_member(teams: ColumnElement[bool]) -> ColumnElement[bool]:
    """Employees who are members of one of these teams, without terms that say since when."""
    members = select(TeamMember.user_id).join(Team, Team.id == TeamMember.team_id)
    has_terms = exists().where(IS_MEMBERSHIP, Term.record_id == Employee.id, Term.reference_id == Team.id)
    return Employee.user_id.in_(members.where(teams, ~has_terms.correlate(Employee, Team)))


def member_on(
    teams: ColumnElement[bool], day: ColumnElement[date], outer: type[Record] | FromClause
) -> ColumnElement[bool]:
    """Employees who were members of one of these teams on a day, which is a column of the table `outer`."""
    terms = select(Term.id).join(Team, Team.id == Term.reference_id)
    was_member = exists(
        terms.where(
            IS_MEMBERSHIP, Term.record_id == Employee.id, Term.value == "true", is_in_force(day), teams
        ).correlate(Employee, outer)
    )
    # Null for employees without a user.
    return or_(func.coalesce(always_member(teams), false()), was_member)


def joins_to_come(employee_id: int, after: date) -> ColumnElement[bool]:
    """The terms by which an employee becomes a member of a team after a day."""
    return and_(IS_MEMBERSHIP, Term.record_id == employee_id, Term.value == "true", Term.effective_from > after)


def list_membership_terms(
    db: Connection, employee_id: int, user_id: int | None, today: date, *, can_edit: bool
) -> list[DatedTerm]:
    """Return the terms of an employee's memberships, and the teams of which they have always been a member."""
    names = {f"{MEMBERSHIP_PREFIX}{row.id}": row for row in db.execute(select(Team.id, Team.api_id, Team.name))}
    by_name: dict[str, list[TermRow]] = defaultdict(list)
    for row in read_history(db, TermOwner(EMPLOYEE, employee_id)):
        if row.name in names:
            by_name[row.name].append(row)
    terms: list[DatedTerm] = []
    for name, rows in by_name.items():
        in_force = max((row.effective_from for row in rows if row.effective_from <= today), default=None)
        for row in rows:
            is_first = row.effective_from == BEGINNING
            # That an employee was not a member before the first term needs no line.
            if not (is_first and row.value.text == "false"):
                terms.append(_membership_term(names[name], row, in_force, today, can_edit=can_edit and not is_first))
    teams = select(TeamMember.team_id).where(TeamMember.user_id == user_id)
    for (team_id,) in db.execute(teams.order_by(TeamMember.team_id)):
        if membership_field(team_id) not in by_name:
            terms.append(_membership_term(names[membership_field(team_id)], None, None, today, can_edit=False))
    return terms


def _membership_term(
    team: Any, row: TermRow | None, in_force: date | None, today: date, *, can_edit: bool
) -> DatedTerm:
    is_first = row is None or row.effective_from == BEGINNING
    return {
        "api_id": row and row.api_id,
        "term": "membership",
        "value": row.value.text if row else "true",
        "reference": {"api_id": team.api_id, "name": team.name},
        "amount": None,
        "effective_from": None if is_first or row is None else row.effective_from,
        "state": state_of(row.effective_from, in_force, today) if row else "current",
        "reason": row and row.reason,
        "recorded_at": None if row is None or row.recorded_by is None else row.recorded_at,
        "recorded_by": {"api_id": row.recorded_by[0], "name": row.recorded_by[1]} if row and row.recorded_by else None,
        "can": ["remove"] if can_edit else [],
    }


def read_membership_timelines(db: Connection, teams: Collection[int]) -> dict[tuple[int, int], Timeline]:
    """By team and employee, when employees were members: those who are, and those who were according to terms."""
    members = (
        select(TeamMember.team_id, Employee.id, null().label("day"), null().label("value"))
        .join(Employee, Employee.user_id == TeamMember.user_id)
        .where(TeamMember.team_id.in_(teams))
    )
    terms = select(NotNullable(Term.reference_id), Term.record_id, Term.effective_from, Term.value).where(
        IS_MEMBERSHIP, Term.reference_id.in_(teams)
    )
    found: dict[tuple[int, int], list[tuple[date, bool]]] = defaultdict(list)
    current: dict[tuple[int, int], Timeline] = {}
    for team_id, employee_id, day, value in db.execute(union_all(terms, members)):
        if day is None:
            current[team_id, employee_id] = [(BEGINNING, True)]
        else:
            found[team_id, employee_id].append((day, value == "true"))
    return current | {key: sorted(timeline) for key, timeline in found.items()}
