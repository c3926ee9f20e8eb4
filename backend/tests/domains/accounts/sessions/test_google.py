"""Signing in with Google over real HTTP: whoever it vouches for, in the browser that went there, and nobody else."""

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
from regie.sandbox.google.id_tokens import FAULTS
from tests.domains.accounts.sessions.conftest import GoogleApp
from tests.factories.doors import code_of, make_totp
from tests.factories.log import log_of
from tests.factories.people import make_user
from tests.factories.world import unchanged

MAELLE, ZOE, STRANGER = "account_manager@regie.example", "zoe.damours@gmail.com", "stranger@regie.example"
REFUSED = {"user": None, "is_email_allowed": None, "second_factor": None}
# Google's other spelling of itself.
HARMLESS = {"issuer_bare"}
# What a refused way back is written down in.
NOTED = ("activity", "google_attempts", "table_changes")


@pytest.fixture
def person(database: Database) -> User:
    with database.write() as session:
        return make_user(session, email=MAELLE, roles=["account_manager"])


def _allow(database: Database, *domains: str) -> None:
    with database.write() as session:
        session.add(OrganizationSettings(id=1, **(DEFAULTS | {"allowed_email_domains": list(domains)})))


def _sessions(database: Database) -> int:
    with database.read() as db:
        return db.execute(select(func.count()).select_from(SignedInSession)).scalar_one()


def _email_of_link(database: Database) -> str | None:
    with database.read() as db:
        return db.execute(select(GoogleIdentity.email)).scalar()


def test_a_first_sign_in_links_the_account_and_opens_a_session(google: GoogleApp, person: User, database: Database):
    browser, answer = google.sign_in(MAELLE)
    assert (answer["user"]["api_id"], answer["is_email_allowed"]) == (person.api_id, True)
    assert answer["user"]["google_linked"] is True
    assert browser.get("/api/v1/me").json()["data"]["api_id"] == person.api_id
    assert [row.action for row in log_of(database)][-2:] == ["google_linked", "signed_in"]
    google.sign_in(MAELLE)
    assert len(log_of(database, "google_linked")) == 1


def test_the_specifications_body_with_the_code_alone_is_enough(google: GoogleApp, person: User):
    browser = google.browser()
    answer = google.finish(browser, {"code": google.choose(browser, MAELLE)["code"]})
    assert answer.json()["user"]["api_id"] == person.api_id


def test_an_invited_person_is_active_after_it(google: GoogleApp, database: Database):
    with database.write() as session:
        make_user(session, email=MAELLE, roles=["employee"], status="invited", password_hash=None)
    assert google.sign_in(MAELLE)[1]["user"]["status"] == "active"


def test_the_second_factor_is_asked_for_here_too(google: GoogleApp, person: User, database: Database, clock):
    with database.write() as session:
        secret = make_totp(session, google.app.state.context, person)
    browser, answer = google.sign_in(MAELLE)
    assert answer == {"user": None, "is_email_allowed": True, "second_factor": ["totp"]}
    assert browser.get("/api/v1/me").status_code == 401
    assert browser.post("/auth/second-factor", {"code": code_of(secret, clock.now())}).status_code == 200
    assert browser.get("/api/v1/sessions").json()["data"][0]["method"] == "google"


@pytest.mark.one_database
@pytest.mark.parametrize("kind", sorted(set(FAULTS) - HARMLESS))
def test_a_token_that_proves_nothing_opens_nothing(google: GoogleApp, person: User, database: Database, kind: str):
    browser = google.browser()
    sent = google.choose(browser, MAELLE)
    google.sandbox.post("/google/id-token", kind=kind)
    with unchanged(database, NOTED):
        answer = google.finish(browser, sent)
    assert answer.status_code == 200
    assert answer.json()["user"] is None
    assert browser.get("/api/v1/me").status_code == 401
    # The control: the next token is right.
    assert google.sign_in(MAELLE)[1]["user"]["api_id"] == person.api_id


def test_googles_other_spelling_of_itself_is_google(google: GoogleApp, person: User):
    google.sandbox.post("/google/id-token", kind="issuer_bare")
    assert google.sign_in(MAELLE)[1]["user"]["api_id"] == person.api_id


