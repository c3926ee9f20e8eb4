"""Reads the statistics of teams: hours, MRR, and numbers of projects, clients and open goals.

Hours and MRR follow who belonged to the team on the day, and an employee in two teams counts in both; the numbers of
projects, clients and goals are those of today. Hours and MRR require a scope over the whole team: `team` for its
members, `all` for others. Projects, clients and goals are counted as far as the caller may see them.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import TypedDict

from sqlalchemy import ColumnElement, Connection, case, func, literal_column, select

from regie.access.actor import Actor, ScopeClause
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import Forbidden, NotFound
from regie.core.lists.shape import Column, read_rows
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.insights.goals.queries import visible_goals
from regie.domains.insights.metrics.figures import EmployeeSpan, mrr_amounts
from regie.domains.insights.metrics.queries import read_hours
from regie.domains.insights.statistics.formatting import (
    CurrencyConverter,
    build_figure,
    format_hours,
    format_percent,
    record_rows_path,
    round_half_up,
)
from regie.domains.insights.statistics.request import DateRange
from regie.domains.insights.statistics.schemas import Figure, TeamStatistics
from regie.domains.insights.utilization.queries import counted_time, read_capacity
from regie.domains.people.teams.models import Team, TeamMember
from regie.domains.people.teams.queries import my_teams, read_membership_timelines, readable_teams
from regie.domains.records.clients.models import Client
from regie.domains.records.dated_fields.figures import split_days, value_at
from regie.domains.records.dated_fields.queries import ever_referenced, read_dated_rows
from regie.domains.records.dated_fields.schemas import PROJECT_FIELDS
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.projects.models import KINDS, Project
from regie.domains.work.churns.figures import Run
from regie.domains.work.churns.queries import read_runs
from regie.domains.work.clients.queries import visible_clients
from regie.domains.work.projects.queries import visible_projects

_TEAM = PROJECT_FIELDS["team"]
_REQUIRED_SCOPE = case(
    (Team.id.in_(my_teams()), literal_column(str(Scope.TEAM.value))), else_=literal_column(str(Scope.ALL.value))
)


class _TeamRow(TypedDict):
    id: int
    api_id: str
    name: str
    required_scope: int


@dataclass(slots=True)
class _Team:
    """A team with its figures; `lists` are the paths of the rows behind each figure, by the figure's name."""

    row: _TeamRow
    figures: dict[str, Figure] = field(default_factory=dict)
    lists: dict[str, str] = field(default_factory=dict)


_Teams = Mapping[int, _Team]


def read_teams(
    db: Connection, actor: Actor, api_ids: Sequence[str], days: DateRange, currency: str | None, today: date
) -> list[TeamStatistics]:
    """One entry per team, in the requested order; NotFound when the caller may not see one of them."""
    teams = {row["api_id"]: _Team(row) for row in _read_rows(db, actor, api_ids)}
    if teams.keys() != set(api_ids):
        raise NotFound
    teams_by_id = {team.row["id"]: team for team in teams.values()}
    converter = CurrencyConverter(currency, read_rates(db, today))
    _add_figures(db, actor, teams_by_id, days, converter, _GROUPS)
    _add_projects(db, actor, teams_by_id)
    _add_clients(db, actor, teams_by_id)
    _add_goals(db, actor, teams_by_id)
    return [_serialize(teams[api_id], days, converter) for api_id in dict.fromkeys(api_ids)]


def read_teams_by_range(
    db: Connection,
    actor: Actor,
    api_ids: Collection[str],
    ranges: Sequence[DateRange],
    permissions: Collection[Permission],
    today: date,
) -> list[TeamStatistics]:
    """One entry per range and team that the caller may see, with the figures that dated terms may change."""
    rows = _read_rows(db, actor, api_ids) if api_ids else []
    converter = CurrencyConverter(None, read_rates(db, today))
    entries: list[TeamStatistics] = []
    for days in ranges:
        teams = {row["id"]: _Team(row) for row in rows}
        _add_figures(db, actor, teams, days, converter, permissions)
        entries += [_serialize(team, days, converter) for team in teams.values()]
    return entries


