"""Statistics in one currency: each amount is converted at the rate of its day, or left unconverted."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from regie.domains.people.teams.models import TeamMember
from tests.factories.goals import make_goal
from tests.factories.oos_sales import make_oos_sale
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.rates import make_rate
from tests.factories.work import make_client, make_invoice, make_project
from tests.factories.world import World

# Rates on the days of the month end, the sale, the invoice and today.
RATES = {date(2026, 10, 31): "1.40", date(2026, 11, 2): "1.45", date(2026, 11, 5): "1.48", date(2026, 11, 20): "1.50"}
DATES = "from=2026-10-01&to=2026-11-20"


@pytest.fixture(scope="module")
def records(world: World) -> dict[str, str]:
    """Create an account manager with a retainer, a project and a sale in US dollars; return their api_ids."""
    with world.database.write() as session:
        for day, rate in RATES.items():
            make_rate(session, "USD", day, rate)
        manager = make_user(session, roles=["account_manager"])
        person = make_employee(session, user_id=manager.id)
        team = make_team(session)
        session.add(TeamMember(team_id=team.id, user_id=manager.id))
        client = make_client(session, account_manager_id=manager.id, currency="USD")
        retainer = make_project(
            session, client_id=client.id, monthly_fee="3000.00", currency="USD", team_id=team.id,
            start_on=date(2026, 10, 1),
        )  # fmt: skip
        fixed = make_project(session, client_id=client.id, currency="USD")
        make_invoice(
            session, client_id=client.id, project_id=fixed.id, currency="USD", issued_on=date(2026, 11, 5),
            subtotal=Decimal("100.00"),
        )  # fmt: skip
        sale = make_oos_sale(
            session, client_id=client.id, currency="USD", sellers={person.id: 100}, amount=Decimal("200.00"),
            sold_on=date(2026, 11, 2), approved_on=date(2026, 11, 2),
        )  # fmt: skip
        goal = make_goal(
            session, employee_id=person.id, measure="linked", metric_key="oos_sold", currency="CAD",
            target_value=Decimal(580),
        )  # fmt: skip
        return {
            "retainer": retainer.api_id, "fixed": fixed.api_id, "sale": sale.api_id, "person": person.api_id,
            "team": team.api_id, "goal": goal.api_id,
        }  # fmt: skip


def _entry(world: World, noun: str, api_id: str, currency: str) -> dict[str, Any]:
    path = f"/api/v1/{noun}-statistics?id={api_id}&{DATES}&currency={currency}"
    (entry,) = world.browser("admin").get(path).json()["data"]
    return entry


def _money(entry: dict[str, Any], name: str) -> Any:
    return entry["figures"][name]["money"]


def _cad(amount: str) -> dict[str, str]:
    return {"amount": amount, "currency": "CAD"}


def test_project_amounts_are_converted_at_the_rates_of_their_days(world: World, records: dict[str, str]):
    retainer = _entry(world, "projects", records["retainer"], "CAD")
    assert (retainer["currency"], retainer["missing_rate"]) == ("CAD", None)
    assert _money(retainer, "mrr") == _cad("4500.00")
    # October at the rate of its last day, and 20 of 30 days of November at today's.
    assert _money(retainer, "retainer_revenue") == _cad("7200.00")
    assert _money(_entry(world, "projects", records["fixed"], "CAD"), "invoiced") == _cad("148.00")
    assert _money(_entry(world, "projects", records["sale"], "CAD"), "oos_sales") == _cad("290.00")


def test_project_with_missing_rate_keeps_its_own_currency(world: World, records: dict[str, str]):
    entry = _entry(world, "projects", records["retainer"], "EUR")
    assert (entry["currency"], entry["missing_rate"]) == ("USD", "USD/EUR")
    assert _money(entry, "mrr") == {"amount": "3000.00", "currency": "USD"}
    assert _money(entry, "retainer_revenue") == {"amount": "5000.00", "currency": "USD"}


def test_employee_amounts_are_converted_at_the_rates_of_their_days(world: World, records: dict[str, str]):
    entry = _entry(world, "employees", records["person"], "CAD")
    assert entry["missing_rates"] == []
    assert _money(entry, "retained_mrr") == [_cad("4500.00")]
    assert _money(entry, "retainer_revenue") == [_cad("7200.00")]
    assert _money(entry, "invoiced") == [_cad("148.00")]
    assert _money(entry, "oos_sold") == [_cad("290.00")]
    missing = _entry(world, "employees", records["person"], "EUR")
    assert missing["missing_rates"] == ["USD/EUR"]
    assert _money(missing, "oos_sold") == [{"amount": "200.00", "currency": "USD"}]


def test_team_amounts_are_converted(world: World, records: dict[str, str]):
    assert _money(_entry(world, "teams", records["team"], "CAD"), "retained_mrr") == [_cad("4500.00")]


def test_linked_goal_converts_sales_in_another_currency(world: World, records: dict[str, str]):
    goal = world.browser("admin").get(f"/api/v1/employee-goals/{records['goal']}").json()["data"]
    assert (goal["current_value"], goal["attainment"]) == ("290.00", "0.5000")
