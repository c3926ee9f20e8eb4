"""Tests of user routes: invitation, changes, deletion, list, and pictures."""

from itertools import product
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.database import Database
from regie.core.db.ids import new_api_id
from regie.domains.people.users.schemas import Profile, ProfileUpdate, UserCreate, UserUpdate
from regie.domains.records.settings.models import OrganizationSettings
from regie.domains.records.settings.schemas import SettingsUpdate
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.factories.activity import read_activity
from tests.factories.files import GIF, JPEG, PNG, WEBP, to_base64
from tests.factories.mail import latest_mail, queued_mail
from tests.factories.people import make_user
from tests.factories.work import make_client
from tests.factories.world import World, assert_unchanged, world

__all__ = ["world"]
PROFILE = {"first_name": "Zoé", "last_name": "Roy", "locale": "fr-ca", "timezone": "Europe/Paris", "currency": "EUR"}
SIGNED_IN = PROFILE | {"email": "zoe@regie.example", "roles": ["employee"]}
ROUTES: dict[str, tuple[str, str, Any, dict[str, Any]]] = {
    "create": ("POST", "/api/v1/users", UserCreate, SIGNED_IN),
    "update": ("PATCH", "/api/v1/users/{id}", UserUpdate, {}),
    "profile": ("PATCH", "/api/v1/users/{id}/profile", ProfileUpdate, {}),
    "whole profile": ("PUT", "/api/v1/users/{id}/profile", Profile, PROFILE),
}
COLUMNS = [column.key for column in User.__table__.columns]


@pytest.mark.parametrize("actor", ["super_admin", "admin", "self"])
@pytest.mark.parametrize("name", ROUTES)
def test_fields_outside_the_schema_return_422(world: World, actor: str, name: str):
    method, path, schema, body = ROUTES[name]
    if actor == "self" and name in ("create", "update"):
        return
    person = "employee" if actor == "self" else actor
    api_id = world.user(person, "self" if actor == "self" else "employee")
    unnamed = {*COLUMNS, "permissions", "employee", "can"} - set(schema.model_fields)
    with assert_unchanged(world.database):
        for column, value in product(unnamed, (1, ["super_admin"])):
            response = world.browser(person).call(method, path.format(id=api_id), json=body | {column: value})
            assert (response.status_code, list(response.json()["errors"])) == (422, [column])


def test_settings_fields_outside_the_schema_return_422(world: World):
    columns = {column.key for column in OrganizationSettings.__table__.columns} - set(SettingsUpdate.model_fields)
    assert {"id", "api_id", "updated_at"} <= columns
    with assert_unchanged(world.database):
        for column in columns:
            response = world.browser("super_admin").post("/api/v1/settings", {"name": "Régie", column: 1})
            assert (response.status_code, list(response.json()["errors"])) == (422, [column])


@pytest.fixture
def admin(sign_in_as: Any) -> Browser:
    return sign_in_as("admin")


@pytest.fixture
def person(database: Database) -> User:
    with database.write() as session:
        return make_user(session, email="maelle@regie.example", roles=["employee"])


def test_invitation_is_sent_in_the_users_language(admin: Browser, database: Database):
    created = admin.post("/api/v1/users", SIGNED_IN).json()["data"]
    assert (created["status"], created["name"], created["roles"]) == ("invited", "Zoé Roy", ["employee"])
    mail = latest_mail(admin.app, "invitation")
    assert (mail.to, mail.locale) == ("zoe@regie.example", "fr-ca")
    assert admin.user.name in mail.text
    assert [row.action for row in read_activity(database)] == ["created", "invited", "created"]


@pytest.mark.parametrize("email", ["maelle@regie.example", "MAELLE@Regie.Example", "  maelle@regie.example "])
@pytest.mark.parametrize("call", ["create", "update"])
def test_address_of_another_user_returns_422_in_any_spelling(
    admin: Browser, person: User, database: Database, email: str, call: str
):
    with database.write() as session:
        other = make_user(session, roles=["employee"])
    path = "/api/v1/users" if call == "create" else f"/api/v1/users/{other.api_id}"
    with assert_unchanged(database):
        response = admin.call(ROUTES[call][0], path, json=ROUTES[call][3] | {"email": email})
    assert response.status_code == 422
    assert list(response.json()["errors"]) == ["email"]
    same = admin.patch(f"/api/v1/users/{person.api_id}", {"email": email})
    assert same.json()["data"]["email"] == "maelle@regie.example"


WRONG = [
    {"first_name": ""}, {"last_name": " "}, {"timezone": "Mars/Olympus"}, {"currency": "XXX"}, {"locale": "de"},
    {"timezone": ""}, {"currency": ""}, {"first_name": "x" * 101},
]  # fmt: skip


@pytest.mark.parametrize("sent", WRONG)
@pytest.mark.parametrize("name", ["update", "profile", "whole profile"])
def test_invalid_profile_field_returns_422(
    admin: Browser, person: User, database: Database, name: str, sent: dict[str, Any]
):
    method, path, _, body = ROUTES[name]
    with assert_unchanged(database):
        response = admin.call(method, path.format(id=person.api_id), json=body | sent)
    assert response.status_code == 422
    assert list(response.json()["errors"]) == list(sent)


