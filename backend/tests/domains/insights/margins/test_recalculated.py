"""Margins of random histories, recalculated entry by entry from the stored rows, with dated rates in two currencies."""

from collections import defaultdict
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.browser import Browser
from tests.domains.insights.margins.calls import fetch, fetch_groups, make_work, make_worker
from tests.factories.project_costs import make_cost, make_cost_rate
from tests.factories.rates import make_rate
from tests.factories.work import make_invoice, make_time
from tests.factories.world import World
from tests.long_tests import example_count

FIRST, LAST = date(2026, 9, 10), date(2026, 11, 15)
DAYS = st.integers(-15, 75).map(lambda number: FIRST + timedelta(days=number))
CURRENCIES = st.sampled_from(["CAD", "CAD", "USD", "JPY"])
CENTS = st.integers(1, 900_000).map(lambda cents: Decimal(cents) / 100)
WHOLE = st.integers(1, 90_000).map(Decimal)
HISTORY = st.fixed_dictionaries(
    {
        "overhead": st.sampled_from([0, 15, 33]),
        # Person, first day, amount and currency.
        "rates": st.dictionaries(st.tuples(st.integers(0, 2), DAYS), st.tuples(WHOLE, CURRENCIES), max_size=7),
        # Project, person (3 is unknown), day and minutes.
        "hours": st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3), DAYS, st.integers(1, 600)), max_size=14),
        "invoices": st.lists(st.tuples(st.integers(0, 2), DAYS, CENTS), max_size=5),
        "costs": st.lists(st.tuples(st.integers(0, 2), DAYS, WHOLE, CURRENCIES), max_size=5),
    }
)
RATES = {"CAD": Decimal(1), "USD": Decimal("1.3700"), "JPY": Decimal("0.0093")}
QUERY = f"from={FIRST}&to={LAST}&currency=CAD"
Key = Any


def in_dollars(amount: Decimal, currency: str) -> Decimal:
    return (amount * RATES[currency]).quantize(Decimal("0.01"), ROUND_HALF_UP)


def end_of_part(day: date) -> date:
    following = (day.replace(day=28) + timedelta(days=4)).replace(day=1)
    return min(following - timedelta(days=1), LAST)


class Recount:
    """The expected revenue, cost of hours, external costs and minutes by group."""

    def __init__(self, history: dict[str, Any]) -> None:
        self.history = history
        self.sums: dict[str, dict[Key, list[Fraction]]] = {
            by: defaultdict(lambda: [Fraction(0)] * 4) for by in ("project", "month", "person")
        }
        self._add_hours()
        for project, day, amount in history["invoices"]:
            self._add(project, day, 0, amount)
        for project, day, amount, currency in history["costs"]:
            self._add(project, day, 2, in_dollars(amount, currency))

    def _rate(self, person: int, day: date) -> tuple[Decimal, str] | None:
        rates = self.history["rates"].items()
        known = [(since, rate) for (one, since), rate in rates if one == person and since <= day]
        return max(known)[1] if known else None

    def _add_hours(self) -> None:
        exact: dict[tuple[int, int, date, str], Fraction] = defaultdict(Fraction)
        for project, person, day, minutes in self.history["hours"]:
            if not FIRST <= day <= LAST:
                continue
            for by, key in (("project", project), ("month", day.replace(day=1)), ("person", person)):
                self.sums[by][key][3] += minutes
            if rate := self._rate(person, day):
                cost = Fraction(rate[0]) * minutes / 60 * (100 + self.history["overhead"]) / 100
                exact[project, person, end_of_part(day), rate[1]] += cost
        for (project, person, day, currency), cost in exact.items():
            digits = Decimal(1) if currency == "JPY" else Decimal("0.01")
            own = (Decimal(cost.numerator) / cost.denominator).quantize(digits, ROUND_HALF_UP)
            for by, key in (("project", project), ("month", day.replace(day=1)), ("person", person)):
                self.sums[by][key][1] += Fraction(in_dollars(own, currency))

    def _add(self, project: int, day: date, column: int, amount: Decimal) -> None:
        if not FIRST <= day <= LAST:
            return
        for by, key in (("project", project), ("month", day.replace(day=1))):
            self.sums[by][key][column] += Fraction(amount)
        worked: dict[int, int] = defaultdict(int)
        for one, person, on, minutes in self.history["hours"]:
            if one == project and FIRST <= on <= LAST:
                worked[person] += minutes
        for person, minutes in (worked or {3: 1}).items():
            # Shares are whole cents: each is within a cent of its exact part.
            self.sums["person"][person][column] += Fraction(amount) * minutes / (sum(worked.values()) or 1)


