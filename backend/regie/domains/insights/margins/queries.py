"""Lists margins by client, project, kind, team, person or month, with the rows of each and the hours to check."""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import Forbidden, Invalid
from regie.core.api.wire import LinkRef, Page, Ref
from regie.core.db.query_cache import QueryCache, read_table_versions
from regie.core.lists.pages import paginate, sort_rows
from regie.core.money.amounts import money
from regie.core.text.folding import fold
from regie.core.time.clock import Clock
from regie.core.time.months import add_months, end_of_month
from regie.domains.insights.company_targets.figures import read_targets
from regie.domains.insights.margins.figures import Entry, MarginSum, share_by_hours
from regie.domains.insights.margins.reading import (
    EXTERNAL_CACHE,
    HOURS_CACHE,
    REVENUE_CACHE,
    read_entries,
    read_gaps,
    read_minutes_without_project,
)
from regie.domains.insights.margins.schemas import (
    Grouping,
    Margin,
    MarginDays,
    MarginGaps,
    MarginQuery,
    MarginRow,
    MarginRowsQuery,
    MarginTarget,
    MarginTotals,
    ProjectKind,
)
from regie.domains.insights.statistics.queries import (
    DateRange,
    Reader,
    format_hours,
    format_percent,
    month_reader,
)
from regie.domains.people.teams.models import Team
from regie.domains.records.clients.models import Client
from regie.domains.records.dated_fields.figures import value_at
from regie.domains.records.dated_fields.queries import read_dated_rows
from regie.domains.records.dated_fields.schemas import PROJECT_FIELDS, Timeline
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.projects.models import Project
from regie.domains.records.settings.queries import settings_for

ORDER = "-amount"
_MAX_MONTHS = 60
_RIGHTS = (Permission.EMPLOYEES_COST_RATES, Permission.STATISTICS_REVENUE, Permission.STATISTICS_HOURS)
_TEAM = PROJECT_FIELDS["team"]
# What belongs to no team, or to no known person.
_NONE = "none"


@dataclass(frozen=True, slots=True)
class _Work:
    """A project, as the groups of margins name it; `teams` are its teams by their first day."""

    project: LinkRef
    client: LinkRef
    client_id: int
    kind: ProjectKind
    teams: Timeline


class _Opened(NamedTuple):
    """What a query is read with: a reader of its days, the rates, the percentage of overhead, and the table versions.

    The versions are read before the rates, so that no margin at former rates is remembered under later ones.
    """

    reader: Reader
    rates: Rates
    overhead: int
    versions: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Margins:
    """The entries of a query with the key of the group of each."""

    reader: Reader
    rates: Rates
    works: Mapping[int, _Work]
    entries: Sequence[Entry]
    keys: Sequence[Any]

    @property
    def currency(self) -> str:
        return self.reader.request.currency


_WORKS_TABLES = ("clients", "projects", "terms")
# Sums are few and small; names are read for each response.
_SUMS_TABLES = {*REVENUE_CACHE.tables, *HOURS_CACHE.tables, *EXTERNAL_CACHE.tables, *_WORKS_TABLES}
_SUMS_CACHE: QueryCache[dict[Any, MarginSum]] = QueryCache(_SUMS_TABLES)
_TOTALS_CACHE: QueryCache[tuple[MarginSum, list[str]]] = QueryCache(_SUMS_TABLES)


def list_margins(db: Connection, actor: Actor, clock: Clock, query: MarginQuery) -> Page[Margin]:
    """One page of groups, lowest margin first; months in their order."""
    opened = _open(db, actor, clock, query)
    key = _key(opened, query, query.by)
    sums = _SUMS_CACHE.get_with_versions(opened.versions, key, lambda: _sum_groups(_read(opened, query)))
    names = _name_groups(db, query.by, sums)
    groups = [_group(query.by, key, total, names.get(key)) for key, total in sums.items()]
    ordered = sort_rows(groups, query.sort or ("name" if query.by == "month" else "margin,name"), SORTS)
    return paginate(query, ordered, lambda group: group, order=None)


def add_up_margins(db: Connection, actor: Actor, clock: Clock, query: MarginQuery) -> MarginTotals:
    opened = _open(db, actor, clock, query)
    # Shares of people are rounded; those of other groups add up to the same.
    key = _key(opened, query, query.by == "person")
    total, missing_rates = _TOTALS_CACHE.get_with_versions(opened.versions, key, lambda: _sum_all(_read(opened, query)))
    request = opened.reader.request
    return {
        "from": request.days.first,
        "as_of": request.days.last,
        "currency": request.currency,
        "overhead_percent": opened.overhead,
        "missing_rates": missing_rates,
        "target": _target(opened, query, total),
        **total.serialize(),
    }


def _sum_all(found: _Margins) -> tuple[MarginSum, list[str]]:
    """The sum of all entries, and the rates that are missing."""
    total, missing = MarginSum(found.currency), set[str]()
    for entry in found.entries:
        total.add(entry)
        if entry.converted is None:
            missing.update(
                f"{one.currency} {one.day}" for one in found.rates.missing(entry.currency, found.currency, entry.day)
            )
    return total, sorted(missing)


