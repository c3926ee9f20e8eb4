"""Signing in with a code that was sent by e-mail: once, soon, in the browser that asked, and within five tries."""

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
from tests.factories.people import make_user
from tests.factories.post import mails, newest
from tests.factories.world import unchanged

EMAIL = "maelle@regie.example"
# What a refused code is written down in.
NOTED = ("activity", "sign_in_secrets", "table_changes")


@pytest.fixture
def person(database: Database) -> User:
    with database.write() as session:
        return make_user(session, email=EMAIL, roles=["account_manager"], locale="fr-ca")


def _ask(browser: Browser, email: str = EMAIL) -> str:
    assert browser.post("/auth/email/codes", {"email": email}).status_code == 204
    return newest(browser.app, "sign_in_code").opened["code"]


def _try(browser: Browser, code: str, email: str = EMAIL) -> int:
    return browser.post("/login", {"email": email, "code": code}).status_code


def _sessions(database: Database) -> int:
    with database.read() as db:
        return db.execute(select(func.count()).select_from(SignedInSession)).scalar_one()


def test_the_code_signs_in_and_the_mail_is_in_the_persons_language(visitor: Browser, person: User):
    code = _ask(visitor, " Maelle@Regie.example ".strip())
    mail = newest(visitor.app, "sign_in_code")
    assert (mail.to, mail.locale, mail.opened["email"].lower()) == (EMAIL, "fr-ca", EMAIL)
    before = visitor.token
    answer = visitor.post("/login", {"email": EMAIL.upper(), "code": f" {code[:3]} {code[3:]} "})
    assert answer.status_code == 200
    assert answer.json()["data"]["api_id"] == person.api_id
    assert visitor.token != before
    assert visitor.get("/api/v1/me").status_code == 200


def test_opening_the_link_spends_nothing(visitor: Browser, person: User):
    """Mail scanners follow links: only a call that a page makes signs in."""
    code = _ask(visitor)
    with unchanged(visitor.app.state.context.database):
        assert visitor.get("/auth/login/email").status_code in (200, 503)
    assert _try(visitor, code) == 200


@pytest.mark.parametrize(
    ("wished", "way"),
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
def test_the_link_leads_on_to_a_path_of_ours_and_nowhere_else(
    visitor: Browser, person: User, wished: str, way: dict[str, list[str]]
):
    assert visitor.post("/auth/email/codes", {"email": EMAIL, "redirect": wished}).status_code == 204
    mail = newest(visitor.app, "sign_in_code")
    assert (mail.link.scheme + "://" + mail.link.netloc, mail.link.path) == (ORIGIN, "/fr-ca/auth/login/email")
    assert parse_qs(mail.link.query) == way
    assert _try(visitor, mail.opened["code"]) == 200


def test_a_way_on_that_no_link_holds_is_refused(visitor: Browser, person: User, database: Database):
    with unchanged(database):
        for wished in ("/" + 1_000 * "x", "/\t/evil.example"):
            assert visitor.post("/auth/email/codes", {"email": EMAIL, "redirect": wished}).status_code == 422


def test_a_code_is_taken_once(visitor: Browser, person: User, database: Database):
    code = _ask(visitor)
    assert _try(visitor, code) == 200
    visitor.post("/logout")
    with unchanged(database, NOTED):
        assert _try(visitor, code) == 422


def _of_another_browser(browser: Browser, _clock: Any, code: str) -> int:
    return _try(Browser(browser.app, ORIGIN), code)


def _of_another_address(browser: Browser, _clock: Any, code: str) -> int:
    return _try(browser, code, "joel@regie.example")


def _too_late(browser: Browser, clock: Any, code: str) -> int:
    clock.moment += timedelta(minutes=10)
    return _try(browser, code)


def _after_a_newer_one(browser: Browser, _clock: Any, code: str) -> int:
    return _try(browser, code) if _ask(browser) != code else 422


def _after_a_changed_address(browser: Browser, clock: Any, code: str) -> int:
    database = browser.app.state.context.database
    with database.write() as session:
        admin = make_user(session, roles=["admin"])
        api_id = session.execute(select(User.api_id).where(User.email == EMAIL)).scalar_one()
    changed = {"email": "maelle2@regie.example"}
    sent = Browser(browser.app, ORIGIN).carrying(admin, clock.now()).patch(f"/api/v1/users/{api_id}", changed)
    assert sent.status_code == 200
    return _try(browser, code)


@pytest.mark.parametrize(
    "attempt",
    [_of_another_browser, _of_another_address, _too_late, _after_a_newer_one, _after_a_changed_address],
    ids=lambda attempt: attempt.__name__,
)
def test_a_code_is_refused(visitor: Browser, person: User, clock, database: Database, attempt: Callable[..., int]):
    code, before = _ask(visitor), _sessions(database)
    assert attempt(visitor, clock, code) == 422
    assert _sessions(database) - before in (0, 1 if attempt is _after_a_changed_address else 0)
    assert visitor.get("/api/v1/me").status_code == 401


def test_just_before_its_end_a_code_is_still_taken(visitor: Browser, person: User, clock):
    code = _ask(visitor)
    clock.moment += timedelta(minutes=9, seconds=59)
    assert _try(visitor, code) == 200


@pytest.mark.parametrize(("wrong_tries", "status"), [(4, 200), (5, 422)])
def test_five_tries_are_all_there_are(visitor: Browser, person: User, wrong_tries: int, status: int):
    code = _ask(visitor)
    wrong = f"{(int(code) + 1) % 1_000_000:06d}"
    assert [_try(visitor, wrong) for _ in range(wrong_tries)] == [422] * wrong_tries
    assert _try(visitor, code) == status
    assert visitor.get("/api/v1/me").status_code == (200 if status == 200 else 401)


def test_a_stranger_who_asks_or_tries_spoils_nobodys_code(visitor: Browser, person: User):
    code, stranger = _ask(visitor), Browser(visitor.app, ORIGIN, "203.0.113.9")
    _ask(stranger)
    assert [_try(stranger, "000000") for _ in range(6)] == [422] * 6
    assert _try(visitor, code) == 200


def test_one_code_at_the_same_instant_opens_one_session(visitor: Browser, person: User, database: Database):
    code, token, csrf = _ask(visitor), visitor.token, visitor.csrf_token

    def attempt(_: int) -> int:
        browser = Browser(visitor.app, ORIGIN)
        browser.plant(token)
        assert browser.csrf_token == csrf
        return _try(browser, code)

    with ThreadPoolExecutor(4) as threads:
        statuses = sorted(threads.map(attempt, range(4)))
    assert statuses == [200, 422, 422, 422]
    assert _sessions(database) == 1


def test_neither_code_nor_link_is_readable_in_the_database(visitor: Browser, person: User, database: Database):
    code = _ask(visitor)
    with database.read() as db:
        for name in ("sign_in_secrets", "mails", "activity"):
            assert code not in str(db.exec_driver_sql(f"SELECT * FROM {name}").all())  # noqa: S608


def test_nobody_is_sent_nothing_though_it_is_queued(visitor: Browser, person: User):
    visitor.post("/auth/email/codes", {"email": "nobody@regie.example"})
    assert [mail.to for mail in mails(visitor.app)] == [""]
