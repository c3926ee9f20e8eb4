"""Tests of unlinking a Google account, by its user or an administrator."""

from typing import Any

import pytest

from regie.access.reauthentication import REAUTHENTICATION_VALIDITY
from regie.core.db.database import Database
from tests.browser import Browser
from tests.factories.activity import read_activity
from tests.factories.credentials import link_google_account
from tests.factories.mail import latest_mail
from tests.factories.world import assert_unchanged

OWN = "/api/v1/me/google-account"


@pytest.fixture
def person(sign_in_as: Any, database: Database) -> Browser:
    browser = sign_in_as("employee")
    link_google_account(database, browser.user.api_id)
    return browser


def _is_linked(browser: Browser) -> bool:
    return browser.get("/api/v1/me").json()["data"]["google_linked"]


def test_unlinking_ones_own_account_stays_signed_in_and_sends_a_mail(person: Browser, database: Database):
    assert person.delete(OWN).status_code == 204
    assert _is_linked(person) is False
    assert latest_mail(person.app, "google_unlinked").to == person.user.email
    (entry,) = read_activity(database, "google_unlinked")
    assert (entry.actor_api_id, entry.subject_api_id) == (person.user.api_id, person.user.api_id)
    with assert_unchanged(database):
        response = person.delete(OWN)
    assert (response.status_code, response.json()["code"]) == (422, "google_not_linked")


def test_unlinking_needs_recent_authentication(person: Browser, clock, database: Database):
    clock.moment += REAUTHENTICATION_VALIDITY
    with assert_unchanged(database):
        response = person.delete(OWN)
    assert (response.status_code, response.json()["code"]) == (403, "reauthentication_required")
    assert _is_linked(person) is True


def test_administrator_unlinks_and_ends_the_sessions(person: Browser, sign_in_as, database: Database):
    admin, path = sign_in_as("admin"), f"/api/v1/users/{person.user.api_id}"
    assert "unlink_google" in admin.get(path).json()["data"]["can"]
    assert admin.delete(f"{path}/google-account").status_code == 204
    shown = admin.get(path).json()["data"]
    assert (shown["google_linked"], "unlink_google" in shown["can"]) == (False, False)
    assert person.get("/api/v1/me").status_code == 401
    assert latest_mail(admin.app, "google_unlinked").to == person.user.email
    assert read_activity(database, "google_unlinked")[0].actor_api_id == admin.user.api_id
