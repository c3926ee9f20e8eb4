"""Tests of the organization's settings: defaults, changes, checks and log."""

from typing import Any

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.factories.activity import read_activity
from tests.factories.credentials import make_totp_device
from tests.factories.world import assert_unchanged

PATH = "/api/v1/settings"


@pytest.fixture
def admin(sign_in_as: Any) -> Browser:
    return sign_in_as("admin")


def test_defaults_apply_before_the_first_save(admin: Browser):
    data = admin.get(PATH).json()["data"]
    assert (data["name"], data["version"], data["allowed_email_domains"]) == ("Régie", 0, [])


def test_only_sent_fields_change_and_are_logged(admin: Browser, database: Database):
    sent = {"name": "Agence Érable", "allowed_email_domains": ["Regie.Example", "regie.example"], "version": 0}
    first = admin.post(PATH, sent).json()["data"]
    assert first["allowed_email_domains"] == ["regie.example"]
    response = admin.post(PATH, {"default_locale": "fr-ca", "version": first["version"]}).json()["data"]
    assert (response["name"], response["default_locale"]) == ("Agence Érable", "fr-ca")
    entry = read_activity(database, "changed")[-1]
    assert entry.changes == {"default_locale": ["en-us", "fr-ca"]}
    assert (entry.subject_type, entry.subject_name, entry.actor_name) == ("settings", "Agence Érable", admin.user.name)


def test_project_defaults_are_stored_and_can_be_emptied(admin: Browser):
    sent = {"counted_hours": "billable", "rollover": "surplus", "rollover_cap_hours": "12.50"}
    saved = admin.post(PATH, sent | {"rollover_expiry_months": 3}).json()["data"]
    assert {name: saved[name] for name in sent} == sent
    emptied = admin.post(PATH, {"rollover_cap_hours": "", "rollover_expiry_months": None}).json()["data"]
    assert (emptied["rollover_cap_hours"], emptied["rollover_expiry_months"]) == (None, None)


def test_alert_thresholds_are_stored_logged_and_offered(admin: Browser, database: Database):
    offered = [item["value"] for item in admin.get("/api/v1/enum-options").json()["data"]["retainer_warning"]]
    assert offered == ["50", "80", "100", "pace"]
    admin.post(PATH, {"name": "Agence Érable"})
    saved = admin.post(PATH, {"alert_thresholds": [75, 120], "alert_pace": "2"}).json()["data"]
    assert (saved["alert_thresholds"], saved["alert_pace"]) == ([75, 120], "2.00")
    assert read_activity(database, "changed")[-1].changes == {
        "alert_thresholds": [[50, 80, 100], [75, 120]], "alert_pace": ["1.15", "2.00"],
    }  # fmt: skip
    options = admin.get("/api/v1/enum-options").json()["data"]["retainer_warning"]
    assert [item["name_fr"] for item in options] == [
        "75\u00a0% utilisées",
        "120\u00a0% utilisées",
        "Rythme trop rapide",
    ]
    with assert_unchanged(database):
        response = admin.post(PATH, {"alert_thresholds": [], "version": saved["version"] - 1})
    assert response.json()["conflicts"] == {"alert_thresholds": {"theirs": [75, 120], "yours": []}}
    assert admin.post(PATH, {"alert_thresholds": []}).json()["data"]["alert_thresholds"] == []


def test_concurrent_changes_conflict(admin: Browser, database: Database):
    version = admin.post(PATH, {"name": "Une"}).json()["data"]["version"]
    admin.post(PATH, {"name": "Deux", "version": version})
    with assert_unchanged(database):
        response = admin.post(PATH, {"name": "Trois", "version": version})
    assert response.status_code == 409
    assert response.json()["conflicts"] == {"name": {"theirs": "Deux", "yours": "Trois"}}


@pytest.mark.parametrize(
    ("field", "value"),
    [("name", ""), ("name", " "), ("name", "x" * 201), ("default_locale", "de"), ("version", -1), ("version", "1"),
     ("allowed_email_domains", ["@regie.example"]), ("allowed_email_domains", ["regie"]),
     ("allowed_email_domains", ["*.example"]), ("allowed_email_domains", ["a.example"] * 51),
     ("allowed_email_domains", "regie.example"), ("admins_need_two_factor", "perhaps"), ("counted_hours", "some"),
     ("rollover", "all"), ("rollover_cap_hours", "-1.00"), ("rollover_cap_hours", 8), ("rollover_expiry_months", 0),
     ("churn_recognition", "today"), ("attribution_look_back_months", 0), ("attribution_look_back_months", 61),
     ("alert_thresholds", [0]), ("alert_thresholds", [301]), ("alert_thresholds", ["50"]),
     ("alert_thresholds", [80, 50]), ("alert_thresholds", [50, 50]), ("alert_thresholds", [10, 20, 30, 40, 50, 60]),
     ("alert_pace", "0.99"), ("alert_pace", "5.01"), ("alert_pace", "1.155"), ("alert_pace", 1.2), ("alert_pace", ""),
     ("aging_buckets", [30, 60]), ("aging_buckets", [10, 20, 30, 40]), ("aging_buckets", [30, 60, 366]),
     ("aging_buckets", [0, 30, 60]), ("aging_buckets", [30, 30, 60]), ("aging_buckets", [90, 60, 30]),
     ("aging_buckets", None)],
)  # fmt: skip
def test_invalid_value_returns_422_for_its_field(admin: Browser, database: Database, field: str, value: Any):
    with assert_unchanged(database):
        response = admin.post(PATH, {field: value})
    assert response.status_code == 422
    assert {name.split(".")[0] for name in response.json()["errors"]} == {field}


def test_requiring_two_factor_needs_an_own_second_factor(admin: Browser, database: Database):
    with assert_unchanged(database):
        assert list(admin.post(PATH, {"admins_need_two_factor": True}).json()["errors"]) == ["admins_need_two_factor"]
    with database.write() as session:
        make_totp_device(session, admin.app.state.context, admin.user)
    assert admin.post(PATH, {"admins_need_two_factor": True}).json()["data"]["admins_need_two_factor"] is True
