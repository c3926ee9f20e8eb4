"""Creates the demo's projects from Teamwork's, with prices and terms that only Régie stores."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.demo.candidates import TeamworkCandidate, find_candidates
from regie.demo.seeded_random import seeded_random
from regie.demo.terms import choose_end_day, make_fee_history, make_price_terms, make_retainer_terms
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.projects.actions import take_numbers
from regie.domains.records.projects.models import (
    MONTHS_OF_INTERVALS,
    PAUSED,
    STATE,
    BillingInterval,
    FeeValue,
    Project,
    ProjectFee,
    ProjectMember,
    ProjectSeller,
)
from regie.domains.records.terms.models import Term

# The most recent won deals have no project, to demonstrate "create a project from a won deal".
_RECENT_DEAL = timedelta(days=150)
_MAX_OPEN_DEALS = 8
_MAX_MEMBERS = 4
_BATCH_SIZE = 250
# The running retainers that began last are billed so from this month on; the service has monthly invoices until then.
_FEE_INTERVALS: Mapping[BillingInterval, str] = {"quarter": "Facturation trimestrielle", "year": "Billed yearly"}


@dataclass(frozen=True, slots=True)
class ProjectContext:
    """The records that all projects are created with."""

    today: date
    clients: dict[int, Client]
    employees: dict[str, Employee]
    sellers: list[Employee]
    top_members: dict[str, list[int]]
    fee_intervals: dict[str, BillingInterval]


def create_projects(database: Database, today: date) -> int:
    """Create a project for each client's Teamwork project, except a few with recent deals; return their number."""
    with database.write() as session:
        candidates = list(_without_recent_deals(find_candidates(session), today))
        context = ProjectContext(
            today=today,
            clients={client.id: client for client in session.execute(select(Client)).scalars()},
            employees=_read_employees(session),
            sellers=_read_sellers(session),
            top_members=_read_top_members(session),
            fee_intervals=_choose_fee_intervals(candidates, today),
        )
    for start in range(0, len(candidates), _BATCH_SIZE):
        with database.write() as session:
            _create_batch(session, candidates[start : start + _BATCH_SIZE], context)
    with database.write() as session:
        _set_parents(list(session.execute(select(Project).order_by(Project.id)).scalars()))
    return len(candidates)


def _create_batch(session: Session, candidates: Sequence[TeamworkCandidate], context: ProjectContext) -> None:
    numbers = take_numbers(session, len(candidates))
    projects = [_make_project(*numbered, context) for numbered in zip(numbers, candidates, strict=True)]
    session.add_all(projects)
    session.flush()
    for project, candidate in zip(projects, candidates, strict=True):
        session.add_all(_related_rows(project, candidate, context))


def _without_recent_deals(candidates: Sequence[TeamworkCandidate], today: date) -> Iterator[TeamworkCandidate]:
    recent = [
        candidate
        for candidate in candidates
        if candidate.deal and candidate.deal.closed_on and candidate.deal.closed_on > today - _RECENT_DEAL
    ]
    recent.sort(key=lambda candidate: (candidate.deal and candidate.deal.closed_on, candidate.teamwork_project_id))
    open_ids = {candidate.teamwork_project_id for candidate in recent[-_MAX_OPEN_DEALS:]}
    yield from (candidate for candidate in candidates if candidate.teamwork_project_id not in open_ids)


def _choose_fee_intervals(candidates: Sequence[TeamworkCandidate], today: date) -> dict[str, BillingInterval]:
    """Return the interval of each Teamwork project whose fee is no longer billed by month."""
    running = [
        (one.start_on, one.teamwork_project_id)
        for one in candidates
        if one.kind == "retainer" and one.start_on and _choose_status(one, one.start_on, today) == "active"
    ]
    latest = sorted(running, reverse=True)
    return {project_id: interval for (_, project_id), interval in zip(latest, _FEE_INTERVALS, strict=False)}


def _read_employees(session: Session) -> dict[str, Employee]:
    """Return employees by Teamwork id."""
    query = session.execute(select(Employee).order_by(Employee.id)).scalars()
    return {employee.teamwork_user_id: employee for employee in query if employee.teamwork_user_id}


def _read_sellers(session: Session) -> list[Employee]:
    """Return active employees with an account, who sell."""
    query = select(Employee).where(Employee.user_id.is_not(None), Employee.status == "active").order_by(Employee.id)
    return list(session.execute(query).scalars())


def _read_top_members(session: Session) -> dict[str, list[int]]:
    """Return each Teamwork project's employees, those with the most logged time first."""
    query = (
        select(TimeEntry.teamwork_project_id, Employee.id)
        .join(Employee, Employee.teamwork_user_id == TimeEntry.teamwork_user_id)
        .where(TimeEntry.deleted_at.is_(None), TimeEntry.teamwork_project_id.is_not(None))
        .group_by(TimeEntry.teamwork_project_id, Employee.id)
        .order_by(func.sum(TimeEntry.minutes).desc(), Employee.id)
    )
    top_members: dict[str, list[int]] = defaultdict(list)
    for project_id, employee_id in session.execute(query):
        top_members[project_id or ""].append(employee_id)
    return top_members


