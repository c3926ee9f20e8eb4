"""Whoever plants a cookie gains nothing: each change of who sits there makes a new token, and the old one is dead."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from regie.access.sessions import new_guest_token
from regie.core.db.database import Database
from regie.domains.accounts.sessions.models import SignedInSession
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.doors import code_of, make_link, make_totp
from tests.factories.people import PASSWORD, make_user
from tests.factories.post import newest
from tests.factories.world import unchanged

EMAIL = "maelle@regie.example"
_NEW_PASSWORD = "quatre érables au bord du fleuve"


def _by_password(browser: Browser, _app: Any) -> Any:
    return browser.post("/login", {"email": EMAIL, "password": PASSWORD})


def _by_code(browser: Browser, app: Any) -> Any:
    browser.post("/auth/email/codes", {"email": EMAIL})
    return browser.post("/login", {"email": EMAIL, "code": newest(app, "sign_in_code").opened["code"]})


def _by_link(browser: Browser, app: Any) -> Any:
    browser.post("/auth/password/resets", {"email": EMAIL})
    token = newest(app, "password_reset").opened["token"]
    return browser.post("/auth/passwords", {"token": token, "password": _NEW_PASSWORD})


WAYS = pytest.mark.parametrize("way", [_by_password, _by_code, _by_link], ids=lambda way: way.__name__)


@pytest.fixture
def person(database: Database):
    with database.write() as session:
        return make_user(session, email=EMAIL, roles=["account_manager"])


@WAYS
def test_a_guests_token_that_somebody_knows_is_worth_nothing_after_signing_in(app, person, way: Callable[..., Any]):
    planted = new_guest_token(app.state.context.secret)
    victim, thief = Browser(app, ORIGIN), Browser(app, ORIGIN)
    victim.plant(planted)
    thief.plant(planted)
    assert way(victim, app).status_code == 200
    assert victim.token not in (planted, "")
    assert victim.get("/api/v1/me").status_code == 200
    assert thief.get("/api/v1/me").status_code == 401


@WAYS
def test_a_made_up_session_token_is_never_taken_over(app, person, way: Callable[..., Any]):
    planted = "s." + "a" * 43
    victim, thief = Browser(app, ORIGIN), Browser(app, ORIGIN)
    victim.plant(planted)
    thief.plant(planted)
    assert way(victim, app).status_code == 200
    assert victim.token != planted
    assert thief.get("/api/v1/me").status_code == 401


@WAYS
def test_signing_in_over_a_session_ends_that_session(app, person, clock, database: Database, way: Callable[..., Any]):
    with database.write() as session:
        before = make_user(session, roles=["admin"])
    browser, copy = Browser(app, ORIGIN).carrying(before, clock.now()), Browser(app, ORIGIN)
    copy.plant(browser.token)
    assert copy.get("/api/v1/me").status_code == 200
    assert way(browser, app).status_code == 200
    assert copy.get("/api/v1/me").status_code == 401
    assert browser.get("/api/v1/me").json()["data"]["api_id"] == person.api_id


@WAYS
def test_the_token_of_a_page_from_before_signing_in_is_refused(
    app, person, database: Database, way: Callable[..., Any]
):
    browser = Browser(app, ORIGIN)
    stale = browser.csrf_token
    assert way(browser, app).status_code == 200
    with unchanged(database):
        refused = browser.post("/logout", headers={"X-XSRF-TOKEN": stale})
    assert refused.status_code == 419
    assert browser.post("/logout").status_code == 204


@WAYS
def test_the_second_step_belongs_to_the_browser_that_made_the_first(
    app, person, clock, database: Database, way: Callable[..., Any]
):
    with database.write() as session:
        secret = make_totp(session, app.state.context, person)
    planted = new_guest_token(app.state.context.secret)
    victim, thief = Browser(app, ORIGIN), Browser(app, ORIGIN)
    victim.plant(planted)
    thief.plant(planted)
    first = way(victim, app)
    assert (first.status_code, first.json()) == (200, {"data": None, "second_factor": ["totp"]})
    assert victim.token != planted
    code = {"code": code_of(secret, clock.now())}
    with unchanged(database):
        assert thief.post("/auth/second-factor", code).status_code == 422
        assert Browser(app, ORIGIN).post("/auth/second-factor", code).status_code == 422
    pending = victim.token
    assert victim.post("/auth/second-factor", code).status_code == 200
    assert victim.token != pending


def test_a_session_token_is_made_by_the_server_and_only_once(app, person, database: Database):
    tokens = set()
    for _ in range(5):
        browser = Browser(app, ORIGIN)
        _by_password(browser, app)
        tokens.add(browser.token)
    assert len(tokens) == 5
    with database.read() as db:
        assert len(db.execute(select(SignedInSession.token_hash)).all()) == 5


def test_a_link_of_another_person_signs_in_that_person_and_ends_the_present_session(app, person, clock, database):
    with database.write() as session:
        other = make_user(session, roles=["employee"])
        token = make_link(session, app.state.context, person)
    browser, copy = Browser(app, ORIGIN).carrying(other, clock.now()), Browser(app, ORIGIN)
    copy.plant(browser.token)
    answer = browser.post("/auth/passwords", {"token": token, "password": _NEW_PASSWORD})
    assert answer.json()["data"]["api_id"] == person.api_id
    assert copy.get("/api/v1/me").status_code == 401
