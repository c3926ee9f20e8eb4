"""Tests of client routes: creation, reads, changes, archiving, deletion and validation."""

from typing import Any

import pytest

from regie.core.db.ids import new_api_id
from regie.domains.records.projects.models import Project
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.people import make_team, make_user
from tests.factories.work import make_client, make_invoice, make_project
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/clients"
WHOLE = {
    "currency": "EUR",
    "language": "fr-ca",
    "industry": "culture",
    "website": "https://pivoine.example",
    "contact_name": "Zoé Œuvrard",
    "contact_email": "zoe@pivoine.example",
    "contact_phone": "+1 514 555-0199",
    "billing_email": "comptes@pivoine.example",
    "address": "1, rue Érable\nMontréal",
    "payment_terms_days": 45,
    "tags": ["vip", "fidèle"],
    "notes": "Préfère le courriel.",
}


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _body(world: World, **fields: Any) -> dict[str, Any]:
    manager = world.people["account_manager"].user.api_id
    return {"name": "Maison Pivoine", "account_manager": manager, "currency": "CAD"} | fields


def _create(world: World, **fields: Any) -> dict[str, Any]:
    response = world.browser("admin").post(PATH, _body(world, **fields))
    assert response.status_code == 201, response.text
    return response.json()["data"]


def test_created_client_is_read_back(world: World, admin: Browser):
    with world.database.write() as session:
        team = make_team(session, name="Équipe Sapin").api_id
    made = _create(world, **WHOLE, team=team)
    read = admin.get(f"{PATH}/{made['api_id']}").json()["data"]
    assert read == made
    assert {name: read[name] for name in WHOLE} == WHOLE
    assert read["team"] == {"api_id": team, "name": "Équipe Sapin"}
    assert read["account_manager"]["api_id"] == world.people["account_manager"].user.api_id
    assert (read["status"], read["version"], read["archived_at"], read["links"]) == ("prospect", 1, None, [])
    assert read["mrr"] == read["outstanding"] == read["overdue"] == {"amount": "0.00", "currency": "EUR"}


def test_list_row_equals_single_read(world: World, admin: Browser):
    made = _create(world, name="Une seule ligne", **{**WHOLE, "currency": "JPY"})
    (row,) = admin.get(f"{PATH}?search=seule ligne").json()["data"]
    assert row == {name: made[name] for name in row}
    assert row["mrr"] == {"amount": "0", "currency": "JPY"}


def test_empty_text_becomes_null_and_spaces_are_stripped(world: World):
    made = _create(world, name="  Maison Pivoine  ", website="", contact_name=" ", notes="", team="")
    assert made["name"] == "Maison Pivoine"
    assert [made[name] for name in ("website", "contact_name", "notes", "team")] == [None] * 4


@pytest.mark.parametrize(
    ("fields", "name", "words"),
    [
        ({"name": ""}, "name", "The field is required"),
        ({"name": "x" * 201}, "name", "The field may not be greater than 200 characters"),
        ({"currency": "XXX"}, "currency", "The field must be a currency code such as CAD"),
        ({"currency": "cad"}, "currency", "The field must be a currency code such as CAD"),
        ({"contact_email": "not an address"}, "contact_email", "The field must be a valid email"),
        ({"website": "javascript:alert(1)"}, "website", "The field is not a valid URL"),
        ({"website": "pivoine"}, "website", "The field is not a valid URL"),
        ({"payment_terms_days": -1}, "payment_terms_days", "The field must be at least 0"),
        ({"payment_terms_days": 366}, "payment_terms_days", "The field must be at most 365"),
        ({"payment_terms_days": 1.5}, "payment_terms_days", "The field must be a whole number"),
        ({"tags": ["x"] * 21}, "tags", "No more than 20 are allowed"),
        ({"tags": ["x" * 41]}, "tags.0", "The field may not be greater than 40 characters"),
        ({"mrr": "12.00"}, "mrr", "This field does not exist"),
        ({"status": "active"}, "status", "This field does not exist"),
        ({"account_manager": "1"}, "account_manager", "This record does not exist, or is not available to you"),
    ],
)
def test_wrong_field_returns_422_and_stores_nothing(
    world: World, admin: Browser, fields: dict[str, Any], name: str, words: str
):
    client = _create(world)
    with assert_unchanged(world.database):
        created = admin.post(PATH, _body(world, **fields))
        patched = admin.patch(f"{PATH}/{client['api_id']}", fields)
    assert (created.status_code, patched.status_code) == (422, 422)
    assert created.json()["errors"] == {name: [words]} == patched.json()["errors"]


