"""Tests dated notes about clients: their fields, their next steps, who changes them, and their trace in the log."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.audit.activity import ActivityEntry
from regie.domains.records.clients.models import ClientNote
from tests.browser import Browser
from tests.factories.clients import make_note
from tests.factories.work import make_client
from tests.factories.world import World, assert_unchanged

NOTE = {"kind": "call", "noted_on": "2026-11-18", "text": "Budget gelé jusqu’en janvier.\nUn seul forfait."}
STEP = {"next_step": "Envoyer une proposition", "next_on": "2026-11-25"}


@pytest.fixture
def manager(world: World) -> Browser:
    return world.browser("account_manager")


@pytest.fixture
def client(world: World) -> str:
    return world.client("account_manager", "own")


def _path(client: str) -> str:
    return f"/api/v1/clients/{client}/notes"


def _create(browser: Browser, client: str, **fields: Any) -> dict[str, Any]:
    response = browser.post(_path(client), NOTE | fields)
    assert response.status_code == 201, response.text
    return response.json()["data"]


def _next_steps(browser: Browser, query: str = "") -> list[str]:
    """The world is shared by the tests of this module: others have next steps too."""
    rows = browser.get(f"/api/v1/client-next-steps?per_page=100{query}").json()["data"]
    return [row["api_id"] for row in rows]


def test_note_with_a_next_step_is_read_back(world: World, manager: Browser, client: str):
    me = world.people["account_manager"].user
    note = _create(manager, client, **STEP)
    assert {name: note[name] for name in (*NOTE, *STEP)} == NOTE | STEP
    assert (note["author"]["api_id"], note["next_owner"]["api_id"]) == (me.api_id, me.api_id)
    assert (note["done_at"], note["can"]) == (None, ["edit", "complete", "delete"])
    assert manager.get(_path(client)).json()["data"] == [note]


def test_list_is_newest_first_with_filters(world: World, manager: Browser, client: str):
    old = _create(manager, client, noted_on="2026-10-01", kind="meeting", **STEP)["api_id"]
    new = _create(manager, client)["api_id"]

    def ids(query: str = "") -> list[str]:
        return [row["api_id"] for row in manager.get(f"{_path(client)}?{query}").json()["data"]]

    assert ids() == [new, old]
    assert ids("kind=meeting") == ids("open=true") == [old]
    assert ids("open=false") == [new]
    assert ids("per_page=1&page=2") == [old]


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        ({"text": " "}, ["text"]),
        ({"kind": "fax"}, ["kind"]),
        ({"noted_on": "2026-11-21"}, ["noted_on"]),
        ({"next_step": "Rappeler"}, ["next_on"]),
        ({"next_on": "2026-11-25"}, ["next_step"]),
        (STEP | {"next_owner": "0192f0c4-0000-7000-8000-000000000000"}, ["next_owner"]),
    ],
)
def test_wrong_field_returns_422_and_stores_nothing(
    world: World, manager: Browser, client: str, fields: dict[str, Any], errors: list[str]
):
    with assert_unchanged(world.database):
        response = manager.post(_path(client), NOTE | fields)
    assert (response.status_code, list(response.json()["errors"])) == (422, errors)


def test_owner_of_a_next_step_manages_clients(world: World, manager: Browser, client: str):
    owner = world.people["employee"].user.api_id
    with assert_unchanged(world.database):
        assert manager.post(_path(client), NOTE | STEP | {"next_owner": owner}).status_code == 422
    admin = world.people["admin"].user.api_id
    assert _create(manager, client, **STEP, next_owner=admin)["next_owner"]["api_id"] == admin


def test_next_step_is_completed_and_opened_again(world: World, manager: Browser, client: str):
    note = _create(manager, client, **STEP)
    path = f"{_path(client)}/{note['api_id']}"
    done = manager.patch(path, {"done": True, "version": note["version"]}).json()["data"]
    assert done["done_at"] is not None
    assert note["api_id"] not in _next_steps(manager)
    opened = manager.patch(path, {"done": False, "version": done["version"]}).json()["data"]
    assert opened["done_at"] is None
    assert note["api_id"] in _next_steps(manager)
    assert note["api_id"] in _next_steps(manager, "&due_by=2026-11-25")
    assert note["api_id"] not in _next_steps(manager, "&due_by=2026-11-24")
    assert note["api_id"] not in _next_steps(world.browser("admin"))


def test_clearing_the_next_step_clears_its_day_and_owner(world: World, manager: Browser, client: str):
    note = _create(manager, client, **STEP)
    path = f"{_path(client)}/{note['api_id']}"
    manager.patch(path, {"done": True})
    cleared = manager.patch(path, {"next_step": ""}).json()["data"]
    assert [cleared[name] for name in ("next_step", "next_on", "next_owner", "done_at")] == [None] * 4
    with assert_unchanged(world.database):
        assert manager.patch(path, {"done": True}).status_code == 422


def test_owner_completes_a_step_but_changes_nothing_else(world: World, client: str):
    """The owner may no longer manage clients."""
    employee = world.people["churn_manager"]
    with world.database.write() as session:
        other = make_client(session, account_manager_id=world.stranger.id)
        note = make_note(
            session, other.id, next_step="Rappeler", next_on=date(2026, 11, 25), next_owner_id=employee.user.id
        ).api_id
        path = f"{_path(other.api_id)}/{note}"
    assert employee.browser.get(_path(other.api_id)).json()["data"][0]["can"] == ["complete"]
    with assert_unchanged(world.database):
        assert employee.browser.patch(path, {"done": True, "text": "Autre"}).status_code == 422
        assert employee.browser.delete(path).status_code == 403
    assert employee.browser.patch(path, {"done": True}).status_code == 200


def test_stale_version_returns_409_with_both_values(world: World, manager: Browser, client: str):
    note = _create(manager, client)
    path = f"{_path(client)}/{note['api_id']}"
    manager.patch(path, {"text": "Premier", "version": 1})
    with assert_unchanged(world.database):
        response = manager.patch(path, {"text": "Second", "version": 1})
    assert response.status_code == 409
    assert response.json()["conflicts"] == {"text": {"theirs": "Premier", "yours": "Second"}}


def test_note_of_another_client_is_not_found(world: World, manager: Browser, client: str):
    note = _create(manager, client)["api_id"]
    other = world.client("account_manager", "own")
    with assert_unchanged(world.database):
        assert manager.patch(f"{_path(other)}/{note}", {"text": "Autre"}).status_code == 404
        assert manager.delete(f"{_path(other)}/{note}").status_code == 404


def test_log_of_the_client_has_no_text(world: World, manager: Browser, client: str):
    note = _create(manager, client)["api_id"]
    manager.patch(f"{_path(client)}/{note}", {"text": "Autre"})
    manager.delete(f"{_path(client)}/{note}")
    with world.database.read() as db:
        actions = ("note_added", "note_changed", "note_deleted")
        rows = db.execute(
            select(ActivityEntry.action, ActivityEntry.changes)
            .where(ActivityEntry.subject_api_id == client, ActivityEntry.action.in_(actions))
            .order_by(ActivityEntry.id)
        ).all()
    details = {"note_kind": [None, "call"], "noted_on": [None, "2026-11-18"]}
    assert [tuple(row) for row in rows] == [(action, details) for action in actions]


def test_notes_are_deleted_with_their_client(world: World, manager: Browser, client: str):
    note = _create(manager, client)["api_id"]
    assert world.browser("admin").delete(f"/api/v1/clients/{client}").status_code == 204
    with world.database.read() as db:
        assert db.execute(select(ClientNote.id).where(ClientNote.api_id == note)).first() is None
