"""Tests of cost rates: history, currency, log and permissions."""

import pytest

from tests.browser import Browser
from tests.domains.people.employees.employee_api import change, create, read
from tests.factories.activity import read_activity
from tests.factories.world import World, assert_unchanged


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _rates(admin: Browser, person: dict) -> list[tuple[str, str, str]]:
    return [
        (one["amount"]["amount"], one["amount"]["currency"], one["starts_on"])
        for one in read(admin, person)["cost_rates"]
    ]


def test_new_rate_does_not_change_earlier_days(world: World, admin: Browser):
    person = create(world, cost_rate="80.00", cost_currency="CAD", cost_starts_on="2026-01-01")
    changed = change(admin, person, cost_rate="85.5", cost_starts_on="2026-11-01").json()["data"]
    assert changed["cost_rate"] == {"amount": "85.50", "currency": "CAD"}
    change(admin, person, cost_rate="90", cost_starts_on="2027-01-01", cost_currency="USD")
    assert read(admin, person)["cost_rate"] == {"amount": "85.50", "currency": "CAD"}
    assert _rates(admin, person) == [
        ("90.00", "USD", "2027-01-01"),
        ("85.50", "CAD", "2026-11-01"),
        ("80.00", "CAD", "2026-01-01"),
    ]


def test_rate_without_a_day_starts_today_or_on_the_first_working_day(world: World, admin: Browser):
    person = create(world, cost_rate="80.00", cost_currency="CAD")
    later = create(world, started_on="2027-02-01", cost_rate="80.00", cost_currency="CAD")
    assert [_rates(admin, one)[0][2] for one in (person, later)] == ["2026-11-20", "2027-02-01"]
    assert read(admin, later)["cost_rate"] is None


def test_rate_of_the_same_day_is_corrected_and_an_empty_rate_is_ignored(world: World, admin: Browser):
    person = create(world, cost_rate="80.00", cost_currency="JPY", cost_starts_on="2026-01-01")
    change(admin, person, cost_rate="82.00", cost_starts_on="2026-01-01")
    assert _rates(admin, person) == [("82", "JPY", "2026-01-01")]
    with assert_unchanged(world.database):
        assert change(admin, person, cost_rate="", cost_currency=None, cost_starts_on="").status_code == 200
        assert change(admin, person, cost_starts_on="2026-02-01").status_code == 422


@pytest.mark.parametrize("rate", ["-0.01", "-80.00", "nan", "1e3", "80.00001", 80, "1000000000000.00"])
def test_impossible_rate_is_refused(world: World, admin: Browser, rate: object):
    person = create(world, cost_rate="80.00", cost_currency="CAD", cost_starts_on="2026-01-01")
    with assert_unchanged(world.database):
        refused = change(admin, person, cost_rate=rate, cost_starts_on="2026-11-01")
    assert (refused.status_code, list(refused.json()["errors"])) == (422, ["cost_rate"])


def test_rate_of_zero_is_a_rate(world: World, admin: Browser):
    """A partner without a salary: the hours cost nothing, and Margin names them."""
    person = create(world, cost_rate="80.00", cost_currency="CAD", cost_starts_on="2026-01-01")
    assert change(admin, person, cost_rate="0.00", cost_starts_on="2026-11-01").status_code == 200
    assert read(admin, person)["cost_rate"] == {"amount": "0.00", "currency": "CAD"}
    assert _rates(admin, person)[0] == ("0.00", "CAD", "2026-11-01")


def test_concurrent_cost_rate_changes_conflict(world: World, admin: Browser):
    person = create(world, cost_rate="80.00", cost_currency="CAD")
    assert change(admin, person, cost_rate="82.00", version=1).status_code == 200
    with assert_unchanged(world.database):
        late = change(admin, person, cost_rate="84.00", version=1)
    assert late.json()["conflicts"] == {"cost_rate": {"theirs": "82.00", "yours": "84.00"}}


def test_cost_rate_is_logged_as_cost_separately_from_the_rest(world: World, admin: Browser):
    person = create(world, cost_rate="80.00", cost_currency="CAD", phone="1")
    (rate_entry,) = [
        row for row in read_activity(world.database, "cost_rate_set") if row.subject_api_id == person["api_id"]
    ]
    assert (rate_entry.topic, rate_entry.changes) == (
        "cost",
        {"cost_rate": [None, "80.00 CAD"], "cost_starts_on": [None, "2026-11-20"]},
    )
    (created_entry,) = [
        row for row in read_activity(world.database, "created") if row.subject_api_id == person["api_id"]
    ]
    assert (created_entry.topic, created_entry.changes["phone"]) == (None, [None, "1"])
    assert not any("cost" in name for name in created_entry.changes)
