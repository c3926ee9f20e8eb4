"""Tests every setting: storage, versions, log, and contradictions."""

from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.records.settings.queries import DEFAULTS
from regie.domains.records.settings.schemas import SettingsUpdate
from tests.browser import Browser
from tests.factories.activity import read_activity
from tests.factories.credentials import make_totp_device
from tests.factories.files import PNG, to_base64
from tests.factories.world import assert_unchanged

PATH = "/api/v1/settings"
# Another value of each setting, in the form of the API; test_logo.py covers the logo, and tests of month-end
# packs their recipients.
OTHER_VALUES: dict[str, Any] = {
    "name": "Agence Érable",
    "reporting_currency": "CAD",
    "timezone": "Pacific/Auckland",
    "fiscal_year_start": "april",
    "default_locale": "fr-ca",
    "allowed_email_domains": ["erable.example"],
    "admins_need_two_factor": True,
    "counted_hours": "billable",
    "rollover": "surplus",
    "rollover_cap_hours": "12.50",
    "rollover_expiry_months": 3,
    "churn_recognition": "notice",
    "attribution_look_back_months": 6,
    "alert_thresholds": [75, 120],
    "alert_pace": "2.00",
    "aging_buckets": [15, 45, 90],
    "payment_terms_days": 45,
    "payment_instructions_en": "Bank transfer.\nState the invoice numbers.",
    "payment_instructions_fr": "Virement.\nInscrivez le numéro des factures.",
    "overhead_percent": 25,
    "reminder_interval_days": 14,
    **{
        f"{level}_{part}_{language}": f"{level} {part} {language}: {{amount}}"
        for level in ("reminder", "firm_reminder")
        for part in ("subject", "text")
        for language in ("en", "fr")
    },
    "exchange_rate_source": "by_hand",
    "bug_project": "regie-web",
    "retention_activity_months": 24,
    "retention_imports_days": 10,
    "retention_exports_days": 2,
    "retention_notifications_days": 60,
    "retention_mails_days": 90,
}


TEMPLATE_ENDINGS = tuple(f"reminder_{part}_{language}" for part in ("subject", "text") for language in ("en", "fr"))


@pytest.fixture
def admin(sign_in_as: Any, database: Database) -> Browser:
    browser = sign_in_as("admin")
    with database.write() as session:
        make_totp_device(session, browser.app.state.context, browser.user)
    return browser


def test_all_settings_are_covered():
    covered = set(OTHER_VALUES) | {"logo", "month_pack_recipients"}
    assert covered == set(DEFAULTS) == set(SettingsUpdate.model_fields) - {"version"}


@pytest.mark.parametrize("name", OTHER_VALUES)
def test_setting_is_stored_alone_and_logged(admin: Browser, database: Database, name: str):
    before = admin.get(PATH).json()["data"]
    sent = {"rollover": "surplus"} if name in ("rollover_cap_hours", "rollover_expiry_months") else {}
    saved = admin.post(PATH, sent | {name: OTHER_VALUES[name], "version": 0}).json()["data"]
    assert (saved[name], saved["version"]) == (OTHER_VALUES[name], 1)
    assert {key for key in saved if saved[key] != before[key]} == {*sent, name, "version", "updated_at"}
    assert admin.get(PATH).json()["data"] == saved
    entry = read_activity(database, "changed")[-1]
    assert (entry.subject_type, entry.actor_name) == ("settings", admin.user.name)
    # Templates that are not stored are shown with the text of the catalogue.
    stored = None if name.endswith(TEMPLATE_ENDINGS) else before[name]
    assert entry.changes[name] == [stored, OTHER_VALUES[name]]
    with assert_unchanged(database):
        late = admin.post(PATH, sent | {name: before[name], "version": 0})
    if before[name] != OTHER_VALUES[name] and not sent:
        assert late.json()["conflicts"] == {name: {"theirs": OTHER_VALUES[name], "yours": before[name]}}
    assert late.status_code == 409


def test_unchanged_values_are_no_change(admin: Browser, database: Database):
    saved = admin.post(PATH, {name: DEFAULTS[name] for name in ("timezone", "payment_terms_days")}).json()["data"]
    assert saved["version"] == 0
    assert read_activity(database, "changed") == []


