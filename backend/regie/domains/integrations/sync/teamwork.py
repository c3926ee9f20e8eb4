"""What is read from Teamwork, in order, and how its records become our rows."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from regie.connectors.pages import Page
from regie.connectors.teamwork.client import TeamworkClient
from regie.connectors.teamwork.shapes import Category, Company, Person, Project, TimeEntry
from regie.core.time.clock import Clock
from regie.domains.integrations.sync.passes import Step, Window, sweeping
from regie.domains.integrations.sync.upserts import Batch, sweep, upsert
from regie.domains.records.mirrors.models import (
    TeamworkCategory,
    TeamworkCompany,
    TeamworkPerson,
    TeamworkProject,
)
from regie.domains.records.mirrors.models import TimeEntry as TimeEntryMirror

# Hours may be logged a little before a project's own first day.
_BEFORE_FIRST_PROJECT = timedelta(days=31)


def teamwork_steps(client: TeamworkClient, clock: Clock) -> tuple[Step, ...]:
    def keep_time(session: Session, records: Sequence[TimeEntry], now: datetime) -> int:
        return keep_time_entries(session, records, now, clock)

    return (
        Step(
            "people",
            lambda window: client.people(window.since, cursor=window.cursor),
            keep_people,
            sweeping(TeamworkPerson),
        ),
        Step(
            "companies",
            lambda window: client.companies(window.since, cursor=window.cursor),
            keep_companies,
            sweeping(TeamworkCompany),
        ),
        Step(
            "categories",
            lambda window: client.project_categories(window.cursor),
            keep_categories,
            sweeping(TeamworkCategory),
            is_always_full=True,
        ),
        Step(
            "projects",
            lambda window: client.projects(window.since, cursor=window.cursor),
            keep_projects,
            sweeping(TeamworkProject),
        ),
        Step(
            "time_entries",
            lambda window: read_time_entries(client, window),
            keep_time,
            sweep_time_entries,
            first_day=first_day_of_time,
        ),
    )


def first_day_of_time(session: Session) -> date:
    """The first load asks by days: from the first project on, for nobody logged time before there was one."""
    first = session.execute(select(func.min(TeamworkProject.start_on))).scalar_one()
    return (first or datetime(2020, 1, 1).date()) - _BEFORE_FIRST_PROJECT  # noqa: DTZ001 - a plain day


def read_time_entries(client: TeamworkClient, window: Window) -> Iterator[Page[TimeEntry]]:
    if window.since is not None:
        return client.time_entries(window.since, cursor=window.cursor)
    return client.time_entries(from_on=window.from_on, to_on=window.to_on, cursor=window.cursor)


def sweep_time_entries(session: Session, window: Window, now: datetime) -> None:
    if window.from_on is not None:
        known = TimeEntryMirror.worked_on >= window.from_on
        sweep(session, TimeEntryMirror, window.started_at, now, known, accepts_missing=window.accepts_missing)


def keep_people(session: Session, records: Sequence[Person], now: datetime) -> int:
    batch = Batch(now)
    for person in records:
        batch.add(
            person,
            name=" ".join(part for part in (person.first_name, person.last_name) if part) or person.email or "",
            first_name=person.first_name,
            last_name=person.last_name,
            email=person.email.lower() if person.email else None,
            job_title=person.title,
            kind=_kind_of(person),
            company_id=person.company_id,
            deleted_at=_gone_at(person.deleted, person.updated_at, now),
        )
    upsert(session, TeamworkPerson, batch.rows)
    return batch.problems


def _kind_of(person: Person) -> str:
    """Staff are those who are left: not a client's person, not a program."""
    if person.is_service_account:
        return "service"
    return "client" if person.is_client_user else person.kind or "account"


def keep_companies(session: Session, records: Sequence[Company], now: datetime) -> int:
    batch = Batch(now)
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
            deleted_at=_gone_at(company.deleted, company.updated_at, now),
        )
    upsert(session, TeamworkCompany, batch.rows)
    return batch.problems


def keep_categories(session: Session, records: Sequence[Category], now: datetime) -> int:
    batch = Batch(now)
    for category in records:
        batch.add(category, name=category.name or "", parent_id=category.parent_id, colour=category.colour)
    upsert(session, TeamworkCategory, batch.rows)
    return batch.problems


def keep_projects(session: Session, records: Sequence[Project], now: datetime) -> int:
    batch = Batch(now)
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
            deleted_at=_gone_at(project.status == "deleted", project.updated_at, now),
        )
    upsert(session, TeamworkProject, batch.rows)
    return batch.problems


def keep_time_entries(session: Session, records: Sequence[TimeEntry], now: datetime, clock: Clock) -> int:
    batch = Batch(now)
    for entry in records:
        batch.add(
            entry,
            teamwork_project_id=entry.project_id,
            teamwork_user_id=entry.person_id,
            worked_on=clock.day_of(entry.logged_at) if entry.logged_at else None,
            minutes=entry.minutes or 0,
            is_billable=entry.is_billable,
            description=entry.description,
            deleted_at=_gone_at(entry.deleted, entry.updated_at, now),
        )
    upsert(session, TimeEntryMirror, batch.rows)
    return batch.problems


def _gone_at(is_gone: bool, updated_at: datetime | None, now: datetime) -> datetime | None:
    return (updated_at or now) if is_gone else None
