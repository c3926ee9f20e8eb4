"""Tests of the queue of out-of-scope work awaiting approval."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.oos_sales import make_approval, make_oos_sale
from tests.factories.work import make_client, make_project
from tests.factories.world import World, assert_unchanged

QUEUE = "/api/v1/oos-queue"
AWAITING_APPROVAL: list[dict[str, Any]] = [
    {},
    {"status": "on_hold"},
    {"status": "draft", "minutes": 30},
    {"status": "completed"},
    {"decision": "declined"},
]
NOT_AWAITING_APPROVAL: list[dict[str, Any]] = [
    {"status": "draft"},
    {"status": "cancelled", "minutes": 30},
    {"approved_on": date(2026, 11, 4)},
    {"decision": "approved"},
    {"status": "cancelled", "decision": "declined"},
    {"status": "completed", "decision": "declined", "minutes": 30},
    {"status": "completed", "archived_at": NOON},
]


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _queue(browser: Browser, query: str = "") -> list[dict[str, Any]]:
    response = browser.get(f"{QUEUE}?per_page=100{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


@pytest.mark.parametrize(
    ("fields", "is_listed"), [(f, True) for f in AWAITING_APPROVAL] + [(f, False) for f in NOT_AWAITING_APPROVAL]
)
def test_queue_contains_work_awaiting_approval(world: World, admin: Browser, fields: dict[str, Any], is_listed: bool):
    decision = fields.get("decision")
    with world.database.write() as session:
        project = make_oos_sale(session, **{name: value for name, value in fields.items() if name != "decision"})
        if decision:
            make_approval(session, project, decision=decision)
    rows = {row["api_id"]: row for row in _queue(admin)}
    assert (project.api_id in rows) is is_listed
    if is_listed:
        assert rows[project.api_id]["status"] == (decision or "proposed")


def test_queue_is_sorted_by_age_and_shows_the_days_waiting(world: World, admin: Browser):
    with world.database.write() as session:
        client = make_client(session)
        young = make_oos_sale(
            session, client_id=client.id, sold_on=date(2026, 11, 19), minutes=75, amount=Decimal("9.50")
        )
        old = make_oos_sale(session, client_id=client.id, sold_on=date(2026, 10, 1))
    here = f"&client={client.api_id}"
    rows = _queue(admin, here)
    assert [row["api_id"] for row in rows] == [old.api_id, young.api_id]
    assert [row["days_waiting"] for row in rows] == [50, 1]
    assert (rows[1]["hours_logged"], rows[1]["amount"]) == ("1.25", {"amount": "9.50", "currency": "CAD"})
    assert [len(row["sellers"]) for row in rows] == [1, 1]
    assert [row["api_id"] for row in _queue(admin, f"{here}&sort=-sold_on")] == [young.api_id, old.api_id]
    assert [row["api_id"] for row in _queue(admin, f"{here}&sort=-hours_logged")] == [young.api_id, old.api_id]
    assert [row["api_id"] for row in _queue(admin, f"{here}&sold_to=2026-10-31")] == [old.api_id]
    assert admin.get(f"{QUEUE}?status=proposed").status_code == 422


def test_each_role_sees_its_own_work_and_may_decide_accordingly(world: World):
    manager, employee = world.people["account_manager"], world.people["employee"]
    with world.database.write() as session:
        own = make_oos_sale(session, account_manager_id=manager.user.id, sellers={employee.employee.id: 100})
        client = make_client(session, account_manager_id=manager.user.id)
        of_own_client = make_oos_sale(session, client_id=client.id, account_manager_id=world.stranger.id)
        other = make_oos_sale(session)
    seen = {row["api_id"]: row for row in _queue(manager.browser)}
    assert (seen[own.api_id]["may_decide"], seen[of_own_client.api_id]["may_decide"]) == (True, False)
    assert ("amount" in seen[own.api_id], "amount" in seen[of_own_client.api_id]) == (True, False)
    assert other.api_id not in seen
    sold = {row["api_id"]: row for row in _queue(employee.browser)}
    assert set(sold) == {own.api_id}
    assert (sold[own.api_id]["may_decide"], "amount" in sold[own.api_id]) == (False, False)
    assert {own.api_id, of_own_client.api_id, other.api_id} <= {
        row["api_id"] for row in _queue(world.browser("churn_manager"))
    }
    assert not any(row["may_decide"] for row in _queue(world.browser("financial_manager")))


def test_out_of_scope_sale_from_a_retainer(world: World):
    """Promise 6: an out-of-scope project with seller, amount and client approval; until then it is in the queue."""
    manager, seller = world.people["account_manager"], world.people["employee"]
    browser = manager.browser
    with world.database.write() as session:
        client = make_client(session, account_manager_id=manager.user.id)
        retainer = make_project(session, client_id=client.id, monthly_fee="4200.00", overage_rate=Decimal("165.00"))
    body = {
        "name": "Infolettre de Noël", "kind": "oos", "client": client.api_id, "account_manager": manager.user.api_id,
        "start_on": "2026-11-20", "currency": "CAD", "amount": "1650.00", "hourly_rate": "165.00", "status": "active",
        "parent_project": retainer.api_id, "sold_on": "2026-11-20",
        "sold_by": [{"employee": seller.employee.api_id, "weight": 100}],
    }  # fmt: skip
    made = browser.post("/api/v1/projects", body)
    assert made.status_code == 201, made.text
    project = made.json()["data"]
    assert project["parent_project"]["api_id"] == retainer.api_id
    (sale,) = browser.get(f"/api/v1/oos-sales?parent={retainer.api_id}").json()["data"]
    assert (sale["status"], sale["seller"]["api_id"], sale["amount"]["amount"]) == (
        "proposed", seller.employee.api_id, "1650.00",
    )  # fmt: skip
    for person in (manager, seller, world.people["admin"]):
        assert project["api_id"] in {row["api_id"] for row in _queue(person.browser)}
    totals = f"/api/v1/oos-sales/totals?parent={retainer.api_id}"
    (before,) = browser.get(totals).json()["data"]["totals"]
    assert (before["counted"]["amount"], before["proposed"]["amount"]) == ("0.00", "1650.00")
    approval = {"project": project["api_id"], "decision": "approved", "decided_on": "2026-11-20"}
    with assert_unchanged(world.database):
        assert browser.post("/api/v1/oos-approvals", approval).status_code == 422
        assert seller.browser.post("/api/v1/oos-approvals", approval | {"note": "Oui"}).status_code == 403
    response = browser.post(
        "/api/v1/oos-approvals", approval | {"note": "Confirmé au téléphone", "contact_name": "Zoé"}
    )
    assert response.status_code == 201, response.text
    for person in (manager, seller, world.people["admin"]):
        assert project["api_id"] not in {row["api_id"] for row in _queue(person.browser)}
    (after,) = browser.get(totals).json()["data"]["totals"]
    assert (after["counted"]["amount"], after["proposed"]["amount"]) == ("1650.00", "0.00")
    assert browser.get(f"/api/v1/projects/{project['api_id']}").json()["data"]["approved_on"] == "2026-11-20"
