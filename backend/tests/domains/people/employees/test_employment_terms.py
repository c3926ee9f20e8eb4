"""Tests of an employee's dated terms: capacity, target, billable work, memberships and cost rates."""

from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from regie.core.time.clock import Clock
from regie.day_starts import build_day_start
from regie.domains.records.months.models import ClosedMonth
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.domains.people.employees.employee_api import PATH, change, create, read
from tests.factories.months import make_closed_month
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.world import World, assert_unchanged

TODAY = date(2026, 11, 20)


def _terms(world: World, person: dict[str, Any], column: str = "admin") -> list[dict[str, Any]]:
    response = world.browser(column).get(f"{PATH}/{person['api_id']}/employment-terms?per_page=100")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _capacity(world: World, person: dict[str, Any]) -> list[tuple[Any, ...]]:
    terms = [term for term in _terms(world, person) if term["term"] == "capacity_hours_week"]
    return [(term["effective_from"], term["value"], term["state"]) for term in terms]


def _record(world: World, person: dict[str, Any], **body: Any) -> Any:
    return world.browser("admin").post(f"{PATH}/{person['api_id']}/employment-terms", body)


def test_future_term_is_listed_and_changes_nothing_today(world: World):
    person = create(world)
    response = _record(
        world, person, capacity_hours_week="20.00", utilisation_target=60, effective_from="2027-01-01", reason="Studies"
    )
    assert response.status_code == 201, response.text
    assert response.json()["data"]["capacity_hours_week"] == "35.00"
    assert response.json()["data"]["version"] == person["version"] + 1
    assert _capacity(world, person) == [("2027-01-01", "20.00", "future"), (None, "35.00", "current")]
    entry = world.browser("admin").get(f"/api/v1/activity?subject={person['api_id']}").json()["data"][0]
    assert entry["action"] == "changed"
    changes = {one["field"]: (one["before"], one["after"]) for one in entry["changes"]}
    assert changes["capacity_hours_week"] == ("35.00", "20.00")
    assert changes["effective_from"] == (None, "2027-01-01")
    assert changes["reason"] == (None, "Studies")


def test_change_of_the_record_holds_from_today(world: World):
    person = create(world)
    assert change(world.browser("admin"), person, capacity_hours_week="30.00").status_code == 200
    assert _capacity(world, person) == [("2026-11-20", "30.00", "current"), (None, "35.00", "past")]
    assert change(world.browser("admin"), person, capacity_hours_week="28.00").status_code == 200
    assert _capacity(world, person) == [("2026-11-20", "28.00", "current"), (None, "35.00", "past")]


def test_value_changes_with_the_date(world: World):
    person = create(world)
    assert _record(world, person, is_billable=False, effective_from="2026-11-21").status_code == 201
    tomorrow = datetime(2026, 11, 21, 6, tzinfo=UTC)
    context = world.app.state.context
    browser = Browser(world.app, ORIGIN).signed_in_as(world.people["admin"].user, tomorrow)
    world.app.state.context = replace(context, clock=Clock(lambda: tomorrow), day_start=build_day_start())
    try:
        shown = read(browser, person)
    finally:
        world.app.state.context = context
    assert (shown["is_billable"], shown["version"]) == (False, person["version"] + 2)
    entry = world.browser("admin").get(f"/api/v1/activity?subject={person['api_id']}").json()["data"][0]
    assert (entry["actor"], [one["field"] for one in entry["changes"]]) == (None, ["is_billable"])


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"capacity_hours_week": "20.00", "effective_from": "2024-03-03"}, "effective_from"),
        ({"capacity_hours_week": "20.00", "effective_from": "2026-11-20"}, "effective_from"),
        ({"effective_from": "2026-12-01"}, "effective_from"),
        ({"capacity_hours_week": None, "effective_from": "2026-12-01"}, "capacity_hours_week"),
        ({"capacity_hours_week": "81.00", "effective_from": "2026-12-01"}, "capacity_hours_week"),
        ({"team": "019a0000-0000-7000-8000-000000000000", "effective_from": "2026-12-01"}, "team"),
    ],
)
def test_invalid_terms_are_refused(world: World, body: dict[str, Any], field: str):
    """Before the first day of work, two on one day, no value, no capacity, above the limit, and an unknown team."""
    person = create(world)
    assert change(world.browser("admin"), person, capacity_hours_week="30.00").status_code == 200
    with assert_unchanged(world.database):
        response = (
            _record(world, person, utilisation_target=50, **body) if field == "team" else _record(world, person, **body)
        )
    assert (response.status_code, list(response.json()["errors"])) == (422, [field]), response.text


