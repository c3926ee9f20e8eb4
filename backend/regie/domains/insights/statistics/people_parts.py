"""Reading what the figures that are no money are made of: hours, goals, values, retainers, records."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from sqlalchemy import select

from regie.access.permissions import Scope
from regie.domains.insights.awards.models import Award
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.insights.goals.queries import read_shares
from regie.domains.insights.metrics.figures import Span, Worked
from regie.domains.insights.metrics.queries import Readings, people_within, read_available_hours, read_hours_between
from regie.domains.insights.statistics.parts import Part
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.spans import Days
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from regie.domains.work.churns.figures import losses_of, steps_of_client
from regie.domains.work.churns.queries import managed_churns
from regie.domains.work.clients.figures import STATUS as CLIENT_STATUS
from regie.domains.work.clients.queries import visible_clients
from regie.domains.work.projects.queries import visible_projects
from regie.domains.work.retainers.queries import read_endangered


@dataclass(frozen=True, slots=True)
class _Hours:
    """By person and days, what was worked and what could have been; by person, the target."""

    worked: Mapping[Span, Worked]
    available: Mapping[Span, Fraction]
    targets: Mapping[int, Fraction]

    def of(self, days: Days) -> Iterator[Span]:
        return (span for span in self.available if (span.first, span.last) == (days.first, days.last))


def hours_parts(reader: Reader, scope: Scope, days: Days) -> Iterator[Part]:
    """Each person's billable hours of their available ones."""
    hours = _hours(reader, scope)
    for span in hours.of(days):
        billable = Fraction(hours.worked.get(span, Worked()).billable_minutes, 60)
        if billable or hours.available[span]:
            yield Part("employee", span.employee_id, days.last, value=billable, of=hours.available[span])


def hours_targets(reader: Reader, scope: Scope, days: Days) -> Iterator[Part]:
    """What each person's target asks of their available hours; whoever has none is not counted."""
    hours = _hours(reader, scope)
    for span in hours.of(days):
        if span.employee_id in hours.targets:
            asked = hours.available[span] * hours.targets[span.employee_id]
            yield Part("employee", span.employee_id, days.last, value=asked, of=hours.available[span])


def _hours(reader: Reader, scope: Scope) -> _Hours:
    return reader.once(("hours", scope), lambda: _read_hours(reader, scope))


def _read_hours(reader: Reader, scope: Scope) -> _Hours:
    """For all days of the call at once."""
    people = reader.rows(select(Employee.id, Employee.utilisation_target).where(people_within(scope)))
    windows = sorted({(days.first, days.last) for days in (reader.days, reader.before, reader.asked.days)})
    spans = {Span(person, *window) for window in windows for person, _ in people}
    targets = {person: Fraction(target, 100) for person, target in people if target is not None}
    worked = read_hours_between(reader.db, people_within(scope), reader.actor.params, windows)
    return _Hours(worked, read_available_hours(reader.db, spans), targets)


def goal_parts(reader: Reader, scope: Scope, days: Days) -> Iterator[Part]:
    """How far each goal with a day among these is, by its weight; private ones are their people's own."""
    whose = EmployeeGoal.employee_id.in_(select(Employee.id).where(people_within(scope)).params(reader.actor.params))
    for goal, share in read_shares(Readings(reader.db), whose, days.first, days.last):
        yield Part("goal", goal.id, days.last, value=goal.weight * share, of=Fraction(goal.weight))


def value_parts(reader: Reader, scope: Scope, days: Days) -> Iterator[Part]:
    """Values that were given in public to the people whom the scope opens."""
    for key, day in reader.once(("given", scope), lambda: _read_given(reader, scope)):
        if day in days:
            yield Part("award", key, day)


def _read_given(reader: Reader, scope: Scope) -> Sequence[tuple[int, date]]:
    within = Award.awarded_on.between(reader.hull.first, reader.hull.last)
    given = select(Award.id, Award.awarded_on).join(Employee, Employee.id == Award.receiver_id)
    return reader.rows(given.where(Award.visibility == "everyone", within, people_within(scope)))


def danger_parts(reader: Reader, scope: Scope, _days: Days) -> Iterator[Part]:
    """Retainers whose hours will clearly not last, or did not, in their present month."""
    for key, level, used, available in read_endangered(reader.db, reader.actor, scope, reader.today):
        yield Part("project", key, reader.today, level, value=Fraction(used), of=Fraction(available))


def lost_retainer_parts(reader: Reader, scope: Scope, days: Days) -> Iterator[Part]:
    """Retainers whose last day is one of these, as the bridge of MRR counts them; apart, whose loss nobody recorded."""
    recorded = reader.once(("recorded", scope), lambda: {(key, day) for key, day in _read_recorded(reader, scope)})
    for of_client in reader.runs(scope).values():
        for project, day in losses_of(of_client):
            if day in days:
                yield Part("project", project, day, "recorded" if (project, day) in recorded else "unrecorded")


def _read_recorded(reader: Reader, scope: Scope) -> Sequence[tuple[int, date]]:
    within = ChurnEvent.effective_on.between(reader.hull.first, reader.hull.last)
    recorded = select(ChurnEvent.project_id, ChurnEvent.effective_on)
    return reader.rows(recorded.where(ChurnEvent.state != "voided", within, managed_churns(scope)))


def lost_client_parts(reader: Reader, scope: Scope, days: Days) -> Iterator[Part]:
    """Clients who were left without a retainer on one of these days: one each, however often."""
    for client, of_client in reader.runs(scope).items():
        lost = [step.day for step in steps_of_client(of_client) if step.is_last and step.day in days]
        if lost:
            yield Part("client", client, max(lost))


def project_parts(reader: Reader, scope: Scope, _days: Days) -> Iterator[Part]:
    active = (Project.status == "active", Project.archived_at.is_(None))
    found = select(Project.id, Project.kind).where(*active, visible_projects(scope))
    for key, kind in reader.rows(found):
        yield Part("project", key, reader.today, kind)


def client_parts(reader: Reader, scope: Scope, _days: Days) -> Iterator[Part]:
    for (key,) in reader.rows(select(Client.id).where(CLIENT_STATUS["active"], visible_clients(scope))):
        yield Part("client", key, reader.today)