def _target(opened: _Opened, query: MarginQuery, total: MarginSum) -> MarginTarget | None:
    """The target of the requested months, also of days to come: each month has its own."""
    if query.client or query.project or query.kind:
        return None
    reader, rates, currency = opened.reader, opened.rates, opened.reader.request.currency
    first = reader.request.days.first
    months = list(DateRange(first, max(query.to or end_of_month(reader.today), first)).months())
    whole = {month.first for month in months if month.is_month}
    targets = [
        one
        for one in read_targets(reader.db, months[0].first, months[-1].first)
        if one.figure == "margin" and one.month in whole
    ]
    if not targets:
        return None
    # A future day has no rate, so its target is converted at today's.
    converted = [
        rates.convert(one.value, one.currency or currency, currency, min(end_of_month(one.month), reader.today))
        for one in targets
    ]
    known = [amount for amount in converted if amount is not None]
    amount = sum(known, Decimal(0)) if len(known) == len(months) else None
    return {
        "amount": None if amount is None else money(amount, currency),
        "percent": (
            None if amount is None or total.unconverted else format_percent(Fraction(total.margin), Fraction(amount))
        ),
        "covered": len(targets),
        "of": len(months),
        "months": [
            {"month": one.month, "amount": None if value is None else money(value, currency)}
            for one, value in zip(targets, converted, strict=True)
        ],
    }


def list_margin_rows(db: Connection, actor: Actor, clock: Clock, query: MarginRowsQuery) -> Page[MarginRow]:
    """What each record adds to a group, largest first."""
    found = _read(_open(db, actor, clock, query), query, by_person=True)
    keys = dict.fromkeys(found.keys)
    names = _name_groups(db, query.by, keys)
    groups = {key: _identity(query.by, key, names.get(key)) for key in keys}
    selected = [
        entry
        for entry, key in zip(found.entries, found.keys, strict=True)
        if (not query.part or entry.part in query.part) and query.group in (None, groups[key])
    ]
    selected.sort(key=_size, reverse=True)
    people = _read_names(db, Employee, {one.person for one in selected if one.person is not None})
    is_signed = len(set(query.part)) != 1
    return paginate(query, selected, lambda one: _row(found, one, people, is_signed=is_signed), order=ORDER)


def list_margin_gaps(db: Connection, actor: Actor, clock: Clock, query: MarginDays) -> MarginGaps:
    """The hours of all projects that cost nothing, or that were logged after the person left."""
    reader = _open(db, actor, clock, query).reader
    return {
        "from": reader.request.days.first,
        "as_of": reader.request.days.last,
        "gaps": [
            {
                "reason": one.reason,
                "employee": None if one.employee is None else {"api_id": one.employee, "name": one.name or ""},
                "service_person": one.service_person,
                "service_key": one.service_key,
                "hours": format_hours(int(one.minutes)),
                "first_on": one.first_on,
                "last_on": one.last_on,
            }
            for one in read_gaps(reader)
        ],
        "hours_without_project": format_hours(read_minutes_without_project(reader)),
    }


def _open(db: Connection, actor: Actor, clock: Clock, query: MarginDays) -> _Opened:
    """A reader of the days until today; Forbidden unless the caller sees the costs, revenue and hours of all."""
    if any(actor.require(permission) is not Scope.ALL for permission in _RIGHTS):
        raise Forbidden
    today = clock.today()
    last = min(query.to or today, today)
    first = query.from_ or last.replace(day=1)
    if first > today:
        raise Invalid({"from": "not_yet"})
    if last < first:
        raise Invalid({"to": "after_start"})
    if last >= add_months(first, _MAX_MONTHS):
        raise Invalid({"to": "five_years"})
    versions = read_table_versions(db)
    whole, rates = month_reader(db, actor, clock, today, query.currency, versions)
    overhead = settings_for(db, actor)["overhead_percent"]
    return _Opened(whole.narrowed_to(DateRange(first, last)), rates, overhead, versions)


def _key(opened: _Opened, query: MarginQuery, what: Hashable) -> Hashable:
    """What sums of a query depend on besides their tables: the limits of what the caller may see are those of all."""
    reader = opened.reader
    request = (reader.db.engine, reader.request.days, reader.request.currency, reader.today, opened.overhead)
    return (*request, what, tuple(query.client), tuple(query.project), tuple(query.kind))


def _read(opened: _Opened, query: MarginQuery, *, by_person: bool = False) -> _Margins:
    whole, rates, overhead, versions = opened
    db = whole.db
    by_person, days = by_person or query.by == "person", whole.request.days
    # The page of a client or project needs the records of that client only.
    owners = _find_clients(db, query) if query.client or query.project else None
    reader = whole if owners is None else whole.narrowed_to(days, owners)
    works = _read_works(reader)
    found = read_entries(reader, rates, overhead, versions, by_person=by_person)
    entries = [one for one in found if _matches(query, works[one.project])]
    if query.by == "person":
        entries = list(share_by_hours(entries, reader.request.currency))
    keys = [_KEYS[query.by](works[one.project], one) for one in entries]
    return _Margins(reader, rates, works, entries, keys)


