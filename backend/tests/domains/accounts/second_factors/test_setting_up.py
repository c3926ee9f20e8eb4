"""Tests of adding and removing second factors: reauthentication, notification and enforcement."""

from datetime import timedelta
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.records.settings.models import OrganizationSettings
from regie.domains.records.settings.queries import DEFAULTS
from tests.access.matrix import MATRIX, browser_for, build_call, split_route
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.activity import read_activity
from tests.factories.credentials import make_passkey, make_totp_device, totp_code
from tests.factories.mail import queued_mail
from tests.factories.people import PASSWORD, make_user
from tests.factories.world import World, assert_unchanged, world
from tests.rules.test_routes import ENROLLING_ROUTES, HAS_SESSION_ROUTES, PUBLIC_ROUTES, SERVICE_ROUTES

__all__ = ["world"]
MINE = "/api/v1/me/second-factor"
# Every route that changes a second factor and requires reauthentication.
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


def _enable_totp(browser: Browser, clock: Any) -> tuple[str, list[str]]:
    secret = browser.put(f"{MINE}/totp").json()["data"]["secret"]
    answer = browser.put(f"{MINE}/totp/confirmation", {"code": totp_code(secret, clock.now())})
    assert answer.status_code == 200
    return secret, answer.json()["data"]["recovery_codes"]


def test_totp_takes_effect_after_confirmation(browser: Browser, clock, database: Database):
    started = browser.put(f"{MINE}/totp").json()["data"]
    assert started["secret"] in started["address"]
    assert started["qr_code"].startswith("<svg")
    assert browser.get("/api/v1/me").json()["data"]["two_factor"] is False
    with assert_unchanged(database):
        assert browser.put(f"{MINE}/totp/confirmation", {"code": "000000"}).status_code == 422
    code = {"code": totp_code(started["secret"], clock.now())}
    assert len(browser.put(f"{MINE}/totp/confirmation", code).json()["data"]["recovery_codes"]) == 10
    assert browser.get("/api/v1/me").json()["data"]["two_factor"] is True
    assert [mail.kind for mail in queued_mail(browser.app)] == ["second_factor_on"]
    assert read_activity(database, "totp_on")


def test_confirmed_totp_cannot_be_replaced(browser: Browser, clock, database: Database):
    _enable_totp(browser, clock)
    with assert_unchanged(database):
        answer = browser.put(f"{MINE}/totp")
    assert (answer.status_code, answer.json()["code"]) == (422, "totp_on")


def test_secrets_and_codes_are_not_stored_in_plain_text(browser: Browser, clock, database: Database):
    secret, codes = _enable_totp(browser, clock)
    with database.read() as db:
        for name in ("totp_devices", "recovery_codes", "activity", "mails", "idempotency_keys"):
            stored = str(db.exec_driver_sql(f"SELECT * FROM {name}").all())  # noqa: S608
            assert secret not in stored
            assert not any(code in stored or code.replace("-", "") in stored for code in codes)


@pytest.mark.parametrize(("method", "path"), CHANGES)
def test_change_requires_recent_reauthentication(browser: Browser, clock, database: Database, method: str, path: str):
    clock.moment += timedelta(minutes=15)
    with assert_unchanged(database):
        answer = browser.call(method, path)
    assert (answer.status_code, answer.json()["code"]) == (403, "reauthentication_required")
    assert browser.post("/api/v1/me/reauthentications", {"password": PASSWORD}).status_code == 204
    assert browser.call(method, path).status_code != 403


def test_reauthentication_with_totp_code(browser: Browser, clock, database: Database):
    secret, _ = _enable_totp(browser, clock)
    clock.moment += timedelta(minutes=20)
    for wrong in ({"password": "wrong"}, {"code": "000000"}, {"code": "é"}, {}):
        with assert_unchanged(database, ("activity",)):
            assert browser.post("/api/v1/me/reauthentications", wrong).status_code == 422
    assert browser.post("/api/v1/me/reauthentications", {"code": totp_code(secret, clock.now())}).status_code == 204
    assert browser.delete(f"{MINE}/totp").status_code == 204


