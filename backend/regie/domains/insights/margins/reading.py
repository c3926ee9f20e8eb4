"""Reads what each record contributes to margins; the database adds up the hours."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import (
    CTE,
    BigInteger,
    ColumnElement,
    Integer,
    Select,
    String,
    and_,
    case,
    cast,
    func,
    literal,
    literal_column,
    null,
    or_,
    select,
    true,
    type_coerce,
    union_all,
)

from regie.access.permissions import Scope
from regie.core.db.query_cache import QueryCache
from regie.core.money.amounts import AMOUNT_DIGITS, CURRENCIES, currency_digits
from regie.domains.insights.margins.figures import Entry
from regie.domains.insights.margins.packing import PackedEntries, pack
from regie.domains.insights.margins.schemas import GapReason
from regie.domains.insights.statistics.queries import REVENUE_TABLES, STORED, DateRange, Reader
from regie.domains.records.employees.models import TRACKED_EMPLOYEES, Employee, EmployeeCostRate
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.exchange_rates.models import PIVOT
from regie.domains.records.mirrors.models import TeamworkPerson, TimeEntry
from regie.domains.records.project_costs.models import ProjectCost
from regie.domains.records.projects.models import TRACKED_PROJECTS, Project

_ZERO = Decimal(0)


def _people() -> CTE:
    """By Teamwork's key, the employee: one, even if several are linked to it."""
    return (
        select(Employee.teamwork_user_id, func.min(Employee.id).label("id"))
        .where(Employee.teamwork_user_id.is_not(None))
        .group_by(Employee.teamwork_user_id)
        .cte("people")
    )


def _rates() -> CTE:
    """Each cost rate, from its first day until the day before `until`."""
    starts_on = EmployeeCostRate.starts_on
    until = func.lead(starts_on).over(partition_by=EmployeeCostRate.employee_id, order_by=starts_on)
    columns = (EmployeeCostRate.employee_id, EmployeeCostRate.amount, EmployeeCostRate.currency, starts_on)
    return select(*columns, until.label("until")).cte("rates")


_PEOPLE, _RATES = _people(), _rates()
_HAS_RATE = and_(
    _RATES.c.employee_id == _PEOPLE.c.id,
    TimeEntry.worked_on >= _RATES.c.starts_on,
    or_(_RATES.c.until.is_(None), TimeEntry.worked_on < _RATES.c.until),
)


def _prices() -> CTE:
    """By Teamwork's key, the employee and the cost rate of each of their days, without a rate before the first.

    One join per time entry instead of two.
    """
    amount = type_coerce(_RATES.c.amount, BigInteger).label("amount")
    person = (_PEOPLE.c.teamwork_user_id, _PEOPLE.c.id.label("person"))
    end = literal(date.max)
    priced = select(
        *person, amount, _RATES.c.currency, _RATES.c.starts_on, func.coalesce(_RATES.c.until, end).label("until")
    ).join(_RATES, _RATES.c.employee_id == _PEOPLE.c.id)
    before = (
        select(
            *person,
            cast(null(), BigInteger),
            cast(null(), String),
            literal(date.min),
            func.coalesce(func.min(_RATES.c.starts_on), end),
        )
        .outerjoin(_RATES, _RATES.c.employee_id == _PEOPLE.c.id)
        .group_by(_PEOPLE.c.teamwork_user_id, _PEOPLE.c.id)
    )
    return union_all(priced, before).cte("prices")


_PRICES = _prices()
_IS_PRICED = and_(
    _PRICES.c.teamwork_user_id == TimeEntry.teamwork_user_id,
    TimeEntry.worked_on >= _PRICES.c.starts_on,
    TimeEntry.worked_on < _PRICES.c.until,
)


# Each part is remembered until one of its own tables changes: most changes leave the hours, which are most entries.
REVENUE_CACHE: QueryCache[PackedEntries] = QueryCache(("exchange_rates", *REVENUE_TABLES))
HOURS_CACHE: QueryCache[PackedEntries] = QueryCache(
    ("employee_cost_rates", "exchange_rates", "time_entries", TRACKED_EMPLOYEES, TRACKED_PROJECTS)
)
EXTERNAL_CACHE: QueryCache[Sequence[Entry]] = QueryCache(("exchange_rates", "project_costs", TRACKED_PROJECTS))


