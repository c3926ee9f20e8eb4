"""The organization's settings: read by those who may, changed by administrators, checked and logged."""

from typing import Any

import pytest

from regie.core.db import Database
from tests.browser import Browser
from tests.factories.doors import make_totp
from tests.factories.log import log_of
from tests.factories.world import unchanged

PATH = "/api/v1/settings"


@pytest.fixture
def admin(sign_in_as: Any) -> Browser:
    return sign_in_as("admin")


def test_before_anyone_saved_them_the_defaults_hold(admin: Browser):
    data = admin.get(PATH).json()["data"]
    assert (data["name"], data["version"], data["allowed_email_domains"]) == ("Régie", 0, [])


def test_only_what_is_sent_changes_and_is_in_the_log(admin: Browser, database: Database):
    sent = {"name": "Agence Érable", "allowed_email_domains": ["Regie.Example", "regie.example"], "version": 0}
    first = admin.post(PATH, sent).json()["data"]
    assert first["allowed_email_domains"] == ["regie.example"]
    answer = admin.post(PATH, {"default_locale": "fr-ca", "version": first["version"]}).json()["data"]
    assert (answer["name"], answer["default_locale"]) == ("Agence Érable", "fr-ca")
    entry = log_of(database, "changed")[-1]
    assert entry.changes == {"default_locale": ["en-us", "fr-ca"]}
    assert (entry.subject_type, entry.subject_name, entry.actor_name) == ("settings", "Agence Érable", admin.user.name)


def test_two_who_edit_at_once_learn_of_each_other(admin: Browser, database: Database):
    version = admin.post(PATH, {"name": "Une"}).json()["data"]["version"]
    admin.post(PATH, {"name": "Deux", "version": version})
    with unchanged(database):
        answer = admin.post(PATH, {"name": "Trois", "version": version})
    assert answer.status_code == 409
    assert answer.json()["conflicts"] == {"name": {"theirs": "Deux", "yours": "Trois"}}


@pytest.mark.parametrize(
    ("field", "value"),
    [("name", ""), ("name", " "), ("name", "x" * 201), ("default_locale", "de"), ("version", -1), ("version", "1"),
     ("allowed_email_domains", ["@regie.example"]), ("allowed_email_domains", ["regie"]),
     ("allowed_email_domains", ["*.example"]), ("allowed_email_domains", ["a.example"] * 51),
     ("allowed_email_domains", "regie.example"), ("admins_need_two_factor", "perhaps")],
)  # fmt: skip
def test_what_is_wrong_is_named(admin: Browser, database: Database, field: str, value: Any):
    with unchanged(database):
        answer = admin.post(PATH, {field: value})
    assert answer.status_code == 422
    assert {name.split(".")[0] for name in answer.json()["errors"]} == {field}


def test_who_asks_it_of_all_administrators_has_shown_that_it_works(admin: Browser, database: Database):
    with unchanged(database):
        assert list(admin.post(PATH, {"admins_need_two_factor": True}).json()["errors"]) == ["admins_need_two_factor"]
    with database.write() as session:
        make_totp(session, admin.app.state.house, admin.user)
    assert admin.post(PATH, {"admins_need_two_factor": True}).json()["data"]["admins_need_two_factor"] is True
