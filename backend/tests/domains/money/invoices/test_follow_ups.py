"""What people keep about an invoice over HTTP: its project, and when and by whom its money is asked for again."""

from typing import Any

import pytest

from regie.domains.records.invoices.models import Invoice
from tests.factories.people import make_user
from tests.factories.work import make_client, make_invoice, make_project
from tests.factories.world import World, unchanged

PATH = "/api/v1/invoices"


def _invoice(world: World, column: str = "account_manager", **fields: Any) -> str:
    """An invoice of a client that this person manages."""
    with world.database.write() as session:
        client = make_client(session, account_manager_id=world.people[column].user.id)
        return make_invoice(session, client_id=client.id, **fields).api_id


def _project_of(world: World, invoice: str, **fields: Any) -> str:
    with world.database.write() as session:
        client_id = session.query(Invoice.client_id).filter_by(api_id=invoice).scalar()
        return make_project(session, **({"client_id": client_id} | fields)).api_id


def test_a_follow_up_is_kept_found_and_logged(world: World):
    invoice = _invoice(world)
    own = world.browser("account_manager")
    read = own.get(f"{PATH}/{invoice}").json()["data"]
    assert (read["version"], read["follow_up_on"], read["can"]) == (0, None, ["follow_up"])
    owner = own.get("/api/v1/account-managers?per_page=1").json()["data"][0]["api_id"]
    body = {"follow_up_on": "2026-11-20", "follow_up_note": "Promis pour lundi", "follow_up_owner": owner, "version": 0}
    answer = own.patch(f"{PATH}/{invoice}", body)
    assert answer.status_code == 200, answer.text
    kept = answer.json()["data"]
    assert (kept["version"], kept["follow_up_on"], kept["follow_up_note"]) == (1, "2026-11-20", "Promis pour lundi")
    assert kept["follow_up_owner"]["api_id"] == owner
    for chosen, is_found in (("due", True), ("planned", False), ("none", False)):
        found = own.get(f"{PATH}?follow_up={chosen}&per_page=100").json()["data"]
        assert (invoice in {row["api_id"] for row in found}) is is_found
    log = world.browser("admin").get(f"/api/v1/activity?subject={invoice}&per_page=100").json()["data"]
    assert [entry["subject_type"] for entry in log] == ["invoice"]
    assert {change["field"] for change in log[0]["changes"]} == {"follow_up_on", "follow_up_note", "follow_up_owner"}


def test_a_follow_up_ends_when_it_is_emptied(world: World):
    invoice = _invoice(world)
    admin = world.browser("admin")
    admin.patch(f"{PATH}/{invoice}", {"follow_up_on": "2026-12-01", "follow_up_note": "x"})
    answer = admin.patch(f"{PATH}/{invoice}", {"follow_up_on": None, "follow_up_note": ""})
    assert (answer.json()["data"]["follow_up_on"], answer.json()["data"]["follow_up_note"]) == (None, None)


def test_an_invoice_bills_a_project_of_its_client_in_its_currency(world: World):
    invoice = _invoice(world)
    finance = world.browser("financial_manager")
    project = _project_of(world, invoice)
    answer = finance.patch(f"{PATH}/{invoice}", {"project": project})
    assert answer.json()["data"]["project"]["api_id"] == project
    assert finance.get(f"{PATH}?project={project}").json()["meta"]["total"] == 1
    foreign, dollars = world.project("admin", "other"), _project_of(world, invoice, currency="USD")
    for wrong in (foreign, dollars, world.project("admin", "missing")):
        with unchanged(world.database):
            refused = finance.patch(f"{PATH}/{invoice}", {"project": wrong})
        assert (refused.status_code, list(refused.json()["errors"])) == (422, ["project"])
    assert finance.patch(f"{PATH}/{invoice}", {"project": None}).json()["data"]["project"] is None


def test_an_account_manager_links_no_project(world: World):
    invoice = _invoice(world)
    project = _project_of(world, invoice)
    with unchanged(world.database):
        answer = world.browser("account_manager").patch(f"{PATH}/{invoice}", {"project": project})
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["project"])


def test_two_who_follow_up_learn_of_each_other(world: World):
    invoice = _invoice(world)
    one, other = world.browser("admin"), world.browser("financial_manager")
    one.patch(f"{PATH}/{invoice}", {"follow_up_on": "2026-12-01", "version": 0})
    with unchanged(world.database):
        late = other.patch(f"{PATH}/{invoice}", {"follow_up_on": "2026-12-24", "version": 0})
    assert late.status_code == 409
    assert late.json()["conflicts"]["follow_up_on"] == {"theirs": "2026-12-01", "yours": "2026-12-24"}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"follow_up_on": "demain"}, "follow_up_on"),
        ({"follow_up_owner": "nobody"}, "follow_up_owner"),
        ({"balance": "0.00"}, "balance"),
        ({"follow_up_note": "x" * 20_001}, "follow_up_note"),
        ({"version": -1}, "version"),
    ],
)
def test_what_makes_no_sense_is_refused(world: World, body: dict[str, Any], field: str):
    invoice = _invoice(world)
    with unchanged(world.database):
        answer = world.browser("admin").patch(f"{PATH}/{invoice}", body)
    assert (answer.status_code, list(answer.json()["errors"])) == (422, [field])


def test_nobody_who_has_left_is_asked_to_follow_up(world: World):
    invoice = _invoice(world)
    with world.database.write() as session:
        gone = make_user(session, roles=[], status="deactivated", previous_roles=["admin"]).api_id
        employee = make_user(session, roles=["employee"]).api_id
    for user in (gone, employee):
        with unchanged(world.database):
            answer = world.browser("admin").patch(f"{PATH}/{invoice}", {"follow_up_owner": user})
        assert answer.status_code == 422
