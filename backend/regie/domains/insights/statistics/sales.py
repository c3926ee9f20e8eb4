"""Analyzes out-of-scope sales in one currency: by month, seller, team and status, with its targets.

It adds up the sellers' shares that the list of sales shows to the same caller, each at the rate of its sale date, so
that a figure equals the sum of its rows.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

from sqlalchemy import case, literal_column, select

from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Ref
from regie.core.money.amounts import money
from regie.domains.insights.statistics.contributions import Contribution, FigureSum, sum_contributions
from regie.domains.insights.statistics.formatting import format_percent
from regie.domains.insights.statistics.money_contributions import read_retainer_revenue, read_targets_by_seller
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.request import DateRange
from regie.domains.insights.statistics.sales_schemas import (
    SalesAnalysis,
    SalesFigure,
    SalesGroup,
    SalesMonth,
    SalesRatio,
    SellerSales,
    TeamSales,
)
from regie.domains.insights.statistics.schemas import TargetMonths
from regie.domains.insights.statistics.targets import has_target, read_sales_targets
from regie.domains.people.teams.models import Team
from regie.domains.people.teams.queries import read_membership_timelines
from regie.domains.records.dated_fields.figures import value_at
from regie.domains.records.dated_fields.schemas import Timeline
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.figures import MissingRate, Rates
from regie.domains.records.projects.models import Project, ProjectSeller
from regie.domains.work.oos_sales.figures import SHARE, SHARE_KEY, SOLD_ON, STATUS_NAME, STATUSES
from regie.domains.work.oos_sales.queries import SALES, sale_row_scope
from regie.domains.work.oos_sales.schemas import OosStatus

P = Permission
S = TypeVar("S", bound=SalesFigure)
# By team, or by None for days without one: the days on which an employee was a member.
_DaysByTeam = Mapping[int | None, Sequence[DateRange]]
_A_DAY = timedelta(days=1)
SALES_TABLES = (
    "clients", "company_targets", "employee_goals", "employees", "exchange_rates", "invoices", "oos_approvals",
    "project_amendments",
    "project_fees", "terms", "project_members", "payment_allocations",
    "project_payments", "project_sellers", "projects", "team_members",
    "teams", "time_entries", "users",
)  # fmt: skip
# Approved by the client, and neither declined nor canceled since.
COUNTED: tuple[OosStatus, ...] = ("approved", "in_work", "delivered", "invoiced", "paid")


@dataclass(frozen=True, slots=True)
class _Sale:
    """One seller's share; `amount` is None when the caller may not see it."""

    person: int
    client: int
    status: str
    day: date
    currency: str
    amount: Decimal | None


def analyze_sales(reader: Reader, rates: Rates) -> SalesAnalysis:
    sales = _read_sales(reader)
    counted = [sale for sale in sales if sale.status in COUNTED]
    targets = _Targets(reader, counted)
    calculator = _SalesCalculator(reader.request.currency, rates)
    return {
        "as_of": reader.today,
        "from": reader.request.days.first,
        "to": reader.request.days.last,
        "currency": reader.request.currency,
        "sold": calculator.figure(counted, targets.of_all(reader.request.days), targets.months_of_all()),
        "ratio": _ratio(reader, counted, calculator),
        "months": [_month(days, counted, targets, calculator) for days in reader.request.days.months()],
        "people": _people(reader, counted, targets, calculator),
        "teams": _teams(reader, counted, targets, calculator),
        "statuses": [
            {"status": status, **calculator.group([sale for sale in sales if sale.status == status])}
            for status in STATUSES
        ],
        "missing_rates": [{"currency": one.currency, "on": one.day} for one in sorted(calculator.missing)],
    }


def _read_sales(reader: Reader) -> list[_Sale]:
    """The rows of the list of sales until today, with the amounts that the list shows to the caller."""
    seen = sale_row_scope(reader.actor)
    is_shown = case((seen.shows_restricted(), literal_column("1")), else_=literal_column("0"))
    found = (
        select(
            ProjectSeller.employee_id,
            Project.client_id,
            STATUS_NAME,
            SOLD_ON,
            Project.currency,
            SHARE,
            is_shown,
        )
        .select_from(SALES.source)
        .where(seen.rows(), SOLD_ON.between(reader.days.first, reader.days.last))
        .order_by(SHARE_KEY)
    )
    return [
        _Sale(person, client, status, day, currency, amount if shown else None)
        for person, client, status, day, currency, amount, shown in reader.rows(found)
    ]


