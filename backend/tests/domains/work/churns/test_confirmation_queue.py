"""Tests of churn that waits for its confirmation: the queue, confirming and rejecting."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN, MovableClock
from tests.domains.work.churns.accounts import confirm, record_as_account_manager, reject
from tests.factories.churns import make_churn
from tests.factories.months import make_closed_month
from tests.factories.world import World, assert_unchanged

EVENTS = "/api/v1/churn-events"
QUEUE = f"{EVENTS}?state=recorded&sort=created_at"


@pytest.fixture
def manager(world: World) -> Browser:
    return world.browser("churn_manager")


def _queue(browser: Browser) -> list[str]:
    return [row["api_id"] for row in browser.get(QUEUE).json()["data"]]


def _project(browser: Browser, api_id: str) -> tuple[str, str | None]:
    read = browser.get(f"/api/v1/projects/{api_id}").json()["data"]
    return read["status"], read["end_on"]


def test_queue_shows_who_recorded_it_and_how_long_it_has_been_waiting(
    world: World, manager: Browser, clock: MovableClock
):
    waiting = record_as_account_manager(world)
    with world.database.write() as session:
        old = make_churn(session, created_at=NOON - timedelta(days=12)).api_id
        for state in ("confirmed", "voided", "won_back"):
            make_churn(session, state=state, won_back_on=date(2026, 11, 19) if state == "won_back" else None)
    rows = {row["api_id"]: row for row in manager.get(QUEUE).json()["data"]}
    assert next(iter(rows)) == old
    assert waiting["api_id"] in rows
    assert (rows[old]["recorded_by"], rows[old]["days_waiting"]) == (None, 12)
    shown = rows[waiting["api_id"]]
    assert (shown["recorded_by"]["name"], shown["days_waiting"]) == (waiting["recorder"], 0)
    assert (shown["mrr_lost"]["amount"], shown["reason"]) == ("1250.00", "price")
    others = manager.get(f"{EVENTS}?state=confirmed&state=voided&state=won_back").json()["data"]
    assert {row["days_waiting"] for row in others} == {None}


def test_churn_is_corrected_and_confirmed_in_one_change(world: World, manager: Browser):
    event = record_as_account_manager(world)
    corrected = {"reason": "results", "effective_on": "2026-11-15", "note": "Deux trimestres sous les cibles"}
    made = confirm(manager, event, **corrected)
    assert made.status_code == 201, made.text
    read = manager.get(f"{EVENTS}/{event['api_id']}").json()["data"]
    assert {name: read[name] for name in corrected} == corrected
    assert (read["state"], read["can"], read["days_waiting"]) == ("confirmed", ["void"], None)
    assert _project(manager, event["project"]["api_id"]) == ("churned", "2026-11-15")
    assert event["api_id"] not in _queue(manager)


def test_invalid_correction_leaves_the_churn_unconfirmed(world: World, manager: Browser):
    event = record_as_account_manager(world)
    for wrong, name in (({"effective_on": "2025-12-31"}, "effective_on"), ({"reason": "boredom"}, "reason")):
        with assert_unchanged(world.database):
            response = confirm(manager, event, **wrong)
        assert (response.status_code, list(response.json()["errors"])) == (422, [name])


@pytest.mark.parametrize("effective_on", ["2026-11-10", "2026-08-31"])
def test_rejected_churn_lets_the_retainer_run_as_before(world: World, manager: Browser, effective_on: str):
    """It also applies to an earlier month: the churn never happened."""
    event = record_as_account_manager(world, effective_on=effective_on)
    assert event["can"] == ["edit"]
    made = reject(manager, event, "Le client a prolongé par écrit")
    assert made.status_code == 201, made.text
    read = made.json()["data"]
    assert (read["state"], read["rejection_reason"], read["can"]) == ("voided", "Le client a prolongé par écrit", [])
    assert _project(manager, event["project"]["api_id"]) == ("active", "2027-06-30")
    moved = manager.get(f"/api/v1/mrr-movements?client={event['client']['api_id']}&from=2026-01-01&to=2026-11-20")
    assert [row["kind"] for row in moved.json()["data"]] == ["new"]


def test_rejection_needs_a_reason_and_an_open_month(world: World, manager: Browser):
    event = record_as_account_manager(world, effective_on="2026-09-30")
    with assert_unchanged(world.database):
        response = reject(manager, event, "  ")
    assert (response.status_code, list(response.json()["errors"])) == (422, ["reason"])
    with world.database.write() as session:
        make_closed_month(session, world.stranger.id, "2026-10", closed_at=NOON)
    with assert_unchanged(world.database):
        response = reject(manager, event)
    assert (response.status_code, response.json()["code"]) == (409, "month_closed")
    assert confirm(manager, event).status_code == 201


@pytest.mark.parametrize("decide", [confirm, reject])
def test_other_roles_cannot_decide(world: World, decide: Callable[[Browser, dict[str, Any]], Any]):
    event = record_as_account_manager(world)
    recorder = Browser(world.app, ORIGIN)
    with world.database.read() as db:
        user = db.execute(select(User.__table__).where(User.name == event["recorder"])).one()
    recorder.signed_in_as(user, NOON)
    browsers = [world.browser(role) for role in ("account_manager", "financial_manager", "employee", "none")]
    for browser in (recorder, *browsers):
        with assert_unchanged(world.database):
            assert decide(browser, event).status_code == 403


def test_second_decision_is_refused_and_says_why(world: World, manager: Browser):
    event, admin = record_as_account_manager(world), world.browser("admin")
    assert confirm(manager, event).status_code == 201
    for decide in (confirm, reject):
        with assert_unchanged(world.database):
            response = decide(admin, event)
        assert (response.status_code, response.json()["code"]) == (422, "churn_already_confirmed")
        assert response.json()["message"] == "This churn has already been confirmed. Reload the page to see it."
    rejected = record_as_account_manager(world)
    assert reject(admin, rejected).status_code == 201
    with assert_unchanged(world.database):
        response = confirm(manager, rejected)
    assert (response.status_code, response.json()["code"]) == (422, "churn_already_undone")


def test_of_two_simultaneous_decisions_one_wins(world: World, manager: Browser):
    event, admin = record_as_account_manager(world), world.fresh_browser("admin")
    with ThreadPoolExecutor(2) as pool:
        decisions = [pool.submit(confirm, manager, event), pool.submit(reject, admin, event)]
        statuses = sorted(decision.result().status_code for decision in decisions)
    assert statuses == [201, 422]


def test_churn_that_was_corrected_meanwhile_is_not_confirmed(world: World, manager: Browser):
    event = record_as_account_manager(world)
    assert world.browser("admin").patch(f"{EVENTS}/{event['api_id']}", {"reason": "merger"}).status_code == 200
    with assert_unchanged(world.database):
        response = confirm(manager, event)
    assert (response.status_code, response.json()["code"]) == (409, "changed")


@pytest.mark.parametrize(
    ("path", "change", "state"),
    [("confirmations", {"confirmed": True}, "confirmed"), ("rejections", {"reason": "Erreur de saisie"}, "voided")],
)
def test_batch_decides_each_churn_by_itself(
    world: World, manager: Browser, path: str, change: dict[str, Any], state: str
):
    first, second, decided = (record_as_account_manager(world) for _ in range(3))
    assert confirm(manager, decided).status_code == 201
    ids = [first["api_id"], decided["api_id"], new_api_id(), second["api_id"]]
    response = manager.call("POST", f"/api/v1/churn-{path}/batches", json={"ids": ids, "change": change})
    results = response.json()["data"]["results"]
    assert [(result["status"], result["code"]) for result in results] == [
        (200, None),
        (422, "churn_already_confirmed"),
        (404, "not_found"),
        (200, None),
    ]
    states = [manager.get(f"{EVENTS}/{one['api_id']}").json()["data"]["state"] for one in (first, decided, second)]
    assert states == [state, "confirmed", state]


def test_batch_of_confirmations_must_say_so(world: World, manager: Browser):
    event = record_as_account_manager(world)
    body = {"ids": [event["api_id"]], "change": {"confirmed": False}}
    with assert_unchanged(world.database):
        response = manager.call("POST", "/api/v1/churn-confirmations/batches", json=body)
    assert (response.status_code, list(response.json()["errors"])) == (422, ["change.confirmed"])
