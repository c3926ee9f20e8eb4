"""Tests of departures to come: the retainer runs through its last day, and only the date says that it has churned."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from regie.domains.people.notifications.actions import Notifier
from regie.domains.people.notifications.models import Notification
from regie.domains.records.users.models import User
from regie.domains.work.churns.jobs import PendingChurnJob
from tests.access.churns import CHURN
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN, MovableClock
from tests.domains.work.churns.accounts import Account, confirm, post_churn, reject
from tests.factories.people import make_user
from tests.factories.world import World, assert_unchanged

# The clock is at 20 November 2026.
LAST = "2026-11-30"


@pytest.fixture
def manager(own_world: World) -> Browser:
    return own_world.browser("churn_manager")


@pytest.fixture
def admin(own_world: World) -> Browser:
    return own_world.browser("admin")


def _read(browser: Browser, path: str) -> Any:
    response = browser.get(f"/api/v1/{path}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _state(browser: Browser, account: Account, project: str) -> tuple[Any, ...]:
    """Status and departure of project and client, the client's MRR, and how many of each the filters find."""
    own, client = _read(browser, f"projects/{project}"), _read(browser, f"clients/{account.client.api_id}")
    found = (len(_read(browser, "projects?leaving=true")), len(_read(browser, "clients?leaving=true")))
    churned = (len(_read(browser, "projects?status=churned")), len(_read(browser, "clients?status=churned")))
    shown = (own["status"], own["leaving_on"], client["status"], client["leaving_on"])
    return *shown, client["mrr"]["amount"], found, churned


def _recipients(world: World, kind: str = "retainer_leaving") -> set[int]:
    with world.database.read() as db:
        return set(db.execute(select(Notification.user_id).where(Notification.kind == kind)).scalars())


def test_retainer_runs_through_its_last_day_and_only_the_date_decides(
    own_world: World, admin: Browser, clock: MovableClock, sign_in_as: Callable[..., Browser]
):
    account = Account(own_world)
    project = account.retainer("1000.00")
    post_churn(admin, project, LAST)
    leaving = ("active", LAST, "active", LAST)
    assert _state(admin, account, project) == (*leaving, "1000.00", (1, 1), (0, 0))
    clock.moment = NOON + timedelta(days=10)
    # The value on a day is that at its close: the last day has no MRR, and work goes on through it.
    assert _state(sign_in_as("admin"), account, project) == (*leaving, "0.00", (1, 1), (0, 0))
    clock.moment = NOON + timedelta(days=11)
    churned = ("churned", None, "churned", None)
    assert _state(sign_in_as("admin"), account, project) == (*churned, "0.00", (0, 0), (1, 1))
    assert _read(sign_in_as("admin"), f"clients/{account.client.api_id}")["churned_on"] == LAST


def test_terms_say_who_recorded_the_departure_and_why(own_world: World, admin: Browser):
    project = Account(own_world).retainer()
    post_churn(admin, project, LAST, note="They hire their own team")
    (term,) = [one for one in _read(admin, f"projects/{project}/terms")["terms"] if one["state"] == "churned"]
    assert (term["effective_from"], term["reason"]) == ("2026-12-01", "They hire their own team")
    assert (term["recorded_by"]["name"], term["can_change"]) == (admin.user.name, False)


def test_client_with_another_retainer_does_not_leave(own_world: World, admin: Browser):
    account = Account(own_world)
    project, _ = account.retainer(), account.retainer("700.00")
    post_churn(admin, project, LAST)
    client = _read(admin, f"clients/{account.client.api_id}")
    assert (client["status"], client["leaving_on"]) == ("active", None)
    assert _read(admin, f"projects/{project}")["leaving_on"] == LAST


@pytest.mark.parametrize("decide", ["undo", "undo confirmed", "reject"])
def test_departure_can_be_undone_until_its_day(own_world: World, admin: Browser, manager: Browser, decide: str):
    project = Account(own_world).retainer()
    # In another month: undoing before the day is no winning back.
    event = post_churn(admin, project, "2027-01-31")
    assert event["can"] == ["edit", "confirm", "reject"]
    if decide == "reject":
        assert reject(manager, event).status_code == 201
    else:
        if decide == "undo confirmed":
            assert confirm(manager, event).json()["data"]["can"] == ["void"]
        assert manager.delete(f"/api/v1/churned-projects/{project}").status_code == 204
    read = _read(admin, f"projects/{project}")
    assert (read["status"], read["end_on"], read["leaving_on"], read["churn"]) == ("active", None, None, None)
    assert _read(admin, f"churn-events/{event['api_id']}")["state"] == "voided"