def read_entries(
    reader: Reader, rates: Rates, overhead_percent: int, versions: Mapping[str, int], *, by_person: bool
) -> list[Entry]:
    """Revenue, hours and external costs of the projects of the reader's clients, or of all, on the requested days.

    Without `by_person`, the hours of a project in a month are one entry, except costs without a rate.
    """
    owners = None if reader.owners is None else frozenset(reader.owners)
    key = (reader.db.engine, reader.request.days, reader.request.currency, reader.today, owners)

    def read_own() -> list[Entry]:
        hours = read_hours(reader, rates, overhead_percent, by_person=by_person)
        return list(hours if by_person else _join_people(hours, reader.request.currency))

    def join(hours: list[Entry]) -> list[Entry]:
        revenue = REVENUE_CACHE.get_with_versions(
            versions, key, lambda: pack("revenue", list(read_revenue(reader, rates)))
        )
        external = EXTERNAL_CACHE.get_with_versions(versions, key, lambda: list(read_external(reader, rates)))
        return [*revenue.unpack(), *hours, *external]

    if by_person:
        # Those of all people take too much memory.
        return join(read_own())
    key_of_hours = (key, overhead_percent)
    return join(HOURS_CACHE.get_with_versions(versions, key_of_hours, lambda: pack("hours", read_own())).unpack())


def read_revenue(reader: Reader, rates: Rates) -> Iterator[Entry]:
    currency = reader.request.currency
    for one in STORED["revenue"].read(reader, Scope.ALL, reader.request.days):
        converted = rates.convert(one.amount, one.currency, currency, one.day)
        yield Entry("revenue", one.key, None, one.day, one.currency, one.amount, converted)


def _select_hours(reader: Reader, overhead_percent: int, *, by_person: bool) -> Select[*tuple[Any, ...]]:
    """The minutes and cost of each person on a project in a month and currency; the cost is rounded once.

    Without `by_person`, those that need no conversion are added up, and have no person.
    """
    days, target = reader.request.days, reader.request.currency
    minutes, rate = func.sum(TimeEntry.minutes), type_coerce(_PRICES.c.amount, BigInteger)
    service_project = TimeEntry.teamwork_project_id.label("service_project")
    by = (service_project, _PRICES.c.person, _place_of_month(days).label("month"), _PRICES.c.currency)
    exact = func.sum(rate * TimeEntry.minutes) * literal(100 + overhead_percent, BigInteger)
    of_owners = select(Project.teamwork_project_id).where(reader.owned(Project.client_id))
    costs = (
        select(*by, cast(minutes, BigInteger).label("minutes"), cast(exact, BigInteger).label("exact"))
        .outerjoin(_PRICES, _IS_PRICED)
        .where(
            TimeEntry.worked_on.between(days.first, days.last),
            TimeEntry.deleted_at.is_(None),
            true() if reader.owners is None else TimeEntry.teamwork_project_id.in_(of_owners),
        )
        .group_by(*_positions(by))
        .subquery("costs")
    ).c
    is_converted = and_(costs.currency.is_not(None), costs.currency != literal(target))
    person = costs.person if by_person else case((is_converted, costs.person))
    keys = (Project.id, person.label("person"), costs.month, costs.currency)
    # Joined to the groups, which are fewer than the entries.
    sums = select(*keys, func.sum(_round_to_units(costs.exact, costs.currency)), func.sum(costs.minutes)).join(
        Project, Project.teamwork_project_id == costs.service_project
    )
    return sums.group_by(*_positions(keys)).order_by(*_positions(keys))


def _place_of_month(days: DateRange) -> ColumnElement[int]:
    """The place of an entry's month among those of the days: comparing days is faster than extracting their parts."""
    *earlier, last = (literal_column(str(place), Integer) for place, _ in enumerate(days.months()))
    ends = (TimeEntry.worked_on <= month.last for month in days.months())
    return case(*zip(ends, earlier, strict=False), else_=last) if earlier else last


def _positions(columns: Sequence[object]) -> list[ColumnElement[int]]:
    return [literal_column(str(position)) for position in range(1, 1 + len(columns))]


def _round_to_units(exact: ColumnElement[int], currency: ColumnElement[str]) -> ColumnElement[int]:
    """Ten-thousandths per hour, times minutes, times a hundred, in the currency's smallest units.

    A half is rounded away from zero.
    """
    divisors = {code: 100 * 60 * 10 ** (AMOUNT_DIGITS - currency_digits(code)) for code in CURRENCIES}
    usual = divisors[PIVOT]
    others = {code: literal_column(str(one), BigInteger) for code, one in divisors.items() if one != usual}
    divisor = case(others, value=currency, else_=literal_column(str(usual), BigInteger))
    two = literal_column("2", BigInteger)
    rounded = (two * func.abs(exact) + divisor) // (two * divisor)
    return case((exact < literal_column("0"), -rounded), else_=rounded)


