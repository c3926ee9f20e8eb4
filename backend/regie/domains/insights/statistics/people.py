"""Lists people with their figures, sorted by any of them.

A person is listed when the caller may see at least one figure of theirs and they were employed on one of the days.
Figures are calculated in Python for everyone who is listed: an agency has hundreds of people, not thousands.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple, TypedDict

from sqlalchemy import Connection, select

from regie.access.actor import Actor
from regie.access.permissions import Scope
from regie.core.api.wire import Page
from regie.core.db.query_cache import QueryCache
from regie.core.lists.pages import paginate, sort_rows
from regie.core.lists.shape import read_rows
from regie.core.lists.text_index import contains_terms, parse_search
from regie.core.money.amounts import money
from regie.core.text.folding import fold
from regie.domains.insights.statistics.employees import HOURS_TABLES, read_visible_people
from regie.domains.insights.statistics.formatting import round_half_up
from regie.domains.insights.statistics.people_schemas import PeopleFiguresQuery, PeopleTotals, PersonFigures
from regie.domains.insights.statistics.request import DateRange
from regie.domains.insights.statistics.schemas import EmployeeFigure, EmployeeStatistics
from regie.domains.insights.utilization.queries import employed_between, read_missing_hours
from regie.domains.people.employees.queries import is_member_of, people_within, read_teams
from regie.domains.records.employees.models import Employee

DEFAULT_SORT = "name"
# Below every value: a figure that cannot be calculated, or that the caller may not see.
_NO_VALUE = Decimal("-Infinity")
_FIGURES = (
    "hours", "billable_hours", "available_hours", "utilisation", "retained_mrr", "net_retention", "retainer_revenue",
    "invoiced", "oos_sold", "churned_mrr", "goal_attainment", "values_received",
)  # fmt: skip

_MISSING_CACHE: QueryCache[Mapping[int, Fraction]] = QueryCache(HOURS_TABLES)


class _Entry(TypedDict):
    id: int
    api_id: str
    job_title: str | None
    logs_time: bool


class People(NamedTuple):
    """The people of a query with their figures, in one currency."""

    found: Sequence[PersonFigures]
    days: DateRange
    currency: str


def list_people(db: Connection, people: People, query: PeopleFiguresQuery) -> Page[PersonFigures]:
    """One page, by any figure; those without a value come last in a descending order."""
    found = sort_rows(people.found, ",".join(filter(None, (query.sort, DEFAULT_SORT))), SORTS)
    page = paginate(query, found, lambda person: person, order=None)
    teams = read_teams(db, [person["api_id"] for person in page["data"]])
    return {
        "data": [{**person, "teams": teams.get(person["api_id"], [])} for person in page["data"]],
        "meta": page["meta"],
    }


def add_up_people(people: People) -> PeopleTotals:
    """How many people there are, how many are below their target or miss time, and the MRR of their accounts."""
    held = [figure for person in people.found if (figure := person["figures"].get("retained_mrr"))]
    sums: dict[str, Decimal] = defaultdict(Decimal)
    for amount in (amount for figure in held for amount in figure["money"] or ()):
        sums[amount["currency"]] += Decimal(amount["amount"])
    missing = [hours for person in people.found if (hours := person["missing_hours"]) is not None]
    return {
        "from": people.days.first,
        "as_of": people.days.last,
        "people": len(people.found),
        "below_target": sum(map(_is_below_target, people.found)),
        "missing_time": sum(map(_has_missing_time, people.found)),
        "missing_hours": str(sum(map(Decimal, missing))) if missing else None,
        "retained_mrr": [money(amount, currency) for currency, amount in sorted(sums.items())] if held else None,
        "currency": people.currency,
    }


def find_people(
    db: Connection, actor: Actor, query: PeopleFiguresQuery, days: DateRange, currency: str, today: date
) -> People:
    """The people of all pages, unsorted and without their teams."""
    words = parse_search(query.search)
    conditions = [employed_between(days.first, days.last), *contains_terms((Employee.search_key,), words.shape)]
    if query.team:
        conditions.append(is_member_of(query.team))
    if query.mine:
        conditions.append(people_within(Scope.TEAM))
    logs_time = Employee.teamwork_user_id.is_not(None).label("logs_time")
    statement = select(Employee.id, Employee.api_id, Employee.job_title, logs_time).where(*conditions)
    entries = {row["api_id"]: row for row in read_rows(_Entry, db.execute(statement, {**actor.params, **words.params}))}
    missing = _read_missing(db, [row["id"] for row in entries.values() if row["logs_time"]], days, today)
    found: list[PersonFigures] = [
        _person(statistics, entries[statistics["employee"]["api_id"]], missing)
        for statistics in read_visible_people(db, actor, entries, days, currency, today)
        if statistics["figures"]
    ]
    if query.below_target is not None:
        found = [person for person in found if _is_below_target(person) is query.below_target]
    if query.missing_time is not None:
        found = [person for person in found if _has_missing_time(person) is query.missing_time]
    return People(found, days, currency)


def _read_missing(db: Connection, people: Sequence[int], days: DateRange, today: date) -> Mapping[int, Fraction]:
    key = (db.engine, frozenset(people), days, today)
    return _MISSING_CACHE.get(db, key, lambda: read_missing_hours(db, people, days.first, days.last, today))


def _person(statistics: EmployeeStatistics, entry: _Entry, missing: Mapping[int, Fraction]) -> PersonFigures:
    hours = missing.get(entry["id"]) if "hours" in statistics["figures"] else None
    return {
        **statistics,
        "api_id": entry["api_id"],
        "job_title": entry["job_title"],
        "teams": [],
        "missing_hours": None if hours is None else str(round_half_up(hours, 2)),
    }


def _has_missing_time(person: PersonFigures) -> bool:
    return Decimal(person["missing_hours"] or 0) > 0


def _is_below_target(person: PersonFigures) -> bool:
    used, target = (_value(person["figures"].get(name), None) for name in ("utilisation", "utilisation_target"))
    return _NO_VALUE < used < target


def _sort_key(name: str) -> Callable[[PersonFigures], Decimal]:
    return lambda person: _value(person["figures"].get(name), person["currency"])


def _value(figure: EmployeeFigure | None, currency: str | None) -> Decimal:
    """The figure, or its amount in the currency of the list; amounts without a rate cannot be compared."""
    if figure is None:
        return _NO_VALUE
    if figure["money"] is None:
        return _NO_VALUE if figure["value"] is None else Decimal(figure["value"])
    return sum((Decimal(one["amount"]) for one in figure["money"] if one["currency"] == currency), Decimal(0))


SORTS: Mapping[str, Callable[[PersonFigures], Any]] = {
    "name": lambda person: fold(person["employee"]["name"]),
    "missing_hours": lambda person: Decimal(person["missing_hours"] or "-Infinity"),
    **{name: _sort_key(name) for name in _FIGURES},
}
