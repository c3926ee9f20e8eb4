"""What each of several teams could work and worked in a span of days, and what it looks after at its end.

A team's people are those who are in it now; somebody in two teams counts in both. What names a team is the team's:
a project by itself, whoever works on it. Hours and MRR are told to those whose rights reach the whole of them: to a
team's members from the scope `team` on, to others from `all` on. Projects, clients and goals are counted within what
the caller sees of them.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import TypedDict

from sqlalchemy import ColumnElement, Connection, NotNullable, case, func, literal_column, select

from regie.access.actor import Actor, Within
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import NotFound
from regie.core.lists.shape import Column, rows_of
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.insights.goals.queries import visible_goals
from regie.domains.insights.metrics.figures import Span, Worked, retained, utilisation
from regie.domains.insights.metrics.queries import read_available_hours, read_hours
from regie.domains.insights.statistics.schemas import Figure, TeamStatistics
from regie.domains.insights.statistics.spans import Days
from regie.domains.insights.statistics.telling import Telling, figure, hours_of, percent, rounded
from regie.domains.people.teams.models import Team, TeamMember
from regie.domains.people.teams.queries import my_teams, readable_teams
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.projects.models import KINDS, Project
from regie.domains.work.churns.figures import Run
from regie.domains.work.churns.queries import read_runs
from regie.domains.work.clients.queries import visible_clients
from regie.domains.work.projects.queries import visible_projects

_REACH = case(
    (Team.id.in_(my_teams()), literal_column(str(Scope.TEAM.value))), else_=literal_column(str(Scope.ALL.value))
)


class _TeamRow(TypedDict):
    id: int
    api_id: str
    name: str
    reach: int


@dataclass(slots=True)
class _Team:
    """`lists` are the addresses of the rows that add up to a figure, by its name."""

    row: _TeamRow
    figures: dict[str, Figure] = field(default_factory=dict)
    lists: dict[str, str] = field(default_factory=dict)


Asked = Mapping[int, _Team]


def read_teams(
    db: Connection, actor: Actor, api_ids: Sequence[str], days: Days, currency: str | None, today: date
) -> list[TeamStatistics]:
    """One entry per team, in the order asked for; NotFound when one of them is not the caller's to know."""
    wanted = select(Team.id, Team.api_id, Team.name, _REACH.label("reach"))
    found = db.execute(wanted.where(Team.api_id.in_(api_ids), readable_teams(actor)), actor.params)
    teams = {row["api_id"]: _Team(row) for row in rows_of(_TeamRow, found)}
    if teams.keys() != set(api_ids):
        raise NotFound
    by_key = {one.row["id"]: one for one in teams.values()}
    telling = Telling(currency, read_rates(db, today))
    for permission, add in _GROUPS.items():
        scope = actor.scope(permission)
        if told := {key: one for key, one in by_key.items() if scope is not None and one.row["reach"] <= scope}:
            add(db, told, days, telling)
    _add_projects(db, actor, by_key)
    _add_clients(db, actor, by_key)
    _add_goals(db, actor, by_key)
    return [_entry(teams[api_id], days, telling) for api_id in dict.fromkeys(api_ids)]


def _add_hours(db: Connection, teams: Asked, days: Days, _telling: Telling) -> None:
    joined = select(TeamMember.team_id, Employee.id).join(Employee, Employee.user_id == TeamMember.user_id)
    spans: dict[int, list[Span]] = defaultdict(list)
    for key, employee_id in db.execute(joined.where(TeamMember.team_id.in_(teams))):
        spans[key].append(Span(employee_id, days.first, days.last))
    everybody = {span for of_team in spans.values() for span in of_team}
    worked, available = read_hours(db, everybody), read_available_hours(db, everybody)
    for key, one in teams.items():
        minutes = sum(worked[span].minutes for span in spans[key])
        billable = sum(worked[span].billable_minutes for span in spans[key])
        there = sum((available[span] for span in spans[key]), Fraction(0))
        share = utilisation(Worked(minutes, billable), there)
        one.figures |= {
            "hours": figure("hours", "hours_logged", hours_of(minutes)),
            "billable_hours": figure("hours", "billable_hours", hours_of(billable)),
            "available_hours": figure("hours", "available_hours", str(rounded(there, 2))),
            "utilisation": figure("percent", "utilisation", None if share is None else percent(share, Fraction(1))),
        }


