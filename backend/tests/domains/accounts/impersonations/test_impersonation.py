"""Tests of impersonation: lower ranks only, for 30 minutes, with both names on every change and a notification."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from regie.access.permissions import Role, rank
from regie.core.db.database import Database
from regie.domains.accounts.sessions.models import SignedInSession
from regie.domains.records.settings.models import OrganizationSettings
from regie.domains.records.settings.queries import DEFAULTS
from regie.domains.records.users.models import User
from tests.access.matrix import build_call, split_route
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.activity import read_activity
from tests.factories.mail import latest_mail, queued_mail
from tests.factories.people import make_user
from tests.factories.work import make_client
from tests.factories.world import World, assert_unchanged, world
from tests.rules.test_routes import NO_IMPERSONATION_ROUTES

__all__ = ["world"]
PATH = "/api/v1/impersonated-users"
ROLES = [role.value for role in Role]


def _start(browser: Browser, user: User, reason: str = "Facture introuvable") -> Any:
    return browser.post(f"{PATH}/{user.api_id}", {"reason": reason})


@pytest.fixture
def admin(sign_in_as: Callable[..., Browser]) -> Browser:
    return sign_in_as("admin", first_name="Olivier", last_name="Gagnon")


@pytest.fixture
def target(database: Database) -> User:
    with database.write() as session:
        return make_user(session, roles=["account_manager"], locale="fr-ca", timezone="America/Toronto")


@pytest.fixture
def acting(admin: Browser, target: User) -> Browser:
    assert _start(admin, target).status_code == 201
    return admin


def _set(database: Database, user: User, **fields: Any) -> None:
    with database.write() as session:
        row = session.execute(select(User).where(User.id == user.id)).scalar_one()
        for name, value in fields.items():
            setattr(row, name, value)


@pytest.mark.parametrize("own_role", ROLES)
@pytest.mark.parametrize("other_role", ROLES)
def test_only_admins_impersonate_lower_ranks(sign_in_as, database: Database, own_role: str, other_role: str):
    browser, other = sign_in_as(own_role), sign_in_as(other_role).user
    is_allowed = own_role in ("super_admin", "admin") and rank([own_role]) > rank([other_role])
    if is_allowed:
        answer = _start(browser, other)
        assert answer.status_code == 201
        assert answer.json()["data"]["api_id"] == other.api_id
        return
    with assert_unchanged(database):
        assert _start(browser, other).status_code == 403
    assert browser.get("/api/v1/me").json()["data"]["api_id"] == browser.user.api_id


def test_impersonating_oneself_is_refused(admin: Browser, database: Database):
    with assert_unchanged(database):
        assert _start(admin, admin.user).json()["code"] == "yourself"


@pytest.mark.parametrize("before", ["employee", "admin", "super_admin"])
def test_impersonating_deactivated_user_returns_422(admin: Browser, database: Database, before: str):
    with database.write() as session:
        user = make_user(session, roles=[], previous_roles=[before])
    with assert_unchanged(database):
        assert _start(admin, user).status_code == 422


def test_impersonation_cannot_be_nested(admin: Browser, database: Database, sign_in_as):
    owner = sign_in_as("super_admin")
    other_admin, third = sign_in_as("admin").user, sign_in_as("employee").user
    assert _start(owner, other_admin).status_code == 201
    with assert_unchanged(database):
        answer = _start(owner, third)
    assert (answer.status_code, answer.json()["code"]) == (403, "own_account_only")


def test_current_user_includes_impersonator(acting: Browser, target: User, clock):
    me = acting.get("/api/v1/me").json()["data"]
    assert me["api_id"] == target.api_id
    assert me["impersonator"]["name"] == "Olivier Gagnon"
    assert me["impersonator"]["until"].startswith((clock.now() + timedelta(minutes=30)).isoformat()[:16])


def test_permissions_are_those_of_the_impersonated_user(acting: Browser, target: User):
    assert acting.get("/api/v1/users").status_code == 403
    assert acting.get("/api/v1/clients").status_code == 200


@pytest.mark.one_database
@pytest.mark.parametrize("route", sorted(NO_IMPERSONATION_ROUTES))
def test_routes_that_forbid_impersonation_return_403(world: World, route: str):
    """A super administrator impersonates an administrator, who may make these calls in person."""
    owner = world.new_user_browser("super_admin")
    with world.database.write() as session:
        someone = make_user(session, roles=["admin"])
    assert _start(owner, someone).status_code == 201
    world.last_new_browser = owner
    call = build_call(route, world, "employee", "missing")
    method, _ = split_route(route)
    with assert_unchanged(world.database):
        answer = owner.call(method, call.path, **({} if call.body is None else {"json": call.body}))
    assert (answer.status_code, answer.json()["code"]) == (403, "own_account_only")


def test_change_is_logged_with_both_names(acting: Browser, target: User, database: Database):
    with database.write() as session:
        client = make_client(session, account_manager_id=target.id)
    assert acting.patch(f"/api/v1/clients/{client.api_id}", {"tags": ["vip"]}).status_code == 200
    (entry,) = read_activity(database, "changed")
    assert (entry.actor_api_id, entry.real_actor_name) == (target.api_id, "Olivier Gagnon")


def test_start_and_stop_are_logged_with_the_reason(acting: Browser, target: User, database: Database):
    acting.delete(PATH)
    started, stopped = (
        read_activity(database, "impersonation_started")[0],
        read_activity(database, "impersonation_stopped")[0],
    )
    for entry in (started, stopped):
        assert (entry.actor_name, entry.subject_api_id, entry.topic) == ("Olivier Gagnon", target.api_id, "access")
    assert started.changes == {"reason": [None, "Facture introuvable"]}
    with database.read() as db:
        assert db.execute(select(SignedInSession.impersonation_reason)).scalars().all() == [None]


def test_sign_out_during_impersonation_is_logged_with_both_names(acting: Browser, database: Database, target: User):
    acting.post("/logout")
    (entry,) = read_activity(database, "signed_out")
    assert (entry.actor_api_id, entry.real_actor_name) == (target.api_id, "Olivier Gagnon")
    assert acting.get("/api/v1/me").status_code == 401


def test_user_is_notified_in_their_language(acting: Browser, target: User):
    mail = latest_mail(acting.app, "notification")
    assert (mail.to, mail.locale) == (target.email, "fr-ca")
    assert "Olivier Gagnon" in mail.text
    assert "Facture introuvable" in " ".join(mail.text.split())
    assert mail.link.path == "/profile"
    (notification,) = acting.get("/api/v1/notifications").json()["data"]
    assert notification["kind"] == "impersonation"
    assert "20 novembre 2026 à 12 h 30 (heure de Toronto)" in " ".join(mail.text.split())
    assert "November 20, 2026 at 12:30" in " ".join(notification["detail"].split())


def test_invited_user_is_notified(admin: Browser, target: User, database: Database):
    _set(database, target, status="invited")
    assert _start(admin, target).status_code == 201
    assert latest_mail(admin.app, "notification").to == target.email
    assert [one["kind"] for one in admin.get("/api/v1/notifications").json()["data"]] == ["impersonation"]


def test_refused_impersonation_sends_no_notification(admin: Browser, sign_in_as, database: Database):
    other = sign_in_as("super_admin").user
    with assert_unchanged(database):
        assert _start(admin, other).status_code == 403
    assert queued_mail(admin.app) == []


def test_tokens_change_at_start_and_stop(admin: Browser, target: User, database: Database):
    seen = [(admin.token, admin.csrf_token)]
    _start(admin, target)
    seen.append((admin.token, admin.csrf_token))
    with assert_unchanged(database):
        assert admin.delete(PATH, headers={"X-XSRF-TOKEN": seen[0][1]}).status_code == 419
    assert admin.delete(PATH).status_code == 204
    seen.append((admin.token, admin.csrf_token))
    assert len(set(seen)) == len({token for token, _ in seen}) == 3
    for token, _ in seen[:2]:
        copy = Browser(admin.app, ORIGIN)
        copy.set_session_token(token)
        assert copy.get("/api/v1/me").status_code == 401


def test_stop_returns_to_own_user(acting: Browser, admin: Browser):
    assert acting.delete(PATH).status_code == 204
    me = acting.get("/api/v1/me").json()["data"]
    assert me["api_id"] == admin.user.api_id
    assert "impersonator" not in me


def test_repeated_stop_changes_nothing(acting: Browser, database: Database):
    acting.delete(PATH)
    token = acting.token
    with assert_unchanged(database, ("table_changes",)):
        assert acting.delete(PATH).status_code == 204
    assert acting.token == token
    assert acting.get("/api/v1/me").status_code == 200


def test_stop_without_impersonation_changes_nothing(admin: Browser, visitor: Browser, database: Database):
    for browser, status in ((admin, 200), (visitor, 401)):
        token = browser.token
        with assert_unchanged(database, ("table_changes",)):
            assert browser.delete(PATH).status_code == 204
        assert (browser.token, browser.get("/api/v1/me").status_code) == (token, status)


def test_impersonation_expires_after_30_minutes(acting: Browser, admin: Browser, clock):
    clock.moment += timedelta(minutes=29, seconds=59)
    assert acting.get("/api/v1/clients").status_code == 200
    clock.moment += timedelta(seconds=1)
    assert acting.get("/api/v1/clients").status_code == 401
    assert acting.delete(PATH).status_code == 204
    assert acting.get("/api/v1/me").json()["data"]["api_id"] == admin.user.api_id


def test_stop_after_idle_timeout_ends_the_session(acting: Browser, clock):
    clock.moment += timedelta(hours=8, seconds=1)
    assert acting.delete(PATH).status_code == 204
    assert acting.get("/api/v1/me").status_code == 401


def test_stop_does_not_renew_reauthentication(sign_in_as, target: User, clock):
    """Starting and stopping an impersonation must not renew the reauthentication."""
    admin = sign_in_as("admin")
    clock.moment += timedelta(minutes=16)
    assert admin.put("/api/v1/me/second-factor/totp").status_code == 403
    _start(admin, target)
    admin.delete(PATH)
    refused = admin.put("/api/v1/me/second-factor/totp")
    assert (refused.status_code, refused.json()["code"]) == (403, "reauthentication_required")
    assert admin.get("/api/v1/me/second-factor").json()["data"]["reauthenticated_until"] is None


def _demote_impersonator(database: Database, admin: User, _target: User, owner: Browser) -> None:
    assert owner.patch(f"/api/v1/users/{admin.api_id}", {"roles": ["employee"]}).status_code == 200


def _deactivate_impersonator(database: Database, admin: User, _target: User, owner: Browser) -> None:
    assert owner.post(f"/api/v1/deactivated-users/{admin.api_id}").status_code == 200


def _end_sessions_of_impersonator(database: Database, admin: User, _target: User, owner: Browser) -> None:
    assert owner.delete(f"/api/v1/users/{admin.api_id}/sessions").status_code == 204


def _deactivate_target(database: Database, _admin: User, target: User, owner: Browser) -> None:
    assert owner.post(f"/api/v1/deactivated-users/{target.api_id}").status_code == 200


def _promote_target(database: Database, _admin: User, target: User, owner: Browser) -> None:
    assert owner.patch(f"/api/v1/users/{target.api_id}", {"roles": ["admin"]}).status_code == 200


@pytest.mark.parametrize(
    ("change", "status_after"),
    [(_demote_impersonator, 401), (_deactivate_impersonator, 401), (_end_sessions_of_impersonator, 401),
     (_deactivate_target, 200), (_promote_target, 200)],
    ids=lambda value: getattr(value, "__name__", None),
)  # fmt: skip
def test_impersonation_ends_when_either_user_changes(
    acting: Browser, admin: Browser, target: User, database: Database, sign_in_as, change: Any, status_after: int
):
    owner = sign_in_as("super_admin")
    assert acting.get("/api/v1/clients").status_code == 200
    change(database, admin.user, target, owner)
    assert acting.get("/api/v1/clients").status_code == 401
    assert acting.delete(PATH).status_code == 204
    assert acting.get("/api/v1/me").status_code == status_after


def test_impersonation_is_not_listed_among_sessions(acting: Browser, target: User, app, clock):
    own_browser = Browser(app, ORIGIN).signed_in_as(target, clock.now())
    assert len(own_browser.get("/api/v1/sessions").json()["data"]) == 1
    assert own_browser.get("/api/v1/me").status_code == 200


def test_impersonation_does_not_change_last_seen(acting: Browser, target: User, clock, database: Database):
    clock.moment += timedelta(minutes=6)
    acting.get("/api/v1/clients")
    with database.read() as db:
        assert db.execute(select(User.last_seen_at).where(User.id == target.id)).scalar_one() is None


@pytest.mark.parametrize("body", [None, {}, {"reason": "  "}, {"reason": None}])
def test_reason_is_required(admin: Browser, target: User, database: Database, body: Any):
    with assert_unchanged(database):
        answer = admin.post(f"{PATH}/{target.api_id}", body)
    assert answer.status_code == 422
    assert admin.get("/api/v1/me").json()["data"]["api_id"] == admin.user.api_id


def test_profile_of_the_impersonated_user_cannot_be_changed(acting: Browser, target: User, database: Database):
    path = f"/api/v1/users/{target.api_id}/profile"
    with assert_unchanged(database):
        answers = [
            acting.patch(path, {"first_name": "Zoé"}),
            acting.call("PUT", path, json={"first_name": "Zoé", "last_name": "Roy"}),
            acting.call("PUT", "/api/v1/me/avatar", json={"content": "aGk="}),
            acting.delete("/api/v1/me/avatar"),
        ]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(403, "own_account_only")] * 4


@pytest.mark.parametrize("body", [{"reason": "x" * 501}, {"roles": ["admin"]}, {"impersonated_until": "2030-01-01"}])
def test_invalid_body_returns_422(admin: Browser, target: User, database: Database, body: Any):
    with assert_unchanged(database):
        assert admin.post(f"{PATH}/{target.api_id}", body).status_code == 422


def test_session_is_not_persistent_or_extended(acting: Browser, clock):
    (cookie_set,) = [cookie for cookie in acting.client.cookies.jar if cookie.name == "regie_session"]
    assert cookie_set.expires is None
    for _ in range(5):
        clock.moment += timedelta(minutes=6)
        acting.get("/api/v1/clients")
    assert acting.get("/api/v1/clients").status_code == 401


def test_admin_who_must_enroll_cannot_impersonate(admin: Browser, database: Database, target: User):
    _set(database, admin.user, two_factor=False)
    with database.write() as session:
        session.add(OrganizationSettings(id=1, **(DEFAULTS | {"admins_need_two_factor": True})))
    with assert_unchanged(database):
        answer = _start(admin, target)
    assert (answer.status_code, answer.json()["code"]) == (403, "two_factor_needed")


def _created_at(database: Database) -> list[Any]:
    with database.read() as db:
        return list(db.execute(select(SignedInSession.created_at)).scalars())


def test_impersonation_does_not_extend_own_session(admin: Browser, target: User, clock, database: Database):
    created_at = _created_at(database)
    clock.moment += timedelta(hours=1)
    assert _start(admin, target).status_code == 201
    assert _created_at(database) == created_at
    clock.moment += timedelta(minutes=10)
    assert admin.delete(PATH).status_code == 204
    assert _created_at(database) == created_at
    assert admin.get("/api/v1/me").json()["data"]["api_id"] == admin.user.api_id
