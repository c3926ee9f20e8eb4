"""Tests of entries about one user, and of whether their records still exist."""

from typing import Any

from regie.core.db.database import Database
from tests.browser import Browser
from tests.factories.people import make_user
from tests.factories.work import make_client


def _list_entries(browser: Browser, **query: Any) -> list[dict[str, Any]]:
    return browser.get("/api/v1/activity", params=query).json()["data"]


def test_person_filter_matches_actor_and_subject(sign_in_as, database: Database):
    owner = sign_in_as("super_admin")
    with database.write() as session:
        client = make_client(session)
    owner.call("PATCH", f"/api/v1/clients/{client.api_id}", json={"name": "Renommé", "version": client.version})
    other = sign_in_as("super_admin")
    other.call("PATCH", f"/api/v1/users/{owner.user.api_id}", json={"first_name": "Ève"})

    about_owner = _list_entries(owner, person=owner.user.api_id)
    assert {(entry["actor"]["api_id"], entry["subject_api_id"]) for entry in about_owner if entry["actor"]} == {
        (owner.user.api_id, client.api_id),
        (other.user.api_id, owner.user.api_id),
    }
    assert all(entry["subject_api_id"] != client.api_id for entry in _list_entries(owner, person=other.user.api_id))


def test_entry_says_whether_its_record_exists(sign_in_as, database: Database):
    owner = sign_in_as("super_admin")
    with database.write() as session:
        guest = make_user(session, roles=["employee"], status="invited", last_seen_at=None)
    owner.call("PATCH", f"/api/v1/users/{guest.api_id}", json={"first_name": "Ève"})
    assert {entry["subject_exists"] for entry in _list_entries(owner, subject=guest.api_id)} == {True}
    assert owner.call("DELETE", f"/api/v1/users/{guest.api_id}").status_code == 204
    assert {entry["subject_exists"] for entry in _list_entries(owner, subject=guest.api_id)} == {False}
