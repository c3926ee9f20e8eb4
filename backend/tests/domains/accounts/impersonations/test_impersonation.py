"""Acting in somebody's place: only below one's rank, for half an hour, with both names on everything, and told."""

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
from tests.access.matrix import call_of, split
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.log import log_of
from tests.factories.people import make_user
from tests.factories.post import mails, newest
from tests.factories.work import make_client
from tests.factories.world import World, unchanged, world
from tests.rules.test_routes import IN_PERSON

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


@pytest.mark.parametrize("mine", ROLES)
@pytest.mark.parametrize("theirs", ROLES)
def test_only_administrators_and_only_below_their_rank(sign_in_as, database: Database, mine: str, theirs: str):
    browser, other = sign_in_as(mine), sign_in_as(theirs).user
    is_right = mine in ("super_admin", "admin") and rank([mine]) > rank([theirs])
    if is_right:
        answer = _start(browser, other)
        assert answer.status_code == 201
        assert answer.json()["data"]["api_id"] == other.api_id
        return
    with unchanged(database):
        assert _start(browser, other).status_code == 403
    assert browser.get("/api/v1/me").json()["data"]["api_id"] == browser.user.api_id


def test_oneself_is_no_one_else(admin: Browser, database: Database):
    with unchanged(database):
        assert _start(admin, admin.user).json()["code"] == "yourself"


@pytest.mark.parametrize("before", ["employee", "admin", "super_admin"])
def test_nobody_acts_for_somebody_deactivated(admin: Browser, database: Database, before: str):
    with database.write() as session:
        gone = make_user(session, roles=[], previous_roles=[before])
    with unchanged(database):
        assert _start(admin, gone).status_code == 422


def test_there_is_no_second_step_into_a_third_person(admin: Browser, database: Database, sign_in_as):
    owner = sign_in_as("super_admin")
    other_admin, third = sign_in_as("admin").user, sign_in_as("employee").user
    assert _start(owner, other_admin).status_code == 201
    with unchanged(database):
        answer = _start(owner, third)
    assert (answer.status_code, answer.json()["code"]) == (403, "in_person")


def test_who_is_impersonated_sees_who_really_sits_there(acting: Browser, target: User, clock):
    me = acting.get("/api/v1/me").json()["data"]
    assert me["api_id"] == target.api_id
    assert me["impersonator"]["name"] == "Olivier Gagnon"
    assert me["impersonator"]["until"].startswith((clock.now() + timedelta(minutes=30)).isoformat()[:16])


def test_it_has_the_rights_of_the_person_and_no_others(acting: Browser, target: User):
    assert acting.get("/api/v1/users").status_code == 403
    assert acting.get("/api/v1/clients").status_code == 200


@pytest.mark.one_database
@pytest.mark.parametrize("route", sorted(IN_PERSON))
def test_what_is_done_in_person_is_refused(world: World, route: str):
    """As an administrator whom a super administrator impersonates: they would be allowed to do it themself."""
    owner = world.newcomer("super_admin")
    with world.database.write() as session:
        someone = make_user(session, roles=["admin"])
    assert _start(owner, someone).status_code == 201
    world.newest = owner
    call = call_of(route, world, "employee", "missing")
    method, _ = split(route)
    with unchanged(world.database):
        answer = owner.call(method, call.path, **({} if call.body is None else {"json": call.body}))
    assert (answer.status_code, answer.json()["code"]) == (403, "in_person")


def test_both_names_are_on_what_is_done_and_in_the_log(acting: Browser, target: User, database: Database):
    with database.write() as session:
        client = make_client(session, account_manager_id=target.id)
    assert acting.patch(f"/api/v1/clients/{client.api_id}", {"tags": ["vip"]}).status_code == 200
    (entry,) = log_of(database, "changed")
    assert (entry.actor_api_id, entry.real_actor_name) == (target.api_id, "Olivier Gagnon")


def test_beginning_and_end_are_logged_with_the_reason_in_the_real_name(
    acting: Browser, target: User, database: Database
):
    acting.delete(PATH)
    begun, ended = log_of(database, "impersonation_started")[0], log_of(database, "impersonation_stopped")[0]
    for entry in (begun, ended):
        assert (entry.actor_name, entry.subject_api_id, entry.topic) == ("Olivier Gagnon", target.api_id, "access")
    assert begun.changes == {"reason": [None, "Facture introuvable"]}
    with database.read() as db:
        assert db.execute(select(SignedInSession.impersonation_reason)).scalars().all() == [None]


