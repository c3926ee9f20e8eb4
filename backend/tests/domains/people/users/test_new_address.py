"""Tests of changing a user's address: the old address gives access to nothing afterwards."""

from datetime import timedelta
from typing import Any

import pytest

from regie.access.reauthentication import REAUTHENTICATION_VALIDITY
from regie.core.db.database import Database
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.activity import read_activity
from tests.factories.credentials import link_google_account, make_email_link, make_pending_sign_in, make_totp_device
from tests.factories.mail import latest_mail, queued_mail
from tests.factories.people import PASSWORD, make_user
from tests.factories.world import assert_unchanged

OLD, NEW = "maelle@regie.example", "maelle.roy@regie.example"


@pytest.fixture
def person(database: Database) -> User:
    with database.write() as session:
        return make_user(session, email=OLD, roles=["employee"], locale="fr-ca")


@pytest.fixture
def admin(sign_in_as: Any) -> Browser:
    return sign_in_as("admin", first_name="Olivier", last_name="Gagnon")


def _change_address(admin: Browser, person: User, email: str = NEW) -> Any:
    return admin.patch(f"/api/v1/users/{person.api_id}", {"email": email})


def test_old_address_is_notified_in_the_users_language(admin: Browser, person: User):
    assert _change_address(admin, person).json()["data"]["email"] == NEW
    mail = latest_mail(admin.app, "email_changed")
    assert (mail.to, mail.locale) == (OLD, "fr-ca")
    assert "Olivier Gagnon" in mail.text


def test_address_change_ends_sessions_and_pending_sign_ins(
    app, admin: Browser, person: User, clock, database: Database
):
    theirs, half = Browser(app, ORIGIN).signed_in_as(person, clock.now()), Browser(app, ORIGIN)
    with database.write() as session:
        make_totp_device(session, app.state.context, person)
        make_pending_sign_in(session, app.state.context, person, half.token)
    assert _change_address(admin, person).status_code == 200
    assert theirs.get("/api/v1/me").status_code == 401
    assert half.post("/auth/second-factor", {"code": "000000"}).status_code == 422
    assert admin.get("/api/v1/me").status_code == 200


def test_codes_and_links_sent_to_the_old_address_stop_working(app, admin: Browser, person: User, database: Database):
    visitor = Browser(app, ORIGIN)
    visitor.post("/auth/email/codes", {"email": OLD})
    code = latest_mail(app, "sign_in_code").link_params["code"]
    with database.write() as session:
        token = make_email_link(session, app.state.context, person)
    assert _change_address(admin, person).status_code == 200
    for email in (OLD, NEW):
        assert visitor.post("/login", {"email": email, "code": code}).status_code == 422
    with assert_unchanged(database):
        sent = {"token": token, "password": "quatre érables au bord du fleuve"}
        assert visitor.post("/auth/passwords", sent).status_code == 422
    assert Browser(app, ORIGIN).post("/login", {"email": NEW, "password": PASSWORD}).status_code == 200


def test_address_change_unlinks_google(admin: Browser, person: User, database: Database):
    link_google_account(database, person.api_id)
    assert _change_address(admin, person).json()["data"]["google_linked"] is False
    assert [row.subject_api_id for row in read_activity(database, "google_unlinked")] == [person.api_id]


def test_address_change_needs_recent_authentication(admin: Browser, person: User, clock, database: Database):
    link_google_account(database, person.api_id)
    clock.moment += REAUTHENTICATION_VALIDITY
    with assert_unchanged(database):
        response = _change_address(admin, person)
    assert (response.status_code, response.json()["code"]) == (403, "reauthentication_required")
    assert queued_mail(admin.app) == []
    assert admin.patch(f"/api/v1/users/{person.api_id}", {"first_name": "Zoé"}).status_code == 200
    assert admin.post("/api/v1/me/reauthentications", {"password": PASSWORD}).status_code == 204
    clock.moment += REAUTHENTICATION_VALIDITY - timedelta(seconds=1)
    assert _change_address(admin, person).status_code == 200


def test_same_address_changes_nothing(app, admin: Browser, person: User, clock, database: Database):
    theirs = Browser(app, ORIGIN).signed_in_as(person, clock.now())
    clock.moment += REAUTHENTICATION_VALIDITY
    assert _change_address(admin, person, OLD.upper()).status_code == 200
    assert theirs.get("/api/v1/me").status_code == 200
    assert queued_mail(app) == []


def test_administrators_who_change_their_own_address_stay_signed_in(admin: Browser, database: Database):
    old = admin.user.email
    assert _change_address(admin, admin.user).status_code == 200
    assert admin.get("/api/v1/me").json()["data"]["email"] == NEW
    assert latest_mail(admin.app, "email_changed").to == old
