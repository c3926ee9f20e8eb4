"""Tests of values that only look valid, foreign deals, and changes without effect."""

from typing import Any

import pytest

from tests.browser import Browser
from tests.domains.work.projects.project_api import PATH, body, create
from tests.factories.work import make_client, make_deal
from tests.factories.world import World, assert_unchanged


@pytest.fixture
def admin(world: World) -> Browser:
    world.cached_record(
        "client", "admin", "own"
    )  # the client of every body, created before a test compares the database
    return world.browser("admin")


@pytest.mark.parametrize(
    ("kind", "fields", "field"),
    [
        ("fixed", {"start_on": 0}, "start_on"),
        ("fixed", {"start_on": "2026-12-01T00:00:00Z"}, "start_on"),
        ("fixed", {"monthly_fee": "0"}, "monthly_fee"),
        ("fixed", {"auto_renew": False}, "auto_renew"),
        ("fixed", {"currency": "JPY", "amount": "10.55"}, "amount"),
        ("oos", {"sold_on": "2026-11-21"}, "sold_on"),
        ("oos", {"approved_on": "2026-11-03"}, "approved_on"),
        ("retainer", {"billing_day": "1"}, "billing_day"),
        ("retainer", {"billing_day": True}, "billing_day"),
        ("retainer", {"notice_days": 1.0}, "notice_days"),
        ("retainer", {"auto_renew": "yes"}, "auto_renew"),
        ("retainer", {"auto_renew": 1}, "auto_renew"),
    ],
)
def test_value_of_another_type_returns_422(world: World, admin: Browser, kind: str, fields: dict[str, Any], field: str):
    with assert_unchanged(world.database):
        response = admin.post(PATH, body(world, kind, **fields))
    assert (response.status_code, list(response.json()["errors"])) == (422, [field])


def test_sale_cannot_be_in_the_future(world: World, admin: Browser):
    project = create(world, "oos", sold_on="2026-11-20")
    with assert_unchanged(world.database):
        response = admin.patch(f"{PATH}/{project['api_id']}", {"sold_on": "2026-11-21"})
    assert (response.status_code, set(response.json()["errors"])) == (422, {"sold_on"})


@pytest.mark.parametrize("day", ["2026-11-05", None])
def test_day_of_approval_is_read_only(world: World, admin: Browser, day: str | None):
    project = create(world, "oos")
    with assert_unchanged(world.database):
        response = admin.patch(f"{PATH}/{project['api_id']}", {"approved_on": day, "name": "Bannière"})
    assert (response.status_code, response.json()["errors"]) == (422, {"approved_on": ["This field does not exist"]})


def test_null_in_required_fields_returns_422(world: World, admin: Browser):
    with assert_unchanged(world.database):
        response = admin.post(PATH, body(world, "fixed", name=None, start_on=None))
    assert response.json()["errors"] == {"name": ["The field is required"], "start_on": ["The field is required"]}


@pytest.mark.parametrize(("state", "reason"), [("lost", "deal_not_won"), ("open", "deal_not_won")])
def test_only_a_won_deal_becomes_a_project(world: World, admin: Browser, state: str, reason: str):
    deal = world.deal("admin", "other", state=state)
    with assert_unchanged(world.database):
        response = admin.post(PATH, body(world, "fixed", deal=deal))
    assert (response.status_code, list(response.json()["errors"])) == (422, ["deal"]), reason


def test_deal_of_another_client_returns_422(world: World, admin: Browser):
    with world.database.write() as session:
        deal = make_deal(session, client_id=make_client(session).id).api_id
    with assert_unchanged(world.database):
        response = admin.post(PATH, body(world, "fixed", deal=deal))
    assert response.json()["errors"] == {"deal": ["The deal belongs to another client"]}


def test_future_retainer_shows_its_first_fee(world: World, admin: Browser):
    project = create(world, "retainer", start_on="2027-01-01")
    assert project["monthly_fee"]["amount"] == "4250.00"
    assert admin.get(f"{PATH}/{project['api_id']}").json()["data"]["monthly_fee"] == project["monthly_fee"]


def test_unchanged_values_create_no_new_version(world: World, admin: Browser):
    project = create(world, "retainer")
    body = {"name": project["name"], "start_on": project["start_on"], "tags": [], "version": project["version"]}
    with assert_unchanged(world.database):
        response = admin.patch(f"{PATH}/{project['api_id']}", body)
    assert (response.status_code, response.json()["data"]["version"]) == (200, project["version"])