def _no_attempt(google: GoogleApp, _clock: Any) -> tuple[Any, Any]:
    sent = google.choose(google.browser(), MAELLE)
    return google.browser(), sent


def _state_of_another_browser(google: GoogleApp, _clock: Any) -> tuple[Any, Any]:
    mine, theirs = google.browser(), google.browser()
    sent = google.choose(mine, MAELLE)
    return mine, sent | {"state": google.choose(theirs, MAELLE)["state"]}


def _code_of_another_browser(google: GoogleApp, _clock: Any) -> tuple[Any, Any]:
    """A thief's code in the victim's browser: it was bound to another nonce and another verifier."""
    victim, thief = google.browser(), google.browser()
    sent = google.choose(victim, MAELLE)
    return victim, sent | {"code": google.choose(thief, MAELLE)["code"]}


def _twice(google: GoogleApp, _clock: Any) -> tuple[Any, Any]:
    browser = google.browser()
    sent = google.choose(browser, MAELLE)
    assert google.finish(browser, sent).json()["user"]
    browser.post("/logout")
    return browser, sent


def _code_twice_in_a_new_attempt(google: GoogleApp, clock: Any) -> tuple[Any, Any]:
    browser, sent = _twice(google, clock)
    return browser, google.choose(browser, MAELLE) | {"code": sent["code"]}


def _too_late(google: GoogleApp, clock: Any) -> tuple[Any, Any]:
    browser = google.browser()
    sent = google.choose(browser, MAELLE)
    clock.moment += timedelta(minutes=11)
    return browser, sent


@pytest.mark.parametrize(
    "arrive",
    [_no_attempt, _state_of_another_browser, _code_of_another_browser, _twice, _code_twice_in_a_new_attempt, _too_late],
    ids=lambda arrive: arrive.__name__,
)
def test_who_did_not_go_there_does_not_come_back(
    google: GoogleApp, person: User, clock, database: Database, arrive: Callable[..., tuple[Any, Any]]
):
    browser, sent = arrive(google, clock)
    with unchanged(database, NOTED):
        answer = google.finish(browser, sent)
    assert (answer.status_code, answer.json()) == (200, REFUSED)
    assert browser.get("/api/v1/me").status_code == 401


@pytest.mark.parametrize("who", [MAELLE, ZOE, STRANGER])
def test_nobody_is_made_by_signing_in(google: GoogleApp, database: Database, who: str):
    browser = google.browser()
    sent = google.choose(browser, who)
    with unchanged(database, NOTED):
        answer = google.finish(browser, sent)
    assert answer.json() == {**REFUSED, "is_email_allowed": True}


def test_an_address_that_no_workspace_vouches_for_links_nothing(google: GoogleApp, database: Database):
    with database.write() as session:
        make_user(session, email=STRANGER, roles=["admin"])
    browser = google.browser()
    sent = google.choose(browser, STRANGER)
    with unchanged(database, NOTED):
        assert google.finish(browser, sent).json()["user"] is None


def test_the_same_account_with_a_new_address_is_the_same_person(google: GoogleApp, person: User, database: Database):
    google.sign_in(MAELLE)
    (account,) = [one for one in _accounts(google) if one["email"] == MAELLE]
    google.sandbox.post("/google/accounts", sub=account["sub"], email="maelle.roy@regie.example")
    with database.write() as session:
        make_user(session, email="maelle.roy@regie.example", roles=["super_admin"])
    assert google.sign_in("maelle.roy@regie.example")[1]["user"]["api_id"] == person.api_id
    assert _email_of_link(database) == "maelle.roy@regie.example"


