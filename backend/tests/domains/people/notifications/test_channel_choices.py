"""Tests of users' channel choices per event."""

from collections.abc import Callable
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.factories.activity import read_activity
from tests.factories.mail import queued_mail
from tests.factories.notifications import AWARD, make_notification
from tests.factories.world import assert_unchanged

PATH = "/api/v1/me/notification-settings"
FOR_EVERYONE = {"values_received", "goals_due", "exports", "client_decisions"}
OFFERED = {
    "super_admin": FOR_EVERYONE
    | {"budget_warnings", "renewals", "overdue_invoices", "sync_trouble", "months", "churn", "leaving"},
    "admin": FOR_EVERYONE
    | {"budget_warnings", "renewals", "overdue_invoices", "sync_trouble", "impersonation", "months", "churn"}
    | {"leaving"},
    "financial_manager": FOR_EVERYONE | {"budget_warnings", "overdue_invoices", "impersonation", "months", "leaving"},
    "account_manager": FOR_EVERYONE | {"budget_warnings", "renewals", "overdue_invoices", "impersonation", "leaving"},
    "churn_manager": FOR_EVERYONE | {"impersonation", "churn", "leaving"},
    "employee": FOR_EVERYONE | {"budget_warnings", "impersonation"},
}


def _read_choices(browser: Browser) -> dict[str, Any]:
    return {one["event"]: one for one in browser.get(PATH).json()["data"]["events"]}


def _award(browser: Browser, dedup_key: str = "award:1") -> None:
    context = browser.app.state.context
    with context.database.write() as session:
        make_notification(session, context, browser.user.id, kind="award", values=AWARD, dedup_key=dedup_key)


def _count_unread(browser: Browser) -> int:
    return browser.get("/api/v1/notifications?unread=true").json()["meta"]["total"]


@pytest.mark.parametrize("role", OFFERED)
def test_only_events_of_the_role_are_offered_and_accepted(
    role: str, sign_in_as: Callable[..., Browser], database: Database
):
    browser = sign_in_as(role)
    assert set(_read_choices(browser)) == OFFERED[role]
    browser.locale = "fr-ca"
    for event in OFFERED["super_admin"] | OFFERED["admin"]:
        if event in OFFERED[role]:
            assert browser.patch(PATH, {event: {"by_mail": "digest"}}).status_code == 200, event
            continue
        with assert_unchanged(database):
            response = browser.patch(PATH, {event: {"by_mail": "digest"}, "goals_due": {"by_mail": "never"}})
        assert response.status_code == 422
        assert response.json()["errors"] == {event: ["Cette notification n’est pas offerte pour vos rôles"]}


def test_events_of_several_roles_add_up(sign_in_as: Callable[..., Browser]):
    browser = sign_in_as("churn_manager", "financial_manager")
    assert set(_read_choices(browser)) == OFFERED["churn_manager"] | OFFERED["financial_manager"]


def test_defaults_apply_without_a_stored_row(sign_in_as: Callable[..., Browser], database: Database):
    browser = sign_in_as("admin")
    with assert_unchanged(database):
        response = browser.get(PATH).json()["data"]
    assert (response["version"], response["updated_at"], response["digest_hour"]) == (0, None, 7)
    defaults = {one["event"]: (one["in_app"], one["by_mail"], one["always_in_app"]) for one in response["events"]}
    assert defaults == {
        "values_received": (True, "at_once", False),
        "goals_due": (True, "digest", False),
        "budget_warnings": (True, "at_once", False),
        "renewals": (True, "digest", False),
        "overdue_invoices": (True, "digest", False),
        "sync_trouble": (True, "at_once", False),
        "exports": (True, "never", False),
        "impersonation": (True, "at_once", True),
        "months": (True, "at_once", False),
        "churn": (True, "at_once", False),
        "leaving": (True, "at_once", False),
        "client_decisions": (True, "at_once", False),
    }


def test_choice_is_stored_and_other_events_stay(sign_in_as: Callable[..., Browser]):
    browser = sign_in_as("employee")
    first = browser.patch(PATH, {"goals_due": {"in_app": False}, "version": 0}).json()["data"]
    assert first["version"] == 1
    assert first["updated_at"] is not None
    second = browser.patch(PATH, {"goals_due": {"by_mail": "never"}, "version": 1}).json()["data"]
    assert second["version"] == 2
    assert second == browser.get(PATH).json()["data"]
    now = {event: (one["in_app"], one["by_mail"]) for event, one in _read_choices(browser).items()}
    assert now["goals_due"] == (False, "never")
    assert now["values_received"] == (True, "at_once")
    assert browser.patch(PATH, {"goals_due": {"by_mail": "never"}}).json()["data"]["version"] == 2


