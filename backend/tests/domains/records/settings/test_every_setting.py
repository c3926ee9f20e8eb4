"""Every setting is kept, versioned and in the log; settings that contradict each other are refused where they do."""

from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.records.settings.queries import DEFAULTS
from regie.domains.records.settings.schemas import SettingsUpdate
from tests.browser import Browser
from tests.factories.doors import make_totp
from tests.factories.files import PNG, as_text
from tests.factories.log import log_of
from tests.factories.world import unchanged

PATH = "/api/v1/settings"
# Another value of each, as it is sent; the logo's is in test_logo.py.
OTHERS: dict[str, Any] = {
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
    "ageing_edges": [15, 45, 90],
    "payment_terms_days": 45,
    "exchange_rate_source": "by_hand",
    "bug_project": "regie-web",
}


@pytest.fixture
def admin(sign_in_as: Any, database: Database) -> Browser:
    browser = sign_in_as("admin")
    with database.write() as session:
        make_totp(session, browser.app.state.context, browser.user)
    return browser


def test_every_setting_is_here():
    assert set(OTHERS) | {"logo"} == set(DEFAULTS) == set(SettingsUpdate.model_fields) - {"version"}


@pytest.mark.parametrize("name", OTHERS)
def test_a_setting_is_kept_alone_and_logged_from_what_to_what(admin: Browser, database: Database, name: str):
    before = admin.get(PATH).json()["data"]
    sent = {"rollover": "surplus"} if name in ("rollover_cap_hours", "rollover_expiry_months") else {}
    kept = admin.post(PATH, sent | {name: OTHERS[name], "version": 0}).json()["data"]
    assert (kept[name], kept["version"]) == (OTHERS[name], 1)
    assert {key for key in kept if kept[key] != before[key]} == {*sent, name, "version", "updated_at"}
    assert admin.get(PATH).json()["data"] == kept
    entry = log_of(database, "changed")[-1]
    assert (entry.subject_type, entry.actor_name) == ("settings", admin.user.name)
    assert entry.changes[name] == [before[name], OTHERS[name]]
    with unchanged(database):
        late = admin.post(PATH, sent | {name: before[name], "version": 0})
    if before[name] != OTHERS[name] and not sent:
        assert late.json()["conflicts"] == {name: {"theirs": OTHERS[name], "yours": before[name]}}
    assert late.status_code == 409


def test_what_is_as_it_was_is_no_change(admin: Browser, database: Database):
    kept = admin.post(PATH, {name: DEFAULTS[name] for name in ("timezone", "payment_terms_days")}).json()["data"]
    assert kept["version"] == 0
    assert log_of(database, "changed") == []


NONE = {"rollover": "none"}
CONTRADICTIONS: dict[str, tuple[dict[str, Any], dict[str, Any], list[str]]] = {
    "a cap without rollover": ({}, {"rollover_cap_hours": "8.00"}, ["rollover_cap_hours"]),
    "an expiry without rollover": ({}, {"rollover_expiry_months": 3}, ["rollover_expiry_months"]),
    "both at once": (
        {}, {**NONE, "rollover_cap_hours": "8.00", "rollover_expiry_months": 3},
        ["rollover_cap_hours", "rollover_expiry_months"],
    ),
    "no rollover any more": ({"rollover": "both", "rollover_cap_hours": "8.00"}, NONE, ["rollover_cap_hours"]),
    "ageing that does not rise": ({}, {"ageing_edges": [30, 90, 60]}, ["ageing_edges"]),
    "thresholds that do not rise": ({}, {"alert_thresholds": [80, 50]}, ["alert_thresholds"]),
    "a currency without rates": ({}, {"reporting_currency": "AED"}, ["exchange_rate_source"]),
    "rates that are not published": (
        {"reporting_currency": "AED", "exchange_rate_source": "by_hand"},
        {"exchange_rate_source": "bank_of_canada"}, ["exchange_rate_source"],
    ),
    "several things at once": (
        {}, {"ageing_edges": [3, 2, 1], "rollover_cap_hours": "1.00", "name": "Érable"},
        ["ageing_edges", "rollover_cap_hours"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CONTRADICTIONS)
def test_settings_that_contradict_each_other_are_refused_where_they_do(admin: Browser, database: Database, case: str):
    before, sent, fields = CONTRADICTIONS[case]
    if before:
        assert admin.post(PATH, before).status_code == 200
    said = []
    with unchanged(database):
        for locale in ("en-us", "fr-ca"):
            answer = admin.call("POST", PATH, json=sent, headers={"X-Api-Locale": locale})
            assert answer.status_code == 422
            assert sorted(answer.json()["errors"]) == fields
            said.append([words for (words,) in answer.json()["errors"].values()])
    assert not set(said[0]) & set(said[1])


def test_what_contradicted_before_holds_nothing_else_up(admin: Browser, database: Database):
    """A cap from a time when nothing was said of it: it is asked for as soon as somebody touches rollover."""
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
def test_what_is_wrong_is_named(admin: Browser, database: Database, field: str, value: Any):
    with unchanged(database):
        answer = admin.post(PATH, {field: value})
    assert (answer.status_code, list(answer.json()["errors"])) == (422, [field])


def test_the_same_wish_sent_twice_is_granted_once(admin: Browser, database: Database):
    wish = {"name": "Agence Érable", "logo": as_text(PNG)}
    key = {"Idempotency-Key": "un-seul-souhait"}
    first, second = (admin.call("POST", PATH, json=wish, headers=key).json() for _ in range(2))
    assert first == second
    assert len(log_of(database, "changed")) == 1


def test_two_people_who_save_first_at_once_learn_of_each_other(admin: Browser, sign_in_as: Any, database: Database):
    """Nothing is stored before the first of them, and both have read version 0."""
    other = sign_in_as("super_admin")
    assert admin.post(PATH, {"name": "Une", "version": 0}).json()["data"]["version"] == 1
    with unchanged(database):
        assert other.post(PATH, {"name": "Deux", "version": 0}).status_code == 409
    assert other.post(PATH, {"name": "Une", "version": 0}).json()["data"]["version"] == 1
