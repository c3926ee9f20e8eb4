"""Signing in with an e-mail and a password, and what a session is worth."""

from datetime import timedelta

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.factories.people import PASSWORD, make_user
from tests.factories.world import unchanged


@pytest.fixture
def person(database: Database):
    with database.write() as session:
        return make_user(session, email="maelle@regie.example", roles=["account_manager"], locale="fr-ca")


def test_the_right_password_opens_a_session(visitor: Browser, person):
    answer = visitor.post("/login", {"email": " Maelle@regie.example ", "password": PASSWORD})
    assert answer.status_code == 200
    assert answer.json()["data"]["api_id"] == person.api_id
    assert visitor.get("/api/v1/me").json()["data"]["locale"] == "fr-ca"


@pytest.mark.parametrize("email", ["maelle@regie.example", "nobody@regie.example"])
def test_a_wrong_password_and_an_unknown_address_are_refused_alike(visitor: Browser, person, email: str):
    answer = visitor.post("/login", {"email": email, "password": "wrong"})
    assert answer.status_code == 422
    assert answer.json()["errors"] == {"email": ["This email and password do not match an account"]}
    assert visitor.get("/api/v1/me").status_code == 401


def test_signing_in_changes_the_session_and_its_token(visitor: Browser, person):
    before = visitor.token, visitor.csrf_token
    visitor.post("/login", {"email": person.email, "password": PASSWORD})
    after = visitor.token, visitor.csrf_token
    assert before[0] != after[0]
    assert before[1] != after[1]


def test_a_planted_session_cookie_is_not_taken_over(visitor: Browser, person):
    visitor.plant("s." + "a" * 43)
    visitor.post("/login", {"email": person.email, "password": PASSWORD})
    assert visitor.token != "s." + "a" * 43


def test_signing_out_ends_the_session_itself(visitor: Browser, person):
    visitor.post("/login", {"email": person.email, "password": PASSWORD})
    kept = visitor.token
    assert visitor.post("/logout").status_code == 204
    visitor.plant(kept)
    assert visitor.get("/api/v1/me").status_code == 401


def test_a_session_ends_after_eight_idle_hours(sign_in_as, clock):
    browser = sign_in_as("admin")
    clock.moment += timedelta(hours=7, minutes=59)
    assert browser.get("/api/v1/me").status_code == 200
    clock.moment += timedelta(hours=7, minutes=59)
    assert browser.get("/api/v1/me").status_code == 200
    clock.moment += timedelta(hours=8, minutes=1)
    assert browser.get("/api/v1/me").status_code == 401


def test_too_many_tries_from_one_address_wait_and_say_how_long(visitor: Browser, person):
    for _ in range(10):
        visitor.post("/login", {"email": person.email, "password": "wrong"})
    answer = visitor.post("/login", {"email": person.email, "password": PASSWORD})
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert visitor.get("/api/v1/me").status_code == 401


def test_words_are_in_the_callers_language(visitor: Browser, database: Database):
    visitor.locale = "fr-ca"
    with unchanged(database):
        answer = visitor.post("/login", {"email": "nobody@regie.example"})
    assert answer.status_code == 422
    assert answer.json()["errors"] == {"password": ["Le champ est obligatoire"]}