def _read_rows(db: Connection, actor: Actor, api_ids: Collection[str]) -> list[_TeamRow]:
    statement = select(Team.id, Team.api_id, Team.name, _REQUIRED_SCOPE.label("required_scope"))
    result = db.execute(statement.where(Team.api_id.in_(api_ids), readable_teams(actor)), actor.params)
    return read_rows(_TeamRow, result)


def _add_figures(
    db: Connection,
    actor: Actor,
    teams: _Teams,
    days: DateRange,
    converter: CurrencyConverter,
    permissions: Collection[Permission],
) -> None:
    """Add the figures of those of the teams that are within the caller's scope."""
    for permission in permissions:
        scope = actor.scope(permission)
        visible = {
            key: team for key, team in teams.items() if scope is not None and team.row["required_scope"] <= scope
        }
        if visible and permission in _GROUPS:
            _GROUPS[permission](db, visible, days, converter)


def find_team(db: Connection, actor: Actor, api_id: str, permission: Permission) -> int:
    """The key of one team; Forbidden when the caller may not see the figures that the permission allows."""
    found = select(Team.id, _REQUIRED_SCOPE).where(Team.api_id == api_id, readable_teams(actor))
    team = db.execute(found, actor.params).first()
    if team is None:
        raise NotFound
    scope = actor.scope(permission)
    if scope is None or team[1] > scope:
        raise Forbidden
    return team[0]


def _add_hours(db: Connection, teams: _Teams, days: DateRange, converter: CurrencyConverter) -> None:
    # Days to come are not counted.
    until = min(days.last, converter.rates.today)
    spans = _read_spans(db, teams, days)
    cut = {key: [one for span in of_team if (one := _cut(span, until))] for key, of_team in spans.items()}
    all_spans = {span for of_teams in (spans, cut) for of_team in of_teams.values() for span in of_team}
    logged, capacity = read_hours(db, all_spans), read_capacity(db, all_spans)
    for key, team in teams.items():
        minutes = sum(logged[span].minutes for span in spans[key])
        billable = sum(logged[span].billable_minutes for span in spans[key])
        available = sum((capacity[span].available for span in spans[key]), Fraction(0))
        counted = [span for span in cut[key] if capacity[span].counted]
        share = format_percent(
            sum((counted_time(logged[span], capacity[span]) for span in counted), Fraction(0)),
            sum((capacity[span].counted for span in counted), Fraction(0)),
        )
        team.figures |= {
            "hours": build_figure("hours", "hours_logged", format_hours(minutes)),
            "billable_hours": build_figure("hours", "billable_hours", format_hours(billable)),
            "available_hours": build_figure("hours", "available_hours", str(round_half_up(available, 2))),
            "utilisation": build_figure("percent", "utilisation", share),
        }
        entries = _ENTRIES.format(id=team.row["api_id"], first=days.first, last=days.last)
        team.lists |= {"hours": entries, "billable_hours": f"{entries}&billable=true"}


def _read_spans(db: Connection, teams: Collection[int], days: DateRange) -> dict[int, list[EmployeeSpan]]:
    """By team, the days on which each employee was a member."""
    spans: dict[int, list[EmployeeSpan]] = {team_id: [] for team_id in teams}
    for (team_id, employee_id), timeline in read_membership_timelines(db, teams).items():
        for first, last, is_member in split_days(timeline, days.first, days.last):
            if is_member:
                spans[team_id].append(EmployeeSpan(employee_id, first, last))
    return spans


def _cut(span: EmployeeSpan, until: date) -> EmployeeSpan | None:
    return EmployeeSpan(span.employee_id, span.first, min(span.last, until)) if span.first <= until else None


def _add_mrr(db: Connection, teams: _Teams, days: DateRange, converter: CurrencyConverter) -> None:
    runs = read_team_runs(db, teams, days.last)
    for key, team in teams.items():
        team.figures["retained_mrr"] = converter.money_figure("team_mrr", mrr_amounts(runs[key], days.last))
        team.lists["retained_mrr"] = record_rows_path("team_retained_mrr", team.row["api_id"], days, converter.currency)


