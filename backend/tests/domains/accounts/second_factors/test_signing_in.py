"""The second step: a code of the app, a code on paper or a passkey; within five tries, and nothing before it."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.accounts.second_factors.totp import new_recovery_codes
from regie.domains.records.users.models import User
from tests.access.matrix import MATRIX, call_of, split
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.authenticator import Authenticator
from tests.factories.doors import code_of, make_pending, make_totp
from tests.factories.log import log_of
from tests.factories.people import PASSWORD, make_user
from tests.factories.world import World, unchanged, world
from tests.rules.test_routes import FOR_SERVICES, PUBLIC

__all__ = ["world"]
STEP, MINE = "/auth/second-factor", "/api/v1/me/second-factor"
# What a refused second step is written down in.
NOTED = ("activity", "pending_sign_ins", "table_changes")


@pytest.fixture
def person(database: Database) -> User:
    with database.write() as session:
        return make_user(session, roles=["admin"])


@pytest.fixture
def secret(app, database: Database, person: User) -> str:
    with database.write() as session:
        return make_totp(session, app.state.context, person)


def _first_step(app: Any, person: User, **more: Any) -> Browser:
    browser = Browser(app, ORIGIN)
    answer = browser.post("/login", {"email": person.email, "password": PASSWORD, **more})
    assert (answer.status_code, answer.json()["data"]) == (200, None)
    return browser


def _is_in(browser: Browser) -> bool:
    return browser.get("/api/v1/me").status_code == 200


def test_the_apps_code_finishes_the_sign_in(app, person: User, secret: str, clock):
    browser = _first_step(app, person)
    assert browser.get("/api/v1/me").status_code == 401
    answer = browser.post(STEP, {"code": code_of(secret, clock.now())})
    assert answer.json()["data"]["api_id"] == person.api_id
    assert _is_in(browser)


@pytest.mark.parametrize(("seconds", "status"), [(-90, 422), (-30, 200), (0, 200), (30, 200), (90, 422)])
def test_a_telephone_may_be_half_a_minute_off(app, person, secret, clock, seconds: int, status: int):
    browser = _first_step(app, person)
    answer = browser.post(STEP, {"code": code_of(secret, clock.now() + timedelta(seconds=seconds))})
    assert answer.status_code == status
    assert browser.get("/api/v1/me").status_code == (200 if status == 200 else 401)


def test_a_code_is_taken_once_though_it_is_still_shown(app, person, secret, clock, database: Database):
    code = {"code": code_of(secret, clock.now())}
    assert _first_step(app, person).post(STEP, code).status_code == 200
    second = _first_step(app, person)
    with unchanged(database, NOTED):
        assert second.post(STEP, code).status_code == 422
    earlier = {"code": code_of(secret, clock.now() - timedelta(seconds=30))}
    assert second.post(STEP, earlier).status_code == 422
    clock.moment += timedelta(seconds=30)
    assert second.post(STEP, {"code": code_of(secret, clock.now())}).status_code == 200


def test_the_same_code_at_the_same_instant_opens_one_session(app, person, secret, clock):
    browsers = [_first_step(app, person) for _ in range(3)]
    code = {"code": code_of(secret, clock.now())}
    with ThreadPoolExecutor(3) as threads:
        statuses = sorted(threads.map(lambda browser: browser.post(STEP, code).status_code, browsers))
    assert statuses == [200, 422, 422]
    assert sum(_is_in(browser) for browser in browsers) == 1


@pytest.mark.parametrize(("wrong_tries", "status"), [(4, 200), (5, 422)])
def test_five_tries_are_all_there_are(app, person, secret, clock, wrong_tries: int, status: int):
    browser = _first_step(app, person)
    assert [browser.post(STEP, {"code": "000000"}).status_code for _ in range(wrong_tries)] == [422] * wrong_tries
    assert browser.post(STEP, {"code": code_of(secret, clock.now())}).status_code == status
    assert browser.get("/api/v1/me").status_code == (200 if status == 200 else 401)


def test_beginning_again_does_not_give_tries_without_end(app, person, secret, clock):
    """Whoever has the password could begin again for every five: the person's tries are counted from everywhere."""
    statuses = []
    for number in range(3):
        browser = Browser(app, ORIGIN, f"203.0.113.{number}")
        browser.post("/login", {"email": person.email, "password": PASSWORD})
        statuses += [browser.post(STEP, {"code": "000000"}).status_code for _ in range(4)]
    assert statuses == [422] * 10 + [429] * 2
    answer = browser.post(STEP, {"code": code_of(secret, clock.now())})
    assert (answer.status_code, int(answer.headers["Retry-After"]) > 0) == (429, True)
    assert browser.get("/api/v1/me").status_code == 401


