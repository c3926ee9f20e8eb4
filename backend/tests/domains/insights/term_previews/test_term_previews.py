"""Tests of which figures a dated term would change: those of the statistics before and after saving, and no others."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from regie.core.db.ids import new_api_id
from regie.core.time.months import end_of_month, months_between
from regie.domains.records.months.models import ClosedMonth
from tests.factories.figures import grant_metrics, make_account_manager
from tests.factories.months import make_closed_month
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.retainers import log_time
from tests.factories.work import make_client, make_project
from tests.factories.world import World, assert_unchanged

YESTERDAY = date(2026, 11, 19)
HOURS = {"available_hours", "utilisation"}
Change = tuple[str, str, str]
Values = dict[Change, tuple[Any, Any]]


@pytest.fixture
def designer(world: World) -> dict[str, str]:
    """An employee of 40 hours a week with a target, 20 billable hours in each month since June, in a team of two."""
    with world.database.write() as session:
        user, other = make_user(session, roles=["employee"]), make_user(session, roles=["employee"])
        teamwork_id = new_api_id()
        employee = make_employee(
            session, user_id=user.id, teamwork_user_id=teamwork_id, capacity_hours_week=Decimal(40),
            utilisation_target=70, started_on=date(2025, 1, 6),
        )  # fmt: skip
        make_employee(session, user_id=other.id, capacity_hours_week=Decimal(20), started_on=date(2025, 1, 6))
        project = make_project(session, teamwork_project_id=new_api_id())
        for month in range(6, 12):
            log_time(session, project, date(2026, month, 9), "20", teamwork_user_id=teamwork_id, is_billable=True)
        return {
            "id": employee.api_id, "team": make_team(session, user, other).api_id,
            "other_team": make_team(session, other).api_id,
        }  # fmt: skip


@pytest.fixture
def account(world: World) -> dict[str, Any]:
    """A retainer of 310 a month since January, and its present and next account manager."""
    with world.database.write() as session:
        (present, one), (new, other) = make_account_manager(session), make_account_manager(session)
        client = make_client(session, account_manager_id=present.id)
        team = make_team(session, new)
        project = make_project(
            session, monthly_fee="310.00", account_manager_id=present.id, client_id=client.id,
            start_on=date(2026, 1, 1),
        )  # fmt: skip
        return {
            "project": project.api_id, "client": client.api_id, "new": new.api_id, "team": team.api_id,
            "people": (one.api_id, other.api_id),
        }  # fmt: skip


def _preview(world: World, path: str, body: dict[str, Any], column: str = "admin") -> dict[str, Any]:
    with assert_unchanged(world.database):
        response = world.browser(column).post(f"/api/v1/{path}", body)
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _simple(figure: dict[str, Any]) -> Any:
    money = figure["money"]
    return figure["value"] if money is None else {one["currency"]: one["amount"] for one in money}


def _changes(preview: dict[str, Any]) -> Values:
    return {
        (one["record"]["api_id"], one["month"], one["figure"]): (_simple(one["before"]), _simple(one["after"]))
        for one in preview["figures"]
    }


def _statistics(world: World, people: tuple[str, ...], teams: tuple[str, ...] = ()) -> dict[Change, Any]:
    """Every figure of these employees and teams in the months of 2026 until yesterday."""
    found: dict[Change, Any] = {}
    for first, last in months_between(date(2026, 1, 1), YESTERDAY):
        for path, kind, ids in (("employees", "employee", people), ("teams", "team", teams)):
            if not ids:
                continue
            query = f"id={','.join(ids)}&from={first}&to={last}"
            for entry in world.browser("admin").get(f"/api/v1/{path}-statistics?{query}").json()["data"]:
                for name, figure in entry["figures"].items():
                    found[entry[kind]["api_id"], str(first), name] = _simple(figure)
    return found


def _differences(before: dict[Change, Any], after: dict[Change, Any]) -> Values:
    return {key: (before[key], after[key]) for key in before if before[key] != after[key]}


@pytest.mark.parametrize(
    "values",
    [{"capacity_hours_week": "20.00"}, {"is_billable": False}, {"capacity_hours_week": "30.00", "is_billable": False}],
    ids=["capacity", "billable", "both"],
)
def test_preview_of_an_employee_is_what_saving_changes(world: World, designer: dict[str, str], values: dict[str, Any]):
    body, path = {**values, "effective_from": "2026-06-15"}, f"employees/{designer['id']}/employment-term"
    holders = ((designer["id"],), (designer["team"], designer["other_team"]))
    before = _statistics(world, *holders)
    preview = _preview(world, f"{path}-previews", body)
    assert world.browser("admin").post(f"/api/v1/{path}s", body).status_code == 201
    expected = _differences(before, _statistics(world, *holders))
    assert expected
    assert _changes(preview) == expected
    assert {one["month"] for one in preview["figures"]} == {f"2026-{month:02}-01" for month in range(6, 12)}
    assert {one["to"] for one in preview["figures"] if one["month"] == "2026-11-01"} == {str(YESTERDAY)}
    assert (preview["shown_from"], preview["has_hidden"]) == ("2026-06-01", False)


def test_target_moves_the_target_of_past_months_only(world: World, designer: dict[str, str]):
    body = {"utilisation_target": 60, "effective_from": "2026-10-01"}
    preview = _preview(world, f"employees/{designer['id']}/employment-term-previews", body)
    assert _changes(preview) == {
        (designer["id"], month, "utilisation_target"): ("70.0", "60.0") for month in ("2026-10-01", "2026-11-01")
    }


def test_membership_moves_the_hours_of_the_team(world: World, designer: dict[str, str]):
    body, path = {"team": designer["other_team"], "effective_from": "2026-09-01"}, f"employees/{designer['id']}"
    before = _statistics(world, (), (designer["other_team"],))
    preview = _preview(world, f"{path}/employment-term-previews", body)
    assert world.browser("admin").post(f"/api/v1/{path}/employment-terms", body).status_code == 201
    expected = _differences(before, _statistics(world, (), (designer["other_team"],)))
    # Numbers of projects, clients and goals are those of today.
    expected = {key: value for key, value in expected.items() if key[2] in HOURS | {"hours", "billable_hours"}}
    assert expected[designer["other_team"], "2026-09-01", "billable_hours"] == ("0.00", "20.00")
    assert _changes(preview) == expected


def test_cost_rate_changes_no_figure(world: World, designer: dict[str, str]):
    body = {"cost_rate": "55.00", "cost_currency": "CAD", "effective_from": "2026-09-01"}
    preview = _preview(world, f"employees/{designer['id']}/employment-term-previews", body)
    assert (preview["figures"], preview["effective_from"]) == ([], "2026-09-01")


def test_account_moves_from_one_account_manager_to_another(world: World, account: dict[str, Any]):
    body, path = {"account_manager": account["new"], "effective_from": "2026-10-11"}, f"projects/{account['project']}"
    before = _statistics(world, account["people"])
    preview = _preview(world, f"{path}/responsibility-term-previews", body)
    former, new = account["people"]
    assert _changes(preview)[former, "2026-10-01", "retainer_revenue"] == ({"CAD": "310.00"}, {"CAD": "100.00"})
    assert _changes(preview)[new, "2026-10-01", "retained_mrr"] == ({}, {"CAD": "310.00"})
    assert world.browser("admin").post(f"/api/v1/{path}/responsibility-terms", body).status_code == 201
    assert _changes(preview) == _differences(before, _statistics(world, account["people"]))
    # The removal of the term moves the figures back.
    listed = world.browser("admin").get(f"/api/v1/{path}/responsibility-terms").json()["data"]
    removal = _preview(world, f"{path}/responsibility-term-removal-previews", {"term": listed[0]["api_id"]})
    assert _changes(removal) == {key: (after, old) for key, (old, after) in _changes(preview).items()}
    assert removal["effective_from"] == "2026-10-11"


def test_team_of_a_project_moves_the_mrr_of_the_team(world: World, account: dict[str, Any]):
    body = {"team": account["team"], "effective_from": "2026-10-11"}
    preview = _preview(world, f"projects/{account['project']}/responsibility-term-previews", body)
    assert _changes(preview) == {
        (account["team"], month, "retained_mrr"): ({}, {"CAD": "310.00"}) for month in ("2026-10-01", "2026-11-01")
    }


def test_figures_do_not_follow_the_account_manager_of_a_client(world: World, account: dict[str, Any]):
    body, path = {"account_manager": account["new"], "effective_from": "2026-10-11"}, f"clients/{account['client']}"
    before = _statistics(world, account["people"])
    preview = _preview(world, f"{path}/responsibility-term-previews", body)
    assert (preview["figures"], preview["has_hidden"]) == ([], False)
    assert world.browser("admin").post(f"/api/v1/{path}/responsibility-terms", body).status_code == 201
    assert _statistics(world, account["people"]) == before


@pytest.mark.parametrize("day", ["2026-11-20", "2027-01-01"])
def test_term_from_today_on_changes_nothing_of_the_past(world: World, account: dict[str, Any], day: str):
    body = {"account_manager": account["new"], "effective_from": day}
    preview = _preview(world, f"projects/{account['project']}/responsibility-term-previews", body)
    assert preview == {"effective_from": day, "shown_from": None, "figures": [], "has_hidden": False}


def test_two_years_are_compared_at_most(world: World, designer: dict[str, str]):
    with world.database.write() as session:
        person = make_employee(session, started_on=date(2020, 1, 6), capacity_hours_week=Decimal(40)).api_id
    body = {"capacity_hours_week": "20.00", "effective_from": "2020-02-01"}
    preview = _preview(world, f"employees/{person}/employment-term-previews", body)
    assert (preview["effective_from"], preview["shown_from"]) == ("2020-02-01", "2024-12-01")
    assert len({one["month"] for one in preview["figures"]}) == 24


def test_caller_sees_the_figures_that_they_may_see(world: World, account: dict[str, Any]):
    """An account manager sees their own MRR and its retention, not those of the next one, and no revenue."""
    person = world.people["account_manager"]
    own = world.project("account_manager", "own", monthly_fee="500.00", status="active", start_on=date(2026, 1, 1))
    body, path = {"account_manager": account["new"], "effective_from": "2026-10-01"}, f"projects/{own}"
    preview = _preview(world, f"{path}/responsibility-term-previews", body, "account_manager")
    found = {(one["record"]["api_id"], one["figure"]) for one in preview["figures"]}
    mrr = {(person.employee.api_id, name) for name in ("retained_mrr", "net_retention")}
    assert found == mrr
    assert preview["has_hidden"] is True
    grant_metrics(world, "account_manager", ["revenue"], ["own", "organization"])
    try:
        granted = _preview(world, f"{path}/responsibility-term-previews", body, "account_manager")
    finally:
        grant_metrics(world, "account_manager", [], [])
    assert {(one["record"]["api_id"], one["figure"]) for one in granted["figures"]} == mrr | {
        (person.employee.api_id, "retainer_revenue"),
        (account["people"][1], "retainer_revenue"),
    }


@pytest.fixture
def closed_october(world: World) -> Iterator[None]:
    at = datetime(2026, 11, 3, tzinfo=UTC)
    with world.database.write() as session:
        key = make_closed_month(session, world.people["admin"].user.id, "2026-10", closed_at=at).id
    yield
    with world.database.write() as session:
        session.get_one(ClosedMonth, key).reopened_at = at


@pytest.mark.usefixtures("closed_october")
def test_preview_of_a_closed_month_is_refused(world: World, designer: dict[str, str], account: dict[str, Any]):
    account_manager = {"account_manager": account["new"]}
    for path, values in (
        (f"employees/{designer['id']}/employment-term", {"capacity_hours_week": "20.00"}),
        (f"employees/{designer['id']}/employment-term", {"cost_rate": "55.00", "cost_currency": "CAD"}),
        (f"employees/{designer['id']}/employment-term", {"team": designer["other_team"]}),
        (f"clients/{account['client']}/responsibility-term", account_manager),
        (f"projects/{account['project']}/responsibility-term", account_manager),
    ):
        with assert_unchanged(world.database):
            for suffix in ("s", "-previews"):
                body = {**values, "effective_from": "2026-10-15"}
                response = world.browser("admin").post(f"/api/v1/{path}{suffix}", body)
                assert (response.status_code, response.json()["code"]) == (409, "month_closed"), path
                assert response.json()["first_open_day"] == "2026-11-01"
        _preview(world, f"{path}-previews", {**values, "effective_from": "2026-11-02"})


def test_preview_is_refused_like_saving(world: World, account: dict[str, Any], designer: dict[str, str]):
    for path, body in (
        (f"projects/{account['project']}/responsibility-term", {"account_manager": account["new"]}),
        (f"projects/{account['project']}/responsibility-term", {"effective_from": "2026-10-01"}),
        (f"employees/{designer['id']}/employment-term", {"effective_from": "2020-01-01", "is_billable": False}),
    ):
        with assert_unchanged(world.database):
            saved, previewed = (
                world.browser("admin").post(f"/api/v1/{path}{suffix}", body) for suffix in ("s", "-previews")
            )
        assert previewed.status_code == 422
        assert previewed.json()["errors"] == saved.json()["errors"]


def test_months_end_on_their_last_day(world: World, account: dict[str, Any]):
    body = {"account_manager": account["new"], "effective_from": "2026-09-30"}
    preview = _preview(world, f"projects/{account['project']}/responsibility-term-previews", body)
    ends = {one["month"]: one["to"] for one in preview["figures"]}
    assert ends["2026-09-01"] == str(end_of_month(date(2026, 9, 1)))