def read_team_runs(db: Connection, teams: Collection[int], day: date) -> Mapping[int, list[Run]]:
    """By team, the runs of the retainers that belonged to it on a day."""
    within = ever_referenced(_TEAM, teams)
    rows = read_dated_rows(db, [_TEAM], (), within)
    team_of = {key: value_at(row.timelines[_TEAM.name], day) for key, row in rows.items()}
    runs: dict[int, list[Run]] = defaultdict(list)
    for of_client in read_runs(db, within, {}).values():
        for run in of_client:
            runs[team_of[run.project]].append(run)
    return runs


def _add_projects(db: Connection, actor: Actor, teams: _Teams) -> None:
    active = (Project.status == "active", Project.archived_at.is_(None))
    result = _count(
        db, actor, teams, (Project.team_id, Project.kind), (Permission.PROJECTS_VIEW, visible_projects), active
    )
    for key, team in teams.items():
        for kind in KINDS:
            name = f"active_{kind}"
            team.figures[name] = build_figure("count", name, str(result.get((key, kind), 0)))
            team.lists[name] = f"{_PROJECTS.format(id=team.row['api_id'])}&kind={kind}&status=active"


def _add_clients(db: Connection, actor: Actor, teams: _Teams) -> None:
    not_archived = (Client.archived_at.is_(None),)
    result = _count(db, actor, teams, (Client.team_id,), (Permission.CLIENTS_VIEW, visible_clients), not_archived)
    for key, team in teams.items():
        team.figures["clients"] = build_figure("count", "clients", str(result.get((key,), 0)))
        team.lists["clients"] = f"/api/v1/clients?team={team.row['api_id']}"


def _add_goals(db: Connection, actor: Actor, teams: _Teams) -> None:
    """Add the number of its members' active goals."""
    visibility = visible_goals(actor.require(Permission.GOALS_VIEW))
    counted = (
        select(TeamMember.team_id, func.count())
        .join(Employee, Employee.user_id == TeamMember.user_id)
        .join(EmployeeGoal, EmployeeGoal.employee_id == Employee.id)
        .where(TeamMember.team_id.in_(teams), EmployeeGoal.status == "active", visibility)
        .group_by(TeamMember.team_id)
    )
    result = {row[0]: row[1] for row in db.execute(counted, actor.params)}
    for key, team in teams.items():
        team.figures["open_goals"] = build_figure("count", "open_goals", str(result.get(key, 0)))
        team.lists["open_goals"] = f"/api/v1/employee-goals?team={team.row['api_id']}&status=active"


def _count(
    db: Connection,
    actor: Actor,
    teams: _Teams,
    by: tuple[Column, ...],
    visibility: tuple[Permission, ScopeClause],
    conditions: tuple[ColumnElement[bool], ...],
) -> dict[tuple[object, ...], int]:
    """Count the visible records by the columns `by`, of which the first is the team."""
    permission, within = visibility
    counted = select(*by, func.count()).where(by[0].in_(teams), within(actor.require(permission)), *conditions)
    return {tuple(row[:-1]): row[-1] for row in db.execute(counted.group_by(*by), actor.params)}


def _serialize(team: _Team, days: DateRange, converter: CurrencyConverter) -> TeamStatistics:
    return {
        "team": {"api_id": team.row["api_id"], "name": team.row["name"]},
        "from": days.first,
        "as_of": days.last,
        "currency": converter.currency,
        "missing_rates": converter.missing_rates(team.figures.values()),
        "figures": {name: {**figure, "rows": team.lists.get(name)} for name, figure in team.figures.items()},
    }


_ENTRIES = "/api/v1/time-entries?team={id}&worked_from={first}&worked_to={last}"
_PROJECTS = "/api/v1/projects?team={id}"
_GROUPS: Mapping[Permission, Callable[[Connection, _Teams, DateRange, CurrencyConverter], None]] = {
    Permission.STATISTICS_HOURS: _add_hours,
    Permission.STATISTICS_MRR: _add_mrr,
}
