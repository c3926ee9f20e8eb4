"""Many records changed at once: each judged as by its single call, those that are refused leave the others be."""

from typing import Any

import pytest
from sqlalchemy import select

from regie.core.audit.activity import ActivityEntry
from regie.core.db.ids import new_api_id
from tests.access.batches import KINDS, Kind
from tests.access.matrix import COLUMNS, MATRIX
from tests.factories.world import World, fingerprint, unchanged

ALL = [pytest.param(kind, id=name) for name, kind in KINDS.items()]
SITUATIONS = ("own", "other", "missing")


def _send(world: World, column: str, kind: Kind, *ids: str) -> list[dict[str, Any]]:
    answer = world.browser(column).call("POST", kind.path, json=kind.body(world, *ids))
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]["results"]


def _logged(world: World) -> list[str]:
    with world.database.read() as db:
        return list(db.execute(select(ActivityEntry.subject_api_id).order_by(ActivityEntry.id)).scalars())


@pytest.mark.parametrize("kind", ALL)
def test_each_record_is_judged_as_by_its_single_call(world: World, kind: Kind):
    single = MATRIX[kind.single]
    for column, opened in zip(COLUMNS, MATRIX[f"POST {kind.path}"]["own"], strict=True):
        if opened == 200:
            made = [kind.make(world, column, target) for target in SITUATIONS]
            found = [result["status"] for result in _send(world, column, kind, *made)]
            cells = [single[kind.row.format(target)][COLUMNS.index(column)] for target in SITUATIONS]
            assert found == [200 if cell == 201 else cell for cell in cells], column


@pytest.mark.parametrize("kind", ALL)
def test_what_is_refused_is_undone_and_the_others_stay(world: World, kind: Kind):
    column = "account_manager"
    own, other = kind.make(world, column, "own"), kind.make(world, column, "other")
    before = _logged(world)
    results = _send(world, column, kind, other, own, new_api_id(), own)
    assert [result["status"] for result in results][1::2] == [200, 200]
    assert {results[0]["status"], results[2]["status"]} <= {403, 404}
    assert all(result["message"] and result["code"] for result in results[::2])
    assert _logged(world)[len(before) :] == [own]


@pytest.mark.parametrize("kind", ALL)
def test_where_all_are_refused_nothing_changes(world: World, kind: Kind):
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
        pytest.param({"ids": ["nobody"]}, "ids.0", id="no id"),
        pytest.param({"change": {}}, "change", id="no change"),
        pytest.param({"change": {"name": "Autre"}}, "change.name", id="another field"),
        pytest.param({"version": 1}, "version", id="another parameter"),
    ],
)
def test_what_is_no_batch_changes_nothing(world: World, kind: Kind, changes: dict[str, Any], field: str):
    own = kind.make(world, "admin", "own")
    with unchanged(world.database):
        answer = world.browser("admin").call("POST", kind.path, json=kind.body(world, own) | changes)
    assert (answer.status_code, list(answer.json()["errors"])) == (422, [field])


def test_reasons_are_in_the_callers_language(world: World):
    admin, kind = world.fresh_browser("admin"), KINDS["payments"]
    payment = world.payment("admin", "other", status="skipped", reason="Mois offert")
    said = {}
    for admin.locale in ("en-us", "fr-ca"):
        answer = admin.call("POST", kind.path, json=kind.body(world, payment))
        (result,) = answer.json()["data"]["results"]
        assert (result["status"], list(result["errors"])) == (422, ["status"])
        said[admin.locale] = result["errors"]["status"]
    assert said["en-us"] != said["fr-ca"]


def test_another_s_record_is_refused_in_the_words_of_an_import(world: World):
    browser, kind = world.fresh_browser("account_manager"), KINDS["archived-projects"]
    other = world.project("account_manager", "other")
    said = {}
    for browser.locale in ("en-us", "fr-ca"):
        answer = browser.call("POST", kind.path, json=kind.body(world, other))
        (result,) = answer.json()["data"]["results"]
        said[browser.locale] = (result["status"], result["code"], result["message"])
    assert said == {
        "en-us": (403, "not_yours", "This record is not yours to change."),
        "fr-ca": (403, "not_yours", "Vous ne pouvez pas modifier cette fiche."),
    }


def test_what_is_put_away_at_once_is_taken_out_at_once(world: World):
    kind = KINDS["archived-projects"]
    made = [world.project("admin", "other") for _ in range(3)]
    running = world.project("admin", "other", status="active")
    results = _send(world, "admin", kind, *made, running)
    assert [result["code"] for result in results] == [None, None, None, "project_active"]
    back = world.browser("admin").call("POST", kind.path, json={"ids": made, "change": {"archived": False}})
    assert {result["status"] for result in back.json()["data"]["results"]} == {200}
    for api_id in (*made, running):
        assert world.browser("admin").get(f"/api/v1/projects/{api_id}").json()["data"]["archived_at"] is None
