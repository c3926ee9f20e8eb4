"""A linked Google account is taken away in person or by an administrator; the person is told, and the log says so."""

from typing import Any

import pytest

from regie.access.reauthentication import PROVED_FOR
from regie.core.db.database import Database
from tests.browser import Browser
from tests.factories.doors import link_google
from tests.factories.log import log_of
from tests.factories.post import newest
from tests.factories.world import unchanged

OWN = "/api/v1/me/google-account"


@pytest.fixture
def person(sign_in_as: Any, database: Database) -> Browser:
    browser = sign_in_as("employee")
    link_google(database, browser.user.api_id)
    return browser


def _is_linked(browser: Browser) -> bool:
    return browser.get("/api/v1/me").json()["data"]["google_linked"]


def test_unlinking_ones_own_leaves_one_signed_in_and_is_told(person: Browser, database: Database):
    assert person.delete(OWN).status_code == 204
    assert _is_linked(person) is False
    assert newest(person.app, "google_unlinked").to == person.user.email
    (entry,) = log_of(database, "google_unlinked")
    assert (entry.actor_api_id, entry.subject_api_id) == (person.user.api_id, person.user.api_id)
    with unchanged(database):
        answer = person.delete(OWN)
    assert (answer.status_code, answer.json()["code"]) == (422, "google_not_linked")


def test_an_open_browser_on_an_empty_desk_is_not_enough(person: Browser, clock, database: Database):
    clock.moment += PROVED_FOR
    with unchanged(database):
        answer = person.delete(OWN)
    assert (answer.status_code, answer.json()["code"]) == (403, "proof_needed")
    assert _is_linked(person) is True


def test_an_administrator_may_and_whoever_came_in_with_it_is_out(person: Browser, sign_in_as, database: Database):
    admin, path = sign_in_as("admin"), f"/api/v1/users/{person.user.api_id}"
    assert "unlink_google" in admin.get(path).json()["data"]["can"]
    assert admin.delete(f"{path}/google-account").status_code == 204
    shown = admin.get(path).json()["data"]
    assert (shown["google_linked"], "unlink_google" in shown["can"]) == (False, False)
    assert person.get("/api/v1/me").status_code == 401
    assert newest(admin.app, "google_unlinked").to == person.user.email
    assert log_of(database, "google_unlinked")[0].actor_api_id == admin.user.api_id