def test_reauthentication_is_rate_limited_before_hashing(
    browser: Browser, database: Database, monkeypatch: pytest.MonkeyPatch
):
    hashed: list[int] = []
    monkeypatch.setattr(
        "regie.domains.accounts.second_factors.actions.matches_password", lambda *_: hashed.append(1) or False
    )
    with assert_unchanged(database, ("activity",)):
        answers = [browser.post("/api/v1/me/reauthentications", {"password": "wrong"}) for _ in range(12)]
    assert [answer.status_code for answer in answers] == [422] * 10 + [429] * 2
    assert answers[-1].headers["Retry-After"]
    assert len(hashed) == 10


def test_removing_last_factor_deletes_recovery_codes(browser: Browser, clock, database: Database):
    _enable_totp(browser, clock)
    with database.write() as session:
        key = make_passkey(session, browser.user, clock.now())
    assert browser.delete(f"{MINE}/totp").status_code == 204
    assert browser.get("/api/v1/me").json()["data"]["two_factor"] is True
    assert browser.delete(f"{MINE}/passkeys/{key.api_id}").status_code == 204
    assert browser.get("/api/v1/me").json()["data"]["two_factor"] is False
    assert browser.get(MINE).json()["data"]["recovery_codes_left"] == 0
    assert queued_mail(browser.app)[-1].kind == "second_factor_off"


def test_last_factor_cannot_be_removed_with_short_password(browser: Browser, clock, database: Database):
    """Eight characters suffice with a second factor only."""
    _enable_totp(browser, clock)
    with database.write() as session:
        key = make_passkey(session, browser.user, clock.now())
    for current, password in ((PASSWORD, "neuf-mots"), ("neuf-mots", "quinze-lettres-")):
        sent = {"current_password": current, "password": password}
        assert browser.put("/api/v1/me/password", sent).status_code == 204
        if password == "neuf-mots":
            assert browser.delete(f"{MINE}/totp").status_code == 204
            with assert_unchanged(database):
                answer = browser.delete(f"{MINE}/passkeys/{key.api_id}")
            assert (answer.status_code, answer.json()["code"]) == (422, "password_too_short")
            assert browser.get("/api/v1/me").json()["data"]["two_factor"] is True
    assert browser.delete(f"{MINE}/passkeys/{key.api_id}").status_code == 204


def test_last_factor_can_be_removed_without_password(sign_in_as, clock, database: Database):
    browser = sign_in_as("employee", password_hash=None, password_length=None)
    _enable_totp(browser, clock)
    assert browser.delete(f"{MINE}/totp").status_code == 204


def test_removing_unconfirmed_totp_is_not_logged(browser: Browser, database: Database):
    browser.put(f"{MINE}/totp")
    assert browser.delete(f"{MINE}/totp").status_code == 204
    assert queued_mail(browser.app) == []
    assert read_activity(database, "totp_off") == []


def test_failed_reauthentication_is_logged_without_secrets(browser: Browser, clock, database: Database):
    _enable_totp(browser, clock)
    browser.post("/api/v1/me/reauthentications", {"password": "not my password"})
    browser.post("/api/v1/me/reauthentications", {"code": "000000"})
    browser.put("/api/v1/me/password", {"current_password": "nor is this", "password": "quinze-lettres-"})
    entries = read_activity(database, "proof_refused")
    by_password, by_app = {"method": [None, "password"]}, {"second_factor": [None, "totp"]}
    assert [row.changes for row in entries] == [by_password, by_app, by_password]
    assert {(row.actor_api_id, row.topic) for row in entries} == {(browser.user.api_id, "access")}


@pytest.mark.parametrize("call", ["proof", "password"])
def test_password_is_hashed_outside_of_transactions(
    browser: Browser, database: Database, monkeypatch: pytest.MonkeyPatch, call: str
):
    """SQLite has one writer: other requests would wait for the hash."""
    created_ids: list[str] = []

    def hash_slowly(*_: Any) -> Any:
        with database.write() as session:
            created_ids.append(make_user(session).api_id)
        return PASSWORD if call == "password" and len(created_ids) > 1 else True

    for module in ("second_factors", "passwords"):
        monkeypatch.setattr(f"regie.domains.accounts.{module}.actions.matches_password", hash_slowly)
    monkeypatch.setattr("regie.domains.accounts.passwords.actions.hash_password", hash_slowly)
    sent = {"current_password": PASSWORD, "password": "quinze-lettres-"}
    requests = {
        "proof": ("POST", "/api/v1/me/reauthentications", {"password": PASSWORD}),
        "password": ("PUT", "/api/v1/me/password", sent),
    }
    method, path, body = requests[call]
    assert browser.call(method, path, json=body).status_code == 204
    assert len(created_ids) == (1 if call == "proof" else 2)


