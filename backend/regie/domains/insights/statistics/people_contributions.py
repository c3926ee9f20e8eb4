"""Reads the contributions to figures of hours, goals, recognition, retainers, projects and clients."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from sqlalchemy import select

from regie.access.permissions import Scope
from regie.domains.insights.awards.models import Award
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.insights.goals.queries import read_shares
from regie.domains.insights.metrics.figures import EmployeeSpan, LoggedTime
from regie.domains.insights.metrics.queries import MetricLoader, people_within, read_available_hours, read_hours_between
from regie.domains.insights.statistics.contributions import Contribution
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.request import DateRange
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from regie.domains.work.churns.figures import build_steps, find_losses
from regie.domains.work.churns.queries import managed_churns
from regie.domains.work.clients.figures import STATUS as CLIENT_STATUS
from regie.domains.work.clients.queries import visible_clients
from regie.domains.work.projects.queries import visible_projects
from regie.domains.work.retainers.queries import read_high_risk_retainers


@dataclass(frozen=True, slots=True)
class _Hours:
    """Logged and available hours per span, and utilization targets per employee id."""

    logged: Mapping[EmployeeSpan, LoggedTime]
    available: Mapping[EmployeeSpan, Fraction]
    targets: Mapping[int, Fraction]

    def of(self, days: DateRange) -> Iterator[EmployeeSpan]:
        return (span for span in self.available if (span.first, span.last) == (days.first, days.last))


def read_hours(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """Each employee's billable hours of their available hours."""
    hours = _load_hours(reader, scope)
    for span in hours.of(days):
        billable = Fraction(hours.logged.get(span, LoggedTime()).billable_minutes, 60)
        if billable or hours.available[span]:
            yield Contribution("employee", span.employee_id, days.last, value=billable, of=hours.available[span])


def read_hours_targets(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """Each employee's available hours times their utilization target; employees without a target are left out."""
    hours = _load_hours(reader, scope)
    for span in hours.of(days):
        if span.employee_id in hours.targets:
            target_hours = hours.available[span] * hours.targets[span.employee_id]
            yield Contribution("employee", span.employee_id, days.last, value=target_hours, of=hours.available[span])


def _load_hours(reader: Reader, scope: Scope) -> _Hours:
    return reader.read_once(("hours", scope), lambda: _read_hours(reader, scope))


def _read_hours(reader: Reader, scope: Scope) -> _Hours:
    """Read the hours of all periods of the request in one query."""
    people = reader.rows(select(Employee.id, Employee.utilisation_target).where(people_within(scope)))
    windows = sorted({(days.first, days.last) for days in (reader.days, reader.previous, reader.request.days)})
    spans = {EmployeeSpan(person, *window) for window in windows for person, _ in people}
    targets = {person: Fraction(target, 100) for person, target in people if target is not None}
    logged = read_hours_between(reader.db, people_within(scope), reader.actor.params, windows)
    return _Hours(logged, read_available_hours(reader.db, spans), targets)


def read_goals(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """The weighted attainment of each goal whose period overlaps these days; private goals are left out."""
    whose = EmployeeGoal.employee_id.in_(select(Employee.id).where(people_within(scope)).params(reader.actor.params))
    for goal, share in read_shares(MetricLoader(reader.db), whose, days.first, days.last):
        yield Contribution("goal", goal.id, days.last, value=goal.weight * share, of=Fraction(goal.weight))


def read_recognition(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """Public recognition received by the employees within the scope."""
    for key, day in reader.read_once(("recognition", scope), lambda: _read_awards(reader, scope)):
        if day in days:
            yield Contribution("award", key, day)


def _read_awards(reader: Reader, scope: Scope) -> Sequence[tuple[int, date]]:
    within = Award.awarded_on.between(reader.full_range.first, reader.full_range.last)
    awards = select(Award.id, Award.awarded_on).join(Employee, Employee.id == Award.receiver_id)
    return reader.rows(awards.where(Award.visibility == "everyone", within, people_within(scope)))


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
    """Clients that lost their last retainer within the range, each counted once."""
    for client, of_client in reader.runs(scope).items():
        lost_on = [step.day for step in build_steps(of_client) if step.is_last and step.day in days]
        if lost_on:
            yield Contribution("client", client, max(lost_on))


def read_active_projects(reader: Reader, scope: Scope, _days: DateRange) -> Iterator[Contribution]:
    active = (Project.status == "active", Project.archived_at.is_(None))
    found = select(Project.id, Project.kind).where(*active, visible_projects(scope))
    for key, kind in reader.rows(found):
        yield Contribution("project", key, reader.today, kind)


def read_active_clients(reader: Reader, scope: Scope, _days: DateRange) -> Iterator[Contribution]:
    for (key,) in reader.rows(select(Client.id).where(CLIENT_STATUS["active"], visible_clients(scope))):
        yield Contribution("client", key, reader.today)