def _matches(query: MarginQuery, work: _Work) -> bool:
    return (
        (not query.client or work.client["api_id"] in query.client)
        and (not query.project or work.project["api_id"] in query.project)
        and (not query.kind or work.kind in query.kind)
    )


def _find_clients(db: Connection, query: MarginQuery) -> frozenset[int]:
    """The clients of the query, or those of its projects."""
    if query.client:
        return frozenset(db.execute(select(Client.id).where(Client.api_id.in_(query.client))).scalars())
    return frozenset(db.execute(select(Project.client_id).where(Project.api_id.in_(query.project))).scalars())


def _read_works(reader: Reader) -> Mapping[int, _Work]:
    names = select(Client.id, Client.api_id, Client.name).where(reader.owned(Client.id))
    clients: dict[int, LinkRef] = {
        key: {"api_id": api_id, "name": name, "can_open": True} for key, api_id, name in reader.rows(names)
    }
    columns = (Project.api_id, Project.name, Project.client_id, Project.kind)
    works: dict[int, _Work] = {}
    for key, row in read_dated_rows(reader.db, [_TEAM], columns, reader.owned(Project.client_id)).items():
        api_id, name, client_id, kind = row.columns
        project: LinkRef = {"api_id": api_id, "name": name, "can_open": True}
        works[key] = _Work(project, clients[client_id], client_id, kind, row.timelines[_TEAM.name])
    return works


# The key of the group that an entry belongs to: the team is the project's on the day.
_KEYS: Mapping[Grouping, Callable[[_Work, Entry], Any]] = {
    "client": lambda work, _entry: work.client_id,
    "project": lambda _work, entry: entry.project,
    "kind": lambda work, _entry: work.kind,
    "team": lambda work, entry: value_at(work.teams, entry.day),
    "person": lambda _work, entry: entry.person,
    "month": lambda _work, entry: entry.day.replace(day=1),
}
_MODELS: Mapping[Grouping, Any] = {"client": Client, "project": Project, "team": Team, "person": Employee}


def _sum_groups(found: _Margins) -> dict[Any, MarginSum]:
    sums: dict[Any, MarginSum] = {}
    for entry, key in zip(found.entries, found.keys, strict=True):
        if key not in sums:
            sums[key] = MarginSum(found.currency)
        sums[key].add(entry)
    return sums


def _name_groups(db: Connection, by: Grouping, keys: Collection[Any]) -> Mapping[int, Ref]:
    return _read_names(db, _MODELS[by], {*keys} - {None}) if by in _MODELS else {}


def _read_names(db: Connection, model: Any, keys: Any) -> Mapping[int, Ref]:
    statement = select(model.id, model.api_id, model.name).where(model.id.in_(keys))
    return {key: {"api_id": api_id, "name": name} for key, api_id, name in db.execute(statement)}


def _identity(by: Grouping, key: Any, ref: Ref | None) -> str:
    if by in _MODELS:
        return ref["api_id"] if ref else _NONE
    return key.isoformat() if isinstance(key, date) else key


def _group(by: Grouping, key: Any, total: MarginSum, ref: Ref | None) -> Margin:
    return {
        "api_id": _identity(by, key, ref),
        "by": by,
        "record": ref,
        "kind": key if by == "kind" else None,
        "month": key if by == "month" else None,
        **total.serialize(),
    }


def _size(entry: Entry) -> tuple[bool, Decimal, int]:
    """Amounts without a rate come first, because their rate must be entered."""
    amount = entry.amount if entry.converted is None else entry.converted
    return entry.converted is None, abs(amount), entry.minutes


def _row(found: _Margins, entry: Entry, people: Mapping[int, Ref], *, is_signed: bool) -> MarginRow:
    work, sign = found.works[entry.project], entry.sign if is_signed else 1
    converted = None if entry.converted is None else money(sign * entry.converted, found.currency)
    return {
        "part": entry.part,
        "project": work.project,
        "client": work.client,
        "employee": None if entry.person is None else people[entry.person],
        "description": entry.description,
        "on": entry.day,
        "hours": format_hours(entry.minutes) if entry.part == "hours" else None,
        "amount": money(sign * entry.amount, entry.currency),
        "converted": converted,
    }


def _amount(name: str) -> Callable[[Margin], Decimal]:
    def key(row: Margin) -> Decimal:
        found: Any = row[name]  # type: ignore[literal-required]
        if found is None:
            return Decimal("-Infinity")
        return Decimal(found["amount"] if isinstance(found, dict) else found)

    return key


def _name(row: Margin) -> str:
    if row["month"] is not None:
        return row["month"].isoformat()
    return fold(row["record"]["name"]) if row["record"] else row["kind"] or ""


SORTS: Mapping[str, Callable[[Margin], Any]] = {
    "name": _name,
    **{
        name: _amount(name)
        for name in (
            "revenue", "cost_of_hours", "external_costs", "margin", "margin_percent", "hours", "hourly_rate",
            "hours_without_rate",
        )
    },
}  # fmt: skip
