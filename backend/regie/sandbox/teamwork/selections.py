"""Implements Teamwork's list filters; deleted and archived rows match only on request."""

from collections.abc import Callable, Iterable
from typing import Any

from regie.sandbox.agency.rows import Person, Project, TeamworkCompany
from regie.sandbox.state import SandboxState
from regie.sandbox.table import Table
from regie.sandbox.teamwork.access import make_refusal
from regie.sandbox.teamwork.lists import Listing, Params, parse_day, parse_flag, parse_ids, parse_updated_after
from regie.sandbox.teamwork.shapes import sub_status

_USER_TYPES = ("account", "collaborator", "contact")
_STATUSES = ("active", "current", "late", "upcoming", "completed", "deleted")


def make_listing(state: SandboxState, resource: str) -> Listing:
    agency = state.agency
    if resource == "people":
        orders: dict[str, Callable[[Any], Any]] = {
            "name": lambda row: f"{row.first_name} {row.last_name}",
            "namecaseinsensitive": lambda row: f"{row.first_name} {row.last_name}".casefold(),
            "company": lambda row: row.company_id,
            "id": _id,
        }
        return Listing(agency.people, "people", lambda params: _select_people(agency.people, params), orders, "name")
    if resource == "companies":
        orders = {"": lambda row: (not row.is_owner, row.name.casefold()), "name": _name, "id": _id}
        return Listing(
            agency.companies, "companies", lambda params: _select_companies(agency.companies, params), orders, ""
        )
    if resource == "projects":
        orders = {"name": _name, "id": _id, "datecreated": lambda row: row.created}
        return Listing(agency.projects, "projects", lambda params: _select_projects(state, params), orders, "name")
    orders = {"date": lambda row: row.logged, "dateupdated": lambda row: row.updated, "id": _id}
    return Listing(agency.entries, "timelogs", lambda params: _select_entries(state, params), orders, "date")


def _id(row: Any) -> int:
    return row.id


def _name(row: Any) -> str:
    return row.name.casefold()


def _changed_positions(table: Table[Any], params: Params) -> Iterable[int]:
    after = parse_updated_after(params)
    return range(len(table)) if after is None else table.indexes["updated"].since(after)


def _select_people(table: Table[Person], params: Params) -> Iterable[int]:
    kind = params.get("userType")
    if kind is not None and kind not in _USER_TYPES:
        raise make_refusal(400, "userType is not known")
    companies, search = parse_ids(params, "companyIds"), params.get("searchTerm", "").casefold()

    def matches(row: Person) -> bool:
        return (
            (not row.deleted or parse_flag(params, "showDeleted"))
            and (not row.is_service_account or parse_flag(params, "includeServiceAccounts"))
            and (kind == row.kind or (kind is None and _is_default_kind(row, params)))
            and (companies is None or row.company_id in companies)
            and not (row.without_updated and parse_updated_after(params))
            and search in f"{row.first_name} {row.last_name} {row.email}".casefold()
        )

    return (position for position in _changed_positions(table, params) if matches(table.rows[position]))


def _is_default_kind(row: Person, params: Params) -> bool:
    return row.kind != "collaborator" or parse_flag(params, "includeCollaborators")


def _select_companies(table: Table[TeamworkCompany], params: Params) -> Iterable[int]:
    search = params.get("searchTerm", "").casefold()

    def matches(row: TeamworkCompany) -> bool:
        return (not row.deleted or parse_flag(params, "showDeleted")) and search in row.name.casefold()

    return (position for position in _changed_positions(table, params) if matches(table.rows[position]))


def _select_projects(state: SandboxState, params: Params) -> Iterable[int]:
    table, now = state.agency.projects, state.clock.now()
    ids = parse_ids(params, "projectIds")
    if ids is not None:
        return [position for position in map(table.position, ids) if position is not None]
    statuses = _statuses(params)
    companies, owners = parse_ids(params, "projectCompanyIds"), parse_ids(params, "projectOwnerIds")
    categories, search = parse_ids(params, "projectCategoryIds"), params.get("searchTerm", "").casefold()
    with_archived = parse_flag(params, "includeArchivedProjects")
    only_archived = parse_flag(params, "onlyArchivedProjects")

    def matches(row: Project) -> bool:
        is_archived = row.status in ("archived", "inactive")
        return (
            (not is_archived or with_archived or only_archived)
            and (is_archived or not only_archived)
            and ((statuses is None and row.status != "deleted") or _has_status(row, statuses, now))
            and (companies is None or row.company_id in companies)
            and (owners is None or row.owner_id in owners)
            and (categories is None or row.category_id in categories)
            and search in row.name.casefold()
        )

    return (position for position in _changed_positions(table, params) if matches(table.rows[position]))


def _statuses(params: Params) -> set[str] | None:
    text = params.get("projectStatuses")
    if not text:
        return None
    statuses = set(text.lower().split(","))
    if not statuses <= set(_STATUSES):
        raise make_refusal(400, "projectStatuses holds an unknown status")
    return statuses


def _has_status(row: Project, statuses: set[str] | None, now: int) -> bool:
    if not statuses:
        return False
    if row.status == "deleted":
        return "deleted" in statuses
    status = sub_status(row, now)
    return status in statuses or ("active" in statuses and status != "completed")


def _select_entries(state: SandboxState, params: Params) -> Iterable[int]:
    table = state.agency.entries
    first, last = parse_day(params, "startDate"), parse_day(params, "endDate")
    people, projects = parse_ids(params, "assignedToUserIds"), parse_ids(params, "projectIds")
    with_deleted, after = parse_flag(params, "showDeleted"), parse_updated_after(params)
    if after is not None:
        positions: Iterable[int] = table.indexes["updated"].since(after)
    else:
        positions = table.indexes["day"].since(first or 0, last + 1 if last is not None else None)
    rows = table.rows
    return (
        position
        for position in positions
        if (row := rows[position])
        and (with_deleted or not row.deleted)
        and (people is None or row.person_id in people)
        and (projects is None or row.project_id in projects)
        and (first is None or row.day >= first)
        and (last is None or row.day <= last)
    )
