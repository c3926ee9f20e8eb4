"""The demo's projects: what Teamwork knows of the work, with the money and the terms that only Régie keeps."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.demo.dice import dice
from regie.demo.found_work import FoundWork, find_work
from regie.demo.terms import ended_on, fee_history, money_terms, retainer_terms
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.projects.models import NumberSeries, Project, ProjectFee, ProjectMember, ProjectSeller

# Won deals of the last weeks stay open, for "create a project from a won deal".
_STAYS_A_DEAL = timedelta(days=150)
_MOST_LEFT = 8
_MEMBERS = 4
_A_BATCH = 250


@dataclass(frozen=True, slots=True)
class AppContext:
    """What every project is made with."""

    today: date
    clients: dict[int, Client]
    employees: dict[str, Employee]
    sellers: list[Employee]
    workers: dict[str, list[int]]


def create_projects(database: Database, today: date) -> int:
    """A project of every Teamwork project of a client, but for a few whose deal was only just won."""
    with database.write() as session:
        context = AppContext(
            today=today,
            clients={client.id: client for client in session.execute(select(Client)).scalars()},
            employees=_employees(session),
            sellers=_sellers(session),
            workers=_workers(session),
        )
        found = list(_all_but_fresh(find_work(session), today))
    for start in range(0, len(found), _A_BATCH):
        with database.write() as session:
            _create(session, found[start : start + _A_BATCH], context)
    with database.write() as session:
        _adopt_by_parents(list(session.execute(select(Project).order_by(Project.id)).scalars()))
    return len(found)


def _create(session: Session, found: Sequence[FoundWork], context: AppContext) -> None:
    first = _take_numbers(session, len(found))
    projects = [_project(number, work, context) for number, work in enumerate(found, first)]
    session.add_all(projects)
    session.flush()
    for project, work in zip(projects, found, strict=True):
        session.add_all(_belongings(project, work, context))


def _take_numbers(session: Session, count: int) -> int:
    """The first of so many numbers of the projects' own series."""
    series = session.get(NumberSeries, "project", with_for_update=True)
    if series is None:
        series = NumberSeries(name="project", last=0)
        session.add(series)
    series.last += count
    return series.last - count + 1


def _all_but_fresh(found: Sequence[FoundWork], today: date) -> Iterator[FoundWork]:
    fresh = [
        work for work in found if work.deal and work.deal.closed_on and work.deal.closed_on > today - _STAYS_A_DEAL
    ]
    fresh.sort(key=lambda work: (work.deal and work.deal.closed_on, work.teamwork_project_id))
    left = {work.teamwork_project_id for work in fresh[-_MOST_LEFT:]}
    yield from (work for work in found if work.teamwork_project_id not in left)


def _employees(session: Session) -> dict[str, Employee]:
    """By their Teamwork ids."""
    everyone = session.execute(select(Employee).order_by(Employee.id)).scalars()
    return {employee.teamwork_user_id: employee for employee in everyone if employee.teamwork_user_id}


def _sellers(session: Session) -> list[Employee]:
    """People with an account sell."""
    selling = select(Employee).where(Employee.user_id.is_not(None), Employee.status == "active").order_by(Employee.id)
    return list(session.execute(selling).scalars())


def _workers(session: Session) -> dict[str, list[int]]:
    """By Teamwork project: the employees who logged most time on it."""
    logged = (
        select(TimeEntry.teamwork_project_id, Employee.id)
        .join(Employee, Employee.teamwork_user_id == TimeEntry.teamwork_user_id)
        .where(TimeEntry.deleted_at.is_(None), TimeEntry.teamwork_project_id.is_not(None))
        .group_by(TimeEntry.teamwork_project_id, Employee.id)
        .order_by(func.sum(TimeEntry.minutes).desc(), Employee.id)
    )
    workers: dict[str, list[int]] = defaultdict(list)
    for project_id, employee_id in session.execute(logged):
        workers[project_id or ""].append(employee_id)
    return workers


