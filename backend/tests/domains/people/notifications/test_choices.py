"""People choose, event by event, whether they are told in the app and how by mail; nobody chooses for them."""

from collections.abc import Callable
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.factories.log import log_of
from tests.factories.post import mails
from tests.factories.told import AWARD, tell
from tests.factories.world import unchanged

PATH = "/api/v1/me/notification-choices"
FOR_EVERYONE = {"values_received", "goals_due", "exports"}
OFFERED = {
    "super_admin": FOR_EVERYONE | {"budget_warnings", "renewals", "overdue_invoices", "sync_trouble"},
    "admin": FOR_EVERYONE | {"budget_warnings", "renewals", "overdue_invoices", "sync_trouble", "impersonation"},
    "financial_manager": FOR_EVERYONE | {"budget_warnings", "overdue_invoices", "impersonation"},
    "account_manager": FOR_EVERYONE | {"budget_warnings", "renewals", "overdue_invoices", "impersonation"},
    "churn_manager": FOR_EVERYONE | {"impersonation"},
    "employee": FOR_EVERYONE | {"budget_warnings", "impersonation"},
}


def _choices(browser: Browser) -> dict[str, Any]:
    return {one["event"]: one for one in browser.get(PATH).json()["data"]["events"]}


def _award(browser: Browser, once: str = "award:1") -> None:
    context = browser.app.state.context
    with context.database.write() as session:
        tell(session, context, browser.user.id, kind="award", values=AWARD, once=once)


def _listed(browser: Browser) -> int:
    return browser.get("/api/v1/notifications?unread=true").json()["meta"]["total"]


@pytest.mark.parametrize("role", OFFERED)
def test_only_what_can_reach_a_role_is_offered_and_taken(
    role: str, sign_in_as: Callable[..., Browser], database: Database
):
    browser = sign_in_as(role)
    assert set(_choices(browser)) == OFFERED[role]
    browser.locale = "fr-ca"
    for event in OFFERED["super_admin"] | OFFERED["admin"]:
        if event in OFFERED[role]:
            assert browser.patch(PATH, {event: {"by_mail": "digest"}}).status_code == 200, event
            continue
        with unchanged(database):
            answer = browser.patch(PATH, {event: {"by_mail": "digest"}, "goals_due": {"by_mail": "never"}})
        assert answer.status_code == 422
        assert answer.json()["errors"] == {event: ["Cette notification n’est pas offerte pour vos rôles"]}


def test_roles_add_up(sign_in_as: Callable[..., Browser]):
    browser = sign_in_as("churn_manager", "financial_manager")
    assert set(_choices(browser)) == OFFERED["churn_manager"] | OFFERED["financial_manager"]


def test_nothing_is_kept_until_somebody_chooses(sign_in_as: Callable[..., Browser], database: Database):
    browser = sign_in_as("admin")
    with unchanged(database):
        answer = browser.get(PATH).json()["data"]
    assert (answer["version"], answer["updated_at"], answer["digest_hour"]) == (0, None, 7)
    usual = {one["event"]: (one["in_app"], one["by_mail"], one["always_in_app"]) for one in answer["events"]}
    assert usual == {
        "values_received": (True, "at_once", False),
        "goals_due": (True, "digest", False),
        "budget_warnings": (True, "at_once", False),
        "renewals": (True, "digest", False),
        "overdue_invoices": (True, "digest", False),
        "sync_trouble": (True, "at_once", False),
        "exports": (True, "never", False),
        "impersonation": (True, "at_once", True),
    }


def test_a_choice_is_kept_and_the_rest_stays(sign_in_as: Callable[..., Browser]):
    browser = sign_in_as("employee")
    first = browser.patch(PATH, {"goals_due": {"in_app": False}, "version": 0}).json()["data"]
    assert first["version"] == 1
    assert first["updated_at"] is not None
    second = browser.patch(PATH, {"goals_due": {"by_mail": "never"}, "version": 1}).json()["data"]
    assert second["version"] == 2
    assert second == browser.get(PATH).json()["data"]
    now = {event: (one["in_app"], one["by_mail"]) for event, one in _choices(browser).items()}
    assert now["goals_due"] == (False, "never")
    assert now["values_received"] == (True, "at_once")
    assert browser.patch(PATH, {"goals_due": {"by_mail": "never"}}).json()["data"]["version"] == 2


def test_a_choice_is_ones_own(sign_in_as: Callable[..., Browser]):
    mine, other = sign_in_as("employee"), sign_in_as("employee")
    mine.patch(PATH, {"values_received": {"by_mail": "never", "in_app": False}})
    assert _choices(other)["values_received"]["by_mail"] == "at_once"
    _award(mine)
    _award(other)
    assert ([mail.to for mail in mails(mine.app)], _listed(mine), _listed(other)) == ([other.user.email], 0, 1)