def test_term_in_a_closed_month_is_refused(world: World):
    person = create(world)
    with world.database.write() as session:
        closing = make_closed_month(
            session, world.people["admin"].user.id, "2026-09", closed_at=datetime(2026, 10, 5, tzinfo=UTC)
        )
        key = closing.id
    try:
        for day, status in (("2026-09-15", 409), ("2026-08-15", 409), ("2026-10-01", 201)):
            with assert_unchanged(world.database) if status == 409 else _nothing():
                response = _record(world, person, capacity_hours_week="20.00", effective_from=day)
            assert response.status_code == status, response.text
            if status == 409:
                assert response.json()["code"] == "month_closed"
        # Until October only days of an open month are altered.
        assert _record(world, person, capacity_hours_week="10.00", effective_from="2026-10-15").status_code == 201
    finally:
        _reopen(world, key)


def _reopen(world: World, key: int) -> None:
    with world.database.write() as session:
        session.get_one(ClosedMonth, key).reopened_at = datetime(2026, 11, 20, tzinfo=UTC)


def _nothing() -> Any:
    return nullcontext()


def test_stale_version_is_a_conflict(world: World):
    person = create(world)
    assert change(world.browser("admin"), person, job_title="Designer").status_code == 200
    with assert_unchanged(world.database):
        response = _record(
            world, person, capacity_hours_week="20.00", effective_from="2027-01-01", version=person["version"]
        )
    assert response.status_code == 409
    assert response.json()["conflicts"] == {"capacity_hours_week": {"theirs": "35.00", "yours": "20.00"}}


def test_terms_are_changed_and_removed(world: World):
    person, admin = create(world), world.browser("admin")
    _record(world, person, capacity_hours_week="20.00", effective_from="2026-06-01")
    assert read(admin, person)["capacity_hours_week"] == "20.00"
    term = next(one for one in _terms(world, person) if one["effective_from"] == "2026-06-01")
    assert term["can"] == ["change", "remove"]
    path = f"{PATH}/{person['api_id']}/employment-terms/{term['api_id']}"
    moved = admin.patch(path, {"effective_from": "2026-07-01", "capacity_hours_week": "25.00"})
    assert moved.status_code == 200, moved.text
    assert _capacity(world, person) == [("2026-07-01", "25.00", "current"), (None, "35.00", "past")]
    with assert_unchanged(world.database):
        assert admin.patch(path, {"utilisation_target": 10}).status_code == 422
    first = next(one for one in _terms(world, person) if one["api_id"] and one["effective_from"] is None)
    with assert_unchanged(world.database):
        refused = admin.delete(f"{PATH}/{person['api_id']}/employment-terms/{first['api_id']}")
    assert (refused.status_code, list(refused.json()["errors"])) == (422, ["effective_from"])
    assert admin.delete(path).status_code == 204
    assert read(admin, person)["capacity_hours_week"] == "35.00"


def test_membership_from_a_day_on(world: World):
    with world.database.write() as session:
        user = make_user(session, roles=["employee"])
        person = {"api_id": make_employee(session, user_id=user.id).api_id}
        team = make_team(session, make_user(session)).api_id
    assert _record(world, person, team=team, effective_from="2026-12-01").status_code == 201
    assert read(world.browser("admin"), person)["teams"] == []
    assert _record(world, person, team=team, effective_from="2026-11-02").status_code == 201
    assert [one["api_id"] for one in read(world.browser("admin"), person)["teams"]] == [team]
    found = [term for term in _terms(world, person) if term["term"] == "membership"]
    assert [(one["effective_from"], one["value"], one["state"]) for one in found] == [
        ("2026-12-01", "true", "future"),
        ("2026-11-02", "true", "current"),
    ]
    path = f"{PATH}/{person['api_id']}/employment-terms/{found[1]['api_id']}"
    assert world.browser("admin").delete(path).status_code == 204
    assert read(world.browser("admin"), person)["teams"] == []


def test_cost_rates_are_terms_for_those_who_see_them(world: World):
    person = create(world, cost_rate="50.00", cost_currency="CAD")
    tomorrow = str(TODAY + timedelta(days=1))
    recorded = _record(world, person, cost_rate="55.00", cost_currency="CAD", effective_from=tomorrow)
    assert recorded.status_code == 201, recorded.text
    costs = [term for term in _terms(world, person) if term["term"] == "cost_rate"]
    assert [(one["amount"]["amount"], one["state"]) for one in costs] == [("55.00", "future"), ("50.00", "current")]
    assert [one for one in _terms(world, person, "account_manager") if one["term"] == "cost_rate"] == []
