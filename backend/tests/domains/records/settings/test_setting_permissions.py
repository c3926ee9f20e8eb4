"""Tests who may change and read which settings."""

from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.records.settings.rules import RATES_FIELDS
from tests.domains.records.settings.test_every_setting import OTHER_VALUES
from tests.factories.activity import read_activity
from tests.factories.world import assert_unchanged

PATH = "/api/v1/settings"
LABELS = {"name", "logo", "default_locale", "reporting_currency", "timezone", "fiscal_year_start", "bug_project"}


def test_financial_manager_changes_rates_terms_and_aging(sign_in_as: Any, database: Database):
    browser = sign_in_as("financial_manager")
    sent = {name: OTHER_VALUES[name] for name in RATES_FIELDS & set(OTHER_VALUES)}
    saved = browser.post(PATH, sent | {"version": 0}).json()["data"]
    assert {name: saved[name] for name in sent} == sent
    assert read_activity(database, "changed")[-1].topic == "money"
    (entry,) = browser.get("/api/v1/activity?subject_type=settings").json()["data"]
    assert {change["field"] for change in entry["changes"]} == set(sent)


@pytest.mark.parametrize("name", [*sorted(set(OTHER_VALUES) - RATES_FIELDS), "logo"])
def test_financial_manager_changes_nothing_else(sign_in_as: Any, database: Database, name: str):
    browser = sign_in_as("financial_manager")
    messages = []
    for locale in ("en-us", "fr-ca"):
        with assert_unchanged(database):
            sent = {name: OTHER_VALUES.get(name), "payment_terms_days": 60}
            response = browser.call("POST", PATH, json=sent, headers={"X-Api-Locale": locale})
        assert (response.status_code, list(response.json()["errors"])) == (422, [name])
        messages.append(response.json()["errors"][name])
    assert messages == [
        ["Your role does not allow changing this field"],
        ["Votre rôle ne permet pas de modifier ce champ"],
    ]


@pytest.mark.parametrize("role", ["account_manager", "churn_manager", "employee"])
def test_other_roles_read_public_settings_and_change_nothing(sign_in_as: Any, database: Database, role: str):
    sign_in_as("admin").post(PATH, {"name": "Agence Érable", "timezone": "Europe/Paris", "bug_project": "web"})
    browser = sign_in_as(role)
    seen = browser.get(PATH).json()["data"]
    assert set(seen) == LABELS
    assert (seen["name"], seen["timezone"], seen["bug_project"]) == ("Agence Érable", "Europe/Paris", "web")
    assert browser.get("/api/v1/me").json()["data"]["organization"] == seen
    with assert_unchanged(database):
        assert browser.post(PATH, {"payment_terms_days": 60}).status_code == 403


def test_new_user_starts_with_the_organizations_defaults(sign_in_as: Any):
    admin = sign_in_as("admin")
    admin.post(PATH, {"timezone": "Europe/Paris", "reporting_currency": "EUR", "default_locale": "fr-ca"})
    person = {"email": "zoe@regie.example", "first_name": "Zoé", "last_name": "Roy", "roles": ["employee"]}
    made = admin.post("/api/v1/users", person).json()["data"]
    assert (made["timezone"], made["currency"], made["locale"]) == ("Europe/Paris", "EUR", "fr-ca")
    own = {"timezone": "Asia/Tokyo", "currency": "JPY", "locale": "en-us", "email": "leo@regie.example"}
    made = admin.post("/api/v1/users", person | own).json()["data"]
    assert (made["timezone"], made["currency"], made["locale"]) == ("Asia/Tokyo", "JPY", "en-us")
