"""Tests of sign-in codes: single use, ten minutes, one browser, five attempts."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs

import pytest
from sqlalchemy import func, select

from regie.core.db.database import Database
from regie.domains.accounts.sessions.models import SignedInSession
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.mail import latest_mail, queued_mail
from tests.factories.people import make_user
from tests.factories.world import assert_unchanged

EMAIL = "maelle@regie.example"
# The tables that a refused code writes to.
WRITTEN_TABLES = ("activity", "email_tokens", "table_changes")


@pytest.fixture
def person(database: Database) -> User:
    with database.write() as session:
        return make_user(session, email=EMAIL, roles=["account_manager"], locale="fr-ca")


def _request_code(browser: Browser, email: str = EMAIL) -> str:
    assert browser.post("/auth/email/codes", {"email": email}).status_code == 204
    return latest_mail(browser.app, "sign_in_code").link_params["code"]


def _sign_in(browser: Browser, code: str, email: str = EMAIL) -> int:
    return browser.post("/login", {"email": email, "code": code}).status_code


def _count_sessions(database: Database) -> int:
    with database.read() as db:
        return db.execute(select(func.count()).select_from(SignedInSession)).scalar_one()


def test_code_signs_in_and_mail_is_in_users_language(visitor: Browser, person: User):
    code = _request_code(visitor, " Maelle@Regie.example ".strip())
    mail = latest_mail(visitor.app, "sign_in_code")
    assert (mail.to, mail.locale, mail.link_params["email"].lower()) == (EMAIL, "fr-ca", EMAIL)
    before = visitor.token
    answer = visitor.post("/login", {"email": EMAIL.upper(), "code": f" {code[:3]} {code[3:]} "})
    assert answer.status_code == 200
    assert answer.json()["data"]["api_id"] == person.api_id
    assert visitor.token != before
    assert visitor.get("/api/v1/me").status_code == 200


def test_opening_the_link_does_not_consume_the_code(visitor: Browser, person: User):
    """Mail scanners follow links: only a call from the page signs in."""
    code = _request_code(visitor)
    with assert_unchanged(visitor.app.state.context.database):
        assert visitor.get("/auth/login/email").status_code in (200, 503)
    assert _sign_in(visitor, code) == 200


@pytest.mark.parametrize(
    ("redirect", "expected_query"),
    [
        ("/clients?page=2&q=é#x", {"redirect": ["/clients?page=2&q=é#x"]}),
        ("", {}),
        ("clients", {}),
        ("//evil.example", {}),
        ("/\\evil.example", {}),
        ("https://evil.example", {}),
        ("javascript:alert(1)", {}),
    ],
)
def test_link_redirects_to_local_paths_only(
    visitor: Browser, person: User, redirect: str, expected_query: dict[str, list[str]]
):
    assert visitor.post("/auth/email/codes", {"email": EMAIL, "redirect": redirect}).status_code == 204
    mail = latest_mail(visitor.app, "sign_in_code")
    assert (mail.link.scheme + "://" + mail.link.netloc, mail.link.path) == (ORIGIN, "/fr-ca/auth/login/email")
    assert parse_qs(mail.link.query) == expected_query
    assert _sign_in(visitor, mail.link_params["code"]) == 200


def test_invalid_redirect_returns_422(visitor: Browser, person: User, database: Database):
    with assert_unchanged(database):
        for redirect in ("/" + 1_000 * "x", "/\t/evil.example"):
            assert visitor.post("/auth/email/codes", {"email": EMAIL, "redirect": redirect}).status_code == 422


def test_code_works_once(visitor: Browser, person: User, database: Database):
    code = _request_code(visitor)
    assert _sign_in(visitor, code) == 200
    visitor.post("/logout")
    with assert_unchanged(database, WRITTEN_TABLES):
        assert _sign_in(visitor, code) == 422


def _in_another_browser(browser: Browser, _clock: Any, code: str) -> int:
    return _sign_in(Browser(browser.app, ORIGIN), code)


def _with_another_address(browser: Browser, _clock: Any, code: str) -> int:
    return _sign_in(browser, code, "joel@regie.example")


def _after_expiry(browser: Browser, clock: Any, code: str) -> int:
    clock.moment += timedelta(minutes=10)
    return _sign_in(browser, code)


def _after_newer_code(browser: Browser, _clock: Any, code: str) -> int:
    return _sign_in(browser, code) if _request_code(browser) != code else 422


def _after_changed_address(browser: Browser, clock: Any, code: str) -> int:
    database = browser.app.state.context.database
    with database.write() as session:
        admin = make_user(session, roles=["admin"])
        api_id = session.execute(select(User.api_id).where(User.email == EMAIL)).scalar_one()
    changed = {"email": "maelle2@regie.example"}
    sent = Browser(browser.app, ORIGIN).signed_in_as(admin, clock.now()).patch(f"/api/v1/users/{api_id}", changed)
    assert sent.status_code == 200
    return _sign_in(browser, code)


@pytest.mark.parametrize(
    "attempt",
    [_in_another_browser, _with_another_address, _after_expiry, _after_newer_code, _after_changed_address],
    ids=lambda attempt: attempt.__name__,
)
def test_code_returns_422(visitor: Browser, person: User, clock, database: Database, attempt: Callable[..., int]):
    code, before = _request_code(visitor), _count_sessions(database)
    assert attempt(visitor, clock, code) == 422
    assert _count_sessions(database) - before in (0, 1 if attempt is _after_changed_address else 0)
    assert visitor.get("/api/v1/me").status_code == 401


def test_code_is_valid_just_before_expiry(visitor: Browser, person: User, clock):
    code = _request_code(visitor)
    clock.moment += timedelta(minutes=9, seconds=59)
    assert _sign_in(visitor, code) == 200


@pytest.mark.parametrize(("failures", "status"), [(4, 200), (5, 422)])
def test_fifth_failed_attempt_invalidates_the_code(visitor: Browser, person: User, failures: int, status: int):
    code = _request_code(visitor)
    wrong = f"{(int(code) + 1) % 1_000_000:06d}"
    assert [_sign_in(visitor, wrong) for _ in range(failures)] == [422] * failures
    assert _sign_in(visitor, code) == status
    assert visitor.get("/api/v1/me").status_code == (200 if status == 200 else 401)


def test_other_browser_cannot_invalidate_the_code(visitor: Browser, person: User):
    code, stranger = _request_code(visitor), Browser(visitor.app, ORIGIN, "203.0.113.9")
    _request_code(stranger)
    assert [_sign_in(stranger, "000000") for _ in range(6)] == [422] * 6
    assert _sign_in(visitor, code) == 200


def test_concurrent_use_of_code_opens_one_session(visitor: Browser, person: User, database: Database):
    code, token, csrf = _request_code(visitor), visitor.token, visitor.csrf_token

    def attempt(_: int) -> int:
        browser = Browser(visitor.app, ORIGIN)
        browser.set_session_token(token)
        assert browser.csrf_token == csrf
        return _sign_in(browser, code)

    with ThreadPoolExecutor(4) as threads:
        statuses = sorted(threads.map(attempt, range(4)))
    assert statuses == [200, 422, 422, 422]
    assert _count_sessions(database) == 1


def test_code_and_link_are_not_stored_in_plain_text(visitor: Browser, person: User, database: Database):
    code = _request_code(visitor)
    with database.read() as db:
        for name in ("email_tokens", "mails", "activity"):
            assert code not in str(db.exec_driver_sql(f"SELECT * FROM {name}").all())  # noqa: S608


def test_mail_to_unknown_address_has_no_recipient(visitor: Browser, person: User):
    visitor.post("/auth/email/codes", {"email": "unknown@regie.example"})
    assert [mail.to for mail in queued_mail(visitor.app)] == [""]