def test_missing_required_fields_return_422(world: World, admin: Browser):
    with assert_unchanged(world.database):
        response = admin.post(PATH, {}, headers={"X-Api-Locale": "fr-ca"})
    required = ["Le champ est obligatoire"]
    assert response.json()["errors"] == {"name": required, "account_manager": required, "currency": required}


@pytest.mark.parametrize("fields", [{"roles": ["employee"]}, {"roles": ["churn_manager"]}, {"status": "deactivated"}])
def test_account_manager_must_be_active_with_such_a_role(world: World, admin: Browser, fields: dict[str, Any]):
    with world.database.write() as session:
        person = make_user(session, **({"roles": ["account_manager"]} | fields)).api_id
    client = _create(world)
    with assert_unchanged(world.database):
        responses = [
            admin.post(PATH, _body(world, account_manager=person)),
            admin.patch(f"{PATH}/{client['api_id']}", {"account_manager": person}),
        ]
    for response in responses:
        assert response.status_code == 422
        assert list(response.json()["errors"]) == ["account_manager"]


def test_change_affects_only_sent_fields_and_increments_the_version(world: World, admin: Browser):
    made = _create(world, **WHOLE)
    changed = admin.patch(f"{PATH}/{made['api_id']}", {"notes": None, "tags": [], "version": 1}).json()["data"]
    assert changed["version"] == 2
    changed_fields = {"notes", "tags", "version", "updated_at"}
    assert {name for name in made if made[name] != changed[name]} == changed_fields
    assert (changed["notes"], changed["tags"]) == (None, [])


def test_required_fields_cannot_be_emptied(world: World, admin: Browser):
    made = _create(world)
    for name in ("name", "account_manager", "currency"):
        with assert_unchanged(world.database):
            response = admin.patch(f"{PATH}/{made['api_id']}", {name: ""})
        assert response.status_code == 422
        assert list(response.json()["errors"]) == [name]


def test_outdated_version_returns_409_with_both_values(world: World, admin: Browser):
    made = _create(world, notes="un", industry="culture")
    admin.patch(f"{PATH}/{made['api_id']}", {"notes": "deux", "version": 1})
    with assert_unchanged(world.database):
        response = admin.patch(f"{PATH}/{made['api_id']}", {"notes": "trois", "industry": "culture", "version": 1})
    assert response.status_code == 409
    body = response.json()
    assert (body["code"], body["version"]) == ("changed", 2)
    assert body["conflicts"] == {"notes": {"theirs": "deux", "yours": "trois"}}
    retried = admin.patch(f"{PATH}/{made['api_id']}", {"notes": "trois", "version": body["version"]})
    assert retried.status_code == 200


def test_outdated_version_with_equal_values_is_no_conflict(world: World, admin: Browser):
    made = _create(world, notes="un")
    admin.patch(f"{PATH}/{made['api_id']}", {"notes": "deux", "version": 1})
    assert admin.patch(f"{PATH}/{made['api_id']}", {"notes": "deux", "version": 1}).status_code == 200


def test_financial_manager_changes_only_billing_fields(world: World):
    made, browser = _create(world), world.browser("financial_manager")
    with assert_unchanged(world.database):
        refused = browser.patch(f"{PATH}/{made['api_id']}", {"billing_email": "a@b.example", "name": "Autre"})
    assert refused.status_code == 422
    assert list(refused.json()["errors"]) == ["name"]
    assert browser.patch(f"{PATH}/{made['api_id']}", {"payment_terms_days": 10, "version": 1}).status_code == 200


def _client_with(world: World, **project: Any) -> str:
    with world.database.write() as session:
        client = make_client(session)
        make_project(session, client_id=client.id, **project)
        return client.api_id


