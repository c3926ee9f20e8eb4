"""Parses Teamwork's records: unset texts become None; amounts in cents become major units."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from regie.connectors.field_reader import FieldReader
from regie.connectors.pages import FieldProblem

SERVICE = "teamwork"


@dataclass(frozen=True, slots=True)
class Person:
    external_id: str
    first_name: str | None
    last_name: str | None
    email: str | None
    title: str | None
    kind: str | None
    company_id: str | None
    is_client_user: bool
    is_service_account: bool
    is_admin: bool
    deleted: bool
    rate: Decimal | None
    cost: Decimal | None
    timezone: str | None
    avatar_url: str | None
    created_at: datetime | None
    updated_at: datetime | None
    source_url: str
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Company:
    external_id: str
    name: str | None
    status: str | None
    is_owner: bool
    deleted: bool
    email: str | None
    phone: str | None
    website: str | None
    address_lines: tuple[str, ...]
    city: str | None
    region: str | None
    postal_code: str | None
    country_code: str | None
    industry: str | None
    created_at: datetime | None
    updated_at: datetime | None
    source_url: str
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Project:
    external_id: str
    name: str | None
    description: str | None
    status: str | None
    sub_status: str | None
    is_billable: bool
    start_on: date | None
    end_on: date | None
    company_id: str | None
    company_name: str | None
    category_id: str | None
    category_name: str | None
    owner_id: str | None
    monthly_minutes: int | None
    completed_at: datetime | None
    created_at: datetime | None
    updated_at: datetime | None
    source_url: str
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Category:
    external_id: str
    name: str | None
    colour: str | None
    parent_id: str | None
    updated_at: datetime | None
    source_url: str
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Task:
    """A task that a time entry names; only its id and name are read."""

    external_id: str
    name: str
    source_url: str
    updated_at: datetime | None
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class TimeEntry:
    external_id: str
    person_id: str | None
    project_id: str | None
    task_id: str | None
    task: Task | None
    logged_at: datetime | None
    minutes: int | None
    is_billable: bool
    description: str | None
    deleted: bool
    created_at: datetime | None
    updated_at: datetime | None
    source_url: str | None
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class SideLoaded:
    """Related records in the same response, by kind and id."""

    included: Mapping[str, Any]

    def name(self, kind: str, external_id: str | None) -> str | None:
        name = self.record(kind, external_id).get("name")
        return name if isinstance(name, str) and name else None

    def record(self, kind: str, external_id: str | None) -> Mapping[str, Any]:
        group = self.included.get(kind)
        found = group.get(external_id) if isinstance(group, dict) and external_id else None
        return found if isinstance(found, dict) else {}


def read_person(raw: Any, problems: list[FieldProblem], site: str, _side_loaded: SideLoaded) -> Person:
    fields = FieldReader(SERVICE, "person", raw, problems)
    return Person(
        external_id=fields.external_id,
        first_name=fields.text("firstName"),
        last_name=fields.text("lastName"),
        email=fields.text("email"),
        title=fields.text("title"),
        kind=fields.text("type"),
        company_id=_either_link(fields, "companyId", "company"),
        is_client_user=fields.flag("isClientUser"),
        is_service_account=fields.flag("isServiceAccount"),
        is_admin=fields.flag("isAdmin"),
        deleted=fields.flag("deleted"),
        rate=fields.cents("userRate"),
        cost=fields.cents("userCost"),
        timezone=fields.text("timezone"),
        avatar_url=fields.text("avatarUrl"),
        created_at=fields.instant("createdAt"),
        updated_at=fields.instant("updatedAt"),
        source_url=f"{site}/app/people/{fields.external_id}",
        raw=fields.raw,
    )


def read_company(raw: Any, problems: list[FieldProblem], site: str, _side_loaded: SideLoaded) -> Company:
    fields = FieldReader(SERVICE, "company", raw, problems)
    status = fields.text("status")
    return Company(
        external_id=fields.external_id,
        name=fields.text("name"),
        status=status,
        is_owner=fields.flag("isOwner"),
        deleted=status == "deleted",
        email=fields.text("emailOne"),
        phone=fields.text("phone"),
        website=fields.text("website"),
        address_lines=tuple(line for line in (fields.text("addressOne"), fields.text("addressTwo")) if line),
        city=fields.text("city"),
        region=fields.text("state"),
        postal_code=fields.text("zip"),
        country_code=fields.text("countryCode"),
        industry=fields.text("industry") if not isinstance(fields.raw.get("industry"), dict) else None,
        created_at=fields.instant("createdAt"),
        updated_at=fields.instant("updatedAt"),
        source_url=f"{site}/app/companies/{fields.external_id}",
        raw=fields.raw,
    )


def read_project(raw: Any, problems: list[FieldProblem], site: str, side_loaded: SideLoaded) -> Project:
    fields = FieldReader(SERVICE, "project", raw, problems)
    company_id = _either_link(fields, "companyId", "company")
    category_id = _either_link(fields, "categoryId", "category")
    status = fields.text("status")
    return Project(
        external_id=fields.external_id,
        name=fields.text("name"),
        description=fields.text("description"),
        # "inactive" is an older name of the same status.
        status="archived" if status == "inactive" else status,
        sub_status=fields.text("subStatus"),
        is_billable=fields.flag("isBillable"),
        start_on=_project_day(fields, "startDate", "startAt"),
        end_on=_project_day(fields, "endDate", "endAt"),
        company_id=company_id,
        company_name=side_loaded.name("companies", company_id),
        category_id=category_id,
        category_name=side_loaded.name("projectCategories", category_id),
        owner_id=_either_link(fields, "projectOwnerId", "projectOwner"),
        monthly_minutes=_monthly_minutes(side_loaded.record("projectBudgets", fields.reference("timeBudget"))),
        completed_at=fields.instant("completedAt"),
        created_at=fields.instant("createdAt"),
        updated_at=fields.instant("updatedAt"),
        source_url=f"{site}/app/projects/{fields.external_id}",
        raw=fields.raw,
    )


def read_category(raw: Any, problems: list[FieldProblem], site: str, _side_loaded: SideLoaded) -> Category:
    fields = FieldReader(SERVICE, "project_category", raw, problems)
    return Category(
        external_id=fields.external_id,
        name=fields.text("name"),
        colour=fields.text("color"),
        parent_id=_either_link(fields, "parentId", "parent"),
        updated_at=None,
        source_url=f"{site}/app/projects/list?categoryIds={fields.external_id}",
        raw=fields.raw,
    )


def read_time_entry(raw: Any, problems: list[FieldProblem], site: str, side_loaded: SideLoaded) -> TimeEntry:
    fields = FieldReader(SERVICE, "time_entry", raw, problems)
    project_id, task_id = _either_link(fields, "projectId", "project"), _either_link(fields, "taskId", "task")
    task_url, task_name = f"{site}/app/tasks/{task_id}", side_loaded.name("tasks", task_id)
    return TimeEntry(
        external_id=fields.external_id,
        person_id=_either_link(fields, "userId", "user"),
        project_id=project_id,
        task_id=task_id,
        task=Task(task_id, task_name, task_url, None, {}) if task_id and task_name else None,
        logged_at=fields.instant("timeLogged"),
        minutes=fields.integer("minutes"),
        # Older responses use isBillable and dateCreated instead of billable and createdAt.
        is_billable=fields.flag("billable" if "billable" in fields.raw else "isBillable"),
        description=fields.text("description"),
        deleted=fields.flag("deleted"),
        created_at=fields.instant("createdAt" if "createdAt" in fields.raw else "dateCreated"),
        updated_at=fields.instant("updatedAt"),
        # The service has no page of a single entry.
        source_url=task_url if task_id else project_id and f"{site}/app/projects/{project_id}/time",
        raw=fields.raw,
    )


def _either_link(fields: FieldReader, bare: str, relation: str) -> str | None:
    return fields.reference(bare if fields.raw.get(bare) is not None else relation)


def _project_day(fields: FieldReader, day_key: str, instant_key: str) -> date | None:
    """A response without the plain date has midnight UTC of the same day."""
    if fields.raw.get(day_key):
        return fields.day(day_key)
    moment = fields.instant(instant_key)
    return moment.date() if moment else None


def _monthly_minutes(budget: Mapping[str, Any]) -> int | None:
    """Return the minutes that a time budget allows each month; None of one that is not renewed by whole months."""
    capacity, period = budget.get("capacity"), budget.get("repeatPeriod")
    is_monthly = budget.get("isRepeating") is True and str(budget.get("repeatUnit")).upper() in ("MONTH", "MONTHS")
    if not is_monthly or type(capacity) is not int or capacity <= 0 or type(period) is not int or period < 1:
        return None
    return capacity // period
