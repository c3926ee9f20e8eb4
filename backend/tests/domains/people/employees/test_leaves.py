"""Tests of leaves: status, overlaps, order and changes."""

from typing import Any

import pytest

from tests.browser import Browser
from tests.domains.people.employees.employee_api import PATH, create, read
from tests.factories.activity import read_activity
from tests.factories.world import World, assert_unchanged


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _add(admin: Browser, person: dict[str, Any], starts_on: str, ends_on: str | None = None) -> Any:
    return admin.post(f"{PATH}/{person['api_id']}/leaves", {"starts_on": starts_on, "ends_on": ends_on})


@pytest.mark.parametrize(
    ("starts_on", "ends_on", "status"),
    [
        ("2026-11-20", "2026-11-20", "on_leave"),
        ("2026-11-01", None, "on_leave"),
        ("2026-11-01", "2026-11-19", "active"),
        ("2026-11-21", None, "active"),
    ],
)
def test_leave_today_makes_the_status_on_leave(
    world: World, admin: Browser, starts_on: str, ends_on: str | None, status: str
):
    person = create(world)
    response = _add(admin, person, starts_on, ends_on)
    assert response.status_code == 201
    made = response.json()["data"]
    assert (made["status"], made["version"]) == (status, 2)
    assert [(one["starts_on"], one["ends_on"]) for one in made["leaves"]] == [(starts_on, ends_on)]


OVERLAPPING = [
    ("2026-06-10", "2026-06-12"),
    ("2026-06-01", "2026-06-10"),
    ("2026-06-20", None),
    ("2026-06-01", None),
    ("2026-06-12", "2026-06-13"),
    ("2026-12-01", "2026-12-02"),
]


@pytest.mark.parametrize(("starts_on", "ends_on"), OVERLAPPING)
def test_overlapping_leave_returns_422(world: World, admin: Browser, starts_on: str, ends_on: str | None):
    person = create(world)
    _add(admin, person, "2026-06-10", "2026-06-20")
    _add(admin, person, "2026-10-01")
    with assert_unchanged(world.database):
        response = _add(admin, person, starts_on, ends_on)
    assert list(response.json()["errors"]) == ["starts_on"]


def test_adjacent_leaves_are_accepted_and_listed_newest_first(world: World, admin: Browser):
    person = create(world)
    for days in (("2026-06-10", "2026-06-20"), ("2026-06-21", "2026-06-30"), ("2026-06-01", "2026-06-09")):
        assert _add(admin, person, *days).status_code == 201
    assert [one["starts_on"] for one in read(admin, person)["leaves"]] == ["2026-06-21", "2026-06-10", "2026-06-01"]


@pytest.mark.parametrize(
    ("days", "name"),
    [(("2026-06-10", "2026-06-09"), "ends_on"), (("2020-01-01", "2020-01-02"), "starts_on")],
)
def test_leave_needs_ordered_days_within_the_employment(world: World, admin: Browser, days: tuple[str, str], name: str):
    person = create(world)
    with assert_unchanged(world.database):
        assert list(_add(admin, person, *days).json()["errors"]) == [name]


def test_open_leave_ends_when_the_employee_returns(world: World, admin: Browser):
    person = create(world)
    leave = _add(admin, person, "2026-11-01").json()["data"]["leaves"][0]
    path = f"{PATH}/{person['api_id']}/leaves/{leave['api_id']}"
    with assert_unchanged(world.database):
        late = admin.patch(path, {"ends_on": "2026-11-10", "version": 1})
        empty = admin.patch(path, {"starts_on": None})
    assert (late.status_code, late.json()["conflicts"]) == (409, {"ends_on": {"theirs": None, "yours": "2026-11-10"}})
    assert list(empty.json()["errors"]) == ["starts_on"]
    back = admin.patch(path, {"ends_on": "2026-11-19", "version": 2}).json()["data"]
    assert (back["status"], back["leaves"][0]["ends_on"], back["version"]) == ("active", "2026-11-19", 3)
    assert read_activity(world.database, "changed")[-1].changes == {
        "leave": ["2026-11-01 – …", "2026-11-01 – 2026-11-19"],
    }
    assert admin.delete(path).status_code == 204
    with assert_unchanged(world.database):
        assert admin.delete(path).status_code == 404
    assert read(admin, person)["leaves"] == []


def test_leave_of_another_employee_returns_404(world: World, admin: Browser):
    person, other = create(world), create(world)
    leave = _add(admin, person, "2026-11-01").json()["data"]["leaves"][0]
    with assert_unchanged(world.database):
        assert admin.delete(f"{PATH}/{other['api_id']}/leaves/{leave['api_id']}").status_code == 404
        assert admin.delete(f"{PATH}/{other['api_id']}/leaves/%00").status_code == 404
