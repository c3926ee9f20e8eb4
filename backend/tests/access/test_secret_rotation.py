"""Tests that what was sent or started before REGIE_SECRET was replaced stays valid with REGIE_FORMER_SECRETS."""

from typing import Any

import pytest
from httpx import Cookies

from regie.core.db.database import Database
from regie.domains.records.users.models import User
from regie.main import create_app
from regie.owner import OwnerDetails, print_owner_link
from regie.settings import load_settings
from tests.browser import Browser
from tests.conftest import ORIGIN, SERVICES, MovableClock
from tests.factories.mail import latest_mail
from tests.factories.people import make_user
from tests.factories.world import assert_unchanged

OLD, NEW = "the-old-secret-of-at-least-thirty-two", "the-new-secret-of-at-least-thirty-two"
EMAIL, PASSWORD = "maelle@regie.example", "quatre érables au bord du fleuve"


@pytest.fixture
def start(database: Database, clock: MovableClock) -> Any:
    def build(**secrets: str) -> Any:
        settings = load_settings({"REGIE_ORIGIN": ORIGIN, **SERVICES, **secrets})
        return create_app(settings, database=database, clock=clock, validate_responses=True)

    return build


def before(start: Any) -> Any:
    return start(REGIE_SECRET=OLD)


def after(start: Any) -> Any:
    return start(REGIE_SECRET=NEW, REGIE_FORMER_SECRETS=OLD)


def reopened(browser: Browser, app: Any) -> Browser:
    """Return the same browser at the restarted server, after its page was reloaded."""
    again = Browser(app, ORIGIN, cookies=Cookies(browser.client.cookies))
    again.get("/sanctum/csrf-cookie")
    return again


def signed_in(app: Any, database: Database, role: str, now: Any) -> Browser:
    with database.write() as session:
        user = make_user(session, roles=[role])
    return Browser(app, ORIGIN).signed_in_as(user, now)


def use_link(app: Any, token: str) -> int:
    return Browser(app, ORIGIN).post("/auth/passwords", {"token": token, "password": PASSWORD}).status_code


def invite(app: Any, database: Database, now: Any) -> str:
    sent = {"email": EMAIL, "first_name": "Maëlle", "last_name": "Roy", "roles": ["employee"]}
    assert signed_in(app, database, "admin", now).post("/api/v1/users", sent).status_code == 201
    return latest_mail(app, "invitation").link_params["token"]


def make_person(database: Database) -> User:
    with database.write() as session:
        return make_user(session, email=EMAIL)


def test_invitation_works_after_the_secret_was_replaced(start: Any, database: Database, clock: MovableClock):
    token = invite(before(start), database, clock.now())
    assert use_link(after(start), token) == 200


def test_invitation_is_refused_without_the_former_secret(start: Any, database: Database, clock: MovableClock):
    token = invite(before(start), database, clock.now())
    app = start(REGIE_SECRET=NEW)
    with assert_unchanged(database):
        assert use_link(app, token) == 422


def test_password_reset_works_after_the_secret_was_replaced(start: Any, database: Database):
    make_person(database)
    app = before(start)
    assert Browser(app, ORIGIN).post("/auth/password/resets", {"email": EMAIL}).status_code == 204
    token = latest_mail(app, "password_reset").link_params["token"]
    assert use_link(after(start), token) == 200


def test_owner_link_works_after_the_secret_was_replaced(
    start: Any, database: Database, clock: MovableClock, capsys: pytest.CaptureFixture[str]
):
    url = database.url.render_as_string(hide_password=False)
    details = OwnerDetails(EMAIL, "Ada", "Roy", "CAD")
    print_owner_link(load_settings({"REGIE_DATABASE_URL": url, "REGIE_SECRET": OLD}), details)
    token = capsys.readouterr().out.partition("#token=")[2].partition("&")[0]
    assert use_link(after(start), token) == 200


def test_code_works_in_the_browser_that_requested_it(start: Any, database: Database):
    make_person(database)
    app = before(start)
    browser = Browser(app, ORIGIN)
    assert browser.post("/auth/email/codes", {"email": EMAIL}).status_code == 204
    code = latest_mail(app, "sign_in_code").link_params["code"]
    replaced = after(start)
    assert Browser(replaced, ORIGIN).post("/login", {"email": EMAIL, "code": code}).status_code == 422
    assert reopened(browser, replaced).post("/login", {"email": EMAIL, "code": code}).status_code == 200


def test_open_page_is_asked_to_reload_and_stays_signed_in(start: Any, database: Database, clock: MovableClock):
    browser = signed_in(before(start), database, "admin", clock.now())
    stale = Browser(after(start), ORIGIN, cookies=Cookies(browser.client.cookies))
    with assert_unchanged(database):
        assert stale.delete("/api/v1/sessions").status_code == 419
    assert reopened(browser, after(start)).get("/api/v1/me").status_code == 200
