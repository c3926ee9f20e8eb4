"""Calculates which figures of past days a dated term would change, without storing it.

The term is recorded in a savepoint that is rolled back, so a preview raises the errors that saving would raise. Figures
are those of the statistics of employees and teams, as far as the caller may see them.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.db.database import trial
from regie.core.time.clock import Clock
from regie.core.time.months import add_months
from regie.domains.insights.statistics.queries import DateRange, read_people_by_range, read_teams_by_range
from regie.domains.insights.statistics.schemas import EmployeeFigure, EmployeeStatistics, TeamStatistics
from regie.domains.insights.term_previews.schemas import (
    ChangedFigure,
    DatedTermPreview,
    FigureChange,
    FigureHolder,
    FigureValue,
)
from regie.domains.people.employees.actions import record_employment_terms, remove_employment_term
from regie.domains.people.employees.schemas import EmployeeTermCreate
from regie.domains.people.teams.models import Team, TeamMember
from regie.domains.people.teams.queries import IS_MEMBERSHIP
from regie.domains.records.dated_fields.figures import split_days
from regie.domains.records.dated_fields.queries import read_account_managers, read_dated_rows
from regie.domains.records.dated_fields.schemas import PROJECT_FIELDS, Timeline
from regie.domains.records.employees.models import Employee, EmployeeCostRate
from regie.domains.records.projects.models import Project
from regie.domains.records.terms.models import Term
from regie.domains.work.clients.actions import CLIENT_TERMS
from regie.domains.work.clients.schemas import ClientTermCreate
from regie.domains.work.projects.actions import PROJECT_TERMS
from regie.domains.work.projects.schemas import ProjectTermCreate

_MAX_MONTHS = 24
_A_DAY = timedelta(days=1)
_ACCOUNT_MANAGER, _TEAM = PROJECT_FIELDS["account_manager"], PROJECT_FIELDS["team"]
_HOURS = (Permission.STATISTICS_HOURS,)
_MONEY = (Permission.STATISTICS_MRR, Permission.STATISTICS_REVENUE)


@dataclass(frozen=True, slots=True)
class _Holders:
    """The employees and teams whose figures may change, by api_id."""

    people: frozenset[str] = frozenset()
    teams: frozenset[str] = frozenset()

    def __or__(self, other: "_Holders") -> "_Holders":
        return _Holders(self.people | other.people, self.teams | other.teams)


@dataclass(frozen=True, slots=True)
class _Kind:
    """The terms of one kind of record: how one is removed, who holds figures over days, and which of them change."""

    remove: Callable[[Session, Actor, str, str, Clock], None]
    find_holders: Callable[[Session, str, DateRange], _Holders]
    permissions: Collection[Permission]
    of_people: Sequence[ChangedFigure]
    of_teams: Sequence[ChangedFigure]


@dataclass(frozen=True, slots=True)
class _Found:
    """A figure of a holder in a month."""

    record: EmployeeStatistics | TeamStatistics
    figure: EmployeeFigure


TermRecord = Literal["employee", "client", "project"]
# (holder, api_id, first day, figure)
_Key = tuple[FigureHolder, str, date, ChangedFigure]


def preview_employment_terms(
    session: Session, actor: Actor, api_id: str, data: EmployeeTermCreate, clock: Clock
) -> DatedTermPreview:
    return _preview(
        session, actor, (_EMPLOYEE, api_id), data.effective_from, clock,
        lambda: record_employment_terms(session, actor, api_id, data, clock),
    )  # fmt: skip


def preview_responsibility(
    session: Session, actor: Actor, api_id: str, data: ClientTermCreate | ProjectTermCreate, clock: Clock
) -> DatedTermPreview:
    kind, editor = (_CLIENT, CLIENT_TERMS) if isinstance(data, ClientTermCreate) else (_PROJECT, PROJECT_TERMS)
    return _preview(
        session, actor, (kind, api_id), data.effective_from, clock,
        lambda: editor.record(session, actor, api_id, data, clock),
    )  # fmt: skip


def preview_removal(
    session: Session, actor: Actor, record: TermRecord, api_id: str, term: str, clock: Clock
) -> DatedTermPreview:
    kind = _KINDS[record]
    return _preview(
        session, actor, (kind, api_id), _find_day(session, term, clock), clock,
        lambda: kind.remove(session, actor, api_id, term, clock),
    )  # fmt: skip


def _find_day(session: Session, term: str, clock: Clock) -> date:
    """The first day of a term or a cost rate; removing an unknown one is refused afterwards."""
    days = (
        select(Term.effective_from).where(Term.api_id == term),
        select(EmployeeCostRate.starts_on).where(EmployeeCostRate.api_id == term),
    )
    return next(filter(None, (session.execute(day).scalar() for day in days)), clock.today())


def _preview(
    session: Session, actor: Actor, record: tuple[_Kind, str], first: date, clock: Clock, apply: Callable[[], None]
) -> DatedTermPreview:
    (kind, api_id), today = record, clock.today()
    days = DateRange(max(first, add_months(today.replace(day=1), 1 - _MAX_MONTHS)), today - _A_DAY)
    months = [DateRange(month.first.replace(day=1), month.last) for month in days.months()]
    holders = kind.find_holders(session, api_id, days) if months else _Holders()
    with trial(session):
        apply()
        holders |= kind.find_holders(session, api_id, days) if months else _Holders()
        after = _read(session, actor, kind, holders, months, today)
    before = _read(session, actor, kind, holders, months, today)
    expected = len(holders.people) * len(kind.of_people) + len(holders.teams) * len(kind.of_teams)
    return {
        "effective_from": first,
        "shown_from": months[0].first if months else None,
        "figures": list(_compare(before, after)),
        "has_hidden": len(before) < expected * len(months),
    }


def _read(
    session: Session, actor: Actor, kind: _Kind, holders: _Holders, months: Sequence[DateRange], today: date
) -> Mapping[_Key, _Found]:
    db = session.connection()
    people = read_people_by_range(db, actor, holders.people, months, kind.permissions, today)
    teams = read_teams_by_range(db, actor, holders.teams, months, kind.permissions, today)
    found: dict[_Key, _Found] = {}
    for name in kind.of_people:
        for one in people:
            if figure := one["figures"].get(name):
                found["employee", one["employee"]["api_id"], one["from"], name] = _Found(one, figure)
    for name in kind.of_teams:
        for team in teams:
            if figure := team["figures"].get(name):
                found["team", team["team"]["api_id"], team["from"], name] = _Found(team, figure)
    return found


def _compare(before: Mapping[_Key, _Found], after: Mapping[_Key, _Found]) -> Iterator[FigureChange]:
    """The figures that change, by holder, figure and month; those that the caller sees before and after."""
    for key in sorted(before.keys() & after.keys(), key=lambda one: (one[0], one[1], one[3], one[2])):
        old, new = _value_of(before[key]), _value_of(after[key])
        if old != new:
            (holder, _, month, name), found = key, before[key]
            record = found.record
            yield {
                "holder": holder,
                "record": record["employee"] if "employee" in record else record["team"],
                "figure": name,
                "unit": found.figure["unit"],
                "month": month,
                "to": record["as_of"],
                "before": old,
                "after": new,
            }


def _value_of(found: _Found) -> FigureValue:
    return {"value": found.figure["value"], "money": found.figure["money"]}


def _find_employee(session: Session, api_id: str, _days: DateRange) -> _Holders:
    """The employee, and the teams that they belong to, or did."""
    mine = select(TeamMember.team_id).join(Employee, Employee.user_id == TeamMember.user_id)
    terms = select(Term.reference_id).join(Employee, Employee.id == Term.record_id).where(IS_MEMBERSHIP)
    of_employee = Employee.api_id == api_id
    teams = select(Team.api_id).where(Team.id.in_(mine.where(of_employee)) | Team.id.in_(terms.where(of_employee)))
    return _Holders(frozenset({api_id}), frozenset(session.execute(teams).scalars()))


def _find_account_holders(session: Session, api_id: str, days: DateRange) -> _Holders:
    """The employees who manage a project's account on these days, and the teams that it belongs to."""
    is_project = Project.api_id == api_id
    managers = read_account_managers(session, _ACCOUNT_MANAGER, is_project).values()
    teams = (row.timelines[_TEAM.name] for row in read_dated_rows(session, [_TEAM], (), is_project).values())
    return _Holders(
        _api_ids_of(session, Employee, managers, days),
        _api_ids_of(session, Team, teams, days),
    )


