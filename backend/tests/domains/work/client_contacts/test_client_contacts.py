"""Tests the contacts of clients: creating, changing and deleting them, and choosing the primary one."""

from typing import Any

import pytest

from tests.browser import Browser
from tests.factories.world import World, assert_unchanged

CONTACT = {"name": "Luc Gauthier", "title": "Comptabilité", "email": "luc@pivoine.example", "phone": "514 555-0101"}
PRIMARY = {"contact_name": "Chantal Fiset", "contact_title": "Marketing", "contact_email": "chantal@pivoine.example"}


@pytest.fixture
def manager(world: World) -> Browser:
    return world.browser("account_manager")


def _client(world: World, **fields: Any) -> str:
    return f"/api/v1/clients/{world.client('account_manager', 'own', **fields)}"


def _create(browser: Browser, client: str, **fields: Any) -> dict[str, Any]:
    response = browser.post(f"{client}/contacts", CONTACT | fields)
    assert response.status_code == 201, response.text
    return response.json()["data"]


def test_contact_is_created_changed_and_deleted(world: World, manager: Browser):
    client = _client(world)
    made = _create(manager, client)
    assert {name: made[name] for name in CONTACT} == CONTACT
    path = f"{client}/contacts/{made['api_id']}"
    changed = manager.patch(path, {"title": "", "version": 1}).json()["data"]
    assert (changed["title"], changed["version"]) == (None, 2)
    _create(manager, client, name="Anne")
    assert [row["name"] for row in manager.get(f"{client}/contacts").json()["data"]] == ["Anne", "Luc Gauthier"]
    assert manager.delete(path).status_code == 204
    assert [row["name"] for row in manager.get(f"{client}/contacts").json()["data"]] == ["Anne"]


@pytest.mark.parametrize("fields", [{"name": ""}, {"email": "not an address"}, {"name": "x" * 201}])
def test_wrong_field_returns_422_and_stores_nothing(world: World, manager: Browser, fields: dict[str, Any]):
    client = _client(world)
    made = _create(manager, client)
    with assert_unchanged(world.database):
        responses = [
            manager.post(f"{client}/contacts", CONTACT | fields),
            manager.patch(f"{client}/contacts/{made['api_id']}", fields),
        ]
    assert [response.status_code for response in responses] == [422, 422]


def test_new_primary_contact_takes_the_place_of_the_former(world: World, manager: Browser):
    client = _client(world, **PRIMARY)
    made = _create(manager, client)
    shown = manager.put(f"{client}/primary-contact", {"contact": made["api_id"], "version": 1}).json()["data"]
    assert {name: shown[f"contact_{name}"] for name in CONTACT} == CONTACT
    (other,) = manager.get(f"{client}/contacts").json()["data"]
    assert {f"contact_{name}": other[name] for name in ("name", "title", "email")} == PRIMARY
    assert other["phone"] is None


def test_first_primary_contact_leaves_no_other(world: World, manager: Browser):
    client = _client(world)
    made = _create(manager, client)
    assert manager.put(f"{client}/primary-contact", {"contact": made["api_id"]}).status_code == 200
    assert manager.get(f"{client}/contacts").json()["data"] == []


def test_stale_client_returns_409(world: World, manager: Browser):
    client = _client(world, **PRIMARY)
    made = _create(manager, client)
    manager.patch(client, {"contact_name": "Chantal F.", "version": 1})
    with assert_unchanged(world.database):
        response = manager.put(f"{client}/primary-contact", {"contact": made["api_id"], "version": 1})
    assert response.status_code == 409


def test_contact_of_another_client_is_not_found(world: World, manager: Browser):
    made = _create(manager, _client(world))["api_id"]
    other = _client(world)
    with assert_unchanged(world.database):
        assert manager.patch(f"{other}/contacts/{made}", {"title": "Autre"}).status_code == 404
        assert manager.delete(f"{other}/contacts/{made}").status_code == 404
        assert manager.put(f"{other}/primary-contact", {"contact": made}).status_code == 404


def test_contact_is_erased_by_its_id_and_logged_on_the_client(world: World, manager: Browser):
    client = _client(world, **PRIMARY)
    contact = _create(manager, client)["api_id"]
    super_admin = world.browser("super_admin")
    body = {"kind": "contact", "id": contact, "name": "Luc Gauthier", "reason": "Demande"}
    response = super_admin.post("/api/v1/erasures", body)
    assert response.status_code == 201, response.text
    assert manager.get(f"{client}/contacts").json()["data"] == []
    assert manager.get(client).json()["data"]["contact_name"] == "Chantal Fiset"
    entries = super_admin.get(f"/api/v1/activity?subject={client.rpartition('/')[2]}&per_page=100").json()["data"]
    assert {"contact_added", "personal_data_erased"} <= {entry["action"] for entry in entries}
    assert "Luc Gauthier" not in str(entries)