def test_signing_out_meanwhile_has_both_names_too(acting: Browser, database: Database, target: User):
    acting.post("/logout")
    (entry,) = log_of(database, "signed_out")
    assert (entry.actor_api_id, entry.real_actor_name) == (target.api_id, "Olivier Gagnon")
    assert acting.get("/api/v1/me").status_code == 401


def test_the_person_is_told_at_once_in_their_language(acting: Browser, target: User):
    mail = newest(acting.app, "notification")
    assert (mail.to, mail.locale) == (target.email, "fr-ca")
    assert "Olivier Gagnon" in mail.text
    assert "Facture introuvable" in " ".join(mail.text.split())
    assert mail.link.path == "/profile"
    (told,) = acting.get("/api/v1/notifications").json()["data"]
    assert told["kind"] == "impersonation"
    assert "20 novembre 2026 à 12 h 30 (heure de Toronto)" in " ".join(mail.text.split())
    assert "November 20, 2026 at 12:30" in " ".join(told["detail"].split())


def test_somebody_who_was_only_invited_is_told_too(admin: Browser, target: User, database: Database):
    _set(database, target, status="invited")
    assert _start(admin, target).status_code == 201
    assert newest(admin.app, "notification").to == target.email
    assert [one["kind"] for one in admin.get("/api/v1/notifications").json()["data"]] == ["impersonation"]


def test_nobody_is_told_of_what_was_refused(admin: Browser, sign_in_as, database: Database):
    other = sign_in_as("super_admin").user
    with unchanged(database):
        assert _start(admin, other).status_code == 403
    assert mails(admin.app) == []


def test_both_tokens_change_at_the_beginning_and_at_the_end(admin: Browser, target: User, database: Database):
    seen = [(admin.token, admin.csrf_token)]
    _start(admin, target)
    seen.append((admin.token, admin.csrf_token))
    with unchanged(database):
        assert admin.delete(PATH, headers={"X-XSRF-TOKEN": seen[0][1]}).status_code == 419
    assert admin.delete(PATH).status_code == 204
    seen.append((admin.token, admin.csrf_token))
    assert len(set(seen)) == len({token for token, _ in seen}) == 3
    for token, _ in seen[:2]:
        copy = Browser(admin.app, ORIGIN)
        copy.plant(token)
        assert copy.get("/api/v1/me").status_code == 401


def test_stopping_leads_back_to_oneself(acting: Browser, admin: Browser):
    assert acting.delete(PATH).status_code == 204
    me = acting.get("/api/v1/me").json()["data"]
    assert me["api_id"] == admin.user.api_id
    assert "impersonator" not in me


def test_stopping_twice_is_harmless(acting: Browser, database: Database):
    acting.delete(PATH)
    token = acting.token
    with unchanged(database, ("table_changes",)):
        assert acting.delete(PATH).status_code == 204
    assert acting.token == token
    assert acting.get("/api/v1/me").status_code == 200


def test_whoever_impersonates_nobody_stays_who_they_are(admin: Browser, visitor: Browser, database: Database):
    for browser, status in ((admin, 200), (visitor, 401)):
        token = browser.token
        with unchanged(database, ("table_changes",)):
            assert browser.delete(PATH).status_code == 204
        assert (browser.token, browser.get("/api/v1/me").status_code) == (token, status)


def test_after_half_an_hour_it_is_over_and_one_click_leads_back(acting: Browser, admin: Browser, clock):
    clock.moment += timedelta(minutes=29, seconds=59)
    assert acting.get("/api/v1/clients").status_code == 200
    clock.moment += timedelta(seconds=1)
    assert acting.get("/api/v1/clients").status_code == 401
    assert acting.delete(PATH).status_code == 204
    assert acting.get("/api/v1/me").json()["data"]["api_id"] == admin.user.api_id


def test_a_click_on_the_next_day_leads_to_the_sign_in(acting: Browser, clock):
    clock.moment += timedelta(hours=8, seconds=1)
    assert acting.delete(PATH).status_code == 204
    assert acting.get("/api/v1/me").status_code == 401


def test_coming_back_proves_nothing(sign_in_as, target: User, clock):
    """A proof is minutes old at most: going into somebody's place and back must not renew it."""
    admin = sign_in_as("admin")
    clock.moment += timedelta(minutes=16)
    assert admin.put("/api/v1/me/second-factor/totp").status_code == 403
    _start(admin, target)
    admin.delete(PATH)
    refused = admin.put("/api/v1/me/second-factor/totp")
    assert (refused.status_code, refused.json()["code"]) == (403, "proof_needed")
    assert admin.get("/api/v1/me/second-factor").json()["data"]["proved_until"] is None


