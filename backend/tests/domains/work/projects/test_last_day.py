"""Tests of the last day of an ended retainer: today unless another day is sent."""

from datetime import date
from typing import Any

import pytest

from tests.browser import Browser
from tests.factories.work import make_project
from tests.factories.world import World, assert_unchanged

PATH, TODAY = "/api/v1/projects", "2026-11-20"


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _retainer(world: World, **fields: Any) -> str:
    with world.database.write() as session:
        values = {"start_on": date(2026, 3, 2), "monthly_fee": "700.00", "currency": "CAD", **fields}
        return make_project(session, **values).api_id


def _mrr(admin: Browser) -> dict[str, str]:
    """The MRR at the end of each month of this year, in Canadian dollars."""
    query = "from=2026-01-01&to=2026-12-31&currency=CAD"
    months = admin.get(f"/api/v1/churns-analysis?{query}").json()["data"]["months"]
    return {month["starts_on"][:7]: month["mrr_end"]["amount"] for month in months}


def _change(admin: Browser, api_id: str, **fields: Any) -> dict[str, Any]:
    response = admin.patch(f"{PATH}/{api_id}", fields)
    assert response.status_code == 200, response.text
    return response.json()["data"]


@pytest.mark.parametrize("sent", [{}, {"end_on": None}])
def test_ended_retainer_ends_today_and_its_history_stays(world: World, admin: Browser, sent: dict[str, Any]):
    before = _mrr(admin)
    api_id = _retainer(world)
    running = _mrr(admin)
    assert running != before
    ended = _change(admin, api_id, status="ended", **sent)
    assert (ended["status"], ended["end_on"]) == ("ended", TODAY)
    after = _mrr(admin)
    past_months = [month for month in running if month < "2026-11"]
    assert [after[month] for month in past_months] == [running[month] for month in past_months]
    assert after["2026-11"] == before["2026-11"]
    (entry,) = admin.get(f"/api/v1/activity?subject_type=project&subject={api_id}&action=changed").json()["data"]
    changes = {change["field"]: (change["before"], change["after"]) for change in entry["changes"]}
    assert changes["end_on"] == (None, TODAY)


@pytest.mark.parametrize(("sent", "expected"), [("2026-10-31", "2026-10-31"), ("2027-01-31", "2027-01-31")])
def test_sent_last_day_is_used(world: World, admin: Browser, sent: str, expected: str):
    assert _change(admin, _retainer(world), status="ended", end_on=sent)["end_on"] == expected
    known = _retainer(world, end_on=date.fromisoformat(sent))
    assert _change(admin, known, status="ended")["end_on"] == expected


def test_retainer_that_has_not_begun_ends_on_its_first_day(world: World, admin: Browser):
    api_id = _retainer(world, start_on=date(2026, 12, 7))
    assert _change(admin, api_id, status="ended")["end_on"] == "2026-12-07"


def test_reactivated_retainer_loses_a_past_last_day(world: World, admin: Browser):
    api_id = _retainer(world)
    running = _mrr(admin)
    _change(admin, api_id, status="ended")
    again = _change(admin, api_id, status="active")
    assert (again["end_on"], _mrr(admin)) == (None, running)
    # A future last day stays, and so does one that is sent.
    _change(admin, api_id, status="ended", end_on="2027-01-31")
    assert _change(admin, api_id, status="active")["end_on"] == "2027-01-31"
    assert _change(admin, api_id, status="on_hold")["end_on"] == "2027-01-31"


def test_other_statuses_set_no_last_day(world: World, admin: Browser):
    for status in ("on_hold", "cancelled"):
        assert _change(admin, _retainer(world), status=status)["end_on"] is None
    api_id = _retainer(world)
    with assert_unchanged(world.database):
        response = world.browser("employee").patch(f"{PATH}/{api_id}", {"status": "ended"})
        assert response.status_code in (403, 404)
        assert admin.patch(f"{PATH}/{api_id}", {"status": "ended", "end_on": "2026-01-01"}).status_code == 422
