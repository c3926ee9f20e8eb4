"""Tests of retainers that end without a recorded churn: one is made, follows the end, and waits for a decision."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from tests.browser import Browser
from tests.conftest import NOON, MovableClock
from tests.domains.work.churns.accounts import Account, confirm, reject
from tests.factories.work import make_project
from tests.factories.world import World, assert_unchanged


@pytest.fixture
def manager(own_world: World) -> Browser:
    return own_world.browser("churn_manager")


@pytest.fixture
def admin(own_world: World) -> Browser:
    return own_world.browser("admin")


def _queue(browser: Browser) -> list[dict[str, Any]]:
    return browser.get("/api/v1/churn-events?state=recorded&sort=effective_on").json()["data"]


def _change(browser: Browser, project: str, **fields: Any) -> dict[str, Any]:
    response = browser.patch(f"/api/v1/projects/{project}", fields)
    assert response.status_code == 200, response.text
    return browser.get(f"/api/v1/projects/{project}").json()["data"]


def _waiting(browser: Browser) -> list[tuple[str, str, str]]:
    return [(row["effective_on"], row["reason"], row["mrr_lost"]["amount"]) for row in _queue(browser)]


@pytest.mark.parametrize("day", ["2026-10-31", "2026-12-31"])
def test_end_without_a_churn_waits_in_the_queue(own_world: World, admin: Browser, manager: Browser, day: str):
    account = Account(own_world)
    project = account.retainer("900.00")
    _change(admin, project, status="ended", end_on=day)
    (event,) = _queue(manager)
    assert (event["reason"], event["state"], event["effective_on"]) == ("not_stated", "recorded", day)
    assert (event["recorded_by"], event["scope"]) == (None, "logo")
    assert event["mrr_lost"] == {"amount": "900.00", "currency": "CAD"}
    assert [share["employee"]["api_id"] for share in event["attribution"]] == [account.employee]


def test_record_follows_the_end_until_a_person_decides(own_world: World, admin: Browser, manager: Browser):
    project = Account(own_world).retainer("900.00")
    _change(admin, project, end_on="2026-12-31")
    _change(admin, project, monthly_fee="950.00", fee_starts_on="2026-11-20", fee_reason="Indexation")
    _change(admin, project, end_on="2027-01-15")
    assert _waiting(manager) == [("2027-01-15", "not_stated", "950.00")]
    # A mistaken end is undone with its churn.
    assert _change(admin, project, end_on=None)["churn"] is None
    assert _waiting(manager) == []


def test_following_contract_is_no_loss(own_world: World, admin: Browser, manager: Browser):
    account = Account(own_world)
    project = account.retainer("900.00")
    _change(admin, project, end_on="2026-12-31")
    body = {
        "name": "Suite", "kind": "retainer", "status": "active", "client": account.client.api_id, "currency": "CAD",
        "account_manager": account.manager.api_id, "monthly_fee": "1000.00", "start_on": "2027-01-01",
    }  # fmt: skip
    following = admin.post("/api/v1/projects", body)
    assert following.status_code == 201, following.text
    assert _waiting(manager) == []
    _change(admin, following.json()["data"]["api_id"], start_on="2027-01-02")
    assert _waiting(manager) == [("2026-12-31", "not_stated", "900.00")]


def test_confirmed_record_is_a_churn(own_world: World, admin: Browser, manager: Browser):
    project = Account(own_world).retainer()
    _change(admin, project, status="ended", end_on="2026-10-31")
    (event,) = _queue(manager)
    assert confirm(manager, event, reason="price", note="Le client a confirmé").status_code == 201
    read = admin.get(f"/api/v1/projects/{project}").json()["data"]
    assert (read["status"], read["end_on"], read["churn"]["state"]) == ("churned", "2026-10-31", "confirmed")
    with assert_unchanged(own_world.database):
        assert admin.patch(f"/api/v1/projects/{project}", {"end_on": "2026-12-31"}).status_code == 422


def test_rejected_record_lets_the_retainer_run_on(own_world: World, admin: Browser, manager: Browser):
    project = Account(own_world).retainer()
    _change(admin, project, status="ended", end_on="2026-10-31")
    (event,) = _queue(manager)
    assert reject(manager, event).status_code == 201
    read = admin.get(f"/api/v1/projects/{project}").json()["data"]
    assert (read["status"], read["end_on"], read["churn"]) == ("active", None, None)
    assert _queue(manager) == []
    terms = admin.get(f"/api/v1/projects/{project}/terms").json()["data"]["terms"]
    assert [term["state"] for term in terms if term["name"] == "state"] == []


def test_ends_of_earlier_releases_are_recorded_when_a_day_begins(
    own_world: World, clock: MovableClock, sign_in_as: Callable[..., Browser]
):
    with own_world.database.write() as session:
        make_project(session, monthly_fee="800.00", status="ended", end_on=date(2026, 9, 30))
        make_project(session, monthly_fee="500.00", status="cancelled", end_on=date(2026, 9, 30))
    clock.moment = NOON + timedelta(days=1)
    assert _waiting(sign_in_as("churn_manager")) == [("2026-09-30", "not_stated", "800.00")]


def test_record_without_people_needs_them_to_be_confirmed(
    own_world: World, clock: MovableClock, sign_in_as: Callable[..., Browser]
):
    """The account manager is no employee, so no shares can be proposed."""
    with own_world.database.write() as session:
        make_project(session, monthly_fee="800.00", status="ended", end_on=date(2026, 9, 30))
    clock.moment = NOON + timedelta(days=1)
    browser = sign_in_as("churn_manager")
    (event,) = _queue(browser)
    with assert_unchanged(own_world.database):
        response = confirm(browser, event)
    assert (response.status_code, list(response.json()["errors"])) == (422, ["attribution"])
    shares = [{"employee": own_world.people["employee"].employee.api_id, "weight": 100}]
    assert confirm(browser, event, attribution=shares).status_code == 201