def test_a_whole_office_behind_one_address_makes_its_second_step(app, clock, database: Database):
    for _ in range(12):
        with database.write() as session:
            person = make_user(session, roles=["admin"])
            secret = make_totp(session, app.state.context, person)
        assert _first_step(app, person).post(STEP, {"code": code_of(secret, clock.now())}).status_code == 200


@pytest.mark.one_database
@pytest.mark.parametrize("code", ["", " ", "é", "１２３４５６", "000 000", "abcdef", "-1", "1e5", "0" * 41])
def test_odd_codes_are_wrong_codes(app, person, secret, database: Database, code: str):
    browser = _first_step(app, person)
    for field in ("code", "recovery_code"):
        with unchanged(database, NOTED):
            assert browser.post(STEP, {field: code}).status_code == 422
    assert browser.get("/api/v1/me").status_code == 401


def test_a_half_finished_sign_in_ends_after_ten_minutes(app, person, secret, clock, database: Database):
    browser = _first_step(app, person)
    clock.moment += timedelta(minutes=10)
    with unchanged(database):
        answer = browser.post(STEP, {"code": code_of(secret, clock.now())})
    assert (answer.status_code, answer.json()["code"]) == (422, "second_factor_expired")


@pytest.mark.parametrize("path", ["/api/v1/users/{id}/sessions", "/api/v1/users/{id}/second-factor"])
def test_it_ends_when_an_administrator_ends_everything(app, person, secret, clock, sign_in_as, path: str):
    owner, browser = sign_in_as("super_admin"), _first_step(app, person)
    assert owner.delete(path.format(id=person.api_id)).status_code == 204
    assert browser.post(STEP, {"code": code_of(secret, clock.now())}).status_code == 422
    assert browser.get("/api/v1/me").status_code == 401


def test_deactivated_meanwhile_it_opens_nothing(app, person, secret, clock, sign_in_as):
    owner, browser = sign_in_as("super_admin"), _first_step(app, person)
    assert owner.post(f"/api/v1/deactivated-users/{person.api_id}").status_code == 200
    assert browser.post(STEP, {"code": code_of(secret, clock.now())}).status_code == 422
    assert browser.get("/api/v1/me").status_code == 401


def test_being_remembered_outlasts_the_second_step(app, person, secret, clock):
    browser = _first_step(app, person, remember=True)
    browser.post(STEP, {"code": code_of(secret, clock.now())})
    clock.moment += timedelta(hours=9)
    assert _is_in(browser)


def test_a_code_on_paper_opens_once(app, person, secret, database: Database):
    with database.write() as session:
        codes = new_recovery_codes(session, app.state.context, person.id)
    assert len(set(codes)) == 10
    assert _first_step(app, person).post(STEP, {"recovery_code": f" {codes[0].upper()} "}).status_code == 200
    browser = _first_step(app, person)
    with unchanged(database, NOTED):
        assert browser.post(STEP, {"recovery_code": codes[0]}).status_code == 422
    assert browser.post(STEP, {"recovery_code": codes[1].replace("-", "")}).status_code == 200
    assert browser.get(MINE).json()["data"]["recovery_codes_left"] == 8


def test_another_persons_codes_open_nothing(app, person, secret, clock, database: Database):
    with database.write() as session:
        other = make_user(session)
        theirs = make_totp(session, app.state.context, other)
        paper = new_recovery_codes(session, app.state.context, other.id)
    browser = _first_step(app, person)
    for sent in ({"code": code_of(theirs, clock.now())}, {"recovery_code": paper[0]}):
        with unchanged(database, NOTED):
            assert browser.post(STEP, sent).status_code == 422