def read_hours(reader: Reader, rates: Rates, overhead_percent: int, *, by_person: bool) -> Iterator[Entry]:
    """The hours on each project by month, converted at the rate of its last day."""
    target, days = reader.request.currency, reader.request.days
    ends = [month.last for month in days.months()]
    statement = _select_hours(reader, overhead_percent, by_person=by_person)
    for project, person, place, currency, units, sum_of_minutes in reader.rows(statement):
        day, minutes = ends[place], int(sum_of_minutes)
        if currency is None:
            yield Entry("hours", project, person, day, target, _ZERO, _ZERO, minutes, minutes)
        else:
            cost = Decimal(int(units)).scaleb(-currency_digits(currency))
            converted = rates.convert(cost, currency, target, day)
            yield Entry("hours", project, person, day, currency, cost, converted, minutes)


def _join_people(hours: Iterator[Entry], currency: str) -> Iterator[Entry]:
    """Add up the hours of all people on a project by day, with their converted costs; the others remain entries."""
    for project, of_project in groupby(hours, lambda one: one.project):
        sums: dict[date, tuple[Decimal, int, int]] = {}
        for one in of_project:
            if one.converted is None:
                yield one
                continue
            amount, minutes, unpriced = sums.get(one.day, (_ZERO, 0, 0))
            sums[one.day] = amount + one.converted, minutes + one.minutes, unpriced + one.unpriced
        for day, (amount, minutes, unpriced) in sums.items():
            yield Entry("hours", project, None, day, currency, amount, amount, minutes, unpriced)


def read_external(reader: Reader, rates: Rates) -> Iterator[Entry]:
    days, target = reader.request.days, reader.request.currency
    statement = (
        select(
            ProjectCost.project_id,
            ProjectCost.incurred_on,
            ProjectCost.currency,
            ProjectCost.amount,
            ProjectCost.description,
        )
        .join(Project, Project.id == ProjectCost.project_id)
        .where(ProjectCost.incurred_on.between(days.first, days.last), reader.owned(Project.client_id))
        .order_by(ProjectCost.id)
    )
    for project, day, currency, amount, description in reader.rows(statement):
        converted = rates.convert(amount, currency, target, day)
        yield Entry("external", project, None, day, currency, amount, converted, description=description)


_REASON = case(
    (_PEOPLE.c.id.is_(None), literal_column("'no_person'")),
    (_RATES.c.amount.is_(None), literal_column("'no_rate'")),
    (_RATES.c.amount == literal_column("0"), literal_column("'zero_rate'")),
    else_=literal_column("'after_leaving'"),
)


class Gap(NamedTuple):
    """Hours of one person to check; `service_key` is the person's key in Teamwork."""

    reason: GapReason
    service_key: str
    service_person: str | None
    employee: str | None
    name: str | None
    minutes: int
    first_on: date
    last_on: date


def read_gaps(reader: Reader) -> list[Gap]:
    """Hours on projects without a cost rate, at a rate of zero, or after the person's last day, most hours first."""
    days, person = reader.request.days, Employee.__table__.alias("person")
    key = func.coalesce(TimeEntry.teamwork_user_id, literal_column("''"))
    by = (_REASON, key, TeamworkPerson.name, person.c.api_id, person.c.name)
    minutes = func.sum(TimeEntry.minutes)
    has_no_cost = or_(_RATES.c.amount.is_(None), _RATES.c.amount == literal_column("0"))
    statement = (
        select(*by, minutes, func.min(TimeEntry.worked_on), func.max(TimeEntry.worked_on))
        .join(Project, Project.teamwork_project_id == TimeEntry.teamwork_project_id)
        .outerjoin(_PEOPLE, _PEOPLE.c.teamwork_user_id == TimeEntry.teamwork_user_id)
        .outerjoin(person, person.c.id == _PEOPLE.c.id)
        .outerjoin(_RATES, _HAS_RATE)
        .outerjoin(TeamworkPerson, TeamworkPerson.external_id == TimeEntry.teamwork_user_id)
        .where(
            TimeEntry.worked_on.between(days.first, days.last),
            TimeEntry.deleted_at.is_(None),
            or_(has_no_cost, TimeEntry.worked_on > person.c.ended_on),
        )
        .group_by(*by)
        .order_by(minutes.desc(), key)
    )
    return [Gap(*row) for row in reader.rows(statement)]


def read_minutes_without_project(reader: Reader) -> int:
    days = reader.request.days
    linked = select(Project.teamwork_project_id).where(Project.teamwork_project_id.is_not(None))
    statement = select(func.sum(TimeEntry.minutes)).where(
        TimeEntry.worked_on.between(days.first, days.last),
        TimeEntry.deleted_at.is_(None),
        or_(TimeEntry.teamwork_project_id.is_(None), TimeEntry.teamwork_project_id.not_in(linked)),
    )
    return int(reader.rows(statement)[0][0] or 0)
