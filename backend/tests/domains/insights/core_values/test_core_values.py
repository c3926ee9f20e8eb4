"""Core values over HTTP: worded in both languages, put in an order, retired, and what is refused of each."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import delete, select

from regie.core.audit.activity import without_audit
from regie.domains.insights.awards.models import Award
from regie.domains.insights.core_values.models import CoreValue
from tests.browser import Browser
from tests.factories.recognition import make_award, make_core_value
from tests.factories.statements import count_statements
from tests.factories.world import World, unchanged

PATH = "/api/v1/core-values"
WHOLE = {
    "name_en": "Plain speaking",
    "name_fr": "Franc-parler",
    "description_en": "We say early what does not work.",
    "description_fr": "Nous disons tôt ce qui ne va pas.",
    "icon": "message",
    "colour": "teal",
}


@pytest.fixture
def admin(world: World) -> Iterator[Browser]:
    """An administrator of an agency that has no values yet."""
    with world.database.write() as session:
        session.execute(without_audit(delete(Award)))
        session.execute(without_audit(delete(CoreValue)))
    return world.browser("admin")


def _create(admin: Browser, name: str, **fields: Any) -> dict[str, Any]:
    answer = admin.post(PATH, WHOLE | {"name_en": name, "name_fr": f"{name} (fr)"} | fields)
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def _order(admin: Browser) -> list[str]:
    rows = admin.get(f"{PATH}?per_page=100").json()["data"]
    assert [row["position"] for row in rows] == list(range(1, len(rows) + 1))
    return [row["name_en"] for row in rows]


def test_what_is_created_is_what_everyone_reads(world: World, admin: Browser):
    made = admin.post(PATH, WHOLE).json()["data"]
    assert {name: made[name] for name in WHOLE} == WHOLE
    assert made["name"] == "Plain speaking"
    assert (made["position"], made["is_active"], made["version"]) == (1, True, 1)
    assert world.browser("employee").get(f"{PATH}/{made['api_id']}").json()["data"] == made
    assert world.browser("employee").get(PATH).json()["data"] == [made]
    french = admin.get(f"{PATH}/{made['api_id']}", headers={"X-Api-Locale": "fr-ca"}).json()["data"]
    assert french == made | {"name": "Franc-parler"}


def test_a_new_value_comes_last_or_where_it_is_put(admin: Browser):
    for name in ("A", "B", "C"):
        _create(admin, name)
    _create(admin, "First", position=1)
    _create(admin, "Last", position=1_000)
    assert _order(admin) == ["First", "A", "B", "C", "Last"]


@pytest.mark.parametrize(
    ("moved", "position", "expected"),
    [("A", 2, "BACD"), ("A", 4, "BCDA"), ("D", 1, "DABC"), ("B", 2, "ABCD"), ("C", 900, "ABDC")],
)
def test_the_others_make_room_for_what_is_moved(admin: Browser, moved: str, position: int, expected: str):
    made = {name: _create(admin, name) for name in "ABCD"}
    answer = admin.patch(f"{PATH}/{made[moved]['api_id']}", {"position": position})
    assert answer.status_code == 200, answer.text
    assert "".join(_order(admin)) == expected


def test_only_what_was_moved_is_told_of(admin: Browser):
    made = {name: _create(admin, name) for name in "ABC"}
    admin.patch(f"{PATH}/{made['C']['api_id']}", {"position": 1, "colour": "pink"})
    for name, count in (("A", 1), ("B", 1), ("C", 2)):
        entries = admin.get(f"/api/v1/activity?subject={made[name]['api_id']}").json()["data"]
        assert len(entries) == count, name
    told = {change["field"]: (change["before"], change["after"]) for change in entries[0]["changes"]}
    assert told == {"position": (3, 1), "colour": ("teal", "pink")}


def test_deleting_one_closes_the_gap(admin: Browser):
    made = {name: _create(admin, name) for name in "ABC"}
    assert admin.delete(f"{PATH}/{made['B']['api_id']}").status_code == 204
    assert _order(admin) == ["A", "C"]
    assert admin.get(f"{PATH}/{made['B']['api_id']}").status_code == 404


def test_what_was_given_is_retired_and_not_deleted(world: World, admin: Browser):
    first, given = _create(admin, "A"), _create(admin, "B")
    with world.database.write() as session:
        key = session.execute(select(CoreValue.id).where(CoreValue.api_id == given["api_id"])).scalar_one()
        make_award(session, core_value_id=key)
    with unchanged(world.database):
        answer = admin.delete(f"{PATH}/{given['api_id']}")
    assert (answer.status_code, answer.json()["code"]) == (422, "core_value_in_use")
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
def test_each_wrong_field_is_named_and_nothing_kept(world: World, admin: Browser, wrong: dict[str, Any], field: str):
    made = _create(admin, "A")
    with unchanged(world.database):
        created = admin.post(PATH, WHOLE | wrong)
        changed = admin.patch(f"{PATH}/{made['api_id']}", wrong)
    for answer in (created, changed):
        assert (answer.status_code, list(answer.json()["errors"])) == (422, [field])


def test_names_are_enough(admin: Browser):
    answer = admin.post(PATH, {"name_en": "Care", "name_fr": "Soin"})
    assert answer.status_code == 201
    assert (answer.json()["data"]["icon"], answer.json()["data"]["colour"]) == ("star", "blue")


@pytest.mark.parametrize("field", ["name_en", "name_fr", "icon", "colour", "position", "is_active"])
def test_what_is_needed_cannot_be_emptied(world: World, admin: Browser, field: str):
    made = _create(admin, "A")
    with unchanged(world.database):
        answer = admin.patch(f"{PATH}/{made['api_id']}", {field: None})
    assert answer.json()["errors"] == {field: ["The field is required"]}


def test_two_values_are_not_called_the_same(world: World, admin: Browser):
    made = _create(admin, "Éclat", name_fr="Rayonnement")
    other = _create(admin, "Care", name_fr="Soin")
    with unchanged(world.database):
        created = admin.post(PATH, WHOLE | {"name_en": "ECLAT", "name_fr": "Autre"})
        changed = admin.patch(f"{PATH}/{other['api_id']}", {"name_fr": "rayonnement"})
    assert list(created.json()["errors"]) == ["name_en"]
    assert list(changed.json()["errors"]) == ["name_fr"]
    assert admin.patch(f"{PATH}/{made['api_id']}", {"name_en": "éclat"}).status_code == 200


def test_two_editors_of_one_field_are_shown_both_values(world: World, admin: Browser):
    made = _create(admin, "A")
    path = f"{PATH}/{made['api_id']}"
    admin.patch(path, {"name_fr": "Clarté", "version": 1})
    with unchanged(world.database):
        late = admin.patch(path, {"name_fr": "Franchise", "version": 1})
    assert late.status_code == 409
    assert late.json()["conflicts"] == {"name_fr": {"theirs": "Clarté", "yours": "Franchise"}}
    assert admin.patch(path, {"name_fr": "Clarté", "colour": "teal", "version": 1}).status_code == 200
    assert admin.patch(path, {"description_fr": None}).json()["data"]["description_fr"] is None


def test_both_languages_are_searched(admin: Browser):
    _create(admin, "Plain speaking", name_fr="Franc-parler")
    _create(admin, "Care", name_fr="Sollicitude")
    for text, name in (("plain", "Plain speaking"), ("FRANC", "Plain speaking"), ("sollicit", "Care")):
        rows = admin.get(f"{PATH}?search={text}").json()["data"]
        assert [row["name_en"] for row in rows] == [name]


def test_a_list_takes_the_same_statements_whatever_its_length(world: World, admin: Browser):
    counts = []
    for many in (1, 20):
        with world.database.write() as session:
            for _ in range(many):
                make_core_value(session)
        with count_statements(world.database) as statements:
            admin.get(f"{PATH}?per_page=100")
        counts.append(len(statements))
    assert counts[0] == counts[1] <= 6
