"""Setting the second factor up and taking it away: after a fresh proof only, told by mail, and asked for."""

from datetime import timedelta
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.records.settings.models import OrganizationSettings
from regie.domains.records.settings.queries import DEFAULTS
from tests.access.matrix import MATRIX, browser_of, call_of, split
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.doors import code_of, make_passkey, make_totp
from tests.factories.log import log_of
from tests.factories.people import PASSWORD, make_user
from tests.factories.post import mails
from tests.factories.world import World, unchanged, world
from tests.rules.test_routes import FOR_ALL_SIGNED_IN, FOR_SERVICES, FOR_THOSE_WHO_ENROL, PUBLIC

__all__ = ["world"]
MINE = "/api/v1/me/second-factor"
# Everything that changes the second factor; each asks for a proof.
CHANGES: list[tuple[str, str]] = [
    ("PUT", f"{MINE}/totp"),
    ("DELETE", f"{MINE}/totp"),
    ("PUT", f"{MINE}/recovery-codes"),
    ("PUT", f"{MINE}/passkeys/challenge"),
    ("DELETE", f"{MINE}/passkeys/01930000-0000-7000-8000-000000000000"),
]


@pytest.fixture
def browser(sign_in_as: Any) -> Browser:
    return sign_in_as("employee")


def _set_up(browser: Browser, clock: Any) -> tuple[str, list[str]]:
    secret = browser.put(f"{MINE}/totp").json()["data"]["secret"]
    answer = browser.put(f"{MINE}/totp/confirmation", {"code": code_of(secret, clock.now())})
    assert answer.status_code == 200
    return secret, answer.json()["data"]["recovery_codes"]


def test_an_app_counts_once_it_has_shown_a_code(browser: Browser, clock, database: Database):
    started = browser.put(f"{MINE}/totp").json()["data"]
    assert started["secret"] in started["address"]
    assert started["qr_code"].startswith("<svg")
    assert browser.get("/api/v1/me").json()["data"]["two_factor"] is False
    with unchanged(database):
        assert browser.put(f"{MINE}/totp/confirmation", {"code": "000000"}).status_code == 422
    code = {"code": code_of(started["secret"], clock.now())}
    assert len(browser.put(f"{MINE}/totp/confirmation", code).json()["data"]["recovery_codes"]) == 10
    assert browser.get("/api/v1/me").json()["data"]["two_factor"] is True
    assert [mail.kind for mail in mails(browser.app)] == ["second_factor_on"]
    assert log_of(database, "totp_on")


def test_an_app_that_counts_is_not_replaced_unnoticed(browser: Browser, clock, database: Database):
    _set_up(browser, clock)
    with unchanged(database):
        answer = browser.put(f"{MINE}/totp")
    assert (answer.status_code, answer.json()["code"]) == (422, "totp_on")


def test_no_secret_is_readable_in_the_database_or_the_log(browser: Browser, clock, database: Database):
    secret, codes = _set_up(browser, clock)
    with database.read() as db:
        for name in ("totp_devices", "recovery_codes", "activity", "mails", "idempotency_keys"):
            kept = str(db.exec_driver_sql(f"SELECT * FROM {name}").all())  # noqa: S608
            assert secret not in kept
            assert not any(code in kept or code.replace("-", "") in kept for code in codes)


@pytest.mark.parametrize(("method", "path"), CHANGES)
def test_a_change_asks_for_a_proof_that_is_minutes_old(
    browser: Browser, clock, database: Database, method: str, path: str
):
    clock.moment += timedelta(minutes=15)
    with unchanged(database):
        answer = browser.call(method, path)
    assert (answer.status_code, answer.json()["code"]) == (403, "proof_needed")
    assert browser.post("/api/v1/me/proofs", {"password": PASSWORD}).status_code == 204
    assert browser.call(method, path).status_code != 403


def test_a_code_of_the_app_is_a_proof_and_a_wrong_one_is_not(browser: Browser, clock, database: Database):
    secret, _ = _set_up(browser, clock)
    clock.moment += timedelta(minutes=20)
    for wrong in ({"password": "wrong"}, {"code": "000000"}, {"code": "é"}, {}):
        with unchanged(database, ("activity",)):
            assert browser.post("/api/v1/me/proofs", wrong).status_code == 422
    assert browser.post("/api/v1/me/proofs", {"code": code_of(secret, clock.now())}).status_code == 204
    assert browser.delete(f"{MINE}/totp").status_code == 204


