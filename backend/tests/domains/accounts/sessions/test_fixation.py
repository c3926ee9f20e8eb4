"""Tests against session fixation: each change of the signed-in user creates a new token and ends the old session."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from regie.access.sessions import new_guest_token
from regie.core.db.database import Database
from regie.domains.accounts.sessions.models import SignedInSession
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.credentials import make_email_link, make_totp_device, totp_code
from tests.factories.mail import latest_mail
from tests.factories.people import PASSWORD, make_user
from tests.factories.world import assert_unchanged

EMAIL = "maelle@regie.example"
_NEW_PASSWORD = "quatre érables au bord du fleuve"


def _with_password(browser: Browser, _app: Any) -> Any:
    return browser.post("/login", {"email": EMAIL, "password": PASSWORD})


def _with_code(browser: Browser, app: Any) -> Any:
    browser.post("/auth/email/codes", {"email": EMAIL})
    return browser.post("/login", {"email": EMAIL, "code": latest_mail(app, "sign_in_code").link_params["code"]})


def _with_link(browser: Browser, app: Any) -> Any:
    browser.post("/auth/password/resets", {"email": EMAIL})
    token = latest_mail(app, "password_reset").link_params["token"]
    return browser.post("/auth/passwords", {"token": token, "password": _NEW_PASSWORD})


SIGN_IN_METHODS = pytest.mark.parametrize(
    "sign_in", [_with_password, _with_code, _with_link], ids=lambda sign_in: sign_in.__name__
)


@pytest.fixture
def person(database: Database):
    with database.write() as session:
        return make_user(session, email=EMAIL, roles=["account_manager"])


@SIGN_IN_METHODS
def test_known_guest_token_is_useless_after_sign_in(app, person, sign_in: Callable[..., Any]):
    planted_token = new_guest_token(app.state.context.secret)
    victim, thief = Browser(app, ORIGIN), Browser(app, ORIGIN)
    victim.set_session_token(planted_token)
    thief.set_session_token(planted_token)
    assert sign_in(victim, app).status_code == 200
    assert victim.token not in (planted_token, "")
    assert victim.get("/api/v1/me").status_code == 200
    assert thief.get("/api/v1/me").status_code == 401


@SIGN_IN_METHODS
def test_made_up_session_token_is_replaced(app, person, sign_in: Callable[..., Any]):
    planted_token = "s." + "a" * 43
    victim, thief = Browser(app, ORIGIN), Browser(app, ORIGIN)
    victim.set_session_token(planted_token)
    thief.set_session_token(planted_token)
    assert sign_in(victim, app).status_code == 200
    assert victim.token != planted_token
    assert thief.get("/api/v1/me").status_code == 401


@SIGN_IN_METHODS
def test_sign_in_ends_the_previous_session(app, person, clock, database: Database, sign_in: Callable[..., Any]):
    with database.write() as session:
        before = make_user(session, roles=["admin"])
    browser, copy = Browser(app, ORIGIN).signed_in_as(before, clock.now()), Browser(app, ORIGIN)
    copy.set_session_token(browser.token)
    assert copy.get("/api/v1/me").status_code == 200
    assert sign_in(browser, app).status_code == 200
    assert copy.get("/api/v1/me").status_code == 401
    assert browser.get("/api/v1/me").json()["data"]["api_id"] == person.api_id


@SIGN_IN_METHODS
def test_csrf_token_from_before_sign_in_returns_419(app, person, database: Database, sign_in: Callable[..., Any]):
    browser = Browser(app, ORIGIN)
    stale = browser.csrf_token
    assert sign_in(browser, app).status_code == 200
    with assert_unchanged(database):
        refused = browser.post("/logout", headers={"X-XSRF-TOKEN": stale})
    assert refused.status_code == 419
    assert browser.post("/logout").status_code == 204


@SIGN_IN_METHODS
def test_second_step_requires_the_browser_of_the_first(
    app, person, clock, database: Database, sign_in: Callable[..., Any]
):
    with database.write() as session:
        secret = make_totp_device(session, app.state.context, person)
    planted_token = new_guest_token(app.state.context.secret)
    victim, thief = Browser(app, ORIGIN), Browser(app, ORIGIN)
    victim.set_session_token(planted_token)
    thief.set_session_token(planted_token)
    first = sign_in(victim, app)
    assert (first.status_code, first.json()) == (200, {"data": None, "second_factor": ["totp"]})
    assert victim.token != planted_token
    code = {"code": totp_code(secret, clock.now())}
    with assert_unchanged(database):
        assert thief.post("/auth/second-factor", code).status_code == 422
        assert Browser(app, ORIGIN).post("/auth/second-factor", code).status_code == 422
    pending = victim.token
    assert victim.post("/auth/second-factor", code).status_code == 200
    assert victim.token != pending


def test_session_tokens_are_unique(app, person, database: Database):
    tokens = set()
    for _ in range(5):
        browser = Browser(app, ORIGIN)
        _with_password(browser, app)
        tokens.add(browser.token)
    assert len(tokens) == 5
    with database.read() as db:
        assert len(db.execute(select(SignedInSession.token_hash)).all()) == 5


def test_link_of_another_user_replaces_the_session(app, person, clock, database):
    with database.write() as session:
        other = make_user(session, roles=["employee"])
        token = make_email_link(session, app.state.context, person)
    browser, copy = Browser(app, ORIGIN).signed_in_as(other, clock.now()), Browser(app, ORIGIN)
    copy.set_session_token(browser.token)
    answer = browser.post("/auth/passwords", {"token": token, "password": _NEW_PASSWORD})
    assert answer.json()["data"]["api_id"] == person.api_id
    assert copy.get("/api/v1/me").status_code == 401