def _add_mrr(db: Connection, teams: Asked, days: Days, telling: Telling) -> None:
    within = Project.team_id.in_(teams)
    named = select(Project.id, NotNullable(Project.team_id)).where(within)
    team_of = dict(db.execute(named).all())
    runs: dict[int, list[Run]] = defaultdict(list)
    for of_client in read_runs(db, within, {}).values():
        for run in of_client:
            runs[team_of[run.project]].append(run)
    for key, one in teams.items():
        one.figures["retained_mrr"] = telling.money("team_mrr", retained(runs[key], days.last))
        one.lists["retained_mrr"] = f"{_PROJECTS.format(id=one.row['api_id'])}&kind=retainer&archived=include"


def _add_projects(db: Connection, actor: Actor, teams: Asked) -> None:
    active = (Project.status == "active", Project.archived_at.is_(None))
    found = _count(
        db, actor, teams, (Project.team_id, Project.kind), (Permission.PROJECTS_VIEW, visible_projects), active
    )
    for key, one in teams.items():
        for kind in KINDS:
            name = f"active_{kind}"
            one.figures[name] = figure("count", name, str(found.get((key, kind), 0)))
            one.lists[name] = f"{_PROJECTS.format(id=one.row['api_id'])}&kind={kind}&status=active"


def _add_clients(db: Connection, actor: Actor, teams: Asked) -> None:
    living = (Client.archived_at.is_(None),)
    found = _count(db, actor, teams, (Client.team_id,), (Permission.CLIENTS_VIEW, visible_clients), living)
    for key, one in teams.items():
        one.figures["clients"] = figure("count", "clients", str(found.get((key,), 0)))
        one.lists["clients"] = f"/api/v1/clients?team={one.row['api_id']}"


def _add_goals(db: Connection, actor: Actor, teams: Asked) -> None:
    """Those of its people that are under way."""
    seen = visible_goals(actor.require(Permission.GOALS_VIEW))
    counted = (
        select(TeamMember.team_id, func.count())
        .join(Employee, Employee.user_id == TeamMember.user_id)
        .join(EmployeeGoal, EmployeeGoal.employee_id == Employee.id)
        .where(TeamMember.team_id.in_(teams), EmployeeGoal.status == "active", seen)
        .group_by(TeamMember.team_id)
    )
    found = {row[0]: row[1] for row in db.execute(counted, actor.params)}
    for key, one in teams.items():
        one.figures["open_goals"] = figure("count", "open_goals", str(found.get(key, 0)))
        one.lists["open_goals"] = f"/api/v1/employee-goals?team={one.row['api_id']}&status=active"


def _count(
    db: Connection,
    actor: Actor,
    teams: Asked,
    by: tuple[Column, ...],
    seen: tuple[Permission, Within],
    conditions: tuple[ColumnElement[bool], ...],
) -> dict[tuple[object, ...], int]:
    """How many records there are that the caller may see, by their team first."""
    permission, within = seen
    counted = select(*by, func.count()).where(by[0].in_(teams), within(actor.require(permission)), *conditions)
    return {tuple(row[:-1]): row[-1] for row in db.execute(counted.group_by(*by), actor.params)}


def _entry(one: _Team, days: Days, telling: Telling) -> TeamStatistics:
    return {
        "team": {"api_id": one.row["api_id"], "name": one.row["name"]},
        "from": days.first,
        "as_of": days.last,
        "currency": telling.currency,
        "missing_rates": telling.missing_rates(one.figures.values()),
        "figures": {name: {**told, "rows": one.lists.get(name)} for name, told in one.figures.items()},
    }


_PROJECTS = "/api/v1/projects?team={id}"
_GROUPS: Mapping[Permission, Callable[[Connection, Asked, Days, Telling], None]] = {
    Permission.STATISTICS_HOURS: _add_hours,
    Permission.STATISTICS_MRR: _add_mrr,
}
