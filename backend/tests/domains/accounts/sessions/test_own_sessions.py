"""The browsers in which one is signed in: seen, ended one by one or all at once, and remembered where asked."""

from dataclasses import replace
from datetime import timedelta

import pytest

from regie.access.sessions import ABSOLUTE
from regie.core.db.database import Database
from regie.core.db.ids import new_api_id
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.doors import make_pending, make_totp
from tests.factories.log import log_of
from tests.factories.people import PASSWORD, make_user
from tests.factories.world import unchanged


@pytest.fixture
def person(database: Database):
    with database.write() as session:
        return make_user(session, roles=["super_admin"])


@pytest.fixture
def here(app, person, clock) -> Browser:
    return Browser(app, ORIGIN).carrying(person, clock.now())


@pytest.fixture
def elsewhere(app, person, clock) -> Browser:
    return Browser(app, ORIGIN).carrying(person, clock.now())


def test_the_present_browser_comes_first_and_the_rest_is_told(here: Browser, elsewhere: Browser):
    rows = here.get("/api/v1/sessions").json()["data"]
    assert [row["is_current"] for row in rows] == [True, False]
    assert set(rows[0]) == {"api_id", "method", "address", "agent", "created_at", "seen_at", "is_current"}


def test_what_is_noted_of_a_browser_is_what_it_sent(app, person):
    browser = Browser(app, ORIGIN, "203.0.113.9")
    sent = {"email": person.email, "password": PASSWORD}
    browser.post("/login", sent, headers={"User-Agent": "Mozilla/5.0 " + "x" * 500, "X-Forwarded-For": "198.51.100.1"})
    (row,) = browser.get("/api/v1/sessions").json()["data"]
    assert (row["method"], row["address"], len(row["agent"])) == ("password", "203.0.113.9", 300)


@pytest.mark.parametrize("path", ["/api/v1/sessions", "/api/v1/sessions/{id}"])
def test_ending_another_browser_leaves_this_one(here: Browser, elsewhere: Browser, path: str):
    (other,) = [row for row in here.get("/api/v1/sessions").json()["data"] if not row["is_current"]]
    assert here.delete(path.format(id=other["api_id"])).status_code == 204
    assert elsewhere.get("/api/v1/me").status_code == 401
    assert here.get("/api/v1/me").status_code == 200


def test_somebody_elses_browser_is_not_ones_own_to_end(here: Browser, sign_in_as, database: Database):
    stranger = sign_in_as("employee")
    theirs = stranger.get("/api/v1/sessions").json()["data"][0]["api_id"]
    for api_id in (theirs, new_api_id()):
        with unchanged(database, ("table_changes",)):
            assert here.delete(f"/api/v1/sessions/{api_id}").status_code == 204
    assert stranger.get("/api/v1/me").status_code == 200


def test_signing_out_elsewhere_ends_what_is_half_begun_or_in_somebody_elses_place(
    app, here: Browser, elsewhere: Browser, person, clock, database: Database, sign_in_as
):
    """Whoever acts in another's place is themself again with one click: that browser is one of theirs too."""
    target = sign_in_as("employee").user
    assert elsewhere.post(f"/api/v1/impersonated-users/{target.api_id}").status_code == 201
    half = Browser(app, ORIGIN)
    with database.write() as session:
        make_totp(session, app.state.context, person)
        make_pending(session, app.state.context, person, half.token)
    assert here.delete("/api/v1/sessions").status_code == 204
    assert elsewhere.get("/api/v1/me").status_code == 401
    elsewhere.delete("/api/v1/impersonated-users")
    assert elsewhere.get("/api/v1/me").status_code == 401
    assert half.post("/auth/second-factor/challenges").json()["code"] == "second_factor_expired"


def test_a_remembered_browser_stays_so_when_a_page_asks_for_its_token(app, person, clock):
    browser = Browser(app, ORIGIN)
    browser.post("/login", {"email": person.email, "password": PASSWORD, "remember": True})
    asked = browser.get("/sanctum/csrf-cookie")
    assert [line.split("=")[0] for line in asked.headers.get_list("set-cookie")] == ["XSRF-TOKEN"]
    (kept,) = [cookie for cookie in browser.client.cookies.jar if cookie.name == "regie_session"]
    assert kept.expires is not None
    clock.moment += timedelta(hours=9)
    assert browser.get("/api/v1/me").status_code == 200
    clock.moment += ABSOLUTE
    assert browser.get("/api/v1/me").status_code == 401


def test_signing_in_and_out_is_in_the_log_with_its_way(app, person, database: Database):
    browser = Browser(app, ORIGIN, "203.0.113.9")
    browser.post("/login", {"email": person.email, "password": "wrong"})
    browser.post("/login", {"email": person.email, "password": PASSWORD})
    browser.post("/logout")
    told = [(row.action, row.actor_name, row.changes["method"][1], row.changes["address"][1], row.topic)
            for row in log_of(database) if row.action.startswith("sign")]  # fmt: skip
    assert told == [
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
def test_behind_a_proxy_only_what_the_proxy_wrote_counts(app, person, lines: list[bytes], address: str):
    app.state.context = replace(app.state.context, proxies=1)
    browser = Browser(app, ORIGIN)
    headers = [(b"x-forwarded-for", line) for line in lines] + [(b"x-xsrf-token", browser.csrf_token.encode())]
    browser.client.post("/login", json={"email": person.email, "password": PASSWORD}, headers=headers)
    assert browser.get("/api/v1/sessions").json()["data"][0]["address"] == address
