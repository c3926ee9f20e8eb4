"""Groups time entries by project, client, employee, task or period, with the hours of each group."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from sqlalchemy import Connection, not_, select

from regie.access.actor import Actor
from regie.access.link_targets import LinkTarget, annotate_can_open
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Page, Ref
from regie.core.db.query_cache import QueryCache
from regie.core.lists.listing import Statement
from regie.core.lists.pages import paginate, sort_rows
from regie.core.lists.shape import Column
from regie.core.money.amounts import write_scaled
from regie.core.time.months import end_of_month
from regie.domains.people.employees.queries import known_employees
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import TeamworkPerson, TeamworkProject, TeamworkTask, TimeEntry
from regie.domains.records.projects.models import Project
from regie.domains.work.clients.queries import CLIENT_LINK
from regie.domains.work.projects.queries import PROJECT_LINK
from regie.domains.work.time_entries.queries import (
    BILLABLE_MINUTES,
    TABLES,
    TIME_ENTRIES,
    cache_key,
    format_minutes,
    time_entry_row_scope,
)
from regie.domains.work.time_entries.schemas import Grouping, TimeEntryGroup, TimeEntryGroupQuery, TimeEntryQuery

_Days = tuple[date, date]
_KEYS: Mapping[Grouping, Column] = {
    "project": TimeEntry.teamwork_project_id,
    "client": TimeEntry.teamwork_project_id,
    "employee": TimeEntry.teamwork_user_id,
    "task": TimeEntry.teamwork_task_id,
    "day": TimeEntry.worked_on,
    "week": TimeEntry.worked_on,
    "month": TimeEntry.worked_on,
}
# The first and the last day of the period of a day; weeks begin on Monday.
_PERIODS: Mapping[Grouping, Callable[[date], _Days]] = {
    "day": lambda day: (day, day),
    "week": lambda day: (day - timedelta(days=day.weekday()), day + timedelta(days=6 - day.weekday())),
    "month": lambda day: (day.replace(day=1), end_of_month(day)),
}
# Names are read apart from the sums: joining them to all entries would take much longer.
_MATCHES: Mapping[Grouping, Statement] = {
    "project": select(Project.teamwork_project_id, Project.api_id, Project.name).order_by(Project.id),
    "client": select(Project.teamwork_project_id, Client.api_id, Client.name)
    .join(Client, Client.id == Project.client_id)
    .order_by(Project.id),
    "employee": select(Employee.teamwork_user_id, Employee.api_id, Employee.name).order_by(Employee.id),
    "task": select(TeamworkTask.external_id, TeamworkTask.api_id, TeamworkTask.name).order_by(TeamworkTask.id),
}
_SERVICE_NAMES: Mapping[Grouping, Statement] = {
    "project": select(TeamworkProject.external_id, TeamworkProject.name).order_by(TeamworkProject.id),
    "employee": select(TeamworkPerson.external_id, TeamworkPerson.name).order_by(TeamworkPerson.id),
}
_LINKS: Mapping[Grouping, LinkTarget] = {
    "project": PROJECT_LINK,
    "client": CLIENT_LINK,
    "employee": (Employee, Permission.DIRECTORY_VIEW, known_employees),
}
_SORT_KEYS: Mapping[str, Callable[[TimeEntryGroup], Any]] = {
    "name": lambda group: _name(group),
    "entries": lambda group: group["entries"],
    "hours": lambda group: group["minutes"],
    "billable_hours": lambda group: float(group["billable_hours"]),
}
SORTS = tuple(_SORT_KEYS)
_GROUPS: QueryCache[list[TimeEntryGroup]] = QueryCache(TABLES)


def list_groups(db: Connection, actor: Actor, query: TimeEntryGroupQuery) -> Page[TimeEntryGroup]:
    """Return a page of groups, most hours first; periods newest first."""
    groups = sort_rows(_read_groups(db, actor, query), query.sort or _default_sort(query.by), _SORT_KEYS)
    page = paginate(query, groups, lambda group: group, order=None)
    targets = {"record": _LINKS[query.by]} if query.by in _LINKS else {}
    return {"data": annotate_can_open(db, actor, page["data"], targets), "meta": page["meta"]}


def _default_sort(by: Grouping) -> str:
    return "-name" if by in _PERIODS else "-hours,name"


def _read_groups(db: Connection, actor: Actor, query: TimeEntryGroupQuery) -> list[TimeEntryGroup]:
    seen = time_entry_row_scope(actor)
    entries = TimeEntryQuery.model_validate(query.model_dump(exclude={"by", "page", "per_page", "sort"}))

    def compute() -> list[TimeEntryGroup]:
        rows = TIME_ENTRIES.counts(db, seen, entries, (_KEYS[query.by],), sums=(TimeEntry.minutes, BILLABLE_MINUTES))
        return _build_groups(query.by, rows, _read_matches(db, actor, query.by), _read_service_names(db, query.by))

    return _GROUPS.get(db, (query.by, *cache_key(db, seen, entries)), compute)


def _read_matches(db: Connection, actor: Actor, by: Grouping) -> dict[str, Ref | None]:
    """By key of the project tool, its record; None for a former employee whom the caller may not see."""
    if by not in _MATCHES:
        return {}
    records: dict[str, Ref | None] = {
        key: {"api_id": api_id, "name": name} for key, api_id, name in db.execute(_MATCHES[by]) if key is not None
    }
    scope = actor.scope(Permission.EMPLOYEES_VIEW) or Scope.OWN
    if by == "employee" and scope is not Scope.ALL:
        hidden = select(Employee.teamwork_user_id).where(not_(known_employees(scope)))
        records |= {key: None for key in db.execute(hidden, actor.params).scalars() if key is not None}
    return records


def _read_service_names(db: Connection, by: Grouping) -> dict[str, str]:
    return dict(db.execute(_SERVICE_NAMES[by]).all()) if by in _SERVICE_NAMES else {}


@dataclass(slots=True)
class _Group:
    """The sums of a group: entries, minutes and billable minutes."""

    record: Ref | None = None
    service_name: str | None = None
    service_key: str | None = None
    days: _Days | None = None
    sums: list[int] = field(default_factory=lambda: [0, 0, 0])


def _build_groups(
    by: Grouping, rows: Sequence[tuple[Any, ...]], matches: Mapping[Any, Ref | None], service_names: Mapping[Any, str]
) -> list[TimeEntryGroup]:
    """One group per record or period, or per key that matches none; the projects of a client are one group."""
    groups: dict[str, _Group] = {}
    for key, *sums in rows:
        identity, group = _identify(by, key, matches, service_names)
        group = groups.setdefault(identity, group)
        group.sums = [old + int(new) for old, new in zip(group.sums, sums, strict=True)]
    total = sum(group.sums[1] for group in groups.values())
    return [_serialize(by, identity, group, total) for identity, group in groups.items()]


def _identify(
    by: Grouping, key: Any, matches: Mapping[Any, Ref | None], service_names: Mapping[Any, str]
) -> tuple[str, _Group]:
    """The identity and the empty group of entries with a key of the project tool, or of a day."""
    if by in _PERIODS:
        days = _PERIODS[by](key) if key else None
        return days[0].isoformat() if days else "none", _Group(days=days)
    if record := matches.get(key):
        return record["api_id"], _Group(record)
    # The projects without a client, and the entries without a task, are one group.
    if by in ("client", "task"):
        return "none", _Group()
    service_name = None if key in matches else service_names.get(key)
    return key or "none", _Group(service_name=service_name, service_key=key or "")


def _serialize(by: Grouping, identity: str, group: _Group, total: int) -> TimeEntryGroup:
    entries, minutes, billable = group.sums
    starts_on, ends_on = group.days or (None, None)
    return {
        "api_id": f"{by}-{identity}",
        "by": by,
        "record": group.record and {**group.record, "can_open": False},
        "service_name": group.service_name,
        "service_key": group.service_key,
        "starts_on": starts_on,
        "ends_on": ends_on,
        "entries": entries,
        "minutes": minutes,
        "hours": format_minutes(minutes),
        "share_percent": _percent(minutes, total),
        "billable_hours": format_minutes(billable),
    }


def _percent(part: int, whole: int) -> str:
    """The percentage with two decimals, rounded half up."""
    return write_scaled((part * 20_000 + whole) // (2 * whole) if whole else 0, 2, 2)


def _name(group: TimeEntryGroup) -> str:
    if group["starts_on"] is not None:
        return group["starts_on"].isoformat()
    return (group["record"]["name"] if group["record"] else group["service_name"] or "").casefold()
