"""A retainer that is ended keeps its history: its last day is today where nobody says another."""

from datetime import date
from typing import Any

import pytest

from tests.browser import Browser
from tests.factories.work import make_project
from tests.factories.world import World, unchanged

PATH, TODAY = "/api/v1/projects", "2026-11-20"


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _retainer(world: World, **fields: Any) -> str:
    with world.database.write() as session:
        values = {"start_on": date(2026, 3, 2), "monthly_fee": "700.00", "currency": "CAD", **fields}
        return make_project(session, **values).api_id


def _mrr(admin: Browser) -> dict[str, str]:
    """At the end of each month of this year, in Canadian dollars."""
    asked = "from=2026-01-01&to=2026-12-31&currency=CAD"
    months = admin.get(f"/api/v1/churns-analysis?{asked}").json()["data"]["months"]
    return {month["starts_on"][:7]: month["mrr_end"]["amount"] for month in months}


def _change(admin: Browser, api_id: str, **fields: Any) -> dict[str, Any]:
    answer = admin.patch(f"{PATH}/{api_id}", fields)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


@pytest.mark.parametrize("sent", [{}, {"end_on": None}])
def test_it_ends_today_and_what_it_brought_in_stays(world: World, admin: Browser, sent: dict[str, Any]):
    before = _mrr(admin)
    api_id = _retainer(world)
    running = _mrr(admin)
    assert running != before
    ended = _change(admin, api_id, status="ended", **sent)
    assert (ended["status"], ended["end_on"]) == ("ended", TODAY)
    after = _mrr(admin)
    over = [month for month in running if month < "2026-11"]
    assert [after[month] for month in over] == [running[month] for month in over]
    assert after["2026-11"] == before["2026-11"]
    (entry,) = admin.get(f"/api/v1/activity?subject_type=project&subject={api_id}&action=changed").json()["data"]
    told = {change["field"]: (change["before"], change["after"]) for change in entry["changes"]}
    assert told["end_on"] == (None, TODAY)


@pytest.mark.parametrize(("given", "expected"), [("2026-10-31", "2026-10-31"), ("2027-01-31", "2027-01-31")])
def test_a_day_that_somebody_says_stays(world: World, admin: Browser, given: str, expected: str):
    assert _change(admin, _retainer(world), status="ended", end_on=given)["end_on"] == expected
    known = _retainer(world, end_on=date.fromisoformat(given))
    assert _change(admin, known, status="ended")["end_on"] == expected


def test_one_that_has_not_begun_ends_on_its_first_day(world: World, admin: Browser):
    api_id = _retainer(world, start_on=date(2026, 12, 7))
    assert _change(admin, api_id, status="ended")["end_on"] == "2026-12-07"


def test_taken_up_again_it_runs_on(world: World, admin: Browser):
    api_id = _retainer(world)
    running = _mrr(admin)
    _change(admin, api_id, status="ended")
    again = _change(admin, api_id, status="active")
    assert (again["end_on"], _mrr(admin)) == (None, running)
    # A day to come is meant, and so is one that is said.
    _change(admin, api_id, status="ended", end_on="2027-01-31")
    assert _change(admin, api_id, status="active")["end_on"] == "2027-01-31"
    assert _change(admin, api_id, status="on_hold")["end_on"] == "2027-01-31"


def test_other_statuses_set_no_day_and_a_refusal_changes_nothing(world: World, admin: Browser):
    for status in ("on_hold", "cancelled"):
        assert _change(admin, _retainer(world), status=status)["end_on"] is None
    api_id = _retainer(world)
    with unchanged(world.database):
        answer = world.browser("employee").patch(f"{PATH}/{api_id}", {"status": "ended"})
        assert answer.status_code in (403, 404)
        assert admin.patch(f"{PATH}/{api_id}", {"status": "ended", "end_on": "2026-01-01"}).status_code == 422