def test_departure_decides_end_and_status(own_world: World, admin: Browser):
    project = Account(own_world).retainer()
    post_churn(admin, project, LAST)
    path = f"/api/v1/projects/{project}"
    words = ["This is defined by the churn on November 30, 2026. Undo the churn first"]
    for field, value in (("end_on", "2027-01-31"), ("status", "on_hold"), ("status", "cancelled")):
        with assert_unchanged(own_world.database):
            response = admin.patch(path, {field: value})
        assert (response.status_code, response.json()["errors"]) == (422, {field: words})
    with assert_unchanged(own_world.database):
        again = admin.post("/api/v1/churned-projects", CHURN | {"project": project, "effective_on": LAST})
        ended = admin.post(f"{path}/terms", {"name": "state", "state": "ended", "effective_from": "2026-12-15"})
    assert [one.json()["code"] for one in (again, ended)] == ["churn_already", "churn_already"]


def test_correction_of_the_day_moves_the_departure(own_world: World, admin: Browser):
    project = Account(own_world).retainer()
    event = post_churn(admin, project, LAST)
    path = f"/api/v1/churn-events/{event['api_id']}"
    assert admin.patch(path, {"effective_on": "2026-11-19"}).status_code == 200
    assert _read(admin, f"projects/{project}")["status"] == "churned"
    assert admin.patch(path, {"effective_on": "2026-12-31"}).status_code == 200
    read = _read(admin, f"projects/{project}")
    assert (read["status"], read["end_on"], read["leaving_on"]) == ("active", "2026-12-31", "2026-12-31")


def test_owner_account_manager_churn_manager_and_finance_are_notified_once(
    own_world: World, admin: Browser, clock: MovableClock
):
    account = Account(own_world)
    with own_world.database.write() as session:
        finance = make_user(session, roles=["financial_manager"]).id
        make_user(session, roles=["account_manager"])
        make_user(session, roles=["employee"])
    post_churn(admin, account.retainer(), LAST)
    job = PendingChurnJob(own_world.database, clock, Notifier(own_world.app.state.context.mail, ORIGIN))
    job.run_once()
    people = own_world.people
    owner, churn_manager = people["super_admin"].user.id, people["churn_manager"].user.id
    asked = _recipients(own_world, "churn_to_confirm")
    assert asked == {churn_manager}
    assert _recipients(own_world) == {
        owner, account.manager.id, finance, people["financial_manager"].user.id
    }  # fmt: skip
    (row,) = _read(Browser(own_world.app, ORIGIN).signed_in_as(_user(own_world, owner), NOON), "notifications")
    assert row["title"].startswith("Leaving on November 30, 2026: ")
    with assert_unchanged(own_world.database):
        job.run_once()


def _user(world: World, key: int) -> User:
    with world.database.read() as db:
        return db.execute(select(User.__table__).where(User.__table__.c.id == key)).one()  # type: ignore[return-value]


@pytest.mark.parametrize("days", [0, 60])
def test_confirmed_end_is_announced_like_a_recorded_churn(
    own_world: World, admin: Browser, clock: MovableClock, sign_in_as: Callable[..., Browser], days: int
):
    """However long its automatic churn waited for the confirmation; once, and again when it is moved."""
    job = PendingChurnJob(own_world.database, clock, Notifier(own_world.app.state.context.mail, ORIGIN))
    account = Account(own_world)
    project = account.retainer()
    assert admin.patch(f"/api/v1/projects/{project}", {"end_on": "2027-03-31"}).status_code == 200
    job.run_once()
    asked = _recipients(own_world, "churn_to_confirm")
    assert (len(asked), _recipients(own_world)) == (1, set())
    clock.moment = NOON + timedelta(days=days)
    manager = sign_in_as("churn_manager")
    (event,) = _read(manager, "churn-events?state=recorded")
    shares = [{"employee": account.employee, "weight": 100}]
    assert confirm(manager, event, reason="price", note="Confirmé", attribution=shares).status_code == 201
    job.run_once()
    people = own_world.people
    expected = {people["super_admin"].user.id, people["financial_manager"].user.id, account.manager.id}
    assert _recipients(own_world) - {manager.user.id} == expected
    assert not asked & _recipients(own_world)
    with assert_unchanged(own_world.database):
        job.run_once()


def test_past_churn_is_no_departure(own_world: World, admin: Browser, clock: MovableClock):
    post_churn(admin, Account(own_world).retainer(), "2026-11-10")
    PendingChurnJob(own_world.database, clock, Notifier(own_world.app.state.context.mail, ORIGIN)).run_once()
    assert _recipients(own_world) == set()


def test_planned_end_keeps_the_status_until_its_day(
    own_world: World, admin: Browser, clock: MovableClock, sign_in_as: Callable[..., Browser]
):
    project = Account(own_world).retainer(start_on=date(2026, 1, 1))
    term = {"name": "state", "state": "ended", "effective_from": "2026-12-01"}
    assert admin.post(f"/api/v1/projects/{project}/terms", term).status_code == 201
    read = _read(admin, f"projects/{project}")
    assert (read["status"], read["end_on"]) == ("active", LAST)
    clock.moment = NOON + timedelta(days=11)
    read = _read(sign_in_as("admin"), f"projects/{project}")
    assert (read["status"], read["leaving_on"]) == ("ended", None)