class _Targets:
    """Sales targets, available only where the caller sees all sales with their amounts.

    All sales and those of a month have the organization's target, as on the dashboard; people and teams those of goals.
    """

    def __init__(self, reader: Reader, counted: Iterable[_Sale]) -> None:
        self._reader = reader
        self._month_count = len(list(reader.request.days.months()))
        scope = reader.actor.scope(P.STATISTICS_OOS)
        scopes = (scope, *(reader.actor.scope(permission) for permission in (P.OOS_SALES_VIEW, P.PROJECTS_MONEY)))
        self._has_all_targets = all(scope is Scope.ALL for scope in scopes)
        # Below the scope `all`, callers see all of their own sales, but not always the amounts.
        employee_id = reader.actor.employee_id
        hides_own_amount = any(sale.person == employee_id and sale.amount is None for sale in counted)
        self._has_own_targets = scope is not None and employee_id is not None and not hides_own_amount
        self._days = reader.request.days
        self._by_days: dict[DateRange, Mapping[int, Sequence[Contribution]]] = {}

    def people(self) -> Iterable[int]:
        return self._by_person(self._days)

    def of(self, person: int) -> Sequence[Contribution]:
        return self._by_person(self._days).get(person, ())

    def of_days(self, days: Mapping[int, Sequence[DateRange]]) -> list[Contribution]:
        """The targets of employees on their days."""
        return [
            one
            for person, of_person in days.items()
            for part in of_person
            for one in self._by_person(part).get(person, ())
        ]

    def months_of(self, people: Iterable[int]) -> TargetMonths:
        """How many months have a target of one of these employees."""
        return self.months_of_days({person: [self._days] for person in people})

    def months_of_days(self, days: Mapping[int, Sequence[DateRange]]) -> TargetMonths:
        """How many months have a target of one of these employees on their days."""
        covered = 0
        for month in self._days.months():
            shared = {
                person: [part for one in of_person if (part := _overlap(one, month))]
                for person, of_person in days.items()
            }
            covered += bool(self.of_days(shared))
        return {"covered": covered, "of": self._month_count}

    def _by_person(self, days: DateRange) -> Mapping[int, Sequence[Contribution]]:
        if days not in self._by_days:
            found: dict[int, list[Contribution]] = defaultdict(list)
            if self._has_all_targets or self._has_own_targets:
                target_scope = Scope.ALL if self._has_all_targets else Scope.OWN
                for person, contribution in read_targets_by_seller(self._reader, target_scope, days):
                    found[person].append(contribution)
            self._by_days[days] = dict(found)
        return self._by_days[days]

    def of_all(self, days: DateRange) -> list[Contribution]:
        if not self._has_all_targets:
            return []
        return list(read_sales_targets(self._reader, Scope.ALL, days))

    def months_of_all(self) -> TargetMonths:
        """How many months have a target of the organization, or of anyone's goals."""
        months = self._days.months() if self._has_all_targets else ()
        covered = sum(has_target(self._reader, read_sales_targets, Scope.ALL, month) for month in months)
        return {"covered": covered, "of": self._month_count}

    def of_team(self, days: Mapping[int, Sequence[DateRange]]) -> list[Contribution]:
        """The targets of several employees on their days; none when the caller may not compare them."""
        return self.of_days(days) if self._has_all_targets else []


@dataclass(slots=True)
class _SalesCalculator:
    """Adds up sales in one currency and collects missing rates."""

    currency: str
    rates: Rates
    missing: set[MissingRate] = field(default_factory=set)

    def sum_converted(self, contributions: Iterable[Contribution]) -> FigureSum:
        items = list(contributions)
        for contribution in items:
            self.missing.update(self.rates.missing(contribution.currency, self.currency, contribution.day))
        return sum_contributions(items, "money", self.currency, self.rates)[0]

    def group(self, sales: Sequence[_Sale]) -> SalesGroup:
        return self._summarize(sales)[1]

    def figure(self, sales: Sequence[_Sale], targets: Iterable[Contribution], months: TargetMonths) -> SalesFigure:
        sold, group = self._summarize(sales)
        target = self.sum_converted(targets)
        is_known = not (sold.unconverted or target.unconverted or group["hidden"])
        is_known = is_known and months["covered"] == months["of"]
        return {
            "formula": "oos_sold",
            **group,
            # Without goals there is no target, rather than a target of zero.
            "target": target.serialize() if target.count else None,
            "target_months": months if target.count else None,
            "percent": format_percent(Fraction(sold.amount), Fraction(target.amount)) if is_known else None,
        }

    def _summarize(self, sales: Sequence[_Sale]) -> tuple[FigureSum, SalesGroup]:
        added = self.sum_converted(_to_contributions(sales))
        return added, {
            "count": len(sales),
            "hidden": len(sales) - added.count,
            "money": money(added.amount, self.currency),
            "unconverted": added.serialize()["unconverted"],
        }


def _to_contributions(sales: Iterable[_Sale]) -> Iterator[Contribution]:
    """Contributions of the sales with an amount; they have no id, because they are only added up."""
    for sale in sales:
        if sale.amount is not None:
            yield Contribution("project", 0, sale.day, currency=sale.currency, amount=sale.amount)


def _month(days: DateRange, counted: Sequence[_Sale], targets: _Targets, calculator: _SalesCalculator) -> SalesMonth:
    """A month's sales; the target of the current month covers the whole month."""
    sold = [sale for sale in counted if sale.day in days]
    return {
        "starts_on": days.first,
        "ends_on": days.last,
        **calculator.figure(sold, targets.of_all(days), {"covered": 1, "of": 1}),
    }


