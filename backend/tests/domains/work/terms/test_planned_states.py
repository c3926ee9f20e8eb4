"""Tests of planned pauses and resumptions: they become the status when their day comes, and no other edit ends them."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.access.churns import CHURN
from tests.browser import Browser
from tests.conftest import NOON, MovableClock
from tests.factories.people import make_employee
from tests.factories.work import make_client, make_pause, make_project

# The clock is at 20 November 2026.
PATH, ON_ITS_DAY, LATER = "/api/v1/projects", timedelta(days=11), timedelta(days=15)
SignIn = Callable[..., Browser]


def _make(database: Database, paused_on: date | None = None, **fields: Any) -> str:
    with database.write() as session:
        values = {"monthly_fee": "700.00", "start_on": date(2026, 3, 2), **fields}
        project = make_project(session, client_id=make_client(session, name="Pivoine").id, **values)
        if paused_on is not None:
            make_pause(session, project, paused_on)
            project.status = "on_hold"
        return project.api_id


def _plan(admin: Browser, api_id: str, state: str, day: str = "2026-12-01") -> None:
    body = {"name": "state", "state": state, "effective_from": day, "reason": "Moving"}
    response = admin.post(f"{PATH}/{api_id}/terms", body)
    assert response.status_code == 201, response.text


def _shown(admin: Browser, api_id: str) -> tuple[str, str, list[str]]:
    """The status, the client's MRR, and the statuses whose filter finds the retainer."""
    project = admin.get(f"{PATH}/{api_id}").json()["data"]
    client = admin.get(f"/api/v1/clients/{project['client']['api_id']}").json()["data"]
    found = [one for one in ("active", "on_hold") if admin.get(f"{PATH}?status={one}").json()["meta"]["total"]]
    return project["status"], client["mrr"]["amount"], found


def _states(admin: Browser, api_id: str) -> list[tuple[str, str]]:
    terms = admin.get(f"{PATH}/{api_id}/terms").json()["data"]["terms"]
    return [(term["effective_from"], term["state"]) for term in terms if term["name"] == "state"]


def _churn(api_id: str, employee: str, last_day: str) -> dict[str, Any]:
    share = {"employee": employee, "weight": 100}
    return CHURN | {"project": api_id, "effective_on": last_day, "attribution": [share]}


RUNNING, PAUSED = ("active", "700.00", ["active"]), ("on_hold", "0.00", ["on_hold"])


@pytest.mark.parametrize("passed", [ON_ITS_DAY, LATER], ids=["on its day", "later"])
@pytest.mark.parametrize("state", ["on_hold", "active"])
def test_planned_state_becomes_the_status_and_another_edit_keeps_it(
    database: Database, clock: MovableClock, sign_in_as: SignIn, state: str, passed: timedelta
):
    before, after, paused_on = (RUNNING, PAUSED, None) if state == "on_hold" else (PAUSED, RUNNING, date(2026, 9, 1))
    api_id = _make(database, paused_on)
    admin = sign_in_as("admin")
    _plan(admin, api_id, state)
    planned = _states(admin, api_id)
    clock.moment = NOON + ON_ITS_DAY - timedelta(days=1)
    assert _shown(sign_in_as("admin"), api_id) == before
    clock.moment = NOON + passed
    admin = sign_in_as("admin")
    assert admin.patch(f"{PATH}/{api_id}", {"description": "Moving"}).status_code == 200
    assert (_shown(admin, api_id), _states(admin, api_id)) == (after, planned)
    assert planned[-1] == ("2026-12-01", state)


def test_edit_without_a_status_records_no_state(database: Database, sign_in_as: SignIn):
    """Also one that lets an ended retainer run on: it is paused as it was."""
    api_id, admin = _make(database, date(2026, 9, 1)), sign_in_as("admin")
    for end_on in ("2026-11-10", None):
        assert admin.patch(f"{PATH}/{api_id}", {"end_on": end_on}).status_code == 200
    assert (_shown(admin, api_id), _states(admin, api_id)) == (PAUSED, [("2026-09-01", "on_hold")])


def test_planned_pause_begins_while_the_retainer_is_leaving(
    database: Database, clock: MovableClock, sign_in_as: SignIn
):
    """Correcting or rejecting the departure shows the state of today, not that of the day of recording."""
    api_id, admin = _make(database), sign_in_as("super_admin")
    _plan(admin, api_id, "on_hold")
    with database.write() as session:
        employee = make_employee(session).api_id
    event = admin.post("/api/v1/churned-projects", _churn(api_id, employee, "2026-12-31")).json()["data"]["api_id"]
    clock.moment = NOON + LATER
    admin = sign_in_as("super_admin")
    assert _shown(admin, api_id) == PAUSED
    assert admin.patch(f"/api/v1/churn-events/{event}", {"effective_on": "2026-12-30"}).status_code == 200
    assert _shown(admin, api_id) == PAUSED
    rejected = admin.post(f"/api/v1/churn-events/{event}/rejections", {"reason": "They stay"})
    assert rejected.status_code == 201, rejected.text
    assert (_shown(admin, api_id), _states(admin, api_id)) == (PAUSED, [("2026-12-01", "on_hold")])


@pytest.mark.parametrize("planned", [[], ["2027-01-01"]], ids=["paused", "with a planned resumption"])
def test_winning_back_resumes_a_paused_retainer(
    database: Database, clock: MovableClock, sign_in_as: SignIn, planned: list[str]
):
    api_id = _make(database, date(2026, 9, 1))
    with database.write() as session:
        employee = make_employee(session).api_id
    admin = sign_in_as("super_admin")
    for day in planned:
        _plan(admin, api_id, "active", day)
    event = admin.post("/api/v1/churned-projects", _churn(api_id, employee, "2026-10-31")).json()["data"]["api_id"]
    won_back = admin.post(f"/api/v1/churn-events/{event}/win-backs", {"reason": "They came back"})
    assert won_back.status_code == 201, won_back.text
    states = [("2026-09-01", "on_hold"), ("2026-11-01", "churned"), ("2026-11-20", "active")]
    assert (_shown(admin, api_id), _states(admin, api_id)) == (RUNNING, states)
    query = "from=2026-11-01&to=2026-11-30&currency=CAD"
    (month,) = admin.get(f"/api/v1/churns-analysis?{query}").json()["data"]["months"]
    assert (month["reactivation"]["amount"], month["mrr_end"]["amount"]) == ("700.00", "700.00")
    pause = admin.post(f"{PATH}/{api_id}/terms", {"name": "state", "state": "on_hold", "effective_from": "2027-02-01"})
    assert pause.status_code == 201, pause.text
    clock.moment = NOON + timedelta(days=100)
    assert _shown(sign_in_as("super_admin"), api_id) == PAUSED