def test_proofs_are_limited_before_any_hash(browser: Browser, database: Database, monkeypatch: pytest.MonkeyPatch):
    hashed: list[int] = []
    monkeypatch.setattr(
        "regie.domains.accounts.second_factors.actions.is_password", lambda *_: hashed.append(1) or False
    )
    with unchanged(database, ("activity",)):
        answers = [browser.post("/api/v1/me/proofs", {"password": "wrong"}) for _ in range(12)]
    assert [answer.status_code for answer in answers] == [422] * 10 + [429] * 2
    assert answers[-1].headers["Retry-After"]
    assert len(hashed) == 10


def test_the_last_one_taken_away_takes_the_codes_with_it(browser: Browser, clock, database: Database):
    _set_up(browser, clock)
    with database.write() as session:
        key = make_passkey(session, browser.user, clock.now())
    assert browser.delete(f"{MINE}/totp").status_code == 204
    assert browser.get("/api/v1/me").json()["data"]["two_factor"] is True
    assert browser.delete(f"{MINE}/passkeys/{key.api_id}").status_code == 204
    assert browser.get("/api/v1/me").json()["data"]["two_factor"] is False
    assert browser.get(MINE).json()["data"]["recovery_codes_left"] == 0
    assert mails(browser.app)[-1].kind == "second_factor_off"


def test_the_last_one_stays_while_the_password_is_too_short_to_stand_alone(browser: Browser, clock, database: Database):
    """Eight characters were enough beside the second factor only: a longer one first."""
    _set_up(browser, clock)
    with database.write() as session:
        key = make_passkey(session, browser.user, clock.now())
    for current, password in ((PASSWORD, "neuf-mots"), ("neuf-mots", "quinze-lettres-")):
        sent = {"current_password": current, "password": password}
        assert browser.put("/api/v1/me/password", sent).status_code == 204
        if password == "neuf-mots":
            assert browser.delete(f"{MINE}/totp").status_code == 204
            with unchanged(database):
                answer = browser.delete(f"{MINE}/passkeys/{key.api_id}")
            assert (answer.status_code, answer.json()["code"]) == (422, "password_too_short")
            assert browser.get("/api/v1/me").json()["data"]["two_factor"] is True
    assert browser.delete(f"{MINE}/passkeys/{key.api_id}").status_code == 204


def test_who_has_no_password_may_take_the_last_one_away(sign_in_as, clock, database: Database):
    browser = sign_in_as("employee", password_hash=None, password_length=None)
    _set_up(browser, clock)
    assert browser.delete(f"{MINE}/totp").status_code == 204


def test_an_app_that_never_counted_is_given_up_without_a_word(browser: Browser, database: Database):
    browser.put(f"{MINE}/totp")
    assert browser.delete(f"{MINE}/totp").status_code == 204
    assert mails(browser.app) == []
    assert log_of(database, "totp_off") == []


def test_wrong_proofs_are_in_the_log_without_what_was_typed(browser: Browser, clock, database: Database):
    _set_up(browser, clock)
    browser.post("/api/v1/me/proofs", {"password": "not my password"})
    browser.post("/api/v1/me/proofs", {"code": "000000"})
    browser.put("/api/v1/me/password", {"current_password": "nor is this", "password": "quinze-lettres-"})
    entries = log_of(database, "proof_refused")
    by_password, by_app = {"method": [None, "password"]}, {"second_factor": [None, "totp"]}
    assert [row.changes for row in entries] == [by_password, by_app, by_password]
    assert {(row.actor_api_id, row.topic) for row in entries} == {(browser.user.api_id, "access")}