def _people(
    reader: Reader, counted: Sequence[_Sale], targets: _Targets, calculator: _SalesCalculator
) -> list[SellerSales]:
    """Employees with sales or a target, highest sales first."""
    by_person = _by_person(counted)
    keys = {*by_person, *targets.people()}
    employees = reader.rows(select(Employee.id, Employee.api_id, Employee.name).where(Employee.id.in_(keys)))
    people: list[SellerSales] = [
        {
            "employee": {"api_id": api_id, "name": name},
            **calculator.figure(by_person.get(key, []), targets.of(key), targets.months_of([key])),
        }
        for key, api_id, name in employees
    ]
    return _largest_first(people, lambda one: one["employee"])


def _teams(
    reader: Reader, counted: Sequence[_Sale], targets: _Targets, calculator: _SalesCalculator
) -> list[TeamSales]:
    """Sales by the teams' members on the day of sale; empty unless the caller may see teams."""
    if not reader.actor.can(P.TEAMS_VIEW):
        return []
    names = {
        key: (api_id, name)
        for key, api_id, name in reader.rows(select(Team.id, Team.api_id, Team.name).where(Team.archived_at.is_(None)))
    }
    people = {*(sale.person for sale in counted), *targets.people()}
    memberships = _read_memberships(reader, names, people)
    sold: dict[int | None, list[_Sale]] = defaultdict(list)
    for sale in counted:
        for key, of_team in memberships[sale.person].items():
            if any(sale.day in days for days in of_team):
                sold[key].append(sale)
    teams: list[TeamSales] = []
    for key in (*names, None):
        days = {person: of_person[key] for person, of_person in memberships.items() if key in of_person}
        if not sold[key] and not targets.of_days(days):
            continue
        team = None if key is None else names[key]
        teams.append(
            {
                "team": team and {"api_id": team[0], "name": team[1]},
                **calculator.figure(sold[key], targets.of_team(days), targets.months_of_days(days)),
            }
        )
    return _largest_first(teams, lambda one: one["team"])


def _read_memberships(reader: Reader, teams: Collection[int], people: Iterable[int]) -> Mapping[int, _DaysByTeam]:
    """By employee, the requested days on which they belonged to each of these teams, or to none."""
    timelines: dict[int, dict[int, Timeline]] = defaultdict(dict)
    for (team, person), timeline in read_membership_timelines(reader.db, teams).items():
        timelines[person][team] = timeline
    return {person: _split_by_team(timelines[person], reader.request.days) for person in people}


def _split_by_team(timelines: Mapping[int, Timeline], days: DateRange) -> _DaysByTeam:
    changes = {day for timeline in timelines.values() for day, _ in timeline if days.first < day <= days.last}
    starts = [days.first, *sorted(changes)]
    ends = [*(day - _A_DAY for day in starts[1:]), days.last]
    found: dict[int | None, list[DateRange]] = defaultdict(list)
    for first, last in zip(starts, ends, strict=True):
        of_day: list[int | None] = [team for team, timeline in timelines.items() if value_at(timeline, first)]
        for team in of_day or [None]:
            parts = found[team]
            # Adjacent days are one part, because the target of a part is rounded.
            since = parts.pop().first if parts and parts[-1].last + _A_DAY == first else first
            parts.append(DateRange(since, last))
    return dict(found)


def _overlap(one: DateRange, other: DateRange) -> DateRange | None:
    first, last = max(one.first, other.first), min(one.last, other.last)
    return DateRange(first, last) if first <= last else None


def _ratio(reader: Reader, sales: Sequence[_Sale], calculator: _SalesCalculator) -> SalesRatio | None:
    """Sales ÷ retainer revenue of the same clients; None unless the caller may see both for all clients."""
    required = (P.OOS_SALES_VIEW, P.PROJECTS_MONEY, P.STATISTICS_OOS, P.STATISTICS_REVENUE)
    if any(reader.actor.scope(one) is not Scope.ALL for one in required):
        return None
    clients = {sale.client for sale in sales}
    revenue = calculator.sum_converted(
        contribution
        for client, contribution in read_retainer_revenue(reader, Scope.ALL, reader.days)
        if client in clients
    )
    sold = calculator.sum_converted(_to_contributions(sales))
    is_known = not (revenue.unconverted or sold.unconverted)
    return {
        "formula": "oos_ratio",
        "percent": format_percent(Fraction(sold.amount), Fraction(revenue.amount)) if is_known else None,
        "revenue": money(revenue.amount, calculator.currency),
        "unconverted": revenue.serialize()["unconverted"],
    }


def _by_person(sales: Iterable[_Sale]) -> dict[int, list[_Sale]]:
    found: dict[int, list[_Sale]] = defaultdict(list)
    for sale in sales:
        found[sale.person].append(sale)
    return found


def _largest_first(sales: Iterable[S], get_ref: Callable[[S], Ref | None]) -> list[S]:
    """Sort by amount, then by number of sales; the entry without a team comes last among equals."""

    def sort_key(one: S) -> tuple[Decimal, int, str, str]:
        ref = get_ref(one) or {"name": "\uffff", "api_id": ""}
        return -Decimal(one["money"]["amount"]), -one["count"], ref["name"], ref["api_id"]

    return sorted(sales, key=sort_key)
