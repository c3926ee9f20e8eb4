"""Teamwork's records as its third version writes them: integers for ids and cents, null and "" mixed."""

from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any

from regie.sandbox.agency.calendar import day_of
from regie.sandbox.agency.rows import Category, Person, Project, TeamworkCompany, TimeEntry

CURRENCY_IDS = {"USD": 1, "CAD": 2, "EUR": 3}


def moment(instant_ms: int | None) -> str | None:
    if instant_ms is None:
        return None
    return f"{datetime.fromtimestamp(instant_ms // 1000, UTC).isoformat()[:19]}Z"


@lru_cache(maxsize=8192)
def day_text(day: int | None) -> str | None:
    return None if day is None else date.fromordinal(day).isoformat()


def link(row_id: int | None, kind: str) -> dict[str, Any] | None:
    return None if row_id is None else {"id": row_id, "type": kind}


def person_json(row: Person, with_rates: bool) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "id": row.id,
        "firstName": row.first_name,
        "lastName": row.last_name,
        "title": row.title,
        "email": row.email,
        "type": row.kind,
        "isAdmin": row.is_admin,
        "isClientUser": row.is_client_user,
        "isServiceAccount": row.is_service_account,
        "deleted": row.deleted,
        "company": link(row.company_id, "companies"),
        "companyId": row.company_id,
        "jobRoles": [],
        "lengthOfDay": 7.5,
        "timezone": row.timezone,
        "avatarUrl": f"https://cdn.example/a/{row.id}.png",
        "createdAt": moment(row.created),
        "createdBy": None,
    }
    if not row.without_updated:
        shape["updatedAt"] = moment(row.updated)
    if with_rates:
        shape["userRate"], shape["userCost"] = row.rate, row.cost
    return shape


def company_json(row: TeamworkCompany) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name,
        "status": "deleted" if row.deleted else "active",
        "isOwner": row.is_owner,
        "addressOne": row.address,
        "addressTwo": "",
        "city": row.city,
        "state": row.region,
        "zip": row.postal_code,
        "countryCode": row.country,
        "emailOne": row.email,
        "emailTwo": "",
        "emailThree": "",
        "website": row.website,
        "phone": row.phone,
        "fax": "",
        "profileText": row.profile,
        "cid": "",
        "clientManagedBy": link(row.managed_by, "users"),
        "industry": None,
        "currency": link(CURRENCY_IDS[row.currency], "currencies"),
        "tags": [],
        "createdAt": moment(row.created),
        "updatedAt": moment(row.updated),
    }


def category_json(row: Category, count: int) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name,
        "color": row.color,
        "count": count,
        "parent": link(row.parent_id, "projectCategories"),
        "parentId": row.parent_id,
    }


def sub_status(row: Project, now: int) -> str:
    today = day_of(now)
    if row.completed is not None:
        return "completed"
    if row.start_day is not None and row.start_day > today:
        return "upcoming"
    return "late" if row.end_day is not None and row.end_day < today else "current"


def project_json(row: Project, now: int) -> dict[str, Any]:
    start, end = day_text(row.start_day), day_text(row.end_day)
    return {
        "id": row.id,
        "name": row.name,
        "description": row.description,
        "status": row.status,
        "subStatus": sub_status(row, now),
        "type": "normal",
        "isBillable": row.is_billable,
        "startAt": start and f"{start}T00:00:00Z",
        "endAt": end and f"{end}T00:00:00Z",
        "startDate": start,
        "endDate": end,
        "company": link(row.company_id, "companies"),
        "companyId": row.company_id,
        "category": link(row.category_id, "projectCategories"),
        "categoryId": row.category_id,
        "projectOwner": link(row.owner_id, "users"),
        "projectOwnerId": row.owner_id,
        "tags": [],
        "tagIds": [],
        "financialBudget": None,
        "timeBudget": link(budget_id(row), "projectBudgets"),
        "createdAt": moment(row.created),
        "createdBy": row.created_by,
        "updatedAt": moment(row.updated),
        "updatedBy": row.owner_id,
        "lastWorkedOn": moment(row.last_worked),
        "completedAt": moment(row.completed),
        "completedBy": row.owner_id if row.completed is not None else None,
    }


def budget_id(row: Project) -> int | None:
    return None if row.monthly_minutes is None else row.id * 10 + 1


def budget_json(row: Project) -> dict[str, Any]:
    """Return the project's time budget, which begins again each month."""
    return {
        "id": budget_id(row),
        "projectId": row.id,
        "type": "TIME",
        "status": "ACTIVE" if row.completed is None else "COMPLETED",
        "capacity": row.monthly_minutes,
        "capacityUsed": 0,
        "timelogType": "ALL",
        "isRepeating": True,
        "repeatUnit": "MONTH",
        "repeatPeriod": 1,
        "startDateTime": moment(row.created),
        "endDateTime": None,
    }


def entry_json(row: TimeEntry) -> dict[str, Any]:
    created, updated = moment(row.created), moment(row.updated)
    return {
        "id": row.id,
        "description": row.description,
        "minutes": row.minutes,
        "billable": row.is_billable,
        "isBillable": row.is_billable,
        "timeLogged": moment(row.logged),
        "userId": row.person_id,
        "taskId": row.task_id,
        "projectId": row.project_id,
        "createdAt": created,
        "dateCreated": created,
        "updatedAt": updated,
        "deleted": row.deleted,
        "deletedAt": updated if row.deleted else None,
    }