def test_put_needs_the_whole_profile_and_patch_a_part(admin: Browser, person: User, database: Database):
    path = f"/api/v1/users/{person.api_id}/profile"
    for missing in PROFILE:
        with assert_unchanged(database):
            sent = {name: value for name, value in PROFILE.items() if name != missing}
            assert list(admin.put(path, sent).json()["errors"]) == [missing]
    assert admin.patch(path, {"last_name": "Roy"}).json()["data"]["first_name"] == person.first_name
    whole = admin.put(path, PROFILE).json()["data"]
    assert {name: whole[name] for name in PROFILE} == PROFILE
    assert whole["name"] == "Zoé Roy"


def test_concurrent_changes_conflict(admin: Browser, person: User, database: Database):
    path = f"/api/v1/users/{person.api_id}"
    assert admin.patch(path, {"first_name": "Ève", "version": 1}).status_code == 200
    with assert_unchanged(database):
        response = admin.patch(path, {"first_name": "Zoé", "version": 1})
    assert response.status_code == 409
    assert response.json()["conflicts"] == {"first_name": {"theirs": "Ève", "yours": "Zoé"}}


def test_user_who_signed_in_or_is_referenced_cannot_be_deleted(admin: Browser, person: User, clock, database: Database):
    with database.write() as session:
        manager = make_user(session, roles=["account_manager"])
        make_client(session, account_manager_id=manager.id)
        visited = make_user(session, roles=["employee"], last_seen_at=clock.now())
    for user in (manager, visited):
        with assert_unchanged(database):
            assert admin.delete(f"/api/v1/users/{user.api_id}").json()["code"] == "user_in_use"
    assert admin.delete(f"/api/v1/users/{person.api_id}").status_code == 204
    with database.read() as db:
        assert db.execute(select(User.id).where(User.id == person.id)).first() is None
    assert read_activity(database, "deleted")[0].subject_name == person.name


def test_only_invited_users_are_invited_again(admin: Browser, person: User, database: Database):
    with assert_unchanged(database):
        assert admin.post(f"/api/v1/users/{person.api_id}/invitations").json()["code"] == "not_invited"
    assert queued_mail(admin.app) == []


@pytest.mark.parametrize(
    ("query", "names"),
    [("role=admin", {"Ada"}), ("role=admin&role=employee", {"Ada", "Ève"}), ("status=invited", {"Ève"}),
     ("status=deactivated", {"Luc"}), ("two_factor=true", {"Ada"}), ("search=EVE", {"Ève"}), ("search=luc@", {"Luc"})],
)  # fmt: skip
def test_list_filters(sign_in_as: Any, database: Database, query: str, names: set[str]):
    owner = sign_in_as("super_admin", first_name="Moi")
    with database.write() as session:
        make_user(session, first_name="Ada", roles=["admin"], two_factor=True)
        make_user(session, first_name="Ève", roles=["employee"], status="invited")
        make_user(session, first_name="Luc", roles=[], email="luc@regie.example")
    rows = owner.get(f"/api/v1/users?per_page=100&{query}").json()["data"]
    assert {row["first_name"] for row in rows} == names


def test_responses_contain_no_secrets(world: World):
    api_id = world.user("super_admin", "employee")
    for path in ("/api/v1/users?per_page=100", f"/api/v1/users/{api_id}", "/api/v1/me", "/api/v1/sessions"):
        sent = world.browser("super_admin").get(path).text
        assert not any(word in sent for word in ("password_hash", "argon2", "session_epoch", "token_hash", '"id":'))


PICTURES = {"PNG": to_base64(PNG), "JPEG": to_base64(JPEG), "WebP": to_base64(WEBP)}
# The last three only begin like a picture.
INVALID_PICTURES = [
    "PHN2Zz48L3N2Zz4=", to_base64(GIF), "UklGRgAAAABXQVZFAAAA", "!!!", "AAAA", "PCFkb2N0eXBlIGh0bWw+",
    "iVBORw0KGgoAAAAA", "/9j/AAAAAAAAAAAA", "UklGRgAAAABXRUJQAAAA",
]  # fmt: skip


@pytest.mark.parametrize("kind", PICTURES)
def test_picture_is_served_with_its_mime_type(sign_in_as: Any, kind: str, database: Database):
    browser = sign_in_as("employee")
    for refused in INVALID_PICTURES:
        with assert_unchanged(database):
            assert browser.put("/api/v1/me/avatar", {"content": refused}).status_code == 422
    assert browser.put("/api/v1/me/avatar", {"content": PICTURES[kind]}).status_code == 204
    shown = browser.get(browser.get("/api/v1/me").json()["data"]["avatar"])
    assert (shown.status_code, shown.headers["content-type"]) == (200, f"image/{kind.lower()}")
    assert shown.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in shown.headers["content-security-policy"]
    assert browser.delete("/api/v1/me/avatar").status_code == 204
    assert browser.get("/api/v1/me").json()["data"]["avatar"] is None


def test_unknown_user_returns_404(admin: Browser):
    for path in ("", "/access", "/responsibilities", "/avatar"):
        assert admin.get(f"/api/v1/users/{new_api_id()}{path}").status_code == 404
