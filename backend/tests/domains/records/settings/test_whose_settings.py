"""Financial managers change rates, terms and ageing alone; everyone else is told how the organization is called."""

from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.records.settings.rules import RATES_FIELDS
from tests.domains.records.settings.test_every_setting import OTHERS
from tests.factories.log import log_of
from tests.factories.world import unchanged

PATH = "/api/v1/settings"
LABELS = {"name", "logo", "default_locale", "reporting_currency", "timezone", "fiscal_year_start", "bug_project"}


def test_a_financial_manager_changes_rates_terms_and_ageing(sign_in_as: Any, database: Database):
    browser = sign_in_as("financial_manager")
    sent = {name: OTHERS[name] for name in RATES_FIELDS}
    kept = browser.post(PATH, sent | {"version": 0}).json()["data"]
    assert {name: kept[name] for name in sent} == sent
    assert log_of(database, "changed")[-1].topic == "money"
    (entry,) = browser.get("/api/v1/activity?subject_type=settings").json()["data"]
    assert {change["field"] for change in entry["changes"]} == RATES_FIELDS


@pytest.mark.parametrize("name", [*sorted(set(OTHERS) - RATES_FIELDS), "logo"])
def test_and_nothing_else(sign_in_as: Any, database: Database, name: str):
    browser = sign_in_as("financial_manager")
    said = []
    for locale in ("en-us", "fr-ca"):
        with unchanged(database):
            sent = {name: OTHERS.get(name), "payment_terms_days": 60}
            answer = browser.call("POST", PATH, json=sent, headers={"X-Api-Locale": locale})
        assert (answer.status_code, list(answer.json()["errors"])) == (422, [name])
        said.append(answer.json()["errors"][name])
    assert said == [["Your role does not allow changing this"], ["Votre rôle ne permet pas de modifier ce champ"]]


@pytest.mark.parametrize("role", ["account_manager", "churn_manager", "employee"])
def test_others_see_labels_and_change_nothing(sign_in_as: Any, database: Database, role: str):
    sign_in_as("admin").post(PATH, {"name": "Agence Érable", "timezone": "Europe/Paris", "bug_project": "web"})
    browser = sign_in_as(role)
    seen = browser.get(PATH).json()["data"]
    assert set(seen) == LABELS
    assert (seen["name"], seen["timezone"], seen["bug_project"]) == ("Agence Érable", "Europe/Paris", "web")
    assert browser.get("/api/v1/me").json()["data"]["organization"] == seen
    with unchanged(database):
        assert browser.post(PATH, {"payment_terms_days": 60}).status_code == 403


def test_somebody_new_starts_with_what_the_organization_has(sign_in_as: Any):
    admin = sign_in_as("admin")
    admin.post(PATH, {"timezone": "Europe/Paris", "reporting_currency": "EUR", "default_locale": "fr-ca"})
    person = {"email": "zoe@regie.example", "first_name": "Zoé", "last_name": "Roy", "roles": ["employee"]}
    made = admin.post("/api/v1/users", person).json()["data"]
    assert (made["timezone"], made["currency"], made["locale"]) == ("Europe/Paris", "EUR", "fr-ca")
    own = {"timezone": "Asia/Tokyo", "currency": "JPY", "locale": "en-us", "email": "leo@regie.example"}
    made = admin.post("/api/v1/users", person | own).json()["data"]
    assert (made["timezone"], made["currency"], made["locale"]) == ("Asia/Tokyo", "JPY", "en-us")
