"""Tests of cost rates: history, who recorded them and why, currency, log and permissions."""

from datetime import UTC, datetime
from typing import Any

import pytest

from regie.domains.records.months.models import ClosedMonth
from tests.browser import Browser
from tests.domains.people.employees.employee_api import PATH, change, create, read
from tests.factories.activity import read_activity
from tests.factories.months import make_closed_month
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


def test_second_rate_of_a_named_day_is_refused_and_the_same_one_changes_nothing(world: World, admin: Browser):
    person = create(world, cost_rate="80.00", cost_currency="JPY", cost_starts_on="2026-01-01")
    with assert_unchanged(world.database):
        refused = change(admin, person, cost_rate="82.00", cost_starts_on="2026-01-01")
    assert (refused.status_code, list(refused.json()["errors"])) == (422, ["cost_starts_on"])
    assert _rates(admin, person) == [("80", "JPY", "2026-01-01")]
    entries = len(read_activity(world.database, "cost_rate_set"))
    assert change(admin, person, cost_rate="80.00", cost_starts_on="2026-01-01").status_code == 200
    assert len(read_activity(world.database, "cost_rate_set")) == entries
    with assert_unchanged(world.database):
        assert change(admin, person, cost_rate="", cost_currency=None, cost_starts_on="").status_code == 200
        assert change(admin, person, cost_starts_on="2026-02-01").status_code == 422


def test_rate_of_today_is_corrected_and_the_log_keeps_what_was_known(world: World, admin: Browser):
    person = create(world, cost_rate="80.00", cost_currency="CAD")
    assert change(admin, person, cost_rate="82.00").status_code == 200
    assert _rates(admin, person) == [("82.00", "CAD", "2026-11-20")]
    (rate,) = read(admin, person)["cost_rates"]
    assert rate["recorded_by"]["api_id"] == world.people["admin"].user.api_id
    assert rate["recorded_at"] is not None
    entry = read_activity(world.database, "cost_rate_set")[-1]
    assert entry.changes["cost_rate"] == ["80.00 CAD", "82.00 CAD"]


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


def _record(admin: Browser, person: dict, **body: object) -> Any:
    return admin.post(f"{PATH}/{person['api_id']}/employment-terms", body)


def _costs(admin: Browser, person: dict) -> list[dict[str, Any]]:
    terms = admin.get(f"{PATH}/{person['api_id']}/employment-terms?per_page=100").json()["data"]
    return [term for term in terms if term["term"] == "cost_rate"]


def test_recorded_rate_says_who_when_and_why(world: World, admin: Browser):
    person = create(world)
    sent = {"cost_rate": "55.00", "cost_currency": "CAD", "effective_from": "2026-11-10", "reason": "Promotion"}
    assert _record(admin, person, **sent).status_code == 201
    (term,) = _costs(admin, person)
    assert term["recorded_by"] == {
        "api_id": world.people["admin"].user.api_id, "name": world.people["admin"].user.name,
    }  # fmt: skip
    assert (term["reason"], term["recorded_at"] is not None) == ("Promotion", True)
    assert (term["can"], term["api_id"] is not None) == (["change", "remove"], True)
    (rate,) = read(admin, person)["cost_rates"]
    assert (rate["reason"], rate["recorded_by"]) == ("Promotion", term["recorded_by"])
    assert read_activity(world.database, "cost_rate_set")[-1].changes == {
        "cost_rate": [None, "55.00 CAD"], "cost_starts_on": [None, "2026-11-10"], "reason": [None, "Promotion"],
    }  # fmt: skip
    with assert_unchanged(world.database):
        second = _record(admin, person, **{**sent, "cost_rate": "60.00"})
    assert (second.status_code, list(second.json()["errors"])) == (422, ["effective_from"])


def test_recorded_rate_is_corrected_and_removed(world: World, admin: Browser):
    person = create(world, cost_rate="50.00", cost_currency="CAD", cost_starts_on="2026-01-01")
    _record(admin, person, cost_rate="55.00", cost_currency="CAD", effective_from="2026-11-10")
    path = f"{PATH}/{person['api_id']}/employment-terms/{_costs(admin, person)[0]['api_id']}"
    corrected = admin.patch(path, {"cost_rate": "56.00", "effective_from": "2026-11-12", "reason": "Typing error"})
    assert corrected.status_code == 200, corrected.text
    assert _rates(admin, person)[0] == ("56.00", "CAD", "2026-11-12")
    assert read_activity(world.database, "cost_rate_set")[-1].changes == {
        "cost_rate": ["55.00 CAD", "56.00 CAD"], "cost_starts_on": ["2026-11-10", "2026-11-12"],
        "reason": [None, "Typing error"],
    }  # fmt: skip
    for wrong in ({"effective_from": "2026-01-01"}, {"capacity_hours_week": "20.00"}, {"effective_from": "2020-01-01"}):
        with assert_unchanged(world.database):
            assert admin.patch(path, wrong).status_code == 422
    with assert_unchanged(world.database):
        stale = admin.patch(path, {"cost_rate": "57.00", "version": 1})
    assert (stale.status_code, stale.json()["conflicts"]) == (409, {"cost_rate": {"theirs": "56.00", "yours": "57.00"}})
    assert admin.delete(path).status_code == 204
    assert _rates(admin, person) == [("50.00", "CAD", "2026-01-01")]
    assert read_activity(world.database, "cost_rate_set")[-1].changes["cost_rate"] == ["56.00 CAD", None]
    assert admin.delete(path).status_code == 404


def test_rate_of_a_closed_month_is_neither_corrected_nor_removed(world: World, admin: Browser):
    person = create(world, cost_rate="50.00", cost_currency="CAD", cost_starts_on="2026-01-01")
    path = f"{PATH}/{person['api_id']}/employment-terms/{_costs(admin, person)[0]['api_id']}"
    with world.database.write() as session:
        closing = make_closed_month(
            session, world.people["admin"].user.id, "2026-09", closed_at=datetime(2026, 10, 5, tzinfo=UTC)
        )
        key = closing.id
    try:
        for refuse in (lambda: admin.delete(path), lambda: admin.patch(path, {"cost_rate": "51.00"})):
            with assert_unchanged(world.database):
                response = refuse()
            assert (response.status_code, response.json()["code"]) == (409, "month_closed")
    finally:
        with world.database.write() as session:
            session.get_one(ClosedMonth, key).reopened_at = datetime(2026, 11, 20, tzinfo=UTC)
