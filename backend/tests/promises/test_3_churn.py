"""Promise 3: losing one of two retainers is a contraction; losing both in a month is one client churn."""

from datetime import date, timedelta
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.domains.work.churns.accounts import Account, post_churn
from tests.factories.world import World, build_world
from tests.promises.raw_rows import read_rows, to_date, to_units

FIRST, LAST = date(2026, 11, 1), date(2026, 11, 30)
DAY_BEFORE = FIRST - timedelta(days=1)


@pytest.fixture
def isolated(database: Database) -> World:
    """Sample data for one test only, so that no other records affect its figures."""
    return build_world(database)


def _read(world: World) -> dict[str, Any]:
    response = world.browser("admin").get(f"/api/v1/churns-statistics?from={FIRST}&to={LAST}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _fees_after(world: World, on: date) -> dict[str, list[int]]:
    """The fees of retainers that run after the day `on`, by client id, from database rows."""
    found: dict[str, list[int]] = {}
    for row in read_rows(
        world.database,
        "SELECT p.client_id, p.start_on, p.end_on, f.amount FROM projects p"
        " JOIN project_fees f ON f.project_id = p.id WHERE p.kind = 'retainer'",
    ):
        if to_date(row["start_on"]) <= on and (row["end_on"] is None or to_date(row["end_on"]) > on):
            found.setdefault(row["client_id"], []).append(row["amount"])
    return found


def _assert_bridge(world: World, *, churn: int, contraction: int, logos: int, projects: int) -> None:
    """Compare the figures with the rows: MRR before and after, and the bridge in between."""
    before, after = _fees_after(world, DAY_BEFORE), _fees_after(world, LAST)
    figures = _read(world)
    (row,) = figures["currencies"]
    start, end = (sum(sum(fees) for fees in running.values()) for running in (before, after))
    assert (to_units(row["mrr_start"]), to_units(row["mrr_end"])) == (start, end)
    assert (to_units(row["churn"]), to_units(row["contraction"])) == (churn * 10_000, contraction * 10_000)
    gains = sum(to_units(row[kind]) for kind in ("new", "expansion", "reactivation"))
    assert start + gains - to_units(row["churn"]) - to_units(row["contraction"]) == end
    lost_clients = [client for client in before if client not in after]
    fewer = sum(len(fees) - len(after.get(client, [])) for client, fees in before.items())
    assert (figures["logo_churn"]["lost"], figures["logo_churn"]["at_start"]) == (len(lost_clients), len(before))
    assert (figures["project_churn"]["lost"], fewer) == (projects, projects)
    assert len(lost_clients) == logos


def test_loss_of_one_of_two_retainers_is_a_contraction(isolated: World):
    account, other = Account(isolated), Account(isolated)
    lost, _ = account.retainer("1000.00"), account.retainer("600.00")
    other.retainer("250.00")
    event = post_churn(isolated.browser("admin"), lost)
    assert event["scope"] == "project"
    _assert_bridge(isolated, churn=0, contraction=1000, logos=0, projects=1)


@pytest.mark.parametrize(
    "days", [("2026-11-10", "2026-11-27"), ("2026-11-27", "2026-11-10")], ids=["in order", "backwards"]
)
def test_loss_of_both_retainers_in_a_month_is_one_client_churn(isolated: World, days: tuple[str, str]):
    account, other = Account(isolated), Account(isolated)
    other.retainer("250.00")
    fees = {"1000.00": days[0], "600.00": days[1]}
    projects = {fee: account.retainer(fee) for fee in fees}
    for fee, last in fees.items():
        post_churn(isolated.browser("admin"), projects[fee], last)
    later = 1000 if days[0] > days[1] else 600
    _assert_bridge(isolated, churn=later, contraction=1600 - later, logos=1, projects=2)
    events = read_rows(isolated.database, "SELECT scope, effective_on FROM churn_events")
    assert {row["scope"]: str(row["effective_on"]) for row in events} == {
        "project": "2026-11-10", "logo": "2026-11-27",
    }  # fmt: skip


def test_loss_of_the_only_retainer_is_churn_with_shares(isolated: World):
    account = Account(isolated)
    lost = account.retainer("999.99")
    second, third = Account(isolated), Account(isolated)
    second.retainer("10.00")
    parts = [(account.employee, 50), (second.employee, 25), (third.employee, 25)]
    post_churn(isolated.browser("admin"), lost, attribution=[{"employee": key, "weight": part} for key, part in parts])
    _assert_shares(isolated)


def _assert_shares(world: World) -> None:
    (row,) = _read(world)["currencies"]
    assert to_units(row["churn"]) == 9_999_900
    listed = world.browser("admin").get("/api/v1/employee-churns?per_page=100").json()["data"]
    assert sum(to_units(part["mrr_share"]) for part in listed) == 9_999_900
    stored = read_rows(world.database, "SELECT weight, mrr_share FROM churn_attributions")
    assert sum(part["weight"] for part in stored) == 100
    assert all(abs(part["mrr_share"] * 100 - 9_999_900 * part["weight"]) < 100 * 100 for part in stored)