def _api_ids_of(
    session: Session, model: type[Any], timelines: Collection[Timeline] | Iterator[Timeline], days: DateRange
) -> frozenset[str]:
    keys = {key for timeline in timelines for _, _, key in split_days(timeline, days.first, days.last)}
    return frozenset(session.execute(select(model.api_id).where(model.id.in_(keys - {None}))).scalars())


def _find_none(_session: Session, _api_id: str, _days: DateRange) -> _Holders:
    """Figures of accounts follow the account manager and the team of each project, not the client's."""
    return _Holders()


_OF_HOURS: Sequence[ChangedFigure] = ("available_hours", "utilisation")
_EMPLOYEE = _Kind(
    remove_employment_term,
    _find_employee,
    _HOURS,
    (*_OF_HOURS, "utilisation_target"),
    ("hours", "billable_hours", *_OF_HOURS),
)
_PROJECT = _Kind(
    PROJECT_TERMS.remove,
    _find_account_holders,
    _MONEY,
    ("retained_mrr", "net_retention", "retainer_revenue", "invoiced"),
    ("retained_mrr",),
)
_CLIENT = _Kind(CLIENT_TERMS.remove, _find_none, (), (), ())
_KINDS: Mapping[TermRecord, _Kind] = {"employee": _EMPLOYEE, "client": _CLIENT, "project": _PROJECT}
