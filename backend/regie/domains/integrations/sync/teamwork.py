"""Reads Teamwork's lists in order and converts its records to rows."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from regie.connectors.pages import RecordPage
from regie.connectors.teamwork.client import TeamworkClient
from regie.connectors.teamwork.shapes import Category, Company, Person, Project, TimeEntry
from regie.core.time.clock import Clock
from regie.domains.integrations.sync.full_reads import FullRead
from regie.domains.integrations.sync.models import SyncCheckpoint
from regie.domains.integrations.sync.steps import Step
from regie.domains.integrations.sync.upserts import RowBatch, upsert
from regie.domains.integrations.sync.windows import ReadWindow
from regie.domains.records.mirrors.models import (
    TeamworkCategory,
    TeamworkCompany,
    TeamworkPerson,
    TeamworkProject,
    TeamworkTask,
)
from regie.domains.records.mirrors.models import TimeEntry as TimeEntryMirror

# Hours may be logged shortly before a project's first day.
_BEFORE_FIRST_PROJECT = timedelta(days=31)


def teamwork_steps(client: TeamworkClient, clock: Clock) -> tuple[Step, ...]:
    def save_time(session: Session, records: Sequence[TimeEntry], now: datetime) -> int:
        return save_time_entries(session, records, now, clock)

    return (
        Step(
            "people",
            lambda window: client.people(window.since, cursor=window.cursor),
            save_people,
            full_read=FullRead(TeamworkPerson, TeamworkPerson.external_id, lambda _window: client.count_people()),
        ),
        Step(
            "companies",
            lambda window: client.companies(window.since, cursor=window.cursor),
            save_companies,
            full_read=FullRead(TeamworkCompany, TeamworkCompany.external_id, lambda _window: client.count_companies()),
        ),
        Step(
            "categories",
            lambda window: client.project_categories(window.cursor),
            save_categories,
            full_read=FullRead(TeamworkCategory, TeamworkCategory.external_id),
            is_always_full=True,
        ),
        Step(
            "projects",
            lambda window: client.projects(window.since, cursor=window.cursor),
            save_projects,
            full_read=FullRead(TeamworkProject, TeamworkProject.external_id, lambda _window: client.count_projects()),
        ),
        Step(
            "time_entries",
            lambda window: read_time_entries(client, window),
            save_time,
            full_read=FullRead(
                TimeEntryMirror,
                TimeEntryMirror.external_id,
                lambda window: client.count_time_entries(window.from_on, window.to_on),
                is_within_days_read,
            ),
            first_day=first_time_entry_day,
        ),
    )


def first_time_entry_day(session: Session) -> date:
    """The first day of the first load: no time was logged before the first project."""
    first = session.execute(select(func.min(TeamworkProject.start_on))).scalar_one()
    return (first or datetime(2020, 1, 1).date()) - _BEFORE_FIRST_PROJECT  # noqa: DTZ001 - a plain day


def read_time_entries(client: TeamworkClient, window: ReadWindow) -> Iterator[RecordPage[TimeEntry]]:
    if window.since is not None:
        return client.time_entries(window.since, cursor=window.cursor)
    return client.time_entries(from_on=window.from_on, to_on=window.to_on, cursor=window.cursor)


def is_within_days_read(checkpoint: SyncCheckpoint) -> ColumnElement[bool]:
    return TimeEntryMirror.worked_on.between(checkpoint.from_on, checkpoint.to_on)


def save_people(session: Session, records: Sequence[Person], now: datetime) -> int:
    batch = RowBatch(now)
    for person in records:
        batch.add(
            person,
            name=" ".join(part for part in (person.first_name, person.last_name) if part) or person.email or "",
            first_name=person.first_name,
            last_name=person.last_name,
            email=person.email.lower() if person.email else None,
            job_title=person.title,
            kind=_person_kind(person),
            company_id=person.company_id,
            deleted_at=_deleted_at(person.deleted, person.updated_at, now),
        )
    upsert(session, TeamworkPerson, batch.rows)
    return batch.problems


def _person_kind(person: Person) -> str:
    """`service` for a service account, `client` for a client's contact, else the kind at Teamwork."""
    if person.is_service_account:
        return "service"
    return "client" if person.is_client_user else person.kind or "account"


def save_companies(session: Session, records: Sequence[Company], now: datetime) -> int:
    batch = RowBatch(now)
    for company in records:
        lines = (*company.address_lines, company.city, company.region, company.postal_code, company.country_code)
        batch.add(
            company,
            name=company.name or "",
            is_owner=company.is_owner,
            website=company.website,
            email=company.email,
            phone=company.phone,
            address="\n".join(line for line in lines if line) or None,
            industry=company.industry,
            deleted_at=_deleted_at(company.deleted, company.updated_at, now),
        )
    upsert(session, TeamworkCompany, batch.rows)
    return batch.problems


def save_categories(session: Session, records: Sequence[Category], now: datetime) -> int:
    batch = RowBatch(now)
    for category in records:
        batch.add(category, name=category.name or "", parent_id=category.parent_id, colour=category.colour)
    upsert(session, TeamworkCategory, batch.rows)
    return batch.problems


def save_projects(session: Session, records: Sequence[Project], now: datetime) -> int:
    batch = RowBatch(now)
    for project in records:
        batch.add(
            project,
            name=project.name or "",
            company_id=project.company_id,
            category_id=project.category_id,
            owner_id=project.owner_id,
            status=project.status,
            is_archived=project.status == "archived",
            start_on=project.start_on,
            end_on=project.end_on,
            monthly_minutes=project.monthly_minutes,
            deleted_at=_deleted_at(project.status == "deleted", project.updated_at, now),
        )
    upsert(session, TeamworkProject, batch.rows)
    return batch.problems


def save_time_entries(session: Session, records: Sequence[TimeEntry], now: datetime, clock: Clock) -> int:
    batch = RowBatch(now)
    for entry in records:
        batch.add(
            entry,
            teamwork_project_id=entry.project_id,
            teamwork_user_id=entry.person_id,
            teamwork_task_id=entry.task_id,
            worked_on=clock.day_of(entry.logged_at) if entry.logged_at else None,
            minutes=entry.minutes or 0,
            is_billable=entry.is_billable,
            description=entry.description,
            deleted_at=_deleted_at(entry.deleted, entry.updated_at, now),
        )
    tasks = RowBatch(now)
    for task in {entry.task.external_id: entry.task for entry in records if entry.task}.values():
        tasks.add(task, name=task.name)
    upsert(session, TimeEntryMirror, batch.rows)
    upsert(session, TeamworkTask, tasks.rows)
    return batch.problems


def _deleted_at(is_deleted: bool, updated_at: datetime | None, now: datetime) -> datetime | None:
    return (updated_at or now) if is_deleted else None