@pytest.mark.parametrize(
    ("choice", "listed", "mailed"),
    [
        ({"in_app": True, "by_mail": "at_once"}, 1, 1),
        ({"in_app": True, "by_mail": "digest"}, 1, 0),
        ({"in_app": True, "by_mail": "never"}, 1, 0),
        ({"in_app": False, "by_mail": "at_once"}, 0, 1),
        ({"in_app": False, "by_mail": "never"}, 0, 0),
    ],
)
def test_what_happens_goes_the_ways_that_were_chosen(
    sign_in_as: Callable[..., Browser], choice: dict[str, Any], listed: int, mailed: int
):
    browser = sign_in_as("employee")
    assert browser.patch(PATH, {"values_received": choice}).status_code == 200
    _award(browser)
    assert (_listed(browser), len(mails(browser.app))) == (listed, mailed)
    # What was told in no way was told nevertheless: another choice brings none of it back.
    browser.patch(PATH, {"values_received": {"in_app": True, "by_mail": "at_once"}})
    with browser.app.state.context.database.write() as session:
        tell(session, browser.app.state.context, browser.user.id, kind="award", values=AWARD, once="award:1")
    assert (_listed(browser), len(mails(browser.app))) == (listed, mailed)


def test_what_is_done_in_ones_name_stays_in_the_app(sign_in_as: Callable[..., Browser], database: Database):
    browser, admin = sign_in_as("employee", locale="fr-ca"), sign_in_as("admin")
    for locale, words in (("en-us", "This is always in the app"), ("fr-ca", "Ceci est toujours dans l’application")):
        browser.locale = locale
        with unchanged(database):
            answer = browser.patch(PATH, {"impersonation": {"in_app": False, "by_mail": "never"}})
        assert answer.status_code == 422
        assert answer.json()["errors"] == {"impersonation.in_app": [words]}
    assert browser.patch(PATH, {"impersonation": {"in_app": True, "by_mail": "never"}}).status_code == 200
    assert admin.post(f"/api/v1/impersonated-users/{browser.user.api_id}").status_code == 201
    assert (_listed(browser), mails(browser.app)) == (1, [])


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"birthdays": {"in_app": True}}, "birthdays"),
        ({"goals_due": {"by_phone": True}}, "goals_due.by_phone"),
        ({"goals_due": {"by_mail": "weekly"}}, "goals_due.by_mail"),
        ({"goals_due": {"in_app": "yes"}}, "goals_due.in_app"),
        ({"goals_due": "digest"}, "goals_due"),
        ({"version": -1}, "version"),
    ],
)
def test_what_is_unknown_is_named_in_both_languages(
    sign_in_as: Callable[..., Browser], database: Database, body: dict[str, Any], field: str
):
    browser, said = sign_in_as("employee"), set()
    for locale in ("en-us", "fr-ca"):
        browser.locale = locale
        with unchanged(database):
            answer = browser.patch(PATH, {"goals_due": {"by_mail": "never"}} | body)
        assert answer.status_code == 422
        (one,) = answer.json()["errors"].items()
        assert one[0] == field
        said.add(one[1][0])
    assert len(said) == 2


def test_two_windows_do_not_overwrite_each_other(sign_in_as: Callable[..., Browser], database: Database):
    browser = sign_in_as("employee")
    browser.patch(PATH, {"goals_due": {"by_mail": "never"}, "version": 0})
    with unchanged(database):
        answer = browser.patch(PATH, {"goals_due": {"by_mail": "at_once"}, "version": 0})
    assert (answer.status_code, answer.json()["version"]) == (409, 1)
    assert answer.json()["conflicts"] == {"goals_due": {"theirs": ["app", "never"], "yours": ["app", "at_once"]}}
    # What both chose alike is no conflict.
    assert browser.patch(PATH, {"goals_due": {"by_mail": "never"}, "version": 0}).status_code == 200


def test_the_log_says_what_was_chosen(sign_in_as: Callable[..., Browser], database: Database):
    browser = sign_in_as("employee")
    before = len(log_of(database))
    browser.patch(PATH, {"goals_due": {"in_app": False}})
    browser.patch(PATH, {"goals_due": {"in_app": False}})
    (entry,) = log_of(database)[before:]
    assert (entry.action, entry.subject_type, entry.subject_api_id) == ("changed", "user", browser.user.api_id)
    assert entry.changes == {"goals_due": [["app", "digest"], ["digest"]]}


def test_who_acts_in_somebodys_place_sees_their_choices_and_changes_none(
    sign_in_as: Callable[..., Browser], database: Database
):
    browser, admin = sign_in_as("employee"), sign_in_as("admin")
    browser.patch(PATH, {"goals_due": {"by_mail": "never"}})
    assert admin.post(f"/api/v1/impersonated-users/{browser.user.api_id}").status_code == 201
    assert _choices(admin)["goals_due"]["by_mail"] == "never"
    with unchanged(database):
        assert admin.patch(PATH, {"goals_due": {"by_mail": "at_once"}}).status_code == 403


def test_whoever_has_lost_the_role_is_told_no_more(sign_in_as: Callable[..., Browser], database: Database):
    browser = sign_in_as("churn_manager")
    context = browser.app.state.context
    with unchanged(database), pytest.raises(Exception, match="No row"), database.write() as session:
        tell(session, context, browser.user.id)
