"""Tests the contacts of clients that were read from HubSpot: who is listed, doubles, the primary one, and erasure."""

from typing import Any

import pytest
from sqlalchemy import select

from regie.domains.records.clients.models import Client, ClientLink
from regie.domains.records.mirrors.models import HubspotContact, HubspotContactCompany
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.clients import make_contact, make_hubspot_contact
from tests.factories.world import World, assert_unchanged

NAME, EMAIL = "Noémie Thériault", "noemie@pivoine.example"
URL = "https://app.hubspot.com/contacts/1/record/0-1/501"


@pytest.fixture
def manager(world: World) -> Browser:
    return world.browser("account_manager")


def _client(world: World, **fields: Any) -> tuple[str, int]:
    api_id = world.client("account_manager", "own", **fields)
    with world.database.read() as db:
        return f"/api/v1/clients/{api_id}", db.execute(select(Client.id).where(Client.api_id == api_id)).scalar_one()


def _add(world: World, key: int, **fields: Any) -> str:
    with world.database.write() as session:
        return make_hubspot_contact(session, key, **{"source_url": URL, **fields}).api_id


def _contacts(browser: Browser, client: str) -> list[dict[str, Any]]:
    return browser.get(f"{client}/contacts").json()["data"]


def test_contacts_of_the_company_are_listed_with_their_source(world: World, manager: Browser):
    client, key = _client(world)
    contact = _add(world, key, phone="418 555-0101")
    with world.database.write() as session:
        make_contact(session, key)
    by_hand, linked = _contacts(manager, client)
    assert (by_hand["name"], by_hand["source"], by_hand["source_url"]) == ("Luc Gauthier", None, None)
    assert linked == {
        "api_id": contact, "source": "hubspot", "source_url": URL, "name": NAME,
        "title": "Responsable du marketing", "email": EMAIL, "phone": "418 555-0101",
        "updated_at": linked["updated_at"], "version": 1,
    }  # fmt: skip
    assert manager.get(f"{client}/contacts/{contact}").json()["data"] == linked


def test_contact_is_listed_once_for_two_companies_of_a_client(world: World, manager: Browser):
    client, key = _client(world)
    with world.database.write() as session:
        contact = make_hubspot_contact(session, key)
        session.add(ClientLink(client_id=key, service="hubspot", external_id=f"other-{key}"))
        session.add(HubspotContactCompany(contact_id=contact.external_id, company_id=f"other-{key}"))
    assert [row["name"] for row in _contacts(manager, client)] == [NAME]


def test_deleted_contact_and_those_of_other_companies_are_not_listed(world: World, manager: Browser):
    client, key = _client(world)
    _add(world, key, deleted_at=NOON)
    _, other = _client(world)
    foreign = _add(world, other)
    assert _contacts(manager, client) == []
    assert manager.get(f"{client}/contacts/{foreign}").status_code == 404


def test_same_address_is_one_contact_with_the_values_entered_here(world: World, manager: Browser):
    client, key = _client(world)
    _add(world, key)
    with world.database.write() as session:
        make_contact(session, key, name="N. Thériault", email="Noemie@Pivoine.example", title="Directrice")
    (contact,) = _contacts(manager, client)
    assert (contact["name"], contact["title"], contact["source"]) == ("N. Thériault", "Directrice", None)
    assert contact["source_url"] == URL
    assert manager.get(client).json()["data"]["contact_source_url"] is None


def test_primary_contact_at_hubspot_is_listed_once(world: World, manager: Browser):
    client, key = _client(world, contact_name="N. Thériault", contact_email=EMAIL)
    _add(world, key)
    assert _contacts(manager, client) == []
    shown = manager.get(client).json()["data"]
    assert (shown["contact_name"], shown["contact_source_url"]) == ("N. Thériault", URL)


def test_contact_without_an_address_is_recognized_by_its_name(world: World, manager: Browser):
    client, key = _client(world, contact_name=NAME)
    _add(world, key, email=None)
    assert _contacts(manager, client) == []
    _add(world, key, name="Yves Poirier", email=None)
    assert [row["name"] for row in _contacts(manager, client)] == ["Yves Poirier"]


