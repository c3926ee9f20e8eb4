"""Tests the limits of sign-in attempts and emails: shared by all processes, without locking users out."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from httpx import Response
from sqlalchemy import select

from regie.access import sign_in_limits as limits
from regie.access.known_browsers import add_account, is_known
from regie.access.sign_in_limits import AttemptLimit, SignInCount
from regie.access.visitor import network_of
from regie.core.db.database import Database
from regie.domains.records.users.models import User
from regie.main import create_app
from regie.settings import load_settings
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.mail import latest_mail, queued_mail
from tests.factories.people import PASSWORD, make_user
from tests.factories.world import assert_unchanged

EMAIL, WRONG = "maelle@regie.example", "wrong"
HERE, THERE = "203.0.113.9", "198.51.100.7"
MAILED = {"/auth/email/codes": "sign_in_code", "/auth/password/resets": "password_reset"}


@pytest.fixture
def person(database: Database) -> User:
    with database.write() as session:
        return make_user(session, email=EMAIL, roles=["employee"])


@pytest.fixture
def address_limit(monkeypatch: pytest.MonkeyPatch) -> int:
    """Reduce the limit of an address, so that tests need fewer failures."""
    monkeypatch.setattr(limits, "_ADDRESS", AttemptLimit(12, timedelta(minutes=10)))
    return 12


def _sign_in(browser: Browser, password: str = WRONG, email: str = EMAIL) -> Response:
    return browser.post("/login", {"email": email, "password": password})


def _fail(app: Any, address: str, times: int, email: str | None = None) -> list[int]:
    """Fail to sign in from an address, to one account or a new one each time; return the statuses."""
    other_browser = Browser(app, ORIGIN, address)
    return [_sign_in(other_browser, email=email or f"unknown{n}@regie.example").status_code for n in range(times)]


def _counts(database: Database) -> list[Any]:
    with database.read() as db:
        return list(db.execute(select(SignInCount.key_hash, SignInCount.tries).order_by(SignInCount.key_hash)))


def _is_signed_in(browser: Browser) -> bool:
    return browser.get("/api/v1/me").status_code == 200


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("203.0.113.9", "203.0.113.10", False),
        ("203.0.113.9", "::ffff:203.0.113.9", True),
        ("::ffff:203.0.113.9", "::ffff:203.0.113.10", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
    ],
)
def test_ipv6_network_counts_as_one_address(one: str, other: str, is_same: bool):
    assert (network_of(one) == network_of(other)) is is_same


def test_ipv6_addresses_of_a_network_share_the_limit(app, person: User, database: Database):
    statuses = [_fail(app, f"2001:db8:1:2::{number}", 4, EMAIL) for number in range(3)]
    assert statuses == [[422] * 4, [422] * 4, [422, 422, 429, 429]]
    with assert_unchanged(database):
        response = _sign_in(Browser(app, ORIGIN, "2001:db8:1:2:aaaa::"), PASSWORD)
    assert (response.status_code, 0 < int(response.headers["Retry-After"]) <= 601) == (429, True)
    assert _sign_in(Browser(app, ORIGIN, "2001:db8:1:3::1"), PASSWORD).status_code == 200


def test_failures_from_another_address_do_not_lock_an_account(app, person: User):
    assert _fail(app, HERE, 11, EMAIL)[-1] == 429
    assert _sign_in(Browser(app, ORIGIN, THERE), PASSWORD).status_code == 200


def test_attempts_of_one_address_on_many_accounts_are_limited(app, person: User):
    assert _fail(app, HERE, 101) == [422] * 100 + [429]
    assert _fail(app, THERE, 1) == [422]


def test_successful_sign_in_resets_the_count(app, person: User):
    other_browser = Browser(app, ORIGIN, HERE)
    for _ in range(2):
        assert _fail(app, HERE, 9, EMAIL) == [422] * 9
        assert _sign_in(other_browser, PASSWORD).status_code == 200
        other_browser = Browser(app, ORIGIN, HERE)


def test_processes_share_the_count(app, person: User, database: Database, clock):
    """Two applications share only the database."""
    other = create_app(load_settings({"REGIE_ORIGIN": ORIGIN}), database=database, clock=clock)
    assert (_fail(app, HERE, 6, EMAIL), _fail(other, HERE, 6, EMAIL)) == ([422] * 6, [422] * 4 + [429] * 2)


def test_concurrent_attempts_are_all_counted(app, person: User):
    browsers = [Browser(app, ORIGIN, HERE) for _ in range(16)]
    with ThreadPoolExecutor(8) as threads:
        statuses = sorted(response.status_code for response in threads.map(_sign_in, browsers))
    assert statuses == [422] * 10 + [429] * 6


def test_refused_attempts_are_not_counted(app, person: User, database: Database):
    _fail(app, HERE, 10, EMAIL)
    before = _counts(database)
    with assert_unchanged(database):
        assert _fail(app, HERE, 3, EMAIL) == [429] * 3
    assert _counts(database) == before


def test_sign_in_works_after_retry_after(app, person: User, clock):
    _fail(app, HERE, 10, EMAIL)
    browser = Browser(app, ORIGIN, HERE)
    wait = int(_sign_in(browser, PASSWORD).headers["Retry-After"])
    clock.moment += timedelta(seconds=wait)
    assert _sign_in(browser, PASSWORD).status_code == 200


def test_expired_counts_are_deleted_and_contain_no_account(app, person: User, clock, database: Database):
    _fail(app, HERE, 3)
    assert len(_counts(database)) == 5
    clock.moment += timedelta(minutes=11)
    _fail(app, THERE, 1, EMAIL)
    assert len(_counts(database)) == 3
    with database.read() as db:
        stored = str(db.exec_driver_sql("SELECT * FROM sign_in_counts").all())
    assert EMAIL not in stored
    assert THERE not in stored


def test_successful_sign_ins_do_not_count_for_the_address(app, person: User, address_limit: int):
    assert {_sign_in(Browser(app, ORIGIN, HERE), PASSWORD).status_code for _ in range(address_limit * 2)} == {200}
    assert _fail(app, HERE, address_limit + 1) == [422] * address_limit + [429]


def test_known_browser_is_exempt_from_the_address_limit(app, person: User, address_limit: int, database: Database):
    own, new = Browser(app, ORIGIN, HERE), Browser(app, ORIGIN, HERE)
    assert _sign_in(own, PASSWORD).status_code == 200
    own.post("/logout")
    assert _fail(app, HERE, address_limit + 1)[-1] == 429
    with assert_unchanged(database):
        assert _sign_in(new, PASSWORD).status_code == 429
    assert _sign_in(own, PASSWORD).status_code == 200
    assert _is_signed_in(own)


def test_known_browser_is_exempt_from_failures_on_its_account(app, person: User):
    own = Browser(app, ORIGIN, HERE)
    _sign_in(own, PASSWORD)
    own.post("/logout")
    assert _fail(app, HERE, 11, EMAIL)[-1] == 429
    assert _sign_in(own, PASSWORD).status_code == 200


def test_attempts_of_a_known_browser_are_limited(app, person: User, database: Database):
    own = Browser(app, ORIGIN, HERE)
    _sign_in(own, PASSWORD)
    own.post("/logout")
    assert [_sign_in(own).status_code for _ in range(11)] == [422] * 10 + [429]
    with assert_unchanged(database):
        assert _sign_in(own, PASSWORD).status_code == 429


def _known_cookie(browser: Browser) -> str:
    return browser.client.cookies.get("regie_known", "")


def test_known_browser_cookie_grants_no_access(app, person: User):
    browser = Browser(app, ORIGIN, HERE)
    written = _sign_in(browser, PASSWORD).headers.get_list("set-cookie")
    (line,) = [line for line in written if line.startswith("regie_known=")]
    assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(line.split("; "))
    attacker = Browser(app, ORIGIN, THERE)
    attacker.client.cookies.set("regie_known", _known_cookie(browser), domain="localhost.local")
    assert not _is_signed_in(attacker)


@pytest.mark.parametrize("kind", ["another's", "cookie up", "another secret's", "cut", "of a browser's other number"])
def test_invalid_known_browser_cookie_is_ignored(app, person: User, address_limit: int, database: Database, kind: str):
    with database.write() as session:
        other = make_user(session, roles=["employee"])
    browser = Browser(app, ORIGIN, HERE)
    _sign_in(browser, PASSWORD, other.email if kind == "another's" else EMAIL)
    valid = _known_cookie(browser)
    cookie = {
        "another's": valid,
        "cookie up": "k." + "a" * 22 + "." + "0" * 32,
        "another secret's": add_account("another secret", "", EMAIL),
        "cut": valid[:-1],
        "of a browser's other number": "k." + "a" * 22 + valid[24:],
    }[kind]
    other_browser = Browser(app, ORIGIN, HERE)
    other_browser.client.cookies.set("regie_known", cookie, domain="localhost.local")
    _fail(app, HERE, address_limit)
    with assert_unchanged(database):
        assert _sign_in(other_browser, PASSWORD).status_code == 429


def test_browser_remembers_the_last_five_accounts():
    known = ""
    for number in range(6):
        known = add_account("secret", known, f"USER{number}@regie.example")
    assert [is_known("secret", known, f" user{number}@regie.example") for number in range(6)] == [False] + [True] * 5
    assert add_account("secret", known, "user5@regie.example") == known


@pytest.mark.parametrize("path", MAILED)
def test_emails_to_one_account_are_limited(app, person: User, clock, path: str):
    """Ten per hour from all addresses; the response is the same as for an unknown account."""
    for email in (EMAIL, "unknown@regie.example"):
        statuses = [Browser(app, ORIGIN, f"203.0.113.{n}").post(path, {"email": email}).status_code for n in range(13)]
        assert statuses == [204] * 13
    assert [mail.to for mail in queued_mail(app, MAILED[path])].count(EMAIL) == 10
    clock.moment += timedelta(hours=1)
    Browser(app, ORIGIN, THERE).post(path, {"email": EMAIL})
    assert latest_mail(app, MAILED[path]).to == EMAIL


@pytest.mark.parametrize("path", MAILED)
def test_known_browser_is_exempt_from_the_email_limit(app, person: User, path: str):
    own = Browser(app, ORIGIN, HERE)
    _sign_in(own, PASSWORD)
    own.post("/logout")
    for number in range(12):
        Browser(app, ORIGIN, f"198.51.100.{number}").post(path, {"email": EMAIL})
    assert latest_mail(app, MAILED[path]).to == ""
    assert own.post(path, {"email": EMAIL}).status_code == 204
    assert latest_mail(app, MAILED[path]).to == EMAIL


def test_code_that_was_not_sent_is_invalid(app, person: User):
    """Its row has no user."""
    for number in range(10):
        Browser(app, ORIGIN, f"198.51.100.{number}").post("/auth/email/codes", {"email": EMAIL})
    late = Browser(app, ORIGIN, HERE)
    late.post("/auth/email/codes", {"email": EMAIL})
    code = latest_mail(app, "sign_in_code").link_params["code"]
    with assert_unchanged(app.state.context.database, ("activity", "email_tokens", "table_changes")):
        assert late.post("/login", {"email": EMAIL, "code": code}).status_code == 422
    assert not _is_signed_in(late)
