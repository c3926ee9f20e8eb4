"""What an hour of a person costs: a history by day, in money of its own, for those who may see it."""

import pytest

from tests.browser import Browser
from tests.domains.people.employees.staff import change, create, read
from tests.factories.log import log_of
from tests.factories.world import World, unchanged


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _rates(admin: Browser, person: dict) -> list[tuple[str, str, str]]:
    return [
        (one["amount"]["amount"], one["amount"]["currency"], one["starts_on"])
        for one in read(admin, person)["cost_rates"]
    ]


def test_a_new_rate_leaves_the_days_before_as_they_were(world: World, admin: Browser):
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


def test_without_a_day_it_counts_from_today_or_from_the_first_day_of_work(world: World, admin: Browser):
    person = create(world, cost_rate="80.00", cost_currency="CAD")
    later = create(world, started_on="2027-02-01", cost_rate="80.00", cost_currency="CAD")
    assert [_rates(admin, one)[0][2] for one in (person, later)] == ["2026-11-20", "2027-02-01"]
    assert read(admin, later)["cost_rate"] is None


def test_the_same_day_is_corrected_and_an_empty_rate_says_nothing(world: World, admin: Browser):
    person = create(world, cost_rate="80.00", cost_currency="JPY", cost_starts_on="2026-01-01")
    change(admin, person, cost_rate="82.00", cost_starts_on="2026-01-01")
    assert _rates(admin, person) == [("82", "JPY", "2026-01-01")]
    with unchanged(world.database):
        assert change(admin, person, cost_rate="", cost_currency=None, cost_starts_on="").status_code == 200
        assert change(admin, person, cost_starts_on="2026-02-01").status_code == 422


def test_two_who_set_a_rate_at_once_see_both(world: World, admin: Browser):
    person = create(world, cost_rate="80.00", cost_currency="CAD")
    assert change(admin, person, cost_rate="82.00", version=1).status_code == 200
    with unchanged(world.database):
        late = change(admin, person, cost_rate="84.00", version=1)
    assert late.json()["conflicts"] == {"cost_rate": {"theirs": "82.00", "yours": "84.00"}}


def test_the_log_has_it_as_a_matter_of_money_apart_from_the_rest(world: World, admin: Browser):
    person = create(world, cost_rate="80.00", cost_currency="CAD", phone="1")
    (told,) = [row for row in log_of(world.database, "cost_rate_set") if row.subject_api_id == person["api_id"]]
    assert (told.topic, told.changes) == (
        "money",
        {"cost_rate": [None, "80.00 CAD"], "cost_starts_on": [None, "2026-11-20"]},
    )
    (made,) = [row for row in log_of(world.database, "created") if row.subject_api_id == person["api_id"]]
    assert (made.topic, made.changes["phone"]) == (None, [None, "1"])
    assert not any("cost" in name for name in made.changes)
