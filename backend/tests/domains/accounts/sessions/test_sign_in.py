"""Tests of signing in with email and password, and of session lifetimes."""

from datetime import timedelta

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.factories.people import PASSWORD, make_user
from tests.factories.world import assert_unchanged


@pytest.fixture
def person(database: Database):
    with database.write() as session:
        return make_user(session, email="maelle@regie.example", roles=["account_manager"], locale="fr-ca")


def test_correct_password_opens_a_session(visitor: Browser, person):
    answer = visitor.post("/login", {"email": " Maelle@regie.example ", "password": PASSWORD})
    assert answer.status_code == 200
    assert answer.json()["data"]["api_id"] == person.api_id
    assert visitor.get("/api/v1/me").json()["data"]["locale"] == "fr-ca"


@pytest.mark.parametrize("email", ["maelle@regie.example", "unknown@regie.example"])
def test_wrong_password_and_unknown_address_return_same_422(visitor: Browser, person, email: str):
    answer = visitor.post("/login", {"email": email, "password": "wrong"})
    assert answer.status_code == 422
    assert answer.json()["errors"] == {"email": ["This email and password do not match an account"]}
    assert visitor.get("/api/v1/me").status_code == 401


def test_sign_in_replaces_session_and_csrf_token(visitor: Browser, person):
    before = visitor.token, visitor.csrf_token
    visitor.post("/login", {"email": person.email, "password": PASSWORD})
    after = visitor.token, visitor.csrf_token
    assert before[0] != after[0]
    assert before[1] != after[1]


def test_planted_session_cookie_is_replaced(visitor: Browser, person):
    visitor.set_session_token("s." + "a" * 43)
    visitor.post("/login", {"email": person.email, "password": PASSWORD})
    assert visitor.token != "s." + "a" * 43


def test_sign_out_ends_the_session(visitor: Browser, person):
    visitor.post("/login", {"email": person.email, "password": PASSWORD})
    old_token = visitor.token
    answer = visitor.post("/logout")
    # Cookies are those of the next sign-in, and storage holds the drafts of other tabs.
    assert (answer.status_code, answer.headers["Clear-Site-Data"]) == (204, '"cache"')
    visitor.set_session_token(old_token)
    assert visitor.get("/api/v1/me").status_code == 401


def test_session_expires_after_eight_idle_hours(sign_in_as, clock):
    browser = sign_in_as("admin")
    clock.moment += timedelta(hours=7, minutes=59)
    assert browser.get("/api/v1/me").status_code == 200
    clock.moment += timedelta(hours=7, minutes=59)
    assert browser.get("/api/v1/me").status_code == 200
    clock.moment += timedelta(hours=8, minutes=1)
    assert browser.get("/api/v1/me").status_code == 401


def test_too_many_attempts_return_429_with_retry_after(visitor: Browser, person):
    for _ in range(10):
        visitor.post("/login", {"email": person.email, "password": "wrong"})
    answer = visitor.post("/login", {"email": person.email, "password": PASSWORD})
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert visitor.get("/api/v1/me").status_code == 401


def test_errors_are_in_the_callers_language(visitor: Browser, database: Database):
    visitor.locale = "fr-ca"
    with assert_unchanged(database):
        answer = visitor.post("/login", {"email": "unknown@regie.example"})
    assert answer.status_code == 422
    assert answer.json()["errors"] == {"password": ["Le champ est obligatoire"]}
