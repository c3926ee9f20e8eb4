"""Reads the contributions to figures of hours, goals, recognition, retainers, projects and clients."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import partial

from sqlalchemy import ColumnElement, and_, literal_column, or_, select, true

from regie.access.permissions import Scope
from regie.core.db.query_cache import QueryCache, read_table_versions
from regie.domains.insights.awards.models import Award
from regie.domains.insights.goals.figures import capped
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.insights.goals.queries import METRICS, read_shares
from regie.domains.insights.metrics.figures import Contract, EmployeeSpan, LoggedTime
from regie.domains.insights.metrics.queries import MetricLoader, people_within, read_contracts, read_hours_between
from regie.domains.insights.statistics.contributions import Contribution
from regie.domains.insights.statistics.counting import KeysAndGroups, RecordCounter
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.request import DateRange
from regie.domains.insights.utilization.queries import (
    Capacity,
    counted_time,
    read_capacity,
    read_target_hours,
    read_tracked_months,
)
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.dated_fields.schemas import EMPLOYEE_FIELDS
from regie.domains.records.employees.models import HOURS_OF_EMPLOYEES, USERS_OF_EMPLOYEES, Employee
from regie.domains.records.projects.figures import DUE_ON, TODAY
from regie.domains.records.projects.models import Project
from regie.domains.records.terms.models import CAPACITY_TERMS, Term
from regie.domains.work.churns.figures import find_losses
from regie.domains.work.churns.queries import managed_churns
from regie.domains.work.clients.figures import STATUS as CLIENT_STATUS
from regie.domains.work.clients.queries import visible_clients
from regie.domains.work.projects.queries import visible_projects
from regie.domains.work.retainers.queries import read_high_risk_retainers

# Employees who are billable, or who were at some time.
_IS_EVER_BILLABLE = or_(
    Employee.is_billable,
    Employee.id.in_(
        select(Term.record_id).where(
            Term.record == EMPLOYEE_FIELDS["is_billable"].record, Term.name == EMPLOYEE_FIELDS["is_billable"].name
        )
    ),
)

# Of logged hours, only whether a month has any matters.
_TARGETS_CACHE: QueryCache[list[Contribution]] = QueryCache(
    ("employee_leaves", "team_members", HOURS_OF_EMPLOYEES, USERS_OF_EMPLOYEES, CAPACITY_TERMS)
)
# By metric, because each depends on other tables, and by whether the scope is `all`. Others are noted by people.
_GOALS_CACHES: Mapping[tuple[str | None, bool], QueryCache[list[Contribution]]] = {
    (metric, is_whole): QueryCache(("employee_goals", *tables, *(() if is_whole else ("employees", "team_members"))))
    for metric, tables in (
        (None, ("goal_check_ins",)),
        *((metric, tuple(formula.cache.tables)) for metric, formula in METRICS.items()),
    )
    for is_whole in (True, False)
}


@dataclass(frozen=True, slots=True)
class _Hours:
    """Logged time and capacity per span."""

    logged: Mapping[EmployeeSpan, LoggedTime]
    capacity: Mapping[EmployeeSpan, Capacity]

    def of(self, days: DateRange) -> Iterator[EmployeeSpan]:
        return (span for span in self.capacity if (span.first, span.last) == (days.first, days.last))


def read_hours(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """Each employee's billable hours of their available hours, on the days on which they were billable."""
    hours = _load_hours(reader, scope, days)
    for span in hours.of(days):
        capacity = hours.capacity[span]
        billable = counted_time(hours.logged.get(span, LoggedTime()), capacity)
        if billable or capacity.counted:
            yield Contribution("employee", span.employee_id, days.last, value=billable, of=capacity.counted)


