"""The last day of a retainer: removing it lets the retainer run on, and a closed month guards it."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.records.mirrors.models import TeamworkProject
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.months import make_closed_month
from tests.factories.people import make_user
from tests.factories.work import SYNCED, make_client, make_project, make_time
from tests.factories.world import assert_unchanged

PATH = "/api/v1/projects"


@pytest.fixture
def admin(sign_in_as: Callable[..., Browser]) -> Browser:
    return sign_in_as("admin")


def _retainer(database: Database, **fields: Any) -> tuple[str, str]:
    """Return the api_ids of a new retainer and of its client."""
    with database.write() as session:
        client = make_client(session)
        project = make_project(
            session, kind="retainer", client_id=client.id, status="active", start_on=date(2026, 3, 2),
            monthly_fee="700.00", **fields,
        )  # fmt: skip
        return project.api_id, client.api_id


def _close_october(database: Database) -> None:
    with database.write() as session:
        make_closed_month(session, make_user(session, roles=["admin"]).id, "2026-10", closed_at=NOON)


def _mrr(admin: Browser, day: str) -> str:
    figures = admin.get(f"/api/v1/dashboard?from={day[:8]}01&to={day}&currency=CAD").json()["data"]["figures"]
    return figures["mrr"]["money"]["amount"]


def test_removing_the_end_lets_the_retainer_run_on(database: Database, admin: Browser):
    api_id, _ = _retainer(database)
    before = _mrr(admin, "2026-05-31")
    assert admin.patch(f"{PATH}/{api_id}", {"end_on": "2026-11-10"}).json()["data"]["status"] == "ended"
    resumed = admin.patch(f"{PATH}/{api_id}", {"end_on": None})
    assert (resumed.status_code, resumed.json()["data"]["status"]) == (200, "active")
    assert _mrr(admin, "2026-05-31") == before
    assert _mrr(admin, "2026-11-19") == before


@pytest.mark.parametrize("end_on", ["2026-10-15", "2026-10-31"])
def test_end_in_a_closed_month_is_refused(database: Database, admin: Browser, end_on: str):
    api_id, _ = _retainer(database)
    _close_october(database)
    with assert_unchanged(database):
        refused = admin.patch(f"{PATH}/{api_id}", {"end_on": end_on})
        assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")
    assert admin.patch(f"{PATH}/{api_id}", {"end_on": "2026-11-01"}).status_code == 200


def test_moving_a_contract_that_continues_a_closed_month_is_refused(database: Database, admin: Browser):
    """On its last day, the MRR of the first contract counts because the second one starts on the next day."""
    _, client = _retainer(database, end_on=date(2026, 10, 31))
    manager = admin.get("/api/v1/account-managers").json()["data"][0]["api_id"]
    sent = {
        "name": "Suite", "client": client, "account_manager": manager, "start_on": "2026-11-01", "currency": "CAD",
        "kind": "retainer", "status": "active", "monthly_fee": "700.00",
    }  # fmt: skip
    following = admin.post(PATH, sent).json()["data"]["api_id"]
    _close_october(database)
    with assert_unchanged(database):
        refused = admin.patch(f"{PATH}/{following}", {"start_on": "2026-11-02"})
        assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")
        refused = admin.post(PATH, sent)
        assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")
    assert admin.post(PATH, {**sent, "start_on": "2026-11-02"}).status_code == 201


def test_end_before_the_last_logged_hours_is_refused(database: Database, admin: Browser):
    with database.write() as session:
        project = make_project(
            session, kind="retainer", status="active", start_on=date(2026, 3, 2), monthly_fee="700.00",
            teamwork_project_id="tw-worked",
        )  # fmt: skip
        make_time(session, teamwork_project_id="tw-worked", worked_on=date(2026, 11, 12))
        api_id = project.api_id
    with assert_unchanged(database):
        refused = admin.patch(f"{PATH}/{api_id}", {"end_on": "2026-11-11"})
        expected = ["Hours were logged until November 12, 2026. Choose that day or a later one as the last day"]
        assert (refused.status_code, refused.json()["errors"]["end_on"]) == (422, expected)
    assert admin.patch(f"{PATH}/{api_id}", {"end_on": "2026-11-12"}).status_code == 200


def _new_retainer(admin: Browser, client: str, **fields: Any) -> dict[str, Any]:
    manager = admin.get("/api/v1/account-managers").json()["data"][0]["api_id"]
    return {
        "name": "Nouveau", "client": client, "account_manager": manager, "currency": "CAD", "kind": "retainer",
        "status": "active", "monthly_fee": "500.00",
    } | fields  # fmt: skip


@pytest.mark.parametrize("end_on", [None, "2026-10-20"])
def test_new_retainer_that_starts_in_a_closed_month_is_refused(database: Database, admin: Browser, end_on: str | None):
    """Its fee starts later, but the client that was lost in October would not be; or it would be lost then itself."""
    _, client = _retainer(database)
    lost = admin.get(f"{PATH}?client={client}").json()["data"][0]["api_id"]
    assert admin.patch(f"{PATH}/{lost}", {"end_on": "2026-10-15"}).status_code == 200
    _close_october(database)
    sent = _new_retainer(admin, client, start_on="2026-10-01", end_on=end_on, fee_starts_on="2026-11-20")
    with assert_unchanged(database):
        refused = admin.post(PATH, sent)
        assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")
        assert (refused.json()["month"], refused.json()["first_open_day"]) == ("2026-10-01", "2026-11-01")
    if end_on is None:
        assert admin.post(PATH, sent | {"status": "draft"}).status_code == 201
        assert admin.post(PATH, sent | {"start_on": "2026-11-01"}).status_code == 201


def test_new_retainer_that_ends_before_the_last_logged_hours_is_refused(database: Database, admin: Browser):
    _, client = _retainer(database)
    with database.write() as session:
        session.add(TeamworkProject(external_id="tw-before", name="Soutien", synced_at=SYNCED))
        make_time(session, teamwork_project_id="tw-before", worked_on=date(2026, 11, 12))
    sent = _new_retainer(admin, client, start_on="2026-11-02", teamwork_project_id="tw-before")
    with assert_unchanged(database):
        refused = admin.post(PATH, sent | {"end_on": "2026-11-11"})
        expected = ["Hours were logged until November 12, 2026. Choose that day or a later one as the last day"]
        assert (refused.status_code, refused.json()["errors"]["end_on"]) == (422, expected)
    assert admin.post(PATH, sent | {"end_on": "2026-11-12"}).status_code == 201
