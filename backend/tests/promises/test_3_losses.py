"""Promise 3: one of two lost is a contraction and no logo; both lost in a month are one logo."""

from datetime import date, timedelta
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.domains.work.churns.accounts import Account, lose
from tests.factories.world import World, build_world
from tests.promises.raw import day, rows, units

FIRST, LAST = date(2026, 11, 1), date(2026, 11, 30)
EVE = FIRST - timedelta(days=1)


@pytest.fixture
def alone(database: Database) -> World:
    """An agency of this test's own: its figures are of nothing else."""
    return build_world(database)


def _read(world: World) -> dict[str, Any]:
    answer = world.browser("admin").get(f"/api/v1/churns-statistics?from={FIRST}&to={LAST}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def _running(world: World, on: date) -> dict[str, list[int]]:
    """The fees of each client's retainers that run once `on` is over, from the raw rows: a last day runs no longer."""
    found: dict[str, list[int]] = {}
    for row in rows(
        world.database,
        "SELECT p.client_id, p.start_on, p.end_on, f.amount FROM projects p"
        " JOIN project_fees f ON f.project_id = p.id WHERE p.kind = 'retainer'",
    ):
        if day(row["start_on"]) <= on and (row["end_on"] is None or day(row["end_on"]) > on):
            found.setdefault(row["client_id"], []).append(row["amount"])
    return found


def _check(world: World, *, churn: int, contraction: int, logos: int, projects: int) -> None:
    """The figures against the rows: what ran before and after, and the bridge between."""
    before, after = _running(world, EVE), _running(world, LAST)
    figures = _read(world)
    (row,) = figures["currencies"]
    start, end = (sum(sum(fees) for fees in running.values()) for running in (before, after))
    assert (units(row["mrr_start"]), units(row["mrr_end"])) == (start, end)
    assert (units(row["churn"]), units(row["contraction"])) == (churn * 10_000, contraction * 10_000)
    gains = sum(units(row[kind]) for kind in ("new", "expansion", "reactivation"))
    assert start + gains - units(row["churn"]) - units(row["contraction"]) == end
    gone = [client for client in before if client not in after]
    fewer = sum(len(fees) - len(after.get(client, [])) for client, fees in before.items())
    assert (figures["logo_churn"]["lost"], figures["logo_churn"]["at_start"]) == (len(gone), len(before))
    assert (figures["project_churn"]["lost"], fewer) == (projects, projects)
    assert len(gone) == logos


def test_one_of_two_is_contraction_one_project_and_no_logo(alone: World):
    account, other = Account(alone), Account(alone)
    lost, _ = account.retainer("1000.00"), account.retainer("600.00")
    other.retainer("250.00")
    event = lose(alone.browser("admin"), lost)
    assert event["scope"] == "project"
    _check(alone, churn=0, contraction=1000, logos=0, projects=1)


@pytest.mark.parametrize(
    "days", [("2026-11-10", "2026-11-27"), ("2026-11-27", "2026-11-10")], ids=["in order", "backwards"]
)
def test_both_in_a_month_are_one_logo(alone: World, days: tuple[str, str]):
    account, other = Account(alone), Account(alone)
    other.retainer("250.00")
    fees = {"1000.00": days[0], "600.00": days[1]}
    projects = {fee: account.retainer(fee) for fee in fees}
    for fee, last in fees.items():
        lose(alone.browser("admin"), projects[fee], last)
    later = 1000 if days[0] > days[1] else 600
    _check(alone, churn=later, contraction=1600 - later, logos=1, projects=2)
    events = rows(alone.database, "SELECT scope, effective_on FROM churn_events")
    assert {row["scope"]: str(row["effective_on"]) for row in events} == {
        "project": "2026-11-10", "logo": "2026-11-27",
    }  # fmt: skip


def test_the_last_of_all_is_churn_with_its_shares(alone: World):
    account = Account(alone)
    lost = account.retainer("999.99")
    second, third = Account(alone), Account(alone)
    second.retainer("10.00")
    parts = [(account.employee, 50), (second.employee, 25), (third.employee, 25)]
    lose(alone.browser("admin"), lost, attribution=[{"employee": key, "weight": part} for key, part in parts])
    _check_cents(alone)


def _check_cents(world: World) -> None:
    (row,) = _read(world)["currencies"]
    assert units(row["churn"]) == 9_999_900
    listed = world.browser("admin").get("/api/v1/employee-churns?per_page=100").json()["data"]
    assert sum(units(part["mrr_share"]) for part in listed) == 9_999_900
    stored = rows(world.database, "SELECT weight, mrr_share FROM churn_attributions")
    assert sum(part["weight"] for part in stored) == 100
    assert all(abs(part["mrr_share"] * 100 - 9_999_900 * part["weight"]) < 100 * 100 for part in stored)