def test_another_account_with_a_known_address_is_nobody(google: GoogleApp, person: User, database: Database):
    """Addresses change hands: who gets one later is not who had it before."""
    google.sign_in(MAELLE)
    (account,) = [one for one in _accounts(google) if one["email"] == MAELLE]
    google.sandbox.post("/google/accounts", sub=account["sub"], gone=True)
    google.sandbox.post("/google/accounts", sub="777", email=MAELLE, given_name="Autre", hd="regie.example")
    browser = google.browser()
    sent = google.choose(browser, MAELLE)
    with unchanged(database, NOTED):
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
def test_where_domains_are_limited_the_workspace_itself_must_say_so(
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
    assert _sessions(database) == int(allowed)


@pytest.mark.parametrize(("domains", "is_in"), [(["regie.example"], True), (["atelier.example"], False), ([], False)])
def test_a_workspace_that_is_the_organizations_own_vouches_for_its_secondary_domains(
    google: GoogleApp, database: Database, domains: list[str], is_in: bool
):
    """People of a secondary domain carry the first one's name as `hd`: only who named that one takes their address."""
    who = "maelle@regie-labs.example"
    with database.write() as session:
        make_user(session, email=who, roles=["employee"])
    if domains:
        _allow(database, *domains)
    google.sandbox.post("/google/accounts", sub="4711", email=who, given_name="Maëlle", hd="regie.example")
    browser = google.browser()
    answer = google.finish(browser, google.choose(browser, who)).json()
    assert (answer["user"] is not None) is is_in
    assert _sessions(database) == int(is_in)


def test_a_refused_way_back_is_in_the_log_with_its_cause_and_no_strangers_name(
    google: GoogleApp, person: User, database: Database
):
    browser = google.browser()
    google.finish(browser, {"code": "x", "state": "y"})
    google.finish(browser, google.choose(browser, ZOE))
    google.finish(browser, google.choose(browser, STRANGER))
    sent = google.choose(browser, MAELLE)
    google.sandbox.post("/google/id-token", kind="email_unverified")
    google.finish(browser, sent)
    entries = log_of(database, "sign_in_refused")
    assert [row.changes["method"][1] for row in entries] == ["google"] * 4
    assert [row.changes["cause"][1] for row in entries] == ["attempt", "nobody", "nobody", "unverified"]
    assert not any(name in str(row.changes) for row in entries for name in (ZOE, STRANGER, MAELLE, "@"))


def test_an_unlinked_account_comes_back_only_by_an_address_that_is_vouched_for(
    google: GoogleApp, person: User, database: Database
):
    browser, _ = google.sign_in(MAELLE)
    assert browser.delete("/api/v1/me/google-account").status_code == 204
    assert _email_of_link(database) is None
    with database.write() as session:
        session.merge(person).email = "moved@regie.example"
    again = google.browser()
    assert google.finish(again, google.choose(again, MAELLE)).json()["user"] is None


@pytest.mark.one_database
@pytest.mark.parametrize("kind", ["status", "html", "truncate", "drop"])
@pytest.mark.parametrize("path", ["/google/token", "/google/oauth2/v3/certs"])
def test_trouble_at_google_is_no_session_and_no_error_page(
    google: GoogleApp, person: User, database: Database, path: str, kind: str
):
    browser = google.browser()
    sent = google.choose(browser, MAELLE)
    google.sandbox.fault(path, kind)
    with unchanged(database, NOTED):
        answer = google.finish(browser, sent)
    assert (answer.status_code, answer.json()) == (200, REFUSED)
    google.sandbox.post("/reset")


def test_a_google_that_cannot_be_found_is_503_with_a_time_to_come_back(google: GoogleApp, database: Database):
    google.sandbox.fault("/google/.well-known/openid-configuration", "drop")
    browser = google.browser()
    with unchanged(database):
        answer = browser.post("/auth/google/attempts")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0


def test_where_it_is_off_nobody_can_begin(visitor, database: Database):
    with unchanged(database):
        answer = visitor.post("/auth/google/attempts")
    assert (answer.status_code, answer.json()["code"]) == (422, "google_off")
    assert visitor.post("/auth/google/callbacks", {"code": "x"}).json() == REFUSED


def test_a_whole_office_behind_one_address_signs_in_at_nine(google: GoogleApp, person: User):
    assert [google.sign_in(MAELLE)[1]["user"] is not None for _ in range(12)] == [True] * 12


def test_what_is_kept_of_an_attempt_cannot_be_read(google: GoogleApp, person: User, database: Database):
    browser = google.browser()
    sent = google.choose(browser, MAELLE)
    with database.read() as db:
        kept = str(db.exec_driver_sql("SELECT * FROM google_attempts").all())
    assert sent["state"] not in kept
    assert browser.token not in kept
