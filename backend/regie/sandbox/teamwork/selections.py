"""What Teamwork's filters let through, list by list; deleted and archived rows only when they are asked for."""

from collections.abc import Callable, Iterable
from typing import Any

from regie.sandbox.agency.rows import Person, Project, TeamworkCompany
from regie.sandbox.room import Room
from regie.sandbox.table import Table
from regie.sandbox.teamwork.gate import refuse
from regie.sandbox.teamwork.lists import Listing, Params, day_asked, ids_asked, is_yes, updated_after
from regie.sandbox.teamwork.shapes import sub_status

_USER_TYPES = ("account", "collaborator", "contact")
_STATUSES = ("active", "current", "late", "upcoming", "completed", "deleted")


def listing_of(room: Room, thing: str) -> Listing:
    agency = room.agency
    if thing == "people":
        orders: dict[str, Callable[[Any], Any]] = {
            "name": lambda row: f"{row.first_name} {row.last_name}",
            "namecaseinsensitive": lambda row: f"{row.first_name} {row.last_name}".casefold(),
            "company": lambda row: row.company_id,
            "id": _id,
        }
        return Listing(agency.people, "people", lambda params: _people(agency.people, params), orders, "name")
    if thing == "companies":
        orders = {"": lambda row: (not row.is_owner, row.name.casefold()), "name": _name, "id": _id}
        return Listing(agency.companies, "companies", lambda params: _companies(agency.companies, params), orders, "")
    if thing == "projects":
        orders = {"name": _name, "id": _id, "datecreated": lambda row: row.created}
        return Listing(agency.projects, "projects", lambda params: _projects(room, params), orders, "name")
    orders = {"date": lambda row: row.logged, "dateupdated": lambda row: row.updated, "id": _id}
    return Listing(agency.entries, "timelogs", lambda params: _entries(room, params), orders, "date")


def _id(row: Any) -> int:
    return row.id


def _name(row: Any) -> str:
    return row.name.casefold()


def _changed(table: Table[Any], params: Params) -> Iterable[int]:
    after = updated_after(params)
    return range(len(table)) if after is None else table.indexes["updated"].since(after)


def _people(table: Table[Person], params: Params) -> Iterable[int]:
    kind = params.get("userType")
    if kind is not None and kind not in _USER_TYPES:
        raise refuse(400, "userType is not known")
    companies, search = ids_asked(params, "companyIds"), params.get("searchTerm", "").casefold()

    def is_asked(row: Person) -> bool:
        return (
            (not row.deleted or is_yes(params, "showDeleted"))
            and (not row.is_service_account or is_yes(params, "includeServiceAccounts"))
            and (kind == row.kind or (kind is None and _is_default(row, params)))
            and (companies is None or row.company_id in companies)
            and not (row.without_updated and updated_after(params))
            and search in f"{row.first_name} {row.last_name} {row.email}".casefold()
        )

    return (position for position in _changed(table, params) if is_asked(table.rows[position]))


def _is_default(row: Person, params: Params) -> bool:
    return row.kind != "collaborator" or is_yes(params, "includeCollaborators")


def _companies(table: Table[TeamworkCompany], params: Params) -> Iterable[int]:
    search = params.get("searchTerm", "").casefold()

    def is_asked(row: TeamworkCompany) -> bool:
        return (not row.deleted or is_yes(params, "showDeleted")) and search in row.name.casefold()

    return (position for position in _changed(table, params) if is_asked(table.rows[position]))


def _projects(room: Room, params: Params) -> Iterable[int]:
    table, now = room.agency.projects, room.clock.now()
    ids = ids_asked(params, "projectIds")
    if ids is not None:
        return [position for position in map(table.position, ids) if position is not None]
    statuses = _statuses(params)
    companies, owners = ids_asked(params, "projectCompanyIds"), ids_asked(params, "projectOwnerIds")
    categories, search = ids_asked(params, "projectCategoryIds"), params.get("searchTerm", "").casefold()
    with_archived, only_archived = is_yes(params, "includeArchivedProjects"), is_yes(params, "onlyArchivedProjects")

    def is_asked(row: Project) -> bool:
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

    return (position for position in _changed(table, params) if is_asked(table.rows[position]))


def _statuses(params: Params) -> set[str] | None:
    text = params.get("projectStatuses")
    if not text:
        return None
    statuses = set(text.lower().split(","))
    if not statuses <= set(_STATUSES):
        raise refuse(400, "projectStatuses holds an unknown status")
    return statuses


def _has_status(row: Project, statuses: set[str] | None, now: int) -> bool:
    if not statuses:
        return False
    if row.status == "deleted":
        return "deleted" in statuses
    state = sub_status(row, now)
    return state in statuses or ("active" in statuses and state != "completed")


def _entries(room: Room, params: Params) -> Iterable[int]:
    table = room.agency.entries
    first, last = day_asked(params, "startDate"), day_asked(params, "endDate")
    people, projects = ids_asked(params, "assignedToUserIds"), ids_asked(params, "projectIds")
    with_deleted, after = is_yes(params, "showDeleted"), updated_after(params)
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
