"""Tests of setting passwords by single-use links and changing them, which ends other sessions."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from regie.access.email_tokens import EmailTokenKind
from regie.access.reauthentication import REAUTHENTICATION_VALIDITY
from regie.core.db.database import Database
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.activity import read_activity
from tests.factories.credentials import make_email_link, make_totp_device, totp_code
from tests.factories.mail import latest_mail, queued_mail
from tests.factories.people import PASSWORD, make_user
from tests.factories.world import assert_unchanged

EMAIL, NEW = "maelle@regie.example", "quatre érables au bord du fleuve"
BY_LINK, OWN = "/auth/passwords", "/api/v1/me/password"


@pytest.fixture
def person(database: Database) -> User:
    with database.write() as session:
        return make_user(session, email=EMAIL, first_name="Maëlle", last_name="Tremblay-Lapointe", locale="fr-ca")


def _make_token(app: Any, person: User, kind: EmailTokenKind = "reset") -> str:
    with app.state.context.database.write() as session:
        return make_email_link(session, app.state.context, person, kind)


def _read_hash(database: Database, person: User) -> str | None:
    with database.read() as db:
        return db.execute(select(User.password_hash).where(User.id == person.id)).scalar_one()


def _can_sign_in(app: Any, password: str) -> bool:
    return Browser(app, ORIGIN).post("/login", {"email": EMAIL, "password": password}).status_code == 200


def test_reset_signs_in_and_ends_other_sessions(app, visitor: Browser, person: User, clock):
    before = Browser(app, ORIGIN).signed_in_as(person, clock.now())
    visitor.post("/auth/password/resets", {"email": EMAIL})
    mail = latest_mail(app, "password_reset")
    assert (mail.to, mail.locale) == (EMAIL, "fr-ca")
    answer = visitor.post(BY_LINK, {"token": mail.link_params["token"], "password": NEW})
    assert answer.json()["data"]["api_id"] == person.api_id
    assert visitor.get("/api/v1/me").status_code == 200
    assert before.get("/api/v1/me").status_code == 401
    assert (_can_sign_in(app, NEW), _can_sign_in(app, PASSWORD)) == (True, False)
    assert latest_mail(app, "password_changed").to == EMAIL


def test_invitation_activates_the_user(app, visitor: Browser, sign_in_as, database: Database):
    admin = sign_in_as("admin")
    sent = {"email": EMAIL, "first_name": "Maëlle", "last_name": "Roy", "roles": ["employee"]}
    created = admin.post("/api/v1/users", sent).json()["data"]
    assert created["status"] == "invited"
    answer = visitor.post(BY_LINK, {"token": latest_mail(app, "invitation").link_params["token"], "password": NEW})
    assert answer.json()["data"]["status"] == "active"
    assert queued_mail(app, "password_changed") == []
    entry = read_activity(database, "password_changed")[0]
    assert (entry.actor_api_id, entry.subject_api_id) == (created["api_id"], created["api_id"])


def test_new_invitation_replaces_the_previous_one(app, visitor: Browser, sign_in_as, database: Database):
    admin = sign_in_as("admin")
    sent = {"email": EMAIL, "first_name": "Maëlle", "last_name": "Roy", "roles": ["employee"]}
    api_id = admin.post("/api/v1/users", sent).json()["data"]["api_id"]
    first = latest_mail(app, "invitation").link_params["token"]
    assert admin.post(f"/api/v1/users/{api_id}/invitations").status_code == 204
    with assert_unchanged(database):
        assert visitor.post(BY_LINK, {"token": first, "password": NEW}).status_code == 422
    assert visitor.post(
        BY_LINK, {"token": latest_mail(app, "invitation").link_params["token"], "password": NEW}
    ).is_success


def test_invitation_ends_with_first_sign_in(app, sign_in_as, database: Database):
    """The mail must not let a later reader set a password."""
    admin, newcomer = sign_in_as("admin"), Browser(app, ORIGIN)
    sent = {"email": EMAIL, "first_name": "Maëlle", "last_name": "Roy", "roles": ["employee"]}
    admin.post("/api/v1/users", sent)
    token = latest_mail(app, "invitation").link_params["token"]
    newcomer.post("/auth/email/codes", {"email": EMAIL})
    code = latest_mail(app, "sign_in_code").link_params["code"]
    assert newcomer.post("/login", {"email": EMAIL, "code": code}).json()["data"]["status"] == "active"
    with assert_unchanged(database):
        answer = Browser(app, ORIGIN).post(BY_LINK, {"token": token, "password": NEW})
    assert (answer.status_code, answer.json()["code"]) == (422, "link")


def test_link_works_once(app, visitor: Browser, person: User, database: Database):
    token = _make_token(app, person)
    assert visitor.post(BY_LINK, {"token": token, "password": NEW}).status_code == 200
    with assert_unchanged(database):
        assert Browser(app, ORIGIN).post(BY_LINK, {"token": token, "password": NEW + "!"}).status_code == 422
    assert _can_sign_in(app, NEW)


def test_concurrent_use_of_link_sets_one_password(app, person: User):
    token = _make_token(app, person)
    sent = [{"token": token, "password": f"{NEW} {number}"} for number in range(3)]
    browsers = [Browser(app, ORIGIN) for _ in sent]
    with ThreadPoolExecutor(3) as threads:
        answers = list(threads.map(lambda browser, body: browser.post(BY_LINK, body), browsers, sent))
    statuses = [answer.status_code for answer in answers]
    assert sorted(statuses) == [200, 422, 422]
    assert [_can_sign_in(app, one["password"]) for one in sent] == [status == 200 for status in statuses]


@pytest.mark.parametrize(("kind", "validity"), [("reset", timedelta(minutes=60)), ("invitation", timedelta(days=7))])
def test_link_expires(
    app, visitor: Browser, person: User, clock, database: Database, kind: EmailTokenKind, validity: Any
):
    token = _make_token(app, person, kind)
    clock.moment += validity
    with assert_unchanged(database):
        assert visitor.post(BY_LINK, {"token": token, "password": NEW}).status_code == 422
    clock.moment -= timedelta(seconds=1)
    assert visitor.post(BY_LINK, {"token": token, "password": NEW}).status_code == 200


@pytest.mark.parametrize("token", ["x", "\0", "é" * 200, "0" * 43])
def test_unknown_link_returns_422(visitor: Browser, person: User, database: Database, token: str):
    with assert_unchanged(database):
        assert visitor.post(BY_LINK, {"token": token, "password": NEW}).status_code == 422


WEAK = [
    "short", "fourteen chars", "password1234567", "passwordpassword", "maëlle tremblay", "maelle@regie.example",
    "tremblay-lapointe1", "LapointeLapointe", "letmeinletmeinletmein",
]  # fmt: skip


@pytest.mark.parametrize("password", WEAK)
def test_weak_password_returns_422_and_does_not_consume_the_link(
    app, visitor: Browser, person: User, clock, database: Database, password: str
):
    token, own = _make_token(app, person), Browser(app, ORIGIN).signed_in_as(person, clock.now())
    with assert_unchanged(database):
        refused = visitor.post(BY_LINK, {"token": token, "password": password})
        assert list(refused.json()["errors"]) == ["password"]
        assert own.put(OWN, {"current_password": PASSWORD, "password": password}).status_code == 422
    assert visitor.post(BY_LINK, {"token": token, "password": NEW}).status_code == 200


def test_password_accepts_any_characters_including_spaces(app, visitor: Browser, person: User):
    password = "  пароль из четырёх слов 🍁 "
    assert visitor.post(BY_LINK, {"token": _make_token(app, person), "password": password}).status_code == 200
    assert (_can_sign_in(app, password), _can_sign_in(app, password.strip())) == (True, False)


def test_eight_characters_suffice_with_second_factor(app, visitor: Browser, person: User, clock, database: Database):
    with database.write() as session:
        secret = make_totp_device(session, app.state.context, person)
    answer = visitor.post(BY_LINK, {"token": _make_token(app, person), "password": "érables8"})
    assert answer.json() == {"data": None, "second_factor": ["totp"]}
    assert visitor.get("/api/v1/me").status_code == 401
    assert visitor.post("/auth/second-factor", {"code": totp_code(secret, clock.now())}).status_code == 200


def test_change_requires_current_password_and_ends_other_sessions(app, person: User, clock, database: Database):
    here, elsewhere = (Browser(app, ORIGIN).signed_in_as(person, clock.now()) for _ in range(2))
    token = _make_token(app, person)
    for current in ({}, {"current_password": "wrong"}, {"current_password": NEW}):
        with assert_unchanged(database, ("activity",)):
            assert here.put(OWN, {**current, "password": NEW}).status_code == 422
    assert here.put(OWN, {"current_password": PASSWORD, "password": NEW}).status_code == 204
    assert (here.get("/api/v1/me").status_code, elsewhere.get("/api/v1/me").status_code) == (200, 401)
    assert Browser(app, ORIGIN).post(BY_LINK, {"token": token, "password": NEW}).status_code == 422
    assert latest_mail(app, "password_changed").to == EMAIL


def test_change_ends_own_impersonations(app, person: User, clock, sign_in_as):
    here, elsewhere = (Browser(app, ORIGIN).signed_in_as(person, clock.now()) for _ in range(2))
    other = sign_in_as("employee").user
    assert elsewhere.post(f"/api/v1/impersonated-users/{other.api_id}", {"reason": "Question"}).status_code == 201
    assert here.put(OWN, {"current_password": PASSWORD, "password": NEW}).status_code == 204
    assert elsewhere.get("/api/v1/me").status_code == 401
    elsewhere.delete("/api/v1/impersonated-users")
    assert elsewhere.get("/api/v1/me").status_code == 401


def test_user_without_password_can_set_one(app, clock, database: Database):
    with database.write() as session:
        person = make_user(session, email=EMAIL, password_hash=None)
    assert Browser(app, ORIGIN).signed_in_as(person, clock.now()).put(OWN, {"password": NEW}).status_code == 204
    assert _can_sign_in(app, NEW)


def test_first_password_requires_recent_sign_in(app, clock, database: Database):
    """A stranger at an unlocked browser must not set a password."""
    with database.write() as session:
        person = make_user(session, email=EMAIL, password_hash=None)
    here = Browser(app, ORIGIN).signed_in_as(person, clock.now())
    clock.moment += REAUTHENTICATION_VALIDITY
    with assert_unchanged(database):
        answer = here.put(OWN, {"password": NEW})
    assert (answer.status_code, answer.json()["code"]) == (403, "reauthentication_required")


def test_attempts_at_current_password_are_limited(app, person: User, clock, database: Database):
    here = Browser(app, ORIGIN).signed_in_as(person, clock.now())
    sent = {"current_password": "wrong", "password": NEW}
    with assert_unchanged(database, ("activity",)):
        statuses = [here.put(OWN, sent).status_code for _ in range(12)]
    assert statuses == [422] * 10 + [429] * 2


def test_deactivated_user_receives_no_reset(app, visitor: Browser, database: Database):
    with database.write() as session:
        make_user(session, email=EMAIL, roles=[], previous_roles=["admin"])
    assert visitor.post("/auth/password/resets", {"email": EMAIL}).status_code == 204
    assert [mail.to for mail in queued_mail(app)] == [""]


def test_requests_for_mail_are_limited(app, visitor: Browser, person: User, clock, database: Database):
    for path in ("/auth/password/resets", "/auth/email/codes"):
        clock.moment += timedelta(minutes=10)
        assert [visitor.post(path, {"email": EMAIL}).status_code for _ in range(5)] == [204] * 5
        with assert_unchanged(database):
            answer = visitor.post(path, {"email": EMAIL})
        assert (answer.status_code, int(answer.headers["Retry-After"]) > 0) == (429, True)
        assert Browser(app, ORIGIN, "203.0.113.9").post(path, {"email": EMAIL}).status_code == 204


def test_office_behind_one_address_can_set_passwords(app, database: Database):
    for number in range(12):
        with database.write() as session:
            person = make_user(session, status="invited")
        sent = {"token": _make_token(app, person, "invitation"), "password": f"{NEW} {number}"}
        assert Browser(app, ORIGIN).post(BY_LINK, sent).status_code == 200


def test_product_hash_is_expensive(fast_password_hashes: PasswordHasher):
    """Tests use a cheap hash; the product's parameters are at least the second choice of RFC 9106."""
    assert (fast_password_hashes.time_cost, fast_password_hashes.memory_cost) >= (3, 65_536)
    assert fast_password_hashes.type.name == "ID"


def test_passwords_are_not_stored_or_logged(app, visitor: Browser, person: User, database: Database):
    visitor.post(BY_LINK, {"token": _make_token(app, person), "password": NEW})
    assert (_read_hash(database, person) or "").startswith("$argon2id$")
    with database.read() as db:
        for name in ("users", "activity", "mails", "email_tokens"):
            assert NEW not in str(db.exec_driver_sql(f"SELECT * FROM {name}").all())  # noqa: S608