def _make_project(number: str, candidate: TeamworkCandidate, context: ProjectContext) -> Project:
    client = context.clients[candidate.client_id]
    random = seeded_random("project", candidate.teamwork_project_id)
    start_on = candidate.start_on or context.today - timedelta(days=400)
    status = _choose_status(candidate, start_on, context.today)
    owner = context.employees.get(candidate.owner_id or "")
    is_over = status in ("completed", "ended", "churned", "cancelled")
    project = Project(
        number=number,
        name=candidate.name[:200],
        kind=candidate.kind,
        status=status,
        client_id=client.id,
        account_manager_id=client.account_manager_id,
        team_id=client.team_id,
        project_manager_id=owner.id if owner else None,
        start_on=start_on,
        end_on=choose_end_day(candidate, status, start_on, context.today),
        currency=client.currency,
        health=None if is_over or status == "draft" else random.choices(("green", "amber", "red"), (72, 20, 8))[0],
        teamwork_project_id=candidate.teamwork_project_id,
        deal_id=candidate.deal.id if candidate.deal else None,
        archived_at=_archived_at(candidate, context.today) if is_over else None,
        counted_hours=random.choice(("all", "all", "billable")),
    )
    terms = make_retainer_terms if candidate.kind == "retainer" else make_price_terms
    for name, value in terms(candidate, start_on, context.today).items():
        setattr(project, name, value)
    return project


def _choose_status(candidate: TeamworkCandidate, start_on: date, today: date) -> str:
    chance = seeded_random("status", candidate.teamwork_project_id).random()
    is_over = candidate.is_archived or (candidate.end_on is not None and candidate.end_on < today)
    if start_on > today:
        return "draft"
    if candidate.kind == "retainer":
        if is_over:
            return "churned" if chance < 0.7 else "ended"
        return "on_hold" if chance < 0.04 else "active"
    if is_over and chance > 0.6 and candidate.end_on and candidate.end_on > today - timedelta(days=30):
        return "active"  # late
    if is_over:
        return "cancelled" if chance < 0.04 else "completed"
    return "on_hold" if chance < 0.06 else "active"


def _archived_at(candidate: TeamworkCandidate, today: date) -> datetime | None:
    """Return the time of archiving for about a third of the ended projects, else None."""
    random = seeded_random("archive", candidate.teamwork_project_id)
    if not candidate.is_archived or random.random() > 0.35:
        return None
    day = today - timedelta(days=random.randrange(5, 90))
    return datetime(day.year, day.month, day.day, 15, 30, tzinfo=UTC)


def _related_rows(project: Project, candidate: TeamworkCandidate, context: ProjectContext) -> Iterator[Any]:
    for employee_id in context.top_members.get(candidate.teamwork_project_id, [])[:_MAX_MEMBERS]:
        yield ProjectMember(project_id=project.id, employee_id=employee_id)
    if project.kind == "retainer":
        yield from _make_fees(project, candidate, context)
        if project.status == "on_hold":
            yield _make_pause(project, context.today)
    if project.kind == "oos":
        yield from _make_sellers(project, candidate, context.sellers)


def _make_fees(project: Project, candidate: TeamworkCandidate, context: ProjectContext) -> Iterator[ProjectFee]:
    history = make_fee_history(candidate, project.start_on, project.end_on or context.today)
    fees = {starts_on: (FeeValue("month", amount), reason) for amount, starts_on, reason in history}
    if interval := context.fee_intervals.get(candidate.teamwork_project_id):
        last = max(fees)
        billed = fees[last][0].billed * MONTHS_OF_INTERVALS[interval]
        fees[max(last, context.today.replace(day=1))] = (FeeValue(interval, billed), _FEE_INTERVALS[interval])
    for starts_on, (value, reason) in fees.items():
        fee = ProjectFee(project_id=project.id, starts_on=starts_on, reason=reason)
        fee.set_value(value, project.currency)
        yield fee


def _make_pause(project: Project, today: date) -> Term:
    """Pause the retainer some weeks ago, at the earliest on its first day."""
    random = seeded_random("pause", project.number)
    day = max(project.start_on, today - timedelta(days=random.randrange(10, 80)))
    at = datetime(day.year, day.month, day.day, 15, 0, tzinfo=UTC)
    return Term(record="project", record_id=project.id, name=STATE, effective_from=day, value=PAUSED, recorded_at=at)


def _make_sellers(
    project: Project, candidate: TeamworkCandidate, sellers: Sequence[Employee]
) -> Iterator[ProjectSeller]:
    random = seeded_random("sellers", candidate.teamwork_project_id)
    manager = next((seller for seller in sellers if seller.user_id == project.account_manager_id), None)
    first = manager or random.choice(sellers)
    second = random.choice(sellers)
    is_shared = second is not first and random.random() < 0.3
    yield ProjectSeller(project_id=project.id, employee_id=first.id, weight=60 if is_shared else 100)
    if is_shared:
        yield ProjectSeller(project_id=project.id, employee_id=second.id, weight=40)


def _set_parents(projects: Sequence[Project]) -> None:
    """Set out-of-scope projects' parents: the client's retainer of the time, else its latest fixed-price project."""
    parents_of_client: dict[int, list[Project]] = defaultdict(list)
    for project in projects:
        if project.kind != "oos":
            parents_of_client[project.client_id].append(project)
    for project in projects:
        if project.kind == "oos" and project.parent_project_id is None:
            before = [other for other in parents_of_client[project.client_id] if other.start_on <= project.start_on]
            parent = max(before, key=lambda other: (other.kind == "retainer", other.start_on), default=None)
            project.parent_project_id = parent.id if parent else None