NONE = {"rollover": "none"}
CONTRADICTIONS: dict[str, tuple[dict[str, Any], dict[str, Any], list[str]]] = {
    "a cap without rollover": ({}, {"rollover_cap_hours": "8.00"}, ["rollover_cap_hours"]),
    "an expiry without rollover": ({}, {"rollover_expiry_months": 3}, ["rollover_expiry_months"]),
    "both at once": (
        {}, {**NONE, "rollover_cap_hours": "8.00", "rollover_expiry_months": 3},
        ["rollover_cap_hours", "rollover_expiry_months"],
    ),
    "no rollover any more": ({"rollover": "both", "rollover_cap_hours": "8.00"}, NONE, ["rollover_cap_hours"]),
    "aging that does not rise": ({}, {"aging_buckets": [30, 90, 60]}, ["aging_buckets"]),
    "thresholds that do not rise": ({}, {"alert_thresholds": [80, 50]}, ["alert_thresholds"]),
    "a currency without rates": ({}, {"reporting_currency": "AED"}, ["exchange_rate_source"]),
    "rates that are not published": (
        {"reporting_currency": "AED", "exchange_rate_source": "by_hand"},
        {"exchange_rate_source": "bank_of_canada"}, ["exchange_rate_source"],
    ),
    "several things at once": (
        {}, {"aging_buckets": [3, 2, 1], "rollover_cap_hours": "1.00", "name": "Érable"},
        ["aging_buckets", "rollover_cap_hours"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CONTRADICTIONS)
def test_contradictory_settings_return_422(admin: Browser, database: Database, case: str):
    before, sent, fields = CONTRADICTIONS[case]
    if before:
        assert admin.post(PATH, before).status_code == 200
    messages = []
    with assert_unchanged(database):
        for locale in ("en-us", "fr-ca"):
            response = admin.call("POST", PATH, json=sent, headers={"X-Api-Locale": locale})
            assert response.status_code == 422
            assert sorted(response.json()["errors"]) == fields
            messages.append([words for (words,) in response.json()["errors"].values()])
    assert not set(messages[0]) & set(messages[1])


def test_existing_contradiction_does_not_block_other_settings(admin: Browser, database: Database):
    """An old cap without rollover is only checked when a rollover setting changes."""
    admin.post(PATH, {"rollover": "surplus", "rollover_cap_hours": "8.00"})
    with database.writes.begin() as connection:
        connection.exec_driver_sql("UPDATE settings SET rollover = 'none'")
    assert admin.post(PATH, {"name": "Agence Érable"}).status_code == 200
    assert admin.post(PATH, {"rollover_cap_hours": None}).status_code == 200


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("field", "value"),
    [("reporting_currency", "XYZ"), ("reporting_currency", ""), ("reporting_currency", None), ("timezone", "Mars/Base"),
     ("timezone", ""), ("timezone", None), ("timezone", "x" * 65), ("fiscal_year_start", 1), ("fiscal_year_start", ""),
     ("fiscal_year_start", "avril"), ("payment_terms_days", -1), ("payment_terms_days", 366),
     ("payment_terms_days", "30"), ("payment_terms_days", None), ("exchange_rate_source", "ecb"),
     ("exchange_rate_source", None), ("bug_project", 7), ("bug_project", "x" * 201), ("bug_project", "a\u202eb"),
     ("bug_project", ["regie"]), ("logo", ""), ("logo", 1), ("logo", "x" * 400_001), ("secret", "x")],
)  # fmt: skip
def test_invalid_value_returns_422_for_its_field(admin: Browser, database: Database, field: str, value: Any):
    with assert_unchanged(database):
        response = admin.post(PATH, {field: value})
    assert (response.status_code, list(response.json()["errors"])) == (422, [field])


def test_repeated_request_is_applied_once(admin: Browser, database: Database):
    sent = {"name": "Agence Érable", "logo": to_base64(PNG)}
    key = {"Idempotency-Key": "une-seule-fois"}
    first, second = (admin.call("POST", PATH, json=sent, headers=key).json() for _ in range(2))
    assert first == second
    assert len(read_activity(database, "changed")) == 1


def test_first_saves_of_two_users_conflict(admin: Browser, sign_in_as: Any, database: Database):
    """No row exists before the first save, and both have read version 0."""
    other = sign_in_as("super_admin")
    assert admin.post(PATH, {"name": "Une", "version": 0}).json()["data"]["version"] == 1
    with assert_unchanged(database):
        assert other.post(PATH, {"name": "Deux", "version": 0}).status_code == 409
    assert other.post(PATH, {"name": "Une", "version": 0}).json()["data"]["version"] == 1