@pytest.mark.parametrize("call", ["proof", "password"])
def test_no_transaction_is_open_while_a_password_is_hashed(
    browser: Browser, database: Database, monkeypatch: pytest.MonkeyPatch, call: str
):
    """SQLite has one writer: what another request writes meanwhile would wait for the hash."""
    written: list[str] = []

    def hash_slowly(*_: Any) -> Any:
        with database.write() as session:
            written.append(make_user(session).api_id)
        return PASSWORD if call == "password" and len(written) > 1 else True

    for module in ("second_factors", "passwords"):
        monkeypatch.setattr(f"regie.domains.accounts.{module}.actions.is_password", hash_slowly)
    monkeypatch.setattr("regie.domains.accounts.passwords.actions.hash_password", hash_slowly)
    sent = {"current_password": PASSWORD, "password": "quinze-lettres-"}
    own = {
        "proof": ("POST", "/api/v1/me/proofs", {"password": PASSWORD}),
        "password": ("PUT", "/api/v1/me/password", sent),
    }
    method, path, body = own[call]
    assert browser.call(method, path, json=body).status_code == 204
    assert len(written) == (1 if call == "proof" else 2)


def test_new_codes_on_paper_void_the_old_ones(browser: Browser, clock, database: Database):
    _, old = _set_up(browser, clock)
    new = browser.put(f"{MINE}/recovery-codes").json()["data"]["recovery_codes"]
    assert len(new) == 10
    assert not set(new) & set(old)
    assert browser.get(MINE).json()["data"]["recovery_codes_left"] == 10


def test_an_administrator_may_take_a_lost_one_away_and_the_person_is_told(sign_in_as, clock, database: Database):
    browser, admin = sign_in_as("employee"), sign_in_as("admin")
    _set_up(browser, clock)
    assert admin.delete(f"/api/v1/users/{browser.user.api_id}/second-factor").status_code == 204
    assert browser.get("/api/v1/me").status_code == 401
    assert mails(admin.app)[-1].to == browser.user.email
    assert log_of(database, "two_factor_reset")[0].actor_api_id == admin.user.api_id
    with unchanged(database):
        answer = admin.delete(f"/api/v1/users/{browser.user.api_id}/second-factor")
    assert (answer.status_code, answer.json()["code"]) == (422, "no_second_factor")


@pytest.mark.parametrize(("password", "status"), [("neuf-mots", 422), ("quinze-lettres-", 200)])
def test_a_password_that_was_enough_beside_it_only_goes_with_it(
    app, sign_in_as, clock, database: Database, password: str, status: int
):
    browser, admin = sign_in_as("employee"), sign_in_as("admin")
    _set_up(browser, clock)
    browser.put("/api/v1/me/password", {"current_password": PASSWORD, "password": password})
    assert admin.delete(f"/api/v1/users/{browser.user.api_id}/second-factor").status_code == 204
    sent = {"email": browser.user.email, "password": password}
    assert Browser(app, ORIGIN).post("/login", sent).status_code == status


@pytest.fixture
def strict(world: World) -> World:
    """The organization asks all administrators for a second factor."""
    with world.database.write() as session:
        if session.get(OrganizationSettings, 1) is None:
            session.add(OrganizationSettings(id=1, **(DEFAULTS | {"admins_need_two_factor": True})))
    return world


@pytest.mark.one_database
@pytest.mark.parametrize("route", MATRIX)
def test_until_it_is_set_up_an_administrator_reaches_only_what_sets_it_up(strict: World, route: str):
    row = next(iter(MATRIX[route]))
    browser = strict.newcomer("super_admin")
    call = call_of(route, strict, "super_admin", "missing" if "{id}" in route else "call" if "totp" in row else row)
    method, _ = split(route)
    reached = browser.call(method, call.path, **({} if call.body is None else {"json": call.body}))
    refused = reached.status_code == 403 and reached.json()["code"] == "two_factor_needed"
    assert refused is (route not in PUBLIC | FOR_SERVICES | FOR_ALL_SIGNED_IN | FOR_THOSE_WHO_ENROL), reached.text


def test_must_enrol_is_told_and_ends_with_the_set_up(strict: World):
    browser = strict.newcomer("admin")
    assert browser.get("/api/v1/me").json()["data"]["must_enrol"] is True
    with unchanged(strict.database):
        assert browser.post("/api/v1/clients", {}).status_code == 403
    with strict.database.write() as session:
        make_totp(session, strict.app.state.context, browser.user)
    assert browser.get("/api/v1/me").json()["data"]["must_enrol"] is False
    assert browser.get("/api/v1/clients").status_code == 200


def test_others_need_not(strict: World):
    browser = browser_of("POST /login", strict, "account_manager")
    assert browser.get("/api/v1/me").json()["data"]["must_enrol"] is False
    assert browser.get("/api/v1/clients").status_code == 200