def test_which_second_factor_was_shown_is_in_the_log(app, person, secret, clock, database: Database):
    with database.write() as session:
        paper = new_recovery_codes(session, app.state.context, person.id)
    browser = _first_step(app, person)
    browser.post(STEP, {"code": "000000"})
    browser.post(STEP, {"recovery_code": "wrong"})
    browser.post(STEP, {"passkey": "{}"})
    browser.post(STEP, {"recovery_code": paper[0]})
    _first_step(app, person).post(STEP, {"code": code_of(secret, clock.now())})
    refused = [(row.subject_api_id, row.changes["method"][1], row.changes["second_factor"][1], row.actor_name)
               for row in log_of(database, "sign_in_refused")]  # fmt: skip
    kinds = ("totp", "recovery_code", "passkey")
    assert refused == [(person.api_id, "password", kind, None) for kind in kinds]
    shown = [row.changes["second_factor"][1] for row in log_of(database, "signed_in")]
    assert shown == ["recovery_code", "totp"]
    assert paper[0] not in str([row.changes for row in log_of(database)])


@pytest.mark.one_database
@pytest.mark.parametrize("route", sorted(set(MATRIX) - PUBLIC - FOR_SERVICES))
def test_half_signed_in_reaches_nothing(world: World, route: str):
    """Every call of the matrix: 401, as for somebody who is not signed in at all."""
    world.newcomer("visitor")
    call = call_of(route, world, "visitor", "missing" if "{id}" in route else next(iter(MATRIX[route])))
    browser = world.newcomer("visitor")
    with world.database.write() as session:
        make_totp(session, world.app.state.context, browser.user)
        make_pending(session, world.app.state.context, browser.user, browser.token)
    method, _ = split(route)
    with unchanged(world.database):
        answer = browser.call(method, call.path, **({} if call.body is None else {"json": call.body}))
    assert answer.status_code == 401
    assert browser.post("/auth/second-factor/challenges").status_code == 200, "the control: it is half signed in"


class Keyring:
    """A person with a passkey, and what signs for it."""

    def __init__(self, app: Any, person: User, clock: Any) -> None:
        self.app, self.person, self.device = app, person, Authenticator()
        self.owner = Browser(app, ORIGIN).carrying(person, clock.now())
        self.added = self.add(self.device)

    def add(self, device: Authenticator, **changed: Any) -> Any:
        options = self.owner.put(f"{MINE}/passkeys/challenge").json()["data"]["options"]
        return self.owner.put(
            f"{MINE}/passkeys", {"name": "Téléphone", "credential": json.dumps(device.create(options))} | changed
        )

    def challenged(self) -> tuple[Browser, dict[str, Any]]:
        browser = _first_step(self.app, self.person)
        return browser, browser.post("/auth/second-factor/challenges").json()["data"]["options"]


@pytest.fixture
def keys(app, person: User, clock) -> Keyring:
    return Keyring(app, person, clock)


def test_a_passkey_finishes_the_sign_in(keys: Keyring):
    assert len(keys.added.json()["data"]["recovery_codes"]) == 10
    browser, options = keys.challenged()
    assert options["rpId"] == "localhost"
    assert browser.post(STEP, {"passkey": json.dumps(keys.device.sign(options))}).status_code == 200
    (row,) = browser.get(MINE).json()["data"]["passkeys"]
    assert (row["name"], row["last_used_at"] is not None) == ("Téléphone", True)


def _cloned(keys: Keyring, options: Any) -> Any:
    """The copy has not counted what the original signed since."""
    browser, first = keys.challenged()
    assert browser.post(STEP, {"passkey": json.dumps(keys.device.sign(first))}).status_code == 200
    keys.device.counter -= 1
    return keys.device.sign(options)


def _unknown_key(keys: Keyring, options: Any) -> Any:
    return Authenticator(credential_id=keys.device.credential_id).sign(options)


def _other_site(keys: Keyring, options: Any) -> Any:
    keys.device.site = "regie.example.evil"
    return keys.device.sign(options)


def _other_origin(keys: Keyring, options: Any) -> Any:
    keys.device.origin = "http://localhost:8001"
    return keys.device.sign(options)


def _other_challenge(keys: Keyring, options: Any) -> Any:
    return keys.device.sign(options | {"challenge": keys.challenged()[1]["challenge"]})


