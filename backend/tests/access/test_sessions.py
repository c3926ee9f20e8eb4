"""Tests sessions: hashed tokens, strict cookies, and expiry by age, idleness or epoch."""

import hashlib
from datetime import timedelta

import pytest
from sqlalchemy import select, text, update

from regie.access.sessions import (
    IDLE_TIMEOUT,
    KNOWN_BROWSER_AGE,
    MAX_SESSION_AGE,
    is_own_token,
    is_session_active,
    new_guest_token,
)
from regie.core.audit.activity import without_audit
from regie.domains.accounts.sessions.models import SignedInSession
from regie.domains.records.users.models import User
from regie.main import create_app
from regie.schema import METADATA
from regie.settings import load_settings
from tests.browser import Browser, connect
from tests.conftest import NOON, ORIGIN
from tests.factories.people import PASSWORD
from tests.factories.world import World, assert_unchanged


def test_database_contains_only_the_hash_of_a_token(world: World):
    browser = world.fresh_browser("admin")
    secret = browser.token.removeprefix("s.")
    with world.database.read() as db:
        stored = "\n".join(str(db.execute(select(table)).all()) for table in METADATA.sorted_tables)
    assert secret not in stored
    assert hashlib.sha256(browser.token.encode()).hexdigest() in stored


def test_cookies_over_https_are_secure_and_host_only(world: World):
    app = create_app(load_settings({"REGIE_ORIGIN": "https://regie.example"}), database=world.database)
    client = connect(app, "https://regie.example")
    cookies = {
        line.split("=")[0]: line.lower() for line in client.get("/sanctum/csrf-cookie").headers.get_list("set-cookie")
    }
    assert set(cookies) == {"__Host-regie_session", "XSRF-TOKEN"}
    for line in cookies.values():
        assert "secure" in line
        assert "samesite=lax" in line
        assert "path=/" in line
        assert "domain=" not in line
    assert "httponly" in cookies["__Host-regie_session"]
    assert "httponly" not in cookies["XSRF-TOKEN"]
    assert "max-age" not in cookies["__Host-regie_session"]


def test_remembered_cookie_lasts_as_long_as_the_session(world: World):
    person = world.people["admin"].user
    browser = Browser(world.app, ORIGIN)
    response = browser.post("/login", {"email": person.email, "password": PASSWORD, "remember": True})
    cookies = {line.split("=")[0]: line for line in response.headers.get_list("set-cookie")}
    known = cookies.pop("regie_known")
    assert f"Max-Age={int(KNOWN_BROWSER_AGE.total_seconds())}" in known
    assert set(cookies) == {"regie_session", "XSRF-TOKEN"}
    assert all(f"Max-Age={int(MAX_SESSION_AGE.total_seconds())}" in line for line in cookies.values())


@pytest.mark.parametrize(
    ("age", "idle", "remember", "is_active"),
    [
        (IDLE_TIMEOUT, IDLE_TIMEOUT - timedelta(seconds=1), False, True),
        (IDLE_TIMEOUT, IDLE_TIMEOUT, False, False),
        (IDLE_TIMEOUT, IDLE_TIMEOUT, True, True),
        (MAX_SESSION_AGE - timedelta(seconds=1), timedelta(0), False, True),
        (MAX_SESSION_AGE, timedelta(0), False, False),
        (MAX_SESSION_AGE, timedelta(0), True, False),
    ],
)
def test_session_ends_after_eight_idle_hours_or_fourteen_days(
    age: timedelta, idle: timedelta, remember: bool, is_active: bool
):
    assert is_session_active(NOON - age, NOON - idle, NOON, remember=remember) is is_active


def test_new_session_epoch_ends_all_sessions(world: World):
    one, other = world.fresh_browser("churn_manager"), world.fresh_browser("churn_manager")
    with world.database.write() as session:
        person = world.people["churn_manager"].user
        session.execute(without_audit(update(User).where(User.id == person.id).values(session_epoch=2)))
    assert [browser.get("/api/v1/me").status_code for browser in (one, other)] == [401, 401]
    world.people["churn_manager"].browser = world.fresh_browser("churn_manager")
    assert world.browser("churn_manager").get("/api/v1/me").status_code == 200


def test_read_does_not_update_the_session_within_five_minutes(world: World):
    browser = world.fresh_browser("admin")
    with assert_unchanged(world.database):
        assert browser.get("/api/v1/clients").status_code == 200


def test_only_tokens_of_the_server_are_accepted():
    guest = new_guest_token("secret")
    assert is_own_token("secret", guest)
    for invalid in ("", "g.", "g..", guest + "0", guest[:-1], "x." + guest[2:], "s.short", "s." + "a" * 101):
        assert not is_own_token("secret", invalid), invalid
    assert not is_own_token("another secret", guest)


def test_guest_token_is_not_signed_in(world: World):
    browser = Browser(world.app, ORIGIN)
    assert browser.token.startswith("g.")
    assert browser.get("/api/v1/me").status_code == 401


def test_sign_in_deletes_expired_sessions(world: World):
    world.fresh_browser("admin")
    with world.database.write() as session:
        session.execute(update(SignedInSession).values(created_at=NOON - MAX_SESSION_AGE - timedelta(days=1)))
    world.fresh_browser("admin")
    with world.database.read() as db:
        assert db.execute(text("SELECT count(*) FROM sessions")).scalar_one() == 1
    for column, person in world.people.items():
        person.browser = world.fresh_browser(column)


def test_attempts_are_counted_before_hashing(world: World, monkeypatch: pytest.MonkeyPatch):
    hashed = []
    monkeypatch.setattr(
        "regie.domains.accounts.sessions.actions.matches_password", lambda *_: hashed.append(1) or False
    )
    app = create_app(load_settings({"REGIE_ORIGIN": ORIGIN}), database=world.database)
    browser = Browser(app, ORIGIN)
    with assert_unchanged(world.database, exclude=("activity",)):
        for _ in range(13):
            response = browser.post("/login", {"email": "maelle@regie.example", "password": "wrong"})
    assert response.status_code == 429
    assert len(hashed) == 10