def test_contact_of_hubspot_cannot_be_changed_or_deleted(world: World, manager: Browser):
    client, key = _client(world)
    path = f"{client}/contacts/{_add(world, key)}"
    with assert_unchanged(world.database):
        assert manager.patch(path, {"title": "Directrice"}).status_code == 404
        assert manager.delete(path).status_code == 404


def test_contact_of_hubspot_becomes_the_primary_one(world: World, manager: Browser):
    client, key = _client(world, contact_name="Chantal Fiset", contact_email="chantal@pivoine.example")
    contact = _add(world, key)
    response = manager.put(f"{client}/primary-contact", {"contact": contact, "version": 1})
    shown = response.json()["data"]
    assert (shown["contact_name"], shown["contact_email"], shown["contact_source_url"]) == (NAME, EMAIL, URL)
    (former,) = _contacts(manager, client)
    assert (former["name"], former["source"]) == ("Chantal Fiset", None)
    entries = world.browser("super_admin").get(f"/api/v1/activity?subject={client.rpartition('/')[2]}").json()["data"]
    changes = [change for entry in entries for change in entry["changes"]]
    assert {"field": "contact_name", "before": "Chantal Fiset", "after": NAME} in changes


def test_unchanged_copy_of_a_former_primary_contact_is_not_stored(world: World, manager: Browser):
    client, key = _client(world)
    first, second = _add(world, key), _add(world, key, name="Yves Poirier", email="yves@pivoine.example")
    for contact in (first, second):
        assert manager.put(f"{client}/primary-contact", {"contact": contact}).status_code == 200
    (former,) = _contacts(manager, client)
    assert (former["api_id"], former["source"]) == (first, "hubspot")


def test_primary_contact_of_another_client_is_not_found(world: World, manager: Browser):
    client, _ = _client(world)
    _, other = _client(world)
    contact = _add(world, other)
    with assert_unchanged(world.database):
        assert manager.put(f"{client}/primary-contact", {"contact": contact}).status_code == 404


def test_project_member_sees_contacts_and_cannot_choose_the_primary_one(world: World):
    api_id = world.client("employee", "works_on")
    with world.database.read() as db:
        key = db.execute(select(Client.id).where(Client.api_id == api_id)).scalar_one()
    contact = _add(world, key)
    employee = world.browser("employee")
    assert [row["name"] for row in _contacts(employee, f"/api/v1/clients/{api_id}")] == [NAME]
    with assert_unchanged(world.database):
        response = employee.put(f"/api/v1/clients/{api_id}/primary-contact", {"contact": contact})
    assert response.status_code == 403


def test_erased_contact_is_not_listed_and_not_stored(world: World, manager: Browser):
    client, key = _client(world)
    contact = _add(world, key)
    body = {"kind": "contact", "id": contact, "name": NAME, "reason": "Demande"}
    response = world.browser("super_admin").post("/api/v1/erasures", body)
    assert response.status_code == 201, response.text
    assert _contacts(manager, client) == []
    with world.database.read() as db:
        row = db.execute(select(HubspotContact.__table__).where(HubspotContact.api_id == contact)).one()
    assert (row.title, row.email, row.phone, row.raw) == (None, None, None, "{}")
    assert "Noémie" not in f"{row.name} {row.search_key}"


def test_erased_primary_contact_is_erased_at_its_copy_too(world: World, manager: Browser):
    client, key = _client(world, contact_name="N. Thériault", contact_email=EMAIL)
    _add(world, key)
    api_id = client.rpartition("/")[2]
    body = {"kind": "contact", "id": api_id, "name": "N. Thériault", "reason": "Demande"}
    assert world.browser("super_admin").post("/api/v1/erasures", body).status_code == 201
    assert _contacts(manager, client) == []
    assert manager.get(client).json()["data"]["contact_name"] is None


def test_contact_of_no_client_cannot_be_erased_here(world: World):
    with world.database.write() as session:
        stored = HubspotContact(external_id="of no client", name=NAME, email=EMAIL, synced_at=NOON)
        session.add(stored)
        session.flush()
        contact = stored.api_id
    body = {"kind": "contact", "id": contact, "name": NAME, "reason": "Demande"}
    with assert_unchanged(world.database):
        assert world.browser("super_admin").post("/api/v1/erasures", body).status_code == 404