def test_active_client_cannot_be_archived(world: World, admin: Browser):
    api_id = _client_with(world, status="on_hold")
    with assert_unchanged(world.database):
        response = admin.patch(f"{PATH}/{api_id}", {"archived": True})
    assert response.status_code == 422
    assert response.json()["code"] == "client_active"


def test_inactive_client_is_archived_and_restored(world: World, admin: Browser):
    api_id = _client_with(world, status="completed")
    away = admin.patch(f"{PATH}/{api_id}", {"archived": True}).json()["data"]
    assert away["archived_at"] == NOON.isoformat().replace("+00:00", "Z")
    assert "unarchive" in away["can"]
    assert "archive" not in away["can"]
    listed = {kind: _ids(admin, f"archived={kind}") for kind in ("exclude", "only", "include")}
    assert [api_id in listed[kind] for kind in ("exclude", "only", "include")] == [False, True, True]
    assert api_id not in _ids(admin, "")
    assert admin.patch(f"{PATH}/{api_id}", {"archived": False}).json()["data"]["archived_at"] is None


def _ids(browser: Browser, query: str) -> set[str]:
    return {row["api_id"] for row in browser.get(f"{PATH}?per_page=100&{query}").json()["data"]}


def test_referenced_client_cannot_be_deleted(world: World, admin: Browser):
    with world.database.write() as session:
        billed, both = make_client(session), make_client(session)
        make_invoice(session, client_id=billed.id)
        make_invoice(session, client_id=both.id)
        make_project(session, client_id=both.id)
    reasons = {
        _client_with(world, status="cancelled"): "projets",
        billed.api_id: "factures",
        both.api_id: "projets et factures",
    }
    for api_id, reason in reasons.items():
        with assert_unchanged(world.database):
            response = admin.delete(f"{PATH}/{api_id}", headers={"X-Api-Locale": "fr-ca"})
        assert (response.status_code, response.json()["code"]) == (422, "client_in_use")
        expected = (
            f"Ce client ne peut pas être supprimé, car d’autres fiches y renvoient\u00a0: {reason}. Archivez-le plutôt."
        )
        assert response.json()["message"] == expected


def test_deleted_client_is_gone(world: World, admin: Browser):
    made = _create(world)
    assert "delete" in made["can"]
    response = admin.delete(f"{PATH}/{made['api_id']}")
    assert (response.status_code, response.content) == (204, b"")
    assert admin.get(f"{PATH}/{made['api_id']}").status_code == 404
    assert admin.delete(f"{PATH}/{made['api_id']}").status_code == 404


@pytest.mark.parametrize("column", ["admin", "financial_manager", "account_manager", "churn_manager", "employee"])
@pytest.mark.parametrize("target", ["own", "other", "archived"])
def test_can_lists_exactly_the_allowed_actions(world: World, column: str, target: str):
    api_id = world.client(column, target)
    response = world.browser(column).get(f"{PATH}/{api_id}")
    if response.status_code == 404:
        return
    can, calls = set(response.json()["data"]["can"]), {}
    calls["edit"] = world.browser(column).patch(f"{PATH}/{api_id}", {"tags": ["a"]})
    calls["edit_billing"] = world.browser(column).patch(f"{PATH}/{api_id}", {"payment_terms_days": 30})
    away = "unarchive" if target == "archived" else "archive"
    calls[away] = world.browser(column).patch(f"{PATH}/{api_id}", {"archived": target != "archived"})
    calls["delete"] = world.browser(column).delete(f"{PATH}/{api_id}")
    assert {name for name, call in calls.items() if call.status_code < 300} == can


def test_unknown_client_returns_404(world: World, admin: Browser):
    with assert_unchanged(world.database):
        assert admin.patch(f"{PATH}/{new_api_id()}", {"tags": []}).status_code == 404
        assert admin.delete(f"{PATH}/{new_api_id()}").status_code == 404


def test_database_rejects_deleting_a_client_with_projects(world: World):
    """The foreign key protects the reference, whatever the code does."""
    api_id = _client_with(world, status="draft")
    with assert_unchanged(world.database):
        world.browser("admin").delete(f"{PATH}/{api_id}")
    with world.database.read() as db:
        assert db.execute(Project.__table__.select()).first() is not None