@pytest.fixture(scope="module")
def _rates(world: World) -> None:
    with world.database.write() as session:
        for number in range((LAST - FIRST).days + 1):
            day = FIRST + timedelta(days=number)
            for currency in ("USD", "JPY"):
                make_rate(session, currency, day, str(RATES[currency]))


def store(world: World, history: dict[str, Any]) -> dict[str, list[str]]:
    """Store the history on new projects and people; return their ids by grouping."""
    with world.database.write() as session:
        projects = [make_work(session) for _ in range(3)]
        people = [make_worker(session, f"P{number}-{projects[0].id}") for number in range(3)]
        keys = [*(person.teamwork_user_id for person in people), "known-to-no-one"]
        for (person, since), (amount, currency) in history["rates"].items():
            make_cost_rate(session, people[person], str(amount), since, currency)
        for project, person, day, minutes in history["hours"]:
            make_time(
                session, teamwork_project_id=projects[project].teamwork_project_id, teamwork_user_id=keys[person],
                worked_on=day, minutes=minutes,
            )  # fmt: skip
        for project, day, amount in history["invoices"]:
            of = projects[project]
            make_invoice(session, project_id=of.id, client_id=of.client_id, issued_on=day, subtotal=amount)
        for project, day, amount, currency in history["costs"]:
            make_cost(session, projects[project], incurred_on=day, amount=amount, currency=currency)
        return {"project": [one.api_id for one in projects], "person": [*(one.api_id for one in people), "none"]}


@pytest.mark.usefixtures("_rates")
@settings(max_examples=example_count(40), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(history=HISTORY)
def test_margins_of_random_histories_equal_a_recount(world: World, finance: Browser, history: dict[str, Any]):
    ids = store(world, history)
    assert finance.post("/api/v1/settings", {"overhead_percent": history["overhead"]}).status_code == 200
    query = "&".join([QUERY, *(f"project={one}" for one in ids["project"])])
    recount = Recount(history)
    for by, sums in recount.sums.items():
        names = {key: key.isoformat() if by == "month" else ids[by][key] for key in sums}
        expected = {names[key]: values for key, values in sums.items()}
        groups = {group["api_id"]: group for group in fetch_groups(finance, by, query)}
        assert groups.keys() == expected.keys()
        for name, (revenue, cost, external, minutes) in expected.items():
            group = groups[name]
            found = [Fraction(group[column]["amount"]) for column in ("revenue", "cost_of_hours", "external_costs")]
            # Each shared amount is in whole cents; everything else is exact.
            tolerance = Fraction(len(history["invoices"]) + len(history["costs"]), 100) if by == "person" else 0
            assert abs(found[0] - revenue) <= tolerance
            assert found[1] == cost
            assert abs(found[2] - external) <= tolerance
            assert Fraction(group["margin"]["amount"]) == found[0] - found[1] - found[2]
            assert abs(Fraction(group["hours"]) * 60 - minutes) <= Fraction(3, 10)
    total = fetch(finance, "/api/v1/margins/totals", query)
    by_project = recount.sums["project"].values()
    margin = sum((revenue - cost - external for revenue, cost, external, _ in by_project), Fraction(0))
    assert Fraction(total["margin"]["amount"]) == margin
    people = fetch_groups(finance, "person", query)
    assert sum((Fraction(one["margin"]["amount"]) for one in people), Fraction(0)) == margin
