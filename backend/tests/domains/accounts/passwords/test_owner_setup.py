"""Tests of the link with which the first owner sets up the organization."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from regie.access.email_tokens import EMAIL_TOKEN_VALIDITY
from regie.core.db.database import Database
from regie.domains.records.settings.queries import read_settings
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.activity import read_activity
from tests.factories.credentials import make_email_link
from tests.factories.people import make_user
from tests.factories.world import assert_unchanged

SETUP = "/auth/owner-setups"
ANSWERS = {
    "password": "quatre érables au bord du fleuve",
    "first_name": " Zoé ",
    "last_name": "Tremblay-Roy",
    "name": " Agence Boréale ",
    "locale": "fr-ca",
    "timezone": "America/Halifax",
    "reporting_currency": "CAD",
}


def _make_owner(database: Database, **values: Any) -> User:
    with database.write() as session:
        return make_user(session, **{"roles": ["super_admin"], "status": "invited", "currency": "USD"} | values)


def _make_token(app: Any, owner: User) -> str:
    with app.state.context.database.write() as session:
        return make_email_link(session, app.state.context, owner, "invitation")


@pytest.fixture
def token(app, database: Database) -> str:
    return _make_token(app, _make_owner(database))


def test_answers_are_stored_and_logged(visitor: Browser, database: Database, token: str):
    response = visitor.post(SETUP, {"token": token, **ANSWERS})
    assert response.status_code == 200, response.text
    me = visitor.get("/api/v1/me").json()["data"]
    assert me["name"] == "Zoé Tremblay-Roy"
    assert (me["status"], me["locale"], me["timezone"], me["currency"]) == (
        "active", "fr-ca", "America/Halifax", "CAD",
    )  # fmt: skip
    with database.read() as db:
        settings = read_settings(db)
    assert (settings["name"], settings["default_locale"], settings["timezone"]) == (
        "Agence Boréale", "fr-ca", "America/Halifax",
    )  # fmt: skip
    assert (settings["reporting_currency"], settings["exchange_rate_source"]) == ("CAD", "bank_of_canada")
    logged = {(entry.subject_type, entry.actor_api_id) for entry in read_activity(database) if entry.changes}
    assert {("settings", me["api_id"]), ("user", me["api_id"])} <= logged


def test_currency_without_published_rates_takes_rates_by_hand(visitor: Browser, database: Database, token: str):
    assert visitor.post(SETUP, {"token": token, **ANSWERS, "reporting_currency": "DKK"}).status_code == 200
    with database.read() as db:
        assert read_settings(db)["exchange_rate_source"] == "by_hand"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("first_name", " "), ("last_name", "x" * 101), ("name", "  "), ("name", "x" * 201),
        ("name", None), ("locale", "de-de"), ("timezone", "America/Gotham"),
        ("reporting_currency", "XXX"), ("password", "short"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("locale", ["en-us", "fr-ca"])
def test_invalid_answer_is_refused_in_words(
    visitor: Browser, database: Database, token: str, field: str, value: Any, locale: str
):
    visitor.locale = locale
    with assert_unchanged(database):
        refused = visitor.post(SETUP, {"token": token, **ANSWERS, field: value})
    assert (refused.status_code, list(refused.json()["errors"])) == (422, [field])
    assert visitor.post(SETUP, {"token": token, **ANSWERS}).status_code == 200


@pytest.mark.parametrize("field", sorted(ANSWERS))
def test_missing_answer_is_refused(visitor: Browser, database: Database, token: str, field: str):
    with assert_unchanged(database):
        refused = visitor.post(SETUP, {"token": token, **{name: ANSWERS[name] for name in ANSWERS if name != field}})
    assert list(refused.json()["errors"]) == [field]


def _add_account(database: Database) -> None:
    with database.write() as session:
        make_user(session, roles=["employee"], status="invited")


@pytest.mark.parametrize(
    ("values", "has_others"),
    [({}, True), ({"roles": ["admin"]}, False), ({"status": "active"}, False)],
)
def test_other_invitation_sets_up_nothing(app, visitor: Browser, database: Database, values: Any, has_others: bool):
    token = _make_token(app, _make_owner(database, **values))
    if has_others:
        _add_account(database)
    with assert_unchanged(database):
        refused = visitor.post(SETUP, {"token": token, **ANSWERS})
    assert (refused.status_code, refused.json()["code"]) == (422, "link")


def test_expired_link_is_refused(visitor: Browser, database: Database, token: str, clock):
    clock.moment += EMAIL_TOKEN_VALIDITY["invitation"] + timedelta(seconds=1)
    with assert_unchanged(database):
        assert visitor.post(SETUP, {"token": token, **ANSWERS}).json()["code"] == "link"


def test_link_of_two_tabs_is_used_once(app, database: Database, token: str):
    names = ["Agence Boréale", "Agence du Fleuve"]
    browsers = [Browser(app, ORIGIN) for _ in names]
    with ThreadPoolExecutor(2) as threads:
        responses = list(
            threads.map(
                lambda browser, name: browser.post(SETUP, {"token": token, **ANSWERS, "name": name}), browsers, names
            )
        )
    statuses = [response.status_code for response in responses]
    assert sorted(statuses) == [200, 422]
    with database.read() as db:
        assert read_settings(db)["name"] == names[statuses.index(200)]
        assert db.execute(select(User.status)).scalars().all() == ["active"]
    assert responses[statuses.index(422)].json()["code"] == "link"
