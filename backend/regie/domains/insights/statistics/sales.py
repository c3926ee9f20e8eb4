"""Extra work over some days in one currency: by month, seller, team and state, against what linked goals ask for.

What is added up are the sellers' parts that the list of sales shows to the same caller, each at the rate of the day
it was sold: a figure is what its rows come to.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

from sqlalchemy import NotNullable, case, literal_column, select

from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Ref
from regie.core.money.amounts import money
from regie.domains.insights.statistics.money_parts import retainer_parts, targets_by_seller
from regie.domains.insights.statistics.parts import Part, Sum, add_up
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.schemas import (
    SalesAnalysis,
    SalesFigure,
    SalesGroup,
    SalesMonth,
    SalesRatio,
    SellerSales,
    TeamSales,
)
from regie.domains.insights.statistics.spans import Days
from regie.domains.insights.statistics.telling import percent
from regie.domains.people.teams.models import Team, TeamMember
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.figures import MissingRate, Rates
from regie.domains.records.projects.models import Project, ProjectSeller
from regie.domains.work.oos_sales.figures import SHARE, STATUS_NAME, STATUSES
from regie.domains.work.oos_sales.queries import SALES, sale_row_scope
from regie.domains.work.oos_sales.schemas import OosStatus

P = Permission
S = TypeVar("S", bound=SalesFigure)
_MEMBERS = (
    select(Team.api_id, Team.name, Employee.id)
    .join(TeamMember, TeamMember.team_id == Team.id)
    .join(Employee, Employee.user_id == TeamMember.user_id)
    .where(Team.archived_at.is_(None))
)
SALES_TABLES = (
    "clients", "employee_goals", "employees", "exchange_rates", "invoices", "oos_approvals", "project_fees",
    "project_members", "project_payments", "project_sellers", "projects", "team_members", "teams", "time_entries",
    "users",
)  # fmt: skip
# From the client's yes on, and neither refused nor canceled since.
COUNTED: tuple[OosStatus, ...] = ("approved", "in_work", "delivered", "invoiced", "paid")


@dataclass(frozen=True, slots=True)
class _Sale:
    """One seller's part; without an amount where its money is not the caller's to see."""

    person: int
    client: int
    status: str
    day: date
    currency: str
    amount: Decimal | None


def analyse_sales(reader: Reader, rates: Rates) -> SalesAnalysis:
    sales = _read_sales(reader)
    counted = [sale for sale in sales if sale.status in COUNTED]
    targets = _Targets(reader, counted)
    teller = _Teller(reader.asked.currency, rates)
    return {
        "as_of": reader.today,
        "from": reader.asked.days.first,
        "to": reader.asked.days.last,
        "currency": reader.asked.currency,
        "sold": teller.figure(counted, targets.of_all(reader.asked.days)),
        "ratio": _ratio(reader, counted, teller),
        "months": [_month(days, counted, targets, teller) for days in reader.asked.days.months()],
        "people": _people(reader, counted, targets, teller),
        "teams": _teams(reader, counted, targets, teller),
        "statuses": [
            {"status": status, **teller.group([sale for sale in sales if sale.status == status])} for status in STATUSES
        ],
        "missing_rates": [{"currency": one.currency, "on": one.day} for one in sorted(teller.missing)],
    }


def _read_sales(reader: Reader) -> list[_Sale]:
    """The rows of the list of sales in the days that have come, and of each amount as much as the list shows."""
    seen = sale_row_scope(reader.actor)
    is_shown = case((seen.shows_restricted(), literal_column("1")), else_=literal_column("0"))
    found = (
        select(
            ProjectSeller.employee_id,
            Project.client_id,
            STATUS_NAME,
            NotNullable(Project.sold_on),
            Project.currency,
            SHARE,
            is_shown,
        )
        .select_from(SALES.source)
        .where(seen.rows(), Project.sold_on.between(reader.days.first, reader.days.last))
        .order_by(ProjectSeller.id)
    )
    return [
        _Sale(person, client, status, day, currency, amount if shown else None)
        for person, client, status, day, currency, amount, shown in reader.rows(found)
    ]


class _Targets:
    """What linked goals ask for, told only beside sales of which the caller sees every one with its amount."""

    def __init__(self, reader: Reader, counted: Iterable[_Sale]) -> None:
        self._reader = reader
        held = reader.actor.scope(P.STATISTICS_OOS)
        seen = (held, *(reader.actor.scope(one) for one in (P.OOS_SALES_VIEW, P.PROJECTS_MONEY)))
        self._is_whole = all(scope is Scope.ALL for scope in seen)
        # Who sees less sees all of their own sales, but not of every one the amount.
        me = reader.actor.employee_id
        hides_mine = any(sale.person == me and sale.amount is None for sale in counted)
        self._is_mine = held is not None and me is not None and not hides_mine
        days = reader.asked.days
        self._by_person: dict[int, list[Part]] = defaultdict(list)
        if self._is_whole or self._is_mine:
            scope = Scope.ALL if self._is_whole else Scope.OWN
            for person, part in targets_by_seller(reader, scope, days):
                self._by_person[person].append(part)

    def people(self) -> Iterable[int]:
        return self._by_person

    def of(self, person: int) -> list[Part]:
        return self._by_person.get(person, [])

    def of_all(self, days: Days) -> list[Part]:
        if not self._is_whole:
            return []
        return [part for _, part in targets_by_seller(self._reader, Scope.ALL, days)]

    def of_people(self, people: Iterable[int]) -> list[Part]:
        """Of several together; nothing where the caller may not compare them."""
        return [part for person in people for part in self.of(person)] if self._is_whole else []


@dataclass(slots=True)
class _Teller:
    """Tells sales in one currency, and notes the rates that were missing."""

    currency: str
    rates: Rates
    missing: set[MissingRate] = field(default_factory=set)

    def add_up(self, parts: Iterable[Part]) -> Sum:
        kept = list(parts)
        for part in kept:
            self.missing.update(self.rates.missing(part.currency, self.currency, part.day))
        return add_up(kept, "money", self.currency, self.rates)[0]

    def group(self, sales: Sequence[_Sale]) -> SalesGroup:
        return self._told(sales)[1]

    def figure(self, sales: Sequence[_Sale], targets: Iterable[Part]) -> SalesFigure:
        sold, told = self._told(sales)
        target = self.add_up(targets)
        is_known = not (sold.unconverted or target.unconverted or told["hidden"])
        return {
            "formula": "oos_sold",
            **told,
            # Nobody set one: there is no target of nothing.
            "target": target.told() if target.count else None,
            "percent": percent(Fraction(sold.amount), Fraction(target.amount)) if is_known else None,
        }

    def _told(self, sales: Sequence[_Sale]) -> tuple[Sum, SalesGroup]:
        added = self.add_up(_parts(sales))
        return added, {
            "count": len(sales),
            "hidden": len(sales) - added.count,
            "money": money(added.amount, self.currency),
            "unconverted": added.told()["unconverted"],
        }


def _parts(sales: Iterable[_Sale]) -> Iterator[Part]:
    """Of those whose amounts are shown; they are added up, and no rows of their own."""
    for sale in sales:
        if sale.amount is not None:
            yield Part("project", 0, sale.day, currency=sale.currency, amount=sale.amount)


def _month(days: Days, counted: Sequence[_Sale], targets: _Targets, teller: _Teller) -> SalesMonth:
    """The target of a month that is not over is that of the whole of it."""
    sold = [sale for sale in counted if sale.day in days]
    return {"starts_on": days.first, "ends_on": days.last, **teller.figure(sold, targets.of_all(days))}


def _people(reader: Reader, counted: Sequence[_Sale], targets: _Targets, teller: _Teller) -> list[SellerSales]:
    """Whoever sold something, and who was to; what most was sold of first."""
    by_person = _by_person(counted)
    keys = {*by_person, *targets.people()}
    named = reader.rows(select(Employee.id, Employee.api_id, Employee.name).where(Employee.id.in_(keys)))
    people: list[SellerSales] = [
        {
            "employee": {"api_id": api_id, "name": name},
            **teller.figure(by_person.get(key, []), targets.of(key)),
        }
        for key, api_id, name in named
    ]
    return _largest_first(people, lambda one: one["employee"])


def _teams(reader: Reader, counted: Sequence[_Sale], targets: _Targets, teller: _Teller) -> list[TeamSales]:
    """By the people who are in them today, for those who may know who is."""
    if not reader.actor.may(P.TEAMS_VIEW):
        return []
    by_person = _by_person(counted)
    people = {*by_person, *targets.people()}
    members: dict[tuple[str, str] | None, set[int]] = defaultdict(set)
    for api_id, name, person in reader.rows(_MEMBERS):
        if person in people:
            members[api_id, name].add(person)
    members[None] = people.difference(*members.values())
    teams: list[TeamSales] = [
        {
            "team": team and {"api_id": team[0], "name": team[1]},
            **teller.figure([sale for one in sellers for sale in by_person.get(one, [])], targets.of_people(sellers)),
        }
        for team, sellers in members.items()
        if sellers
    ]
    return _largest_first(teams, lambda one: one["team"])


def _ratio(reader: Reader, sales: Sequence[_Sale], teller: _Teller) -> SalesRatio | None:
    """What was sold of the retainer revenue of the same clients, for those who hold both of all clients."""
    needed = (P.OOS_SALES_VIEW, P.PROJECTS_MONEY, P.STATISTICS_OOS, P.STATISTICS_REVENUE)
    if any(reader.actor.scope(one) is not Scope.ALL for one in needed):
        return None
    clients = {sale.client for sale in sales}
    revenue = teller.add_up(
        part for client, part in retainer_parts(reader, Scope.ALL, reader.days) if client in clients
    )
    sold = teller.add_up(_parts(sales))
    is_known = not (revenue.unconverted or sold.unconverted)
    return {
        "formula": "oos_ratio",
        "percent": percent(Fraction(sold.amount), Fraction(revenue.amount)) if is_known else None,
        "revenue": money(revenue.amount, teller.currency),
        "unconverted": revenue.told()["unconverted"],
    }


def _by_person(sales: Iterable[_Sale]) -> dict[int, list[_Sale]]:
    found: dict[int, list[_Sale]] = defaultdict(list)
    for sale in sales:
        found[sale.person].append(sale)
    return found


def _largest_first(sales: Iterable[S], named: Callable[[S], Ref | None]) -> list[S]:
    """By amount, then by number; those in no team come last among equals."""

    def place(one: S) -> tuple[Decimal, int, str, str]:
        ref = named(one) or {"name": "\uffff", "api_id": ""}
        return -Decimal(one["money"]["amount"]), -one["count"], ref["name"], ref["api_id"]

    return sorted(sales, key=place)
