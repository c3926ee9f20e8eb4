"""Tests of Google sign-in over real HTTP: verified addresses only, in the browser that started it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from regie.core.db.database import Database
from regie.domains.accounts.sessions.models import SignedInSession
from regie.domains.records.settings.models import OrganizationSettings
from regie.domains.records.settings.queries import DEFAULTS
from regie.domains.records.users.models import GoogleIdentity, User
from regie.sandbox.google.id_tokens import TOKEN_FAULTS
from tests.domains.accounts.sessions.conftest import GoogleApp
from tests.factories.activity import read_activity
from tests.factories.credentials import make_totp_device, totp_code
from tests.factories.people import make_user
from tests.factories.world import assert_unchanged

MAELLE, ZOE, STRANGER = "account_manager@regie.example", "zoe.damours@gmail.com", "stranger@regie.example"
REFUSED = {"user": None, "is_email_allowed": None, "second_factor": None}
# Another valid spelling of Google's issuer.
VALID_FAULTS = {"issuer_bare"}
# The tables that a refused callback writes to.
WRITTEN_TABLES = ("activity", "google_attempts", "table_changes")


@pytest.fixture
def person(database: Database) -> User:
    with database.write() as session:
        return make_user(session, email=MAELLE, roles=["account_manager"])


def _allow(database: Database, *domains: str) -> None:
    with database.write() as session:
        session.add(OrganizationSettings(id=1, **(DEFAULTS | {"allowed_email_domains": list(domains)})))


def _count_sessions(database: Database) -> int:
    with database.read() as db:
        return db.execute(select(func.count()).select_from(SignedInSession)).scalar_one()


def _linked_email(database: Database) -> str | None:
    with database.read() as db:
        return db.execute(select(GoogleIdentity.email)).scalar()


def test_first_sign_in_links_the_account(google: GoogleApp, person: User, database: Database):
    browser, answer = google.sign_in(MAELLE)
    assert (answer["user"]["api_id"], answer["is_email_allowed"]) == (person.api_id, True)
    assert answer["user"]["google_linked"] is True
    assert browser.get("/api/v1/me").json()["data"]["api_id"] == person.api_id
    assert [row.action for row in read_activity(database)][-2:] == ["google_linked", "signed_in"]
    google.sign_in(MAELLE)
    assert len(read_activity(database, "google_linked")) == 1


def test_code_without_state_is_accepted(google: GoogleApp, person: User):
    browser = google.browser()
    answer = google.finish(browser, {"code": google.choose(browser, MAELLE)["code"]})
    assert answer.json()["user"]["api_id"] == person.api_id


def test_invited_user_becomes_active(google: GoogleApp, database: Database):
    with database.write() as session:
        make_user(session, email=MAELLE, roles=["employee"], status="invited", password_hash=None)
    assert google.sign_in(MAELLE)[1]["user"]["status"] == "active"


def test_google_sign_in_requires_second_factor(google: GoogleApp, person: User, database: Database, clock):
    with database.write() as session:
        secret = make_totp_device(session, google.app.state.context, person)
    browser, answer = google.sign_in(MAELLE)
    assert answer == {"user": None, "is_email_allowed": True, "second_factor": ["totp"]}
    assert browser.get("/api/v1/me").status_code == 401
    assert browser.post("/auth/second-factor", {"code": totp_code(secret, clock.now())}).status_code == 200
    assert browser.get("/api/v1/sessions").json()["data"][0]["method"] == "google"


@pytest.mark.one_database
@pytest.mark.parametrize("kind", sorted(set(TOKEN_FAULTS) - VALID_FAULTS))
def test_invalid_id_token_is_refused(google: GoogleApp, person: User, database: Database, kind: str):
    browser = google.browser()
    sent = google.choose(browser, MAELLE)
    google.sandbox.post("/google/id-token", kind=kind)
    with assert_unchanged(database, WRITTEN_TABLES):
        answer = google.finish(browser, sent)
    assert answer.status_code == 200
    assert answer.json()["user"] is None
    assert browser.get("/api/v1/me").status_code == 401
    # Control: the next token is valid.
    assert google.sign_in(MAELLE)[1]["user"]["api_id"] == person.api_id


def test_issuer_without_scheme_is_accepted(google: GoogleApp, person: User):
    google.sandbox.post("/google/id-token", kind="issuer_bare")
    assert google.sign_in(MAELLE)[1]["user"]["api_id"] == person.api_id


def _finish_without_attempt(google: GoogleApp, _clock: Any) -> tuple[Any, Any]:
    sent = google.choose(google.browser(), MAELLE)
    return google.browser(), sent


def _finish_with_state_of_another_browser(google: GoogleApp, _clock: Any) -> tuple[Any, Any]:
    own, other = google.browser(), google.browser()
    sent = google.choose(own, MAELLE)
    return own, sent | {"state": google.choose(other, MAELLE)["state"]}


def _finish_with_code_of_another_browser(google: GoogleApp, _clock: Any) -> tuple[Any, Any]:
    """Send a thief's code in the victim's browser, which has another nonce and verifier."""
    victim, thief = google.browser(), google.browser()
    sent = google.choose(victim, MAELLE)
    return victim, sent | {"code": google.choose(thief, MAELLE)["code"]}


def _finish_twice(google: GoogleApp, _clock: Any) -> tuple[Any, Any]:
    browser = google.browser()
    sent = google.choose(browser, MAELLE)
    assert google.finish(browser, sent).json()["user"]
    browser.post("/logout")
    return browser, sent


def _finish_new_attempt_with_used_code(google: GoogleApp, clock: Any) -> tuple[Any, Any]:
    browser, sent = _finish_twice(google, clock)
    return browser, google.choose(browser, MAELLE) | {"code": sent["code"]}


def _finish_after_expiry(google: GoogleApp, clock: Any) -> tuple[Any, Any]:
    browser = google.browser()
    sent = google.choose(browser, MAELLE)
    clock.moment += timedelta(minutes=11)
    return browser, sent


@pytest.mark.parametrize(
    "prepare",
    [
        _finish_without_attempt,
        _finish_with_state_of_another_browser,
        _finish_with_code_of_another_browser,
        _finish_twice,
        _finish_new_attempt_with_used_code,
        _finish_after_expiry,
    ],
    ids=lambda prepare: prepare.__name__,
)
def test_invalid_callback_is_refused(
    google: GoogleApp, person: User, clock, database: Database, prepare: Callable[..., tuple[Any, Any]]
):
    browser, sent = prepare(google, clock)
    with assert_unchanged(database, WRITTEN_TABLES):
        answer = google.finish(browser, sent)
    assert (answer.status_code, answer.json()) == (200, REFUSED)
    assert browser.get("/api/v1/me").status_code == 401


@pytest.mark.parametrize("who", [MAELLE, ZOE, STRANGER])
def test_unknown_account_creates_no_user(google: GoogleApp, database: Database, who: str):
    browser = google.browser()
    sent = google.choose(browser, who)
    with assert_unchanged(database, WRITTEN_TABLES):
        answer = google.finish(browser, sent)
    assert answer.json() == {**REFUSED, "is_email_allowed": True}


def test_unverified_address_is_not_linked(google: GoogleApp, database: Database):
    with database.write() as session:
        make_user(session, email=STRANGER, roles=["admin"])
    browser = google.browser()
    sent = google.choose(browser, STRANGER)
    with assert_unchanged(database, WRITTEN_TABLES):
        assert google.finish(browser, sent).json()["user"] is None


def test_linked_account_with_new_address_is_the_same_user(google: GoogleApp, person: User, database: Database):
    google.sign_in(MAELLE)
    (account,) = [one for one in _accounts(google) if one["email"] == MAELLE]
    google.sandbox.post("/google/accounts", sub=account["sub"], email="maelle.roy@regie.example")
    with database.write() as session:
        make_user(session, email="maelle.roy@regie.example", roles=["super_admin"])
    assert google.sign_in("maelle.roy@regie.example")[1]["user"]["api_id"] == person.api_id
    assert _linked_email(database) == "maelle.roy@regie.example"


def test_another_account_with_a_linked_address_is_refused(google: GoogleApp, person: User, database: Database):
    """Addresses are reassigned: a later owner is another person."""
    google.sign_in(MAELLE)
    (account,) = [one for one in _accounts(google) if one["email"] == MAELLE]
    google.sandbox.post("/google/accounts", sub=account["sub"], gone=True)
    google.sandbox.post("/google/accounts", sub="777", email=MAELLE, given_name="Autre", hd="regie.example")
    browser = google.browser()
    sent = google.choose(browser, MAELLE)
    with assert_unchanged(database, WRITTEN_TABLES):
        assert google.finish(browser, sent).json() == {**REFUSED, "is_email_allowed": True}


def _accounts(google: GoogleApp) -> list[dict[str, Any]]:
    return google.http.get(f"{google.sandbox.url}/__sandbox/google/accounts").json()


@pytest.mark.parametrize(
    ("domains", "who", "kind", "allowed"),
    [
        (["regie.example"], MAELLE, None, True),
        (["regie.example", "gmail.com"], ZOE, None, True),
        (["atelier-nord.example"], MAELLE, None, False),
        (["regie.example"], ZOE, None, False),
        (["regie.example"], MAELLE, "hd_missing", False),
        (["regie.example"], MAELLE, "hd_other", False),
        (["gmail.com"], STRANGER, None, False),
        ([], ZOE, None, True),
    ],
)
def test_allowed_domains_are_checked_by_workspace_claim(
    google: GoogleApp, database: Database, domains: list[str], who: str, kind: str | None, allowed: bool
):
    with database.write() as session:
        make_user(session, email=who, roles=["employee"])
    _allow(database, *domains)
    browser = google.browser()
    sent = google.choose(browser, who)
    if kind:
        google.sandbox.post("/google/id-token", kind=kind)
    answer = google.finish(browser, sent).json()
    assert answer["is_email_allowed"] is allowed
    assert (answer["user"] is not None) is allowed
    assert _count_sessions(database) == int(allowed)


@pytest.mark.parametrize(("domains", "is_in"), [(["regie.example"], True), (["atelier.example"], False), ([], False)])
def test_allowed_workspace_verifies_secondary_domains(
    google: GoogleApp, database: Database, domains: list[str], is_in: bool
):
    """Users of a secondary domain have the primary one as `hd`, which the organization must allow."""
    who = "maelle@regie-labs.example"
    with database.write() as session:
        make_user(session, email=who, roles=["employee"])
    if domains:
        _allow(database, *domains)
    google.sandbox.post("/google/accounts", sub="4711", email=who, given_name="Maëlle", hd="regie.example")
    browser = google.browser()
    answer = google.finish(browser, google.choose(browser, who)).json()
    assert (answer["user"] is not None) is is_in
    assert _count_sessions(database) == int(is_in)


def test_refused_callback_is_logged_without_names(google: GoogleApp, person: User, database: Database):
    browser = google.browser()
    google.finish(browser, {"code": "x", "state": "y"})
    google.finish(browser, google.choose(browser, ZOE))
    google.finish(browser, google.choose(browser, STRANGER))
    sent = google.choose(browser, MAELLE)
    google.sandbox.post("/google/id-token", kind="email_unverified")
    google.finish(browser, sent)
    entries = read_activity(database, "sign_in_refused")
    assert [row.changes["method"][1] for row in entries] == ["google"] * 4
    assert [row.changes["cause"][1] for row in entries] == ["attempt", "no_account", "no_account", "unverified"]
    assert not any(name in str(row.changes) for row in entries for name in (ZOE, STRANGER, MAELLE, "@"))


def test_unlinked_account_needs_a_verified_address(google: GoogleApp, person: User, database: Database):
    browser, _ = google.sign_in(MAELLE)
    assert browser.delete("/api/v1/me/google-account").status_code == 204
    assert _linked_email(database) is None
    with database.write() as session:
        session.merge(person).email = "moved@regie.example"
    again = google.browser()
    assert google.finish(again, google.choose(again, MAELLE)).json()["user"] is None


@pytest.mark.one_database
@pytest.mark.parametrize("kind", ["status", "html", "truncate", "drop"])
@pytest.mark.parametrize("path", ["/google/token", "/google/oauth2/v3/certs"])
def test_failure_at_google_is_refused(google: GoogleApp, person: User, database: Database, path: str, kind: str):
    browser = google.browser()
    sent = google.choose(browser, MAELLE)
    google.sandbox.fault(path, kind)
    with assert_unchanged(database, WRITTEN_TABLES):
        answer = google.finish(browser, sent)
    assert (answer.status_code, answer.json()) == (200, REFUSED)
    google.sandbox.post("/reset")


def test_unavailable_google_returns_503_with_retry_after(google: GoogleApp, database: Database):
    google.sandbox.fault("/google/.well-known/openid-configuration", "drop")
    browser = google.browser()
    with assert_unchanged(database):
        answer = browser.post("/auth/google/attempts")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0


def test_disabled_google_sign_in_is_refused(visitor, database: Database):
    with assert_unchanged(database):
        answer = visitor.post("/auth/google/attempts")
    assert (answer.status_code, answer.json()["code"]) == (422, "google_off")
    assert visitor.post("/auth/google/callbacks", {"code": "x"}).json() == REFUSED


def test_office_behind_one_address_can_sign_in(google: GoogleApp, person: User):
    assert [google.sign_in(MAELLE)[1]["user"] is not None for _ in range(12)] == [True] * 12


def test_attempt_is_stored_encrypted(google: GoogleApp, person: User, database: Database):
    browser = google.browser()
    sent = google.choose(browser, MAELLE)
    with database.read() as db:
        stored = str(db.exec_driver_sql("SELECT * FROM google_attempts").all())
    assert sent["state"] not in stored
    assert browser.token not in stored