def _project(number: int, work: FoundWork, context: AppContext) -> Project:
    client = context.clients[work.client_id]
    random = dice("project", work.teamwork_project_id)
    start_on = work.start_on or context.today - timedelta(days=400)
    status = _status(work, start_on, context.today)
    owner = context.employees.get(work.owner_id or "")
    is_over = status in ("completed", "ended", "churned", "cancelled")
    project = Project(
        number=f"P-{number:05d}",
        name=work.name[:200],
        kind=work.kind,
        status=status,
        client_id=client.id,
        account_manager_id=client.account_manager_id,
        team_id=client.team_id,
        project_manager_id=owner.id if owner else None,
        start_on=start_on,
        end_on=ended_on(work, status, start_on, context.today),
        currency=client.currency,
        health=None if is_over or status == "draft" else random.choices(("green", "amber", "red"), (72, 20, 8))[0],
        teamwork_project_id=work.teamwork_project_id,
        deal_id=work.deal.id if work.deal else None,
        archived_at=_archived_at(work, context.today) if is_over else None,
        counted_hours=random.choice(("all", "all", "billable")),
    )
    terms = retainer_terms if work.kind == "retainer" else money_terms
    for name, value in terms(work, start_on, context.today).items():
        setattr(project, name, value)
    return project


def _status(work: FoundWork, start_on: date, today: date) -> str:
    chance = dice("status", work.teamwork_project_id).random()
    is_over = work.is_archived or (work.end_on is not None and work.end_on < today)
    if start_on > today:
        return "draft"
    if work.kind == "retainer":
        if is_over:
            return "churned" if chance < 0.7 else "ended"
        return "on_hold" if chance < 0.04 else "active"
    if is_over:
        return "cancelled" if chance < 0.04 else "completed"
    return "on_hold" if chance < 0.06 else "active"


def _archived_at(work: FoundWork, today: date) -> datetime | None:
    """About a third of what is over has been put away."""
    random = dice("archive", work.teamwork_project_id)
    if not work.is_archived or random.random() > 0.35:
        return None
    day = today - timedelta(days=random.randrange(5, 90))
    return datetime(day.year, day.month, day.day, 15, 30, tzinfo=UTC)


def _belongings(project: Project, work: FoundWork, context: AppContext) -> Iterator[Any]:
    for employee_id in context.workers.get(work.teamwork_project_id, [])[:_MEMBERS]:
        yield ProjectMember(project_id=project.id, employee_id=employee_id)
    if project.kind == "retainer":
        for amount, starts_on, reason in fee_history(work, project.start_on, project.end_on or context.today):
            yield ProjectFee(project_id=project.id, amount=amount, starts_on=starts_on, reason=reason)
    if project.kind == "oos":
        yield from _sold_by(project, work, context.sellers)


def _sold_by(project: Project, work: FoundWork, sellers: Sequence[Employee]) -> Iterator[ProjectSeller]:
    random = dice("sellers", work.teamwork_project_id)
    manager = next((seller for seller in sellers if seller.user_id == project.account_manager_id), None)
    first = manager or random.choice(sellers)
    second = random.choice(sellers)
    is_shared = second is not first and random.random() < 0.3
    yield ProjectSeller(project_id=project.id, employee_id=first.id, weight=60 if is_shared else 100)
    if is_shared:
        yield ProjectSeller(project_id=project.id, employee_id=second.id, weight=40)


def _adopt_by_parents(projects: Sequence[Project]) -> None:
    """Extra work belongs to the client's retainer of that time, else to its latest fixed project."""
    of_client: dict[int, list[Project]] = defaultdict(list)
    for project in projects:
        if project.kind != "oos":
            of_client[project.client_id].append(project)
    for project in projects:
        if project.kind == "oos" and project.parent_project_id is None:
            before = [other for other in of_client[project.client_id] if other.start_on <= project.start_on]
            best = max(before, key=lambda other: (other.kind == "retainer", other.start_on), default=None)
            project.parent_project_id = best.id if best else None