def _nobody_there(keys: Keyring, options: Any) -> Any:
    keys.device.flags = 0
    return keys.device.sign(options)


def _of_a_creation(keys: Keyring, options: Any) -> Any:
    return keys.device.sign(options, kind="webauthn.create")


def _broken(keys: Keyring, options: Any) -> Any:
    signed = keys.device.sign(options)
    return signed | {"response": signed["response"] | {"authenticatorData": "AAAA"}}


FALSE = [_cloned, _unknown_key, _other_site, _other_origin, _other_challenge, _nobody_there, _of_a_creation, _broken]


@pytest.mark.one_database
@pytest.mark.parametrize("lie", FALSE, ids=lambda lie: lie.__name__)
def test_a_passkey_that_lies_is_refused(keys: Keyring, database: Database, lie: Callable[..., Any]):
    browser, options = keys.challenged()
    credential = lie(keys, options)
    with unchanged(database, NOTED):
        assert browser.post(STEP, {"passkey": json.dumps(credential)}).status_code == 422
    assert browser.get("/api/v1/me").status_code == 401


_EMPTY = {"id": "AAAA", "rawId": "AAAA", "type": "public-key"}
NONSENSE = [
    {"a": 1},
    {"id": 1, "rawId": 2, "type": 3, "response": 4},
    {"id": "é", "rawId": "é", "type": "public-key", "response": {}},
    _EMPTY | {"response": {"clientDataJSON": "bnVsbA", "authenticatorData": "AAAA", "signature": "AAAA"}},
    _EMPTY | {"response": {"clientDataJSON": "bnVsbA", "attestationObject": "AAAA"}},
    _EMPTY | {"response": {"clientDataJSON": "\u00e9", "attestationObject": "\u00e9"}},
    {"\0": "\0"},
]
# As it is sent: what json.dumps makes of the above, and what no program would send.
TEXTS = [*(json.dumps(one) for one in NONSENSE), "null", "[]", "{", "x", "[" * 9_000, "9" * 9_000, r'{"id": "\ud83d"}']


@pytest.mark.one_database
@pytest.mark.parametrize("nonsense", TEXTS, ids=lambda text: text[:40])
def test_nonsense_is_no_passkey_and_no_error(keys: Keyring, database: Database, nonsense: str):
    browser, _ = keys.challenged()
    with unchanged(database, NOTED):
        assert browser.post(STEP, {"passkey": nonsense}).status_code == 422
    keys.owner.put(f"{MINE}/passkeys/challenge")
    with unchanged(database):
        assert keys.owner.put(f"{MINE}/passkeys", {"name": "X", "credential": nonsense}).status_code == 422


def test_a_challenge_is_signed_once(keys: Keyring, database: Database):
    browser, options = keys.challenged()
    signed = keys.device.sign(options)
    assert browser.post(STEP, {"passkey": json.dumps({"a": 1})}).status_code == 422
    with unchanged(database, NOTED):
        assert browser.post(STEP, {"passkey": json.dumps(signed)}).status_code == 422
    assert browser.get("/api/v1/me").status_code == 401


def test_the_same_passkey_is_not_added_twice_nor_to_two_people(keys: Keyring, app, clock, database: Database):
    with database.write() as session:
        other = make_user(session)
    with unchanged(database, ("passkey_challenges", "table_changes")):
        assert keys.add(keys.device).status_code == 422
    theirs = Browser(app, ORIGIN).carrying(other, clock.now())
    options = theirs.put(f"{MINE}/passkeys/challenge").json()["data"]["options"]
    with unchanged(database, ("passkey_challenges", "table_changes")):
        sent = {"name": "Volée", "credential": json.dumps(keys.device.create(options))}
        assert theirs.put(f"{MINE}/passkeys", sent).status_code == 422


def test_a_challenge_for_a_new_passkey_is_old_after_five_minutes(keys: Keyring, clock, database: Database):
    options = keys.owner.put(f"{MINE}/passkeys/challenge").json()["data"]["options"]
    clock.moment += timedelta(minutes=5)
    with unchanged(database, ("table_changes",)):
        sent = {"name": "Tard", "credential": json.dumps(Authenticator().create(options))}
        assert keys.owner.put(f"{MINE}/passkeys", sent).status_code == 422
    assert keys.add(Authenticator()).status_code == 200