def _demote_real(database: Database, admin: User, _target: User, owner: Browser) -> None:
    assert owner.patch(f"/api/v1/users/{admin.api_id}", {"roles": ["employee"]}).status_code == 200


def _deactivate_real(database: Database, admin: User, _target: User, owner: Browser) -> None:
    assert owner.post(f"/api/v1/deactivated-users/{admin.api_id}").status_code == 200


def _end_sessions_of_real(database: Database, admin: User, _target: User, owner: Browser) -> None:
    assert owner.delete(f"/api/v1/users/{admin.api_id}/sessions").status_code == 204


def _deactivate_target(database: Database, _admin: User, target: User, owner: Browser) -> None:
    assert owner.post(f"/api/v1/deactivated-users/{target.api_id}").status_code == 200


def _promote_target(database: Database, _admin: User, target: User, owner: Browser) -> None:
    assert owner.patch(f"/api/v1/users/{target.api_id}", {"roles": ["admin"]}).status_code == 200


@pytest.mark.parametrize(
    ("meanwhile", "back"),
    [(_demote_real, 401), (_deactivate_real, 401), (_end_sessions_of_real, 401), (_deactivate_target, 200),
     (_promote_target, 200)],
    ids=lambda value: getattr(value, "__name__", None),
)  # fmt: skip
def test_it_ends_at_once_when_either_changes(
    acting: Browser, admin: Browser, target: User, database: Database, sign_in_as, meanwhile: Any, back: int
):
    owner = sign_in_as("super_admin")
    assert acting.get("/api/v1/clients").status_code == 200
    meanwhile(database, admin.user, target, owner)
    assert acting.get("/api/v1/clients").status_code == 401
    assert acting.delete(PATH).status_code == 204
    assert acting.get("/api/v1/me").status_code == back


def test_the_persons_own_browsers_are_listed_without_it(acting: Browser, target: User, app, clock):
    theirs = Browser(app, ORIGIN).carrying(target, clock.now())
    assert len(theirs.get("/api/v1/sessions").json()["data"]) == 1
    assert theirs.get("/api/v1/me").status_code == 200


def test_the_last_visit_is_not_the_persons(acting: Browser, target: User, clock, database: Database):
    clock.moment += timedelta(minutes=6)
    acting.get("/api/v1/clients")
    with database.read() as db:
        assert db.execute(select(User.last_seen_at).where(User.id == target.id)).scalar_one() is None


@pytest.mark.parametrize("body", [None, {}, {"reason": "  "}])
def test_a_reason_is_welcome_but_not_asked_for(admin: Browser, target: User, database: Database, body: Any):
    assert admin.post(f"{PATH}/{target.api_id}", body).status_code == 201
    assert log_of(database, "impersonation_started")[0].changes == {}


@pytest.mark.parametrize("body", [{"reason": "x" * 501}, {"roles": ["admin"]}, {"impersonated_until": "2030-01-01"}])
def test_nothing_else_is_taken(admin: Browser, target: User, database: Database, body: Any):
    with unchanged(database):
        assert admin.post(f"{PATH}/{target.api_id}", body).status_code == 422


def test_the_session_is_never_remembered_nor_refreshed(acting: Browser, clock):
    (kept,) = [cookie for cookie in acting.client.cookies.jar if cookie.name == "regie_session"]
    assert kept.expires is None
    for _ in range(5):
        clock.moment += timedelta(minutes=6)
        acting.get("/api/v1/clients")
    assert acting.get("/api/v1/clients").status_code == 401


def test_must_enrol_does_not_carry_over_but_holds_for_the_real_person(admin: Browser, database: Database, target: User):
    _set(database, admin.user, two_factor=False)
    with database.write() as session:
        session.add(OrganizationSettings(id=1, **(DEFAULTS | {"admins_need_two_factor": True})))
    with unchanged(database):
        answer = _start(admin, target)
    assert (answer.status_code, answer.json()["code"]) == (403, "two_factor_needed")


def _began(database: Database) -> list[Any]:
    with database.read() as db:
        return list(db.execute(select(SignedInSession.created_at)).scalars())


def test_acting_for_somebody_does_not_lengthen_ones_own_session(
    admin: Browser, target: User, clock, database: Database
):
    began = _began(database)
    clock.moment += timedelta(hours=1)
    assert _start(admin, target).status_code == 201
    assert _began(database) == began
    clock.moment += timedelta(minutes=10)
    assert admin.delete(PATH).status_code == 204
    assert _began(database) == began
    assert admin.get("/api/v1/me").json()["data"]["api_id"] == admin.user.api_id
