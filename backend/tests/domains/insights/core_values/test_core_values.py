"""Routes of core values: both languages, order, retirement and validation."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import delete, select

from regie.core.audit.activity import without_audit
from regie.domains.insights.awards.models import Award
from regie.domains.insights.core_values.models import CoreValue
from tests.browser import Browser
from tests.factories.recognition import make_award, make_core_value
from tests.factories.statements import record_statements
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/core-values"
VALID = {
    "name_en": "Plain speaking",
    "name_fr": "Franc-parler",
    "description_en": "We say early what does not work.",
    "description_fr": "Nous disons tôt ce qui ne va pas.",
    "icon": "message",
    "colour": "teal",
}


@pytest.fixture
def admin(world: World) -> Iterator[Browser]:
    """An administrator of an agency without core values."""
    with world.database.write() as session:
        session.execute(without_audit(delete(Award)))
        session.execute(without_audit(delete(CoreValue)))
    return world.browser("admin")


def _create(admin: Browser, name: str, **fields: Any) -> dict[str, Any]:
    response = admin.post(PATH, VALID | {"name_en": name, "name_fr": f"{name} (fr)"} | fields)
    assert response.status_code == 201, response.text
    return response.json()["data"]


def _order(admin: Browser) -> list[str]:
    rows = admin.get(f"{PATH}?per_page=100").json()["data"]
    assert [row["position"] for row in rows] == list(range(1, len(rows) + 1))
    return [row["name_en"] for row in rows]


def test_created_value_is_visible_to_everyone(world: World, admin: Browser):
    made = admin.post(PATH, VALID).json()["data"]
    assert {name: made[name] for name in VALID} == VALID
    assert made["name"] == "Plain speaking"
    assert (made["position"], made["is_active"], made["version"]) == (1, True, 1)
    assert world.browser("employee").get(f"{PATH}/{made['api_id']}").json()["data"] == made
    assert world.browser("employee").get(PATH).json()["data"] == [made]
    french = admin.get(f"{PATH}/{made['api_id']}", headers={"X-Api-Locale": "fr-ca"}).json()["data"]
    assert french == made | {"name": "Franc-parler"}


def test_new_value_is_added_last_or_at_its_position(admin: Browser):
    for name in ("A", "B", "C"):
        _create(admin, name)
    _create(admin, "First", position=1)
    _create(admin, "Last", position=1_000)
    assert _order(admin) == ["First", "A", "B", "C", "Last"]


@pytest.mark.parametrize(
    ("moved", "position", "expected"),
    [("A", 2, "BACD"), ("A", 4, "BCDA"), ("D", 1, "DABC"), ("B", 2, "ABCD"), ("C", 900, "ABDC")],
)
def test_moving_a_value_shifts_the_others(admin: Browser, moved: str, position: int, expected: str):
    made = {name: _create(admin, name) for name in "ABCD"}
    response = admin.patch(f"{PATH}/{made[moved]['api_id']}", {"position": position})
    assert response.status_code == 200, response.text
    assert "".join(_order(admin)) == expected


def test_only_the_moved_value_is_logged(admin: Browser):
    made = {name: _create(admin, name) for name in "ABC"}
    admin.patch(f"{PATH}/{made['C']['api_id']}", {"position": 1, "colour": "pink"})
    for name, count in (("A", 1), ("B", 1), ("C", 2)):
        entries = admin.get(f"/api/v1/activity?subject={made[name]['api_id']}").json()["data"]
        assert len(entries) == count, name
    logged = {change["field"]: (change["before"], change["after"]) for change in entries[0]["changes"]}
    assert logged == {"position": (3, 1), "colour": ("teal", "pink")}


def test_deleting_a_value_closes_the_gap(admin: Browser):
    made = {name: _create(admin, name) for name in "ABC"}
    assert admin.delete(f"{PATH}/{made['B']['api_id']}").status_code == 204
    assert _order(admin) == ["A", "C"]
    assert admin.get(f"{PATH}/{made['B']['api_id']}").status_code == 404


def test_awarded_value_can_be_retired_but_not_deleted(world: World, admin: Browser):
    first, given = _create(admin, "A"), _create(admin, "B")
    with world.database.write() as session:
        key = session.execute(select(CoreValue.id).where(CoreValue.api_id == given["api_id"])).scalar_one()
        make_award(session, core_value_id=key)
    with assert_unchanged(world.database):
        response = admin.delete(f"{PATH}/{given['api_id']}")
    assert (response.status_code, response.json()["code"]) == (422, "core_value_in_use")
    assert admin.patch(f"{PATH}/{given['api_id']}", {"is_active": False}).status_code == 200
    named = [row["api_id"] for row in admin.get(f"{PATH}?is_active=true").json()["data"]]
    assert named == [first["api_id"]]
    retired = admin.get(f"{PATH}?is_active=false").json()
    assert (retired["data"][0]["api_id"], retired["meta"]["total"]) == (given["api_id"], 1)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name_en": " "}, "name_en"),
        ({"name_fr": "x" * 61}, "name_fr"),
        ({"description_fr": "x" * 1_001}, "description_fr"),
        ({"icon": "skull"}, "icon"),
        ({"colour": "#ff0000"}, "colour"),
        ({"position": 0}, "position"),
        ({"is_active": "yes"}, "is_active"),
        ({"api_id": "x"}, "api_id"),
    ],
)
def test_invalid_field_returns_422_and_stores_nothing(world: World, admin: Browser, wrong: dict[str, Any], field: str):
    made = _create(admin, "A")
    with assert_unchanged(world.database):
        created = admin.post(PATH, VALID | wrong)
        changed = admin.patch(f"{PATH}/{made['api_id']}", wrong)
    for response in (created, changed):
        assert (response.status_code, list(response.json()["errors"])) == (422, [field])


def test_create_requires_names_only(admin: Browser):
    response = admin.post(PATH, {"name_en": "Care", "name_fr": "Soin"})
    assert response.status_code == 201
    assert (response.json()["data"]["icon"], response.json()["data"]["colour"]) == ("star", "blue")


@pytest.mark.parametrize("field", ["name_en", "name_fr", "icon", "colour", "position", "is_active"])
def test_required_field_cannot_be_null(world: World, admin: Browser, field: str):
    made = _create(admin, "A")
    with assert_unchanged(world.database):
        response = admin.patch(f"{PATH}/{made['api_id']}", {field: None})
    assert response.json()["errors"] == {field: ["The field is required"]}


def test_names_are_unique_per_language(world: World, admin: Browser):
    made = _create(admin, "Éclat", name_fr="Rayonnement")
    other = _create(admin, "Care", name_fr="Soin")
    with assert_unchanged(world.database):
        created = admin.post(PATH, VALID | {"name_en": "ECLAT", "name_fr": "Autre"})
        changed = admin.patch(f"{PATH}/{other['api_id']}", {"name_fr": "rayonnement"})
    assert list(created.json()["errors"]) == ["name_en"]
    assert list(changed.json()["errors"]) == ["name_fr"]
    assert admin.patch(f"{PATH}/{made['api_id']}", {"name_en": "éclat"}).status_code == 200


def test_update_with_outdated_version_returns_409(world: World, admin: Browser):
    made = _create(admin, "A")
    path = f"{PATH}/{made['api_id']}"
    admin.patch(path, {"name_fr": "Clarté", "version": 1})
    with assert_unchanged(world.database):
        late = admin.patch(path, {"name_fr": "Franchise", "version": 1})
    assert late.status_code == 409
    assert late.json()["conflicts"] == {"name_fr": {"theirs": "Clarté", "yours": "Franchise"}}
    assert admin.patch(path, {"name_fr": "Clarté", "colour": "teal", "version": 1}).status_code == 200
    assert admin.patch(path, {"description_fr": None}).json()["data"]["description_fr"] is None


def test_search_covers_both_languages(admin: Browser):
    _create(admin, "Plain speaking", name_fr="Franc-parler")
    _create(admin, "Care", name_fr="Sollicitude")
    for text, name in (("plain", "Plain speaking"), ("FRANC", "Plain speaking"), ("sollicit", "Care")):
        rows = admin.get(f"{PATH}?search={text}").json()["data"]
        assert [row["name_en"] for row in rows] == [name]


def test_statement_count_does_not_depend_on_list_length(world: World, admin: Browser):
    counts = []
    for many in (1, 20):
        with world.database.write() as session:
            for _ in range(many):
                make_core_value(session)
        with record_statements(world.database) as statements:
            admin.get(f"{PATH}?per_page=100")
        counts.append(len(statements))
    assert counts[0] == counts[1] <= 6
