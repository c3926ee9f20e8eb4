"""Tests of one's own sessions: list, end one or all others, and stay signed in."""

from dataclasses import replace
from datetime import timedelta

import pytest

from regie.access.sessions import MAX_SESSION_AGE
from regie.core.db.database import Database
from regie.core.db.ids import new_api_id
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.activity import read_activity
from tests.factories.credentials import make_pending_sign_in, make_totp_device
from tests.factories.people import PASSWORD, make_user
from tests.factories.world import assert_unchanged


@pytest.fixture
def person(database: Database):
    with database.write() as session:
        return make_user(session, roles=["super_admin"])


@pytest.fixture
def here(app, person, clock) -> Browser:
    return Browser(app, ORIGIN).signed_in_as(person, clock.now())


@pytest.fixture
def elsewhere(app, person, clock) -> Browser:
    return Browser(app, ORIGIN).signed_in_as(person, clock.now())


def test_current_session_is_listed_first(here: Browser, elsewhere: Browser):
    rows = here.get("/api/v1/sessions").json()["data"]
    assert [row["is_current"] for row in rows] == [True, False]
    assert set(rows[0]) == {"api_id", "method", "address", "agent", "created_at", "seen_at", "is_current"}


def test_session_stores_method_address_and_agent(app, person):
    browser = Browser(app, ORIGIN, "203.0.113.9")
    sent = {"email": person.email, "password": PASSWORD}
    browser.post("/login", sent, headers={"User-Agent": "Mozilla/5.0 " + "x" * 500, "X-Forwarded-For": "198.51.100.1"})
    (row,) = browser.get("/api/v1/sessions").json()["data"]
    assert (row["method"], row["address"], len(row["agent"])) == ("password", "203.0.113.9", 300)


@pytest.mark.parametrize("path", ["/api/v1/sessions", "/api/v1/sessions/{id}"])
def test_ending_other_sessions_leaves_the_current_one(here: Browser, elsewhere: Browser, path: str):
    (other,) = [row for row in here.get("/api/v1/sessions").json()["data"] if not row["is_current"]]
    assert here.delete(path.format(id=other["api_id"])).status_code == 204
    assert elsewhere.get("/api/v1/me").status_code == 401
    assert here.get("/api/v1/me").status_code == 200


def test_sessions_of_others_cannot_be_ended(here: Browser, sign_in_as, database: Database):
    stranger = sign_in_as("employee")
    other_id = stranger.get("/api/v1/sessions").json()["data"][0]["api_id"]
    for api_id in (other_id, new_api_id()):
        with assert_unchanged(database, ("table_changes",)):
            assert here.delete(f"/api/v1/sessions/{api_id}").status_code == 204
    assert stranger.get("/api/v1/me").status_code == 200


def test_ending_other_sessions_includes_pending_and_impersonating_ones(
    app, here: Browser, elsewhere: Browser, person, clock, database: Database, sign_in_as
):
    """An impersonation leads back to one's own user, so that session belongs to them too."""
    target = sign_in_as("employee").user
    assert elsewhere.post(f"/api/v1/impersonated-users/{target.api_id}", {"reason": "Question"}).status_code == 201
    pending = Browser(app, ORIGIN)
    with database.write() as session:
        make_totp_device(session, app.state.context, person)
        make_pending_sign_in(session, app.state.context, person, pending.token)
    assert here.delete("/api/v1/sessions").status_code == 204
    assert elsewhere.get("/api/v1/me").status_code == 401
    elsewhere.delete("/api/v1/impersonated-users")
    assert elsewhere.get("/api/v1/me").status_code == 401
    assert pending.post("/auth/second-factor/challenges").json()["code"] == "second_factor_expired"


def test_fetching_csrf_token_retains_persistent_session(app, person, clock):
    browser = Browser(app, ORIGIN)
    browser.post("/login", {"email": person.email, "password": PASSWORD, "remember": True})
    response = browser.get("/sanctum/csrf-cookie")
    assert [line.split("=")[0] for line in response.headers.get_list("set-cookie")] == ["XSRF-TOKEN"]
    (session_cookie,) = [cookie for cookie in browser.client.cookies.jar if cookie.name == "regie_session"]
    assert session_cookie.expires is not None
    clock.moment += timedelta(hours=9)
    assert browser.get("/api/v1/me").status_code == 200
    clock.moment += MAX_SESSION_AGE
    assert browser.get("/api/v1/me").status_code == 401


def test_sign_in_and_out_are_logged_with_method(app, person, database: Database):
    browser = Browser(app, ORIGIN, "203.0.113.9")
    browser.post("/login", {"email": person.email, "password": "wrong"})
    browser.post("/login", {"email": person.email, "password": PASSWORD})
    browser.post("/logout")
    entries = [(row.action, row.actor_name, row.changes["method"][1], row.changes["address"][1], row.topic)
            for row in read_activity(database) if row.action.startswith("sign")]  # fmt: skip
    assert entries == [
        ("sign_in_refused", None, "password", "203.0.113.9", "access"),
        ("signed_in", person.name, "password", "203.0.113.9", "access"),
        ("signed_out", person.name, "password", "203.0.113.9", "access"),
    ]


@pytest.mark.parametrize(
    ("lines", "address"),
    [
        ([b"203.0.113.9"], "203.0.113.9"),
        ([b"198.51.100.1, 203.0.113.9"], "203.0.113.9"),
        ([b"198.51.100.1", b"203.0.113.9"], "203.0.113.9"),
        ([b"198.51.100.1, nonsense"], "testclient"),
        ([], "testclient"),
    ],
)
def test_only_the_proxys_forwarded_address_is_trusted(app, person, lines: list[bytes], address: str):
    app.state.context = replace(app.state.context, proxies=1)
    browser = Browser(app, ORIGIN)
    headers = [(b"x-forwarded-for", line) for line in lines] + [(b"x-xsrf-token", browser.csrf_token.encode())]
    browser.client.post("/login", json={"email": person.email, "password": PASSWORD}, headers=headers)
    assert browser.get("/api/v1/sessions").json()["data"][0]["address"] == address