def test_new_recovery_codes_replace_old_ones(browser: Browser, clock, database: Database):
    _, old = _enable_totp(browser, clock)
    new = browser.put(f"{MINE}/recovery-codes").json()["data"]["recovery_codes"]
    assert len(new) == 10
    assert not set(new) & set(old)
    assert browser.get(MINE).json()["data"]["recovery_codes_left"] == 10


def test_admin_removes_second_factor_and_user_is_notified(sign_in_as, clock, database: Database):
    browser, admin = sign_in_as("employee"), sign_in_as("admin")
    _enable_totp(browser, clock)
    assert admin.delete(f"/api/v1/users/{browser.user.api_id}/second-factor").status_code == 204
    assert browser.get("/api/v1/me").status_code == 401
    assert queued_mail(admin.app)[-1].to == browser.user.email
    assert read_activity(database, "two_factor_reset")[0].actor_api_id == admin.user.api_id
    with assert_unchanged(database):
        answer = admin.delete(f"/api/v1/users/{browser.user.api_id}/second-factor")
    assert (answer.status_code, answer.json()["code"]) == (422, "no_second_factor")


@pytest.mark.parametrize(("password", "status"), [("neuf-mots", 422), ("quinze-lettres-", 200)])
def test_short_password_is_removed_with_the_second_factor(
    app, sign_in_as, clock, database: Database, password: str, status: int
):
    browser, admin = sign_in_as("employee"), sign_in_as("admin")
    _enable_totp(browser, clock)
    browser.put("/api/v1/me/password", {"current_password": PASSWORD, "password": password})
    assert admin.delete(f"/api/v1/users/{browser.user.api_id}/second-factor").status_code == 204
    sent = {"email": browser.user.email, "password": password}
    assert Browser(app, ORIGIN).post("/login", sent).status_code == status


@pytest.fixture
def strict_world(world: World) -> World:
    """Require a second factor of all administrators."""
    with world.database.write() as session:
        if session.get(OrganizationSettings, 1) is None:
            session.add(OrganizationSettings(id=1, **(DEFAULTS | {"admins_need_two_factor": True})))
    return world


@pytest.mark.one_database
@pytest.mark.parametrize("route", MATRIX)
def test_admin_without_required_factor_can_only_enroll(strict_world: World, route: str):
    row = next(iter(MATRIX[route]))
    browser = strict_world.new_user_browser("super_admin")
    call = build_call(
        route, strict_world, "super_admin", "missing" if "{id}" in route else "call" if "totp" in row else row
    )
    method, _ = split_route(route)
    reached = browser.call(method, call.path, **({} if call.body is None else {"json": call.body}))
    refused = reached.status_code == 403 and reached.json()["code"] == "two_factor_needed"
    assert refused is (route not in PUBLIC_ROUTES | SERVICE_ROUTES | HAS_SESSION_ROUTES | ENROLLING_ROUTES), (
        reached.text
    )


def test_must_enrol_ends_with_enrollment(strict_world: World):
    browser = strict_world.new_user_browser("admin")
    assert browser.get("/api/v1/me").json()["data"]["must_enrol"] is True
    with assert_unchanged(strict_world.database):
        assert browser.post("/api/v1/clients", {}).status_code == 403
    with strict_world.database.write() as session:
        make_totp_device(session, strict_world.app.state.context, browser.user)
    assert browser.get("/api/v1/me").json()["data"]["must_enrol"] is False
    assert browser.get("/api/v1/clients").status_code == 200


def test_other_roles_need_no_second_factor(strict_world: World):
    browser = browser_for("POST /login", strict_world, "account_manager")
    assert browser.get("/api/v1/me").json()["data"]["must_enrol"] is False
    assert browser.get("/api/v1/clients").status_code == 200