def test_choices_are_per_user(sign_in_as: Callable[..., Browser]):
    mine, other = sign_in_as("employee"), sign_in_as("employee")
    mine.patch(PATH, {"values_received": {"by_mail": "never", "in_app": False}})
    assert _read_choices(other)["values_received"]["by_mail"] == "at_once"
    _award(mine)
    _award(other)
    assert ([mail.to for mail in queued_mail(mine.app)], _count_unread(mine), _count_unread(other)) == (
        [other.user.email],
        0,
        1,
    )


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
def test_notification_uses_the_chosen_channels(
    sign_in_as: Callable[..., Browser], choice: dict[str, Any], listed: int, mailed: int
):
    browser = sign_in_as("employee")
    assert browser.patch(PATH, {"values_received": choice}).status_code == 200
    _award(browser)
    assert (_count_unread(browser), len(queued_mail(browser.app))) == (listed, mailed)
    # A notification without any channel counts as sent: a later choice does not send it again.
    browser.patch(PATH, {"values_received": {"in_app": True, "by_mail": "at_once"}})
    with browser.app.state.context.database.write() as session:
        make_notification(
            session, browser.app.state.context, browser.user.id, kind="award", values=AWARD, dedup_key="award:1"
        )
    assert (_count_unread(browser), len(queued_mail(browser.app))) == (listed, mailed)


def test_impersonation_is_always_shown_in_the_app(sign_in_as: Callable[..., Browser], database: Database):
    browser, admin = sign_in_as("employee", locale="fr-ca"), sign_in_as("admin")
    for locale, words in (
        ("en-us", "This notification is always shown in the app"),
        ("fr-ca", "Cette notification s’affiche toujours dans l’application"),
    ):
        browser.locale = locale
        with assert_unchanged(database):
            response = browser.patch(PATH, {"impersonation": {"in_app": False, "by_mail": "never"}})
        assert response.status_code == 422
        assert response.json()["errors"] == {"impersonation.in_app": [words]}
    assert browser.patch(PATH, {"impersonation": {"in_app": True, "by_mail": "never"}}).status_code == 200
    assert admin.post(f"/api/v1/impersonated-users/{browser.user.api_id}", {"reason": "Question"}).status_code == 201
    assert (_count_unread(browser), queued_mail(browser.app)) == (1, [])


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
def test_unknown_values_return_422_in_both_languages(
    sign_in_as: Callable[..., Browser], database: Database, body: dict[str, Any], field: str
):
    browser, messages = sign_in_as("employee"), set()
    for locale in ("en-us", "fr-ca"):
        browser.locale = locale
        with assert_unchanged(database):
            response = browser.patch(PATH, {"goals_due": {"by_mail": "never"}} | body)
        assert response.status_code == 422
        (one,) = response.json()["errors"].items()
        assert one[0] == field
        messages.add(one[1][0])
    assert len(messages) == 2


def test_concurrent_changes_conflict(sign_in_as: Callable[..., Browser], database: Database):
    browser = sign_in_as("employee")
    browser.patch(PATH, {"goals_due": {"by_mail": "never"}, "version": 0})
    with assert_unchanged(database):
        response = browser.patch(PATH, {"goals_due": {"by_mail": "at_once"}, "version": 0})
    assert (response.status_code, response.json()["version"]) == (409, 1)
    assert response.json()["conflicts"] == {"goals_due": {"theirs": ["app", "never"], "yours": ["app", "at_once"]}}
    # Equal choices are no conflict.
    assert browser.patch(PATH, {"goals_due": {"by_mail": "never"}, "version": 0}).status_code == 200


def test_choices_are_logged(sign_in_as: Callable[..., Browser], database: Database):
    browser = sign_in_as("employee")
    before = len(read_activity(database))
    browser.patch(PATH, {"goals_due": {"in_app": False}})
    browser.patch(PATH, {"goals_due": {"in_app": False}})
    (entry,) = read_activity(database)[before:]
    assert (entry.action, entry.subject_type, entry.subject_api_id) == ("changed", "user", browser.user.api_id)
    assert entry.changes == {"goals_due": [["app", "digest"], ["digest"]]}


def test_impersonator_reads_choices_but_cannot_change_them(sign_in_as: Callable[..., Browser], database: Database):
    browser, admin = sign_in_as("employee"), sign_in_as("admin")
    browser.patch(PATH, {"goals_due": {"by_mail": "never"}})
    assert admin.post(f"/api/v1/impersonated-users/{browser.user.api_id}", {"reason": "Question"}).status_code == 201
    assert _read_choices(admin)["goals_due"]["by_mail"] == "never"
    with assert_unchanged(database):
        assert admin.patch(PATH, {"goals_due": {"by_mail": "at_once"}}).status_code == 403


def test_user_without_the_role_is_not_notified(sign_in_as: Callable[..., Browser], database: Database):
    browser = sign_in_as("churn_manager")
    context = browser.app.state.context
    with assert_unchanged(database), pytest.raises(Exception, match="No row"), database.write() as session:
        make_notification(session, context, browser.user.id)
