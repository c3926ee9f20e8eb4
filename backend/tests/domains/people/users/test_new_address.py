"""A person's address opens their account: once an administrator has changed it, the old one opens nothing."""

from datetime import timedelta
from typing import Any

import pytest

from regie.access.reauthentication import PROVED_FOR
from regie.core.db.database import Database
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.doors import link_google, make_link, make_pending, make_totp
from tests.factories.log import log_of
from tests.factories.people import PASSWORD, make_user
from tests.factories.post import mails, newest
from tests.factories.world import unchanged

OLD, NEW = "maelle@regie.example", "maelle.roy@regie.example"


@pytest.fixture
def person(database: Database) -> User:
    with database.write() as session:
        return make_user(session, email=OLD, roles=["employee"], locale="fr-ca")


@pytest.fixture
def admin(sign_in_as: Any) -> Browser:
    return sign_in_as("admin", first_name="Olivier", last_name="Gagnon")


def _move(admin: Browser, person: User, email: str = NEW) -> Any:
    return admin.patch(f"/api/v1/users/{person.api_id}", {"email": email})


def test_the_old_address_is_told_in_the_persons_language_and_by_name(admin: Browser, person: User):
    assert _move(admin, person).json()["data"]["email"] == NEW
    mail = newest(admin.app, "email_changed")
    assert (mail.to, mail.locale) == (OLD, "fr-ca")
    assert "Olivier Gagnon" in mail.text


def test_every_session_ends_and_so_does_a_half_finished_sign_in(
    app, admin: Browser, person: User, clock, database: Database
):
    theirs, half = Browser(app, ORIGIN).carrying(person, clock.now()), Browser(app, ORIGIN)
    with database.write() as session:
        make_totp(session, app.state.context, person)
        make_pending(session, app.state.context, person, half.token)
    assert _move(admin, person).status_code == 200
    assert theirs.get("/api/v1/me").status_code == 401
    assert half.post("/auth/second-factor", {"code": "000000"}).status_code == 422
    assert admin.get("/api/v1/me").status_code == 200


def test_what_was_sent_to_the_old_address_is_dead(app, admin: Browser, person: User, database: Database):
    asked = Browser(app, ORIGIN)
    asked.post("/auth/email/codes", {"email": OLD})
    code = newest(app, "sign_in_code").opened["code"]
    with database.write() as session:
        token = make_link(session, app.state.context, person)
    assert _move(admin, person).status_code == 200
    for email in (OLD, NEW):
        assert asked.post("/login", {"email": email, "code": code}).status_code == 422
    with unchanged(database):
        sent = {"token": token, "password": "quatre érables au bord du fleuve"}
        assert asked.post("/auth/passwords", sent).status_code == 422
    assert Browser(app, ORIGIN).post("/login", {"email": NEW, "password": PASSWORD}).status_code == 200


def test_the_google_link_goes_with_it(admin: Browser, person: User, database: Database):
    link_google(database, person.api_id)
    assert _move(admin, person).json()["data"]["google_linked"] is False
    assert [row.subject_api_id for row in log_of(database, "google_unlinked")] == [person.api_id]


def test_it_asks_for_a_proof_that_is_minutes_old(admin: Browser, person: User, clock, database: Database):
    link_google(database, person.api_id)
    clock.moment += PROVED_FOR
    with unchanged(database):
        answer = _move(admin, person)
    assert (answer.status_code, answer.json()["code"]) == (403, "proof_needed")
    assert mails(admin.app) == []
    assert admin.patch(f"/api/v1/users/{person.api_id}", {"first_name": "Zoé"}).status_code == 200
    assert admin.post("/api/v1/me/proofs", {"password": PASSWORD}).status_code == 204
    clock.moment += PROVED_FOR - timedelta(seconds=1)
    assert _move(admin, person).status_code == 200


def test_the_same_address_again_changes_nothing(app, admin: Browser, person: User, clock, database: Database):
    theirs = Browser(app, ORIGIN).carrying(person, clock.now())
    clock.moment += PROVED_FOR
    assert _move(admin, person, OLD.upper()).status_code == 200
    assert theirs.get("/api/v1/me").status_code == 200
    assert mails(app) == []


def test_administrators_who_move_themselves_stay_where_they_sit(admin: Browser, database: Database):
    old = admin.user.email
    assert _move(admin, admin.user).status_code == 200
    assert admin.get("/api/v1/me").json()["data"]["email"] == NEW
    assert newest(admin.app, "email_changed").to == old