def read_hours_targets(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """Each employee's counted hours until today times the target of their days; without a target, none."""
    until = days.until(reader.today)
    tracked = read_tracked_months(reader.db, [month.first.replace(day=1) for month in until.months()])
    whose = None if scope is Scope.ALL else (reader.actor.user_id, reader.actor.employee_id)

    def read() -> list[Contribution]:
        contracts = _read_contracts(reader, scope)
        spans = {EmployeeSpan(key, until.first, until.last) for key in contracts}
        capacity = read_capacity(reader.db, spans, contracts, tracked)
        return [
            Contribution("employee", span.employee_id, days.last, value=target, of=counted)
            for span, (target, counted) in read_target_hours(reader.db, capacity, contracts, tracked).items()
        ]

    key = (reader.db.engine, scope, whose, days, until, frozenset(tracked))
    yield from _TARGETS_CACHE.get_at_version(_read_targets_version(reader), key, read)


def _load_hours(reader: Reader, scope: Scope, days: DateRange) -> _Hours:
    """Read the hours of all periods of the request in one query, those of its months in another, and others alone."""
    together = ({reader.days, reader.request.compared or reader.days}, {*reader.days.months()})
    windows = next((periods for periods in together if days in periods), {days})
    key = ("hours", scope, frozenset(windows))
    return reader.read_once(key, lambda: _read_hours(reader, scope, windows))


def _read_hours(reader: Reader, scope: Scope, ranges: Collection[DateRange]) -> _Hours:
    contracts = _read_contracts(reader, scope)
    windows = sorted({(days.first, days.last) for days in ranges})
    spans = {EmployeeSpan(person, *window) for window in windows for person in contracts}
    logged = read_hours_between(reader.db, _may_be_billable(reader, scope), reader.actor.params, windows)
    return _Hours(logged, read_capacity(reader.db, spans, contracts))


def _may_be_billable(reader: Reader, scope: Scope) -> ColumnElement[bool]:
    return and_(people_within(scope), _IS_EVER_BILLABLE, reader.owned(Employee.id))


def _read_targets_version(reader: Reader) -> int | None:
    """The version under which targets are remembered, read before anything that they are calculated from."""
    return reader.read_once("version of targets", lambda: reader.db.execute(_TARGETS_CACHE.version).scalar())


def _read_contracts(reader: Reader, scope: Scope) -> Mapping[int, Contract]:
    """By employee who is or was billable, what their hours are calculated from, read once for values and targets."""

    def read() -> Mapping[int, Contract]:
        # Contracts that are read for the values also serve the targets: no later version may name them.
        _read_targets_version(reader)
        people = reader.rows(select(Employee.id).where(_may_be_billable(reader, scope)))
        return read_contracts(reader.db, {key for (key,) in people})

    return reader.read_once(("contracts", scope), read)


def read_goals(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """The weighted attainment, at most 1, of each goal whose period overlaps these days, without private goals."""
    people = select(Employee.id).where(people_within(scope)).params(reader.actor.params)
    whose = true() if scope is Scope.ALL else EmployeeGoal.employee_id.in_(people)
    versions = read_table_versions(reader.db)
    loader = MetricLoader(reader.db, versions)

    def read(metric: str | None) -> list[Contribution]:
        return [
            Contribution("goal", goal.id, days.last, value=goal.weight * capped(share), of=Fraction(goal.weight))
            for goal, share in read_shares(
                loader, and_(whose, EmployeeGoal.metric_key == metric), days.first, days.last
            )
        ]

    caller = None if scope is Scope.ALL else (reader.actor.user_id, reader.actor.employee_id)
    for (metric, is_whole), cache in _GOALS_CACHES.items():
        if is_whole is (scope is Scope.ALL):
            key = (reader.db.engine, scope, caller, days)
            yield from cache.get_with_versions(versions, key, partial(read, metric))


def read_recognition(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """Public recognition received by the employees within the scope."""
    for key, day in reader.read_once(("recognition", scope), lambda: _read_awards(reader, scope)):
        if day in days:
            yield Contribution("award", key, day)


def _read_awards(reader: Reader, scope: Scope) -> Sequence[tuple[int, date]]:
    within = Award.awarded_on.between(reader.full_range.first, reader.full_range.last)
    awards = select(Award.id, Award.awarded_on).where(Award.visibility == "everyone", within)
    if scope is not Scope.ALL:
        awards = awards.join(Employee, Employee.id == Award.receiver_id).where(people_within(scope))
    return reader.rows(awards)


def read_burn_at_risk(reader: Reader, scope: Scope, _days: DateRange) -> Iterator[Contribution]:
    """Retainers whose current period is over its hours, or is likely to be."""
    for key, level, used, available in read_high_risk_retainers(reader.db, reader.actor, scope, reader.today):
        yield Contribution("project", key, reader.today, level, value=Fraction(used), of=Fraction(available))


def read_lost_retainers(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """Retainers whose last day is within the range, as in the MRR bridge, grouped by whether a churn is recorded."""
    recorded = reader.read_once(("recorded", scope), lambda: {(key, day) for key, day in _read_recorded(reader, scope)})
    for of_client in reader.runs(scope).values():
        for project, day in find_losses(of_client):
            if day in days:
                yield Contribution("project", project, day, "recorded" if (project, day) in recorded else "unrecorded")


def _read_recorded(reader: Reader, scope: Scope) -> Sequence[tuple[int, date]]:
    within = ChurnEvent.effective_on.between(reader.full_range.first, reader.full_range.last)
    recorded = select(ChurnEvent.project_id, ChurnEvent.effective_on)
    return reader.rows(recorded.where(ChurnEvent.state != "voided", within, managed_churns(scope)))


def read_lost_clients(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """Clients that lost their last retainer within the range, each counted once.

    A client with a retainer that the caller does not manage is not lost.
    """
    for client, steps in reader.steps_of_clients(scope).items():
        lost_on = [step.day for step in steps if step.is_last and step.day in days]
        if lost_on:
            yield Contribution("client", client, max(lost_on))


def _active_projects(_reader: Reader, scope: Scope, _days: DateRange) -> KeysAndGroups:
    active = (Project.status == "active", Project.archived_at.is_(None))
    return select(Project.id, Project.kind).where(*active, visible_projects(scope))


def _late_projects(_reader: Reader, scope: Scope, _days: DateRange) -> KeysAndGroups:
    is_late = (DUE_ON < TODAY, Project.archived_at.is_(None))
    return select(Project.id, Project.kind).where(*is_late, visible_projects(scope))


def _active_clients(_reader: Reader, scope: Scope, _days: DateRange) -> KeysAndGroups:
    return select(Client.id, literal_column("''").label("no_group")).where(
        CLIENT_STATUS["active"], visible_clients(scope)
    )


ACTIVE_PROJECTS = RecordCounter("project", _active_projects)
# Unfinished fixed-price and out-of-scope projects whose last day has passed, by kind.
LATE_PROJECTS = RecordCounter("project", _late_projects)
ACTIVE_CLIENTS = RecordCounter("client", _active_clients)
