"""Routes that change an invoice's follow-up and project link."""

from typing import Any

import pytest

from regie.domains.records.invoices.models import Invoice
from tests.factories.people import make_user
from tests.factories.work import make_client, make_invoice, make_project
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/invoices"


def _invoice(world: World, column: str = "account_manager", **fields: Any) -> str:
    """Create an invoice of a client that the column's user manages."""
    with world.database.write() as session:
        client = make_client(session, account_manager_id=world.people[column].user.id)
        return make_invoice(session, client_id=client.id, **fields).api_id


def _project_of(world: World, invoice: str, **fields: Any) -> str:
    with world.database.write() as session:
        client_id = session.query(Invoice.client_id).filter_by(api_id=invoice).scalar()
        return make_project(session, **({"client_id": client_id} | fields)).api_id


def test_follow_up_is_saved_filtered_and_logged(world: World):
    invoice = _invoice(world)
    own = world.browser("account_manager")
    read = own.get(f"{PATH}/{invoice}").json()["data"]
    assert (read["version"], read["follow_up_on"], read["can"]) == (0, None, ["follow_up"])
    owner = own.get("/api/v1/account-managers?per_page=1").json()["data"][0]["api_id"]
    body = {"follow_up_on": "2026-11-20", "follow_up_note": "Promis pour lundi", "follow_up_owner": owner, "version": 0}
    response = own.patch(f"{PATH}/{invoice}", body)
    assert response.status_code == 200, response.text
    saved = response.json()["data"]
    assert (saved["version"], saved["follow_up_on"], saved["follow_up_note"]) == (1, "2026-11-20", "Promis pour lundi")
    assert saved["follow_up_owner"]["api_id"] == owner
    for chosen, is_found in (("due", True), ("planned", False), ("none", False)):
        found = own.get(f"{PATH}?follow_up={chosen}&per_page=100").json()["data"]
        assert (invoice in {row["api_id"] for row in found}) is is_found
    log = world.browser("admin").get(f"/api/v1/activity?subject={invoice}&per_page=100").json()["data"]
    assert [entry["subject_type"] for entry in log] == ["invoice"]
    assert {change["field"] for change in log[0]["changes"]} == {"follow_up_on", "follow_up_note", "follow_up_owner"}


def test_empty_follow_up_is_cleared(world: World):
    invoice = _invoice(world)
    admin = world.browser("admin")
    admin.patch(f"{PATH}/{invoice}", {"follow_up_on": "2026-12-01", "follow_up_note": "x"})
    response = admin.patch(f"{PATH}/{invoice}", {"follow_up_on": None, "follow_up_note": ""})
    assert (response.json()["data"]["follow_up_on"], response.json()["data"]["follow_up_note"]) == (None, None)


def test_project_must_match_client_and_currency(world: World):
    invoice = _invoice(world)
    finance = world.browser("financial_manager")
    project = _project_of(world, invoice)
    response = finance.patch(f"{PATH}/{invoice}", {"project": project})
    assert response.json()["data"]["project"]["api_id"] == project
    assert finance.get(f"{PATH}?project={project}").json()["meta"]["total"] == 1
    foreign, dollars = world.project("admin", "other"), _project_of(world, invoice, currency="USD")
    for wrong in (foreign, dollars, world.project("admin", "missing")):
        with assert_unchanged(world.database):
            refused = finance.patch(f"{PATH}/{invoice}", {"project": wrong})
        assert (refused.status_code, list(refused.json()["errors"])) == (422, ["project"])
    assert finance.patch(f"{PATH}/{invoice}", {"project": None}).json()["data"]["project"] is None


def test_account_manager_cannot_link_project(world: World):
    invoice = _invoice(world)
    project = _project_of(world, invoice)
    with assert_unchanged(world.database):
        response = world.browser("account_manager").patch(f"{PATH}/{invoice}", {"project": project})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["project"])


def test_update_with_outdated_version_returns_409(world: World):
    invoice = _invoice(world)
    one, other = world.browser("admin"), world.browser("financial_manager")
    one.patch(f"{PATH}/{invoice}", {"follow_up_on": "2026-12-01", "version": 0})
    with assert_unchanged(world.database):
        late = other.patch(f"{PATH}/{invoice}", {"follow_up_on": "2026-12-24", "version": 0})
    assert late.status_code == 409
    assert late.json()["conflicts"]["follow_up_on"] == {"theirs": "2026-12-01", "yours": "2026-12-24"}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"follow_up_on": "demain"}, "follow_up_on"),
        ({"follow_up_owner": "not-an-id"}, "follow_up_owner"),
        ({"balance": "0.00"}, "balance"),
        ({"follow_up_note": "x" * 20_001}, "follow_up_note"),
        ({"version": -1}, "version"),
    ],
)
def test_invalid_body_returns_422(world: World, body: dict[str, Any], field: str):
    invoice = _invoice(world)
    with assert_unchanged(world.database):
        response = world.browser("admin").patch(f"{PATH}/{invoice}", body)
    assert (response.status_code, list(response.json()["errors"])) == (422, [field])


def test_deactivated_user_cannot_own_follow_up(world: World):
    invoice = _invoice(world)
    with world.database.write() as session:
        deactivated = make_user(session, roles=[], status="deactivated", previous_roles=["admin"]).api_id
        employee = make_user(session, roles=["employee"]).api_id
    for user in (deactivated, employee):
        with assert_unchanged(world.database):
            response = world.browser("admin").patch(f"{PATH}/{invoice}", {"follow_up_owner": user})
        assert response.status_code == 422
