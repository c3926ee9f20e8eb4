"""Tests of the second sign-in step: TOTP codes, recovery codes and passkeys, with five attempts."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.accounts.second_factors.totp import replace_recovery_codes
from regie.domains.records.users.models import User
from tests.access.matrix import MATRIX, build_call, split_route
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.activity import read_activity
from tests.factories.authenticator import Authenticator
from tests.factories.credentials import make_pending_sign_in, make_totp_device, totp_code
from tests.factories.people import PASSWORD, make_user
from tests.factories.world import World, assert_unchanged, world
from tests.rules.test_routes import PUBLIC_ROUTES, SERVICE_ROUTES

__all__ = ["world"]
STEP, MINE = "/auth/second-factor", "/api/v1/me/second-factor"
# The tables that a refused second step writes to.
WRITTEN_TABLES = ("activity", "pending_sign_ins", "table_changes")


@pytest.fixture
def person(database: Database) -> User:
    with database.write() as session:
        return make_user(session, roles=["admin"])


@pytest.fixture
def secret(app, database: Database, person: User) -> str:
    with database.write() as session:
        return make_totp_device(session, app.state.context, person)


def _pass_first_step(app: Any, person: User, **more: Any) -> Browser:
    browser = Browser(app, ORIGIN)
    answer = browser.post("/login", {"email": person.email, "password": PASSWORD, **more})
    assert (answer.status_code, answer.json()["data"]) == (200, None)
    return browser


def _is_signed_in(browser: Browser) -> bool:
    return browser.get("/api/v1/me").status_code == 200


def test_totp_code_finishes_sign_in(app, person: User, secret: str, clock):
    browser = _pass_first_step(app, person)
    assert browser.get("/api/v1/me").status_code == 401
    answer = browser.post(STEP, {"code": totp_code(secret, clock.now())})
    assert answer.json()["data"]["api_id"] == person.api_id
    assert _is_signed_in(browser)


@pytest.mark.parametrize(("seconds", "status"), [(-90, 422), (-30, 200), (0, 200), (30, 200), (90, 422)])
def test_totp_accepts_half_a_minute_of_drift(app, person, secret, clock, seconds: int, status: int):
    browser = _pass_first_step(app, person)
    answer = browser.post(STEP, {"code": totp_code(secret, clock.now() + timedelta(seconds=seconds))})
    assert answer.status_code == status
    assert browser.get("/api/v1/me").status_code == (200 if status == 200 else 401)


def test_totp_code_works_once(app, person, secret, clock, database: Database):
    code = {"code": totp_code(secret, clock.now())}
    assert _pass_first_step(app, person).post(STEP, code).status_code == 200
    second = _pass_first_step(app, person)
    with assert_unchanged(database, WRITTEN_TABLES):
        assert second.post(STEP, code).status_code == 422
    earlier = {"code": totp_code(secret, clock.now() - timedelta(seconds=30))}
    assert second.post(STEP, earlier).status_code == 422
    clock.moment += timedelta(seconds=30)
    assert second.post(STEP, {"code": totp_code(secret, clock.now())}).status_code == 200


def test_concurrent_use_of_totp_code_opens_one_session(app, person, secret, clock):
    browsers = [_pass_first_step(app, person) for _ in range(3)]
    code = {"code": totp_code(secret, clock.now())}
    with ThreadPoolExecutor(3) as threads:
        statuses = sorted(threads.map(lambda browser: browser.post(STEP, code).status_code, browsers))
    assert statuses == [200, 422, 422]
    assert sum(_is_signed_in(browser) for browser in browsers) == 1


@pytest.mark.parametrize(("failures", "status"), [(4, 200), (5, 422)])
def test_fifth_failed_attempt_ends_sign_in(app, person, secret, clock, failures: int, status: int):
    browser = _pass_first_step(app, person)
    assert [browser.post(STEP, {"code": "000000"}).status_code for _ in range(failures)] == [422] * failures
    assert browser.post(STEP, {"code": totp_code(secret, clock.now())}).status_code == status
    assert browser.get("/api/v1/me").status_code == (200 if status == 200 else 401)


def test_attempts_are_limited_per_user(app, person, secret, clock):
    """Attempts are counted per user, so that starting again does not give more."""
    statuses = []
    for number in range(3):
        browser = Browser(app, ORIGIN, f"203.0.113.{number}")
        browser.post("/login", {"email": person.email, "password": PASSWORD})
        statuses += [browser.post(STEP, {"code": "000000"}).status_code for _ in range(4)]
    assert statuses == [422] * 10 + [429] * 2
    answer = browser.post(STEP, {"code": totp_code(secret, clock.now())})
    assert (answer.status_code, int(answer.headers["Retry-After"]) > 0) == (429, True)
    assert browser.get("/api/v1/me").status_code == 401


def test_office_behind_one_address_can_sign_in(app, clock, database: Database):
    for _ in range(12):
        with database.write() as session:
            person = make_user(session, roles=["admin"])
            secret = make_totp_device(session, app.state.context, person)
        assert _pass_first_step(app, person).post(STEP, {"code": totp_code(secret, clock.now())}).status_code == 200


@pytest.mark.one_database
@pytest.mark.parametrize("code", ["", " ", "é", "１２３４５６", "000 000", "abcdef", "-1", "1e5", "0" * 41])
def test_malformed_code_returns_422(app, person, secret, database: Database, code: str):
    browser = _pass_first_step(app, person)
    for field in ("code", "recovery_code"):
        with assert_unchanged(database, WRITTEN_TABLES):
            assert browser.post(STEP, {field: code}).status_code == 422
    assert browser.get("/api/v1/me").status_code == 401


def test_pending_sign_in_expires_after_ten_minutes(app, person, secret, clock, database: Database):
    browser = _pass_first_step(app, person)
    clock.moment += timedelta(minutes=10)
    with assert_unchanged(database):
        answer = browser.post(STEP, {"code": totp_code(secret, clock.now())})
    assert (answer.status_code, answer.json()["code"]) == (422, "second_factor_expired")


@pytest.mark.parametrize("path", ["/api/v1/users/{id}/sessions", "/api/v1/users/{id}/second-factor"])
def test_pending_sign_in_ends_when_admin_ends_sessions(app, person, secret, clock, sign_in_as, path: str):
    owner, browser = sign_in_as("super_admin"), _pass_first_step(app, person)
    assert owner.delete(path.format(id=person.api_id)).status_code == 204
    assert browser.post(STEP, {"code": totp_code(secret, clock.now())}).status_code == 422
    assert browser.get("/api/v1/me").status_code == 401


def test_pending_sign_in_ends_with_deactivation(app, person, secret, clock, sign_in_as):
    owner, browser = sign_in_as("super_admin"), _pass_first_step(app, person)
    assert owner.post(f"/api/v1/deactivated-users/{person.api_id}").status_code == 200
    assert browser.post(STEP, {"code": totp_code(secret, clock.now())}).status_code == 422
    assert browser.get("/api/v1/me").status_code == 401


def test_remember_applies_after_second_step(app, person, secret, clock):
    browser = _pass_first_step(app, person, remember=True)
    browser.post(STEP, {"code": totp_code(secret, clock.now())})
    clock.moment += timedelta(hours=9)
    assert _is_signed_in(browser)


def test_recovery_code_works_once(app, person, secret, database: Database):
    with database.write() as session:
        codes = replace_recovery_codes(session, app.state.context, person.id)
    assert len(set(codes)) == 10
    assert _pass_first_step(app, person).post(STEP, {"recovery_code": f" {codes[0].upper()} "}).status_code == 200
    browser = _pass_first_step(app, person)
    with assert_unchanged(database, WRITTEN_TABLES):
        assert browser.post(STEP, {"recovery_code": codes[0]}).status_code == 422
    assert browser.post(STEP, {"recovery_code": codes[1].replace("-", "")}).status_code == 200
    assert browser.get(MINE).json()["data"]["recovery_codes_left"] == 8


def test_codes_of_another_user_return_422(app, person, secret, clock, database: Database):
    with database.write() as session:
        other = make_user(session)
        other_secret = make_totp_device(session, app.state.context, other)
        recovery_codes = replace_recovery_codes(session, app.state.context, other.id)
    browser = _pass_first_step(app, person)
    for sent in ({"code": totp_code(other_secret, clock.now())}, {"recovery_code": recovery_codes[0]}):
        with assert_unchanged(database, WRITTEN_TABLES):
            assert browser.post(STEP, sent).status_code == 422


def test_second_factor_is_logged(app, person, secret, clock, database: Database):
    with database.write() as session:
        recovery_codes = replace_recovery_codes(session, app.state.context, person.id)
    browser = _pass_first_step(app, person)
    browser.post(STEP, {"code": "000000"})
    browser.post(STEP, {"recovery_code": "wrong"})
    browser.post(STEP, {"passkey": "{}"})
    browser.post(STEP, {"recovery_code": recovery_codes[0]})
    _pass_first_step(app, person).post(STEP, {"code": totp_code(secret, clock.now())})
    refused = [(row.subject_api_id, row.changes["method"][1], row.changes["second_factor"][1], row.actor_name)
               for row in read_activity(database, "sign_in_refused")]  # fmt: skip
    kinds = ("totp", "recovery_code", "passkey")
    assert refused == [(person.api_id, "password", kind, None) for kind in kinds]
    used_factors = [row.changes["second_factor"][1] for row in read_activity(database, "signed_in")]
    assert used_factors == ["recovery_code", "totp"]
    assert recovery_codes[0] not in str([row.changes for row in read_activity(database)])


@pytest.mark.one_database
@pytest.mark.parametrize("route", sorted(set(MATRIX) - PUBLIC_ROUTES - SERVICE_ROUTES))
def test_pending_sign_in_returns_401_on_every_route(world: World, route: str):
    """Every route of the matrix returns 401, as for a visitor."""
    world.new_user_browser("visitor")
    call = build_call(route, world, "visitor", "missing" if "{id}" in route else next(iter(MATRIX[route])))
    browser = world.new_user_browser("visitor")
    with world.database.write() as session:
        make_totp_device(session, world.app.state.context, browser.user)
        make_pending_sign_in(session, world.app.state.context, browser.user, browser.token)
    method, _ = split_route(route)
    with assert_unchanged(world.database):
        answer = browser.call(method, call.path, **({} if call.body is None else {"json": call.body}))
    assert answer.status_code == 401
    assert browser.post("/auth/second-factor/challenges").status_code == 200, "the control: it is half signed in"


class PasskeyUser:
    """A user with a passkey and its authenticator."""

    def __init__(self, app: Any, person: User, clock: Any) -> None:
        self.app, self.person, self.device = app, person, Authenticator()
        self.owner = Browser(app, ORIGIN).signed_in_as(person, clock.now())
        self.added = self.add(self.device)

    def add(self, device: Authenticator, **changed: Any) -> Any:
        options = self.owner.put(f"{MINE}/passkeys/challenge").json()["data"]["options"]
        return self.owner.put(
            f"{MINE}/passkeys", {"name": "Téléphone", "credential": json.dumps(device.create(options))} | changed
        )

    def start_challenge(self) -> tuple[Browser, dict[str, Any]]:
        browser = _pass_first_step(self.app, self.person)
        return browser, browser.post("/auth/second-factor/challenges").json()["data"]["options"]


@pytest.fixture
def passkey_user(app, person: User, clock) -> PasskeyUser:
    return PasskeyUser(app, person, clock)


def test_passkey_finishes_sign_in(passkey_user: PasskeyUser):
    assert len(passkey_user.added.json()["data"]["recovery_codes"]) == 10
    browser, options = passkey_user.start_challenge()
    assert options["rpId"] == "localhost"
    assert browser.post(STEP, {"passkey": json.dumps(passkey_user.device.sign(options))}).status_code == 200
    (row,) = browser.get(MINE).json()["data"]["passkeys"]
    assert (row["name"], row["last_used_at"] is not None) == ("Téléphone", True)


@pytest.mark.one_database
def test_passkey_works_on_a_named_front_end_of_another_port(app, person: User, clock, monkeypatch: pytest.MonkeyPatch):
    page = "http://localhost:8001"
    monkeypatch.setattr(app.state, "context", replace(app.state.context, web_origins=(page,)))
    passkey_user = PasskeyUser(app, person, clock)
    passkey_user.device.origin = page
    assert passkey_user.add(Authenticator(origin=page)).status_code == 200
    browser, options = passkey_user.start_challenge()
    assert browser.post(STEP, {"passkey": json.dumps(passkey_user.device.sign(options))}).status_code == 200
    assert _is_signed_in(browser)


def _sign_with_cloned_key(passkey_user: PasskeyUser, options: Any) -> Any:
    """Sign with a copy whose counter is behind the original."""
    browser, first = passkey_user.start_challenge()
    assert browser.post(STEP, {"passkey": json.dumps(passkey_user.device.sign(first))}).status_code == 200
    passkey_user.device.counter -= 1
    return passkey_user.device.sign(options)


def _sign_with_unknown_key(passkey_user: PasskeyUser, options: Any) -> Any:
    return Authenticator(credential_id=passkey_user.device.credential_id).sign(options)


def _sign_for_other_site(passkey_user: PasskeyUser, options: Any) -> Any:
    passkey_user.device.site = "regie.example.evil"
    return passkey_user.device.sign(options)


def _sign_for_other_origin(passkey_user: PasskeyUser, options: Any) -> Any:
    passkey_user.device.origin = "http://localhost:8001"
    return passkey_user.device.sign(options)


def _sign_other_challenge(passkey_user: PasskeyUser, options: Any) -> Any:
    return passkey_user.device.sign(options | {"challenge": passkey_user.start_challenge()[1]["challenge"]})


def _sign_without_user_presence(passkey_user: PasskeyUser, options: Any) -> Any:
    passkey_user.device.flags = 0
    return passkey_user.device.sign(options)


def _sign_as_creation(passkey_user: PasskeyUser, options: Any) -> Any:
    return passkey_user.device.sign(options, kind="webauthn.create")


def _sign_with_broken_data(passkey_user: PasskeyUser, options: Any) -> Any:
    signed = passkey_user.device.sign(options)
    return signed | {"response": signed["response"] | {"authenticatorData": "AAAA"}}


FORGERIES = [
    _sign_with_cloned_key,
    _sign_with_unknown_key,
    _sign_for_other_site,
    _sign_for_other_origin,
    _sign_other_challenge,
    _sign_without_user_presence,
    _sign_as_creation,
    _sign_with_broken_data,
]


@pytest.mark.one_database
@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_forged_passkey_returns_422(passkey_user: PasskeyUser, database: Database, forge: Callable[..., Any]):
    browser, options = passkey_user.start_challenge()
    credential = forge(passkey_user, options)
    with assert_unchanged(database, WRITTEN_TABLES):
        assert browser.post(STEP, {"passkey": json.dumps(credential)}).status_code == 422
    assert browser.get("/api/v1/me").status_code == 401


_CREDENTIAL = {"id": "AAAA", "rawId": "AAAA", "type": "public-key"}
MALFORMED_CREDENTIALS = [
    {"a": 1},
    {"id": 1, "rawId": 2, "type": 3, "response": 4},
    {"id": "é", "rawId": "é", "type": "public-key", "response": {}},
    _CREDENTIAL | {"response": {"clientDataJSON": "bnVsbA", "authenticatorData": "AAAA", "signature": "AAAA"}},
    _CREDENTIAL | {"response": {"clientDataJSON": "bnVsbA", "attestationObject": "AAAA"}},
    _CREDENTIAL | {"response": {"clientDataJSON": "\u00e9", "attestationObject": "\u00e9"}},
    {"\0": "\0"},
]
# The serialized credentials, and texts that are no credential at all.
MALFORMED_TEXTS = [
    *(json.dumps(one) for one in MALFORMED_CREDENTIALS),
    "null",
    "[]",
    "{",
    "x",
    "[" * 9_000,
    "9" * 9_000,
    r'{"id": "\ud83d"}',
]


@pytest.mark.one_database
@pytest.mark.parametrize("malformed", MALFORMED_TEXTS, ids=lambda text: text[:40])
def test_malformed_credential_returns_422(passkey_user: PasskeyUser, database: Database, malformed: str):
    browser, _ = passkey_user.start_challenge()
    with assert_unchanged(database, WRITTEN_TABLES):
        assert browser.post(STEP, {"passkey": malformed}).status_code == 422
    passkey_user.owner.put(f"{MINE}/passkeys/challenge")
    with assert_unchanged(database):
        assert passkey_user.owner.put(f"{MINE}/passkeys", {"name": "X", "credential": malformed}).status_code == 422


def test_challenge_works_once(passkey_user: PasskeyUser, database: Database):
    browser, options = passkey_user.start_challenge()
    signed = passkey_user.device.sign(options)
    assert browser.post(STEP, {"passkey": json.dumps({"a": 1})}).status_code == 422
    with assert_unchanged(database, WRITTEN_TABLES):
        assert browser.post(STEP, {"passkey": json.dumps(signed)}).status_code == 422
    assert browser.get("/api/v1/me").status_code == 401


def test_passkey_can_be_added_once(passkey_user: PasskeyUser, app, clock, database: Database):
    with database.write() as session:
        other = make_user(session)
    with assert_unchanged(database, ("passkey_challenges", "table_changes")):
        assert passkey_user.add(passkey_user.device).status_code == 422
    other_secret = Browser(app, ORIGIN).signed_in_as(other, clock.now())
    options = other_secret.put(f"{MINE}/passkeys/challenge").json()["data"]["options"]
    with assert_unchanged(database, ("passkey_challenges", "table_changes")):
        sent = {"name": "Volée", "credential": json.dumps(passkey_user.device.create(options))}
        assert other_secret.put(f"{MINE}/passkeys", sent).status_code == 422


def test_registration_challenge_expires_after_five_minutes(passkey_user: PasskeyUser, clock, database: Database):
    options = passkey_user.owner.put(f"{MINE}/passkeys/challenge").json()["data"]["options"]
    clock.moment += timedelta(minutes=5)
    with assert_unchanged(database, ("table_changes",)):
        sent = {"name": "Tard", "credential": json.dumps(Authenticator().create(options))}
        assert passkey_user.owner.put(f"{MINE}/passkeys", sent).status_code == 422
    assert passkey_user.add(Authenticator()).status_code == 200
