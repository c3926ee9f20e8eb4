"""Tests batch changes: each record is authorized like its single request, and refused ones do not undo others."""

from typing import Any

import pytest
from sqlalchemy import select

from regie.core.audit.activity import ActivityEntry
from regie.core.db.ids import new_api_id
from tests.access.batches import KINDS, BatchKind
from tests.access.matrix import COLUMNS, MATRIX
from tests.factories.world import World, assert_unchanged, fingerprint

ALL = [pytest.param(kind, id=name) for name, kind in KINDS.items()]
TARGETS = ("own", "other", "missing")


def _send(world: World, column: str, kind: BatchKind, *ids: str) -> list[dict[str, Any]]:
    response = world.browser(column).call("POST", kind.path, json=kind.body(world, *ids))
    assert response.status_code == 200, response.text
    return response.json()["data"]["results"]


def _logged(world: World) -> list[str]:
    with world.database.read() as db:
        return list(db.execute(select(ActivityEntry.subject_api_id).order_by(ActivityEntry.id)).scalars())


@pytest.mark.parametrize("kind", ALL)
def test_each_record_gets_the_status_of_its_single_request(world: World, kind: BatchKind):
    single = MATRIX[kind.single]
    for column, status in zip(COLUMNS, MATRIX[f"POST {kind.path}"]["own"], strict=True):
        if status == 200:
            made = [kind.make(world, column, target) for target in TARGETS]
            found = [result["status"] for result in _send(world, column, kind, *made)]
            cells = [single[kind.row.format(target)][COLUMNS.index(column)] for target in TARGETS]
            assert found == [200 if cell == 201 else cell for cell in cells], column


@pytest.mark.parametrize("kind", ALL)
def test_refused_records_do_not_undo_the_others(world: World, kind: BatchKind):
    column = "account_manager"
    own, other = kind.make(world, column, "own"), kind.make(world, column, "other")
    before = _logged(world)
    results = _send(world, column, kind, other, own, new_api_id(), own)
    assert [result["status"] for result in results][1::2] == [200, 200]
    assert {results[0]["status"], results[2]["status"]} <= {403, 404}
    assert all(result["message"] and result["code"] for result in results[::2])
    assert _logged(world)[len(before) :] == [own]


@pytest.mark.parametrize("kind", ALL)
def test_nothing_changes_when_all_records_are_refused(world: World, kind: BatchKind):
    other = kind.make(world, "account_manager", "other")
    before = fingerprint(world.database, ("table_changes",))
    results = _send(world, "account_manager", kind, other, new_api_id())
    assert {result["status"] for result in results} <= {403, 404}
    assert fingerprint(world.database, ("table_changes",)) == before


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize(
    ("changes", "field"),
    [
        pytest.param({"ids": []}, "ids", id="none"),
        pytest.param({"ids": ["7d7c8b2e-0d5c-4d5a-9d7e-3f1f0a1b2c3d"] * 101}, "ids", id="too many"),
        pytest.param({"ids": ["not-an-id"]}, "ids.0", id="invalid id"),
        pytest.param({"change": {}}, "change", id="no change"),
        pytest.param({"change": {"name": "Autre"}}, "change.name", id="another field"),
        pytest.param({"version": 1}, "version", id="another parameter"),
    ],
)
def test_invalid_batch_changes_nothing(world: World, kind: BatchKind, changes: dict[str, Any], field: str):
    own = kind.make(world, "admin", "own")
    with assert_unchanged(world.database):
        response = world.browser("admin").call("POST", kind.path, json=kind.body(world, own) | changes)
    assert (response.status_code, list(response.json()["errors"])) == (422, [field])


def test_errors_are_in_the_callers_language(world: World):
    admin, kind = world.fresh_browser("admin"), KINDS["payments"]
    payment = world.payment("admin", "other", status="written_off", reason="Client insolvable")
    messages = {}
    for admin.locale in ("en-us", "fr-ca"):
        response = admin.call("POST", kind.path, json=kind.body(world, payment))
        (result,) = response.json()["data"]["results"]
        assert (result["status"], list(result["errors"])) == (422, ["status"])
        messages[admin.locale] = result["errors"]["status"]
    assert messages["en-us"] != messages["fr-ca"]


def test_record_of_another_user_is_refused_with_a_message(world: World):
    browser, kind = world.fresh_browser("account_manager"), KINDS["archived-projects"]
    other = world.project("account_manager", "other")
    messages = {}
    for browser.locale in ("en-us", "fr-ca"):
        response = browser.call("POST", kind.path, json=kind.body(world, other))
        (result,) = response.json()["data"]["results"]
        messages[browser.locale] = (result["status"], result["code"], result["message"])
    assert messages == {
        "en-us": (403, "not_yours", "You may not change this record."),
        "fr-ca": (403, "not_yours", "Vous ne pouvez pas modifier cette fiche."),
    }


def test_batch_archives_and_unarchives_projects(world: World):
    kind = KINDS["archived-projects"]
    made = [world.project("admin", "other") for _ in range(3)]
    running = world.project("admin", "other", status="active")
    results = _send(world, "admin", kind, *made, running)
    assert [result["code"] for result in results] == [None, None, None, "project_active"]
    back = world.browser("admin").call("POST", kind.path, json={"ids": made, "change": {"archived": False}})
    assert {result["status"] for result in back.json()["data"]["results"]} == {200}
    for api_id in (*made, running):
        assert world.browser("admin").get(f"/api/v1/projects/{api_id}").json()["data"]["archived_at"] is None
