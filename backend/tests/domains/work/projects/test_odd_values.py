"""Projects over HTTP: values that only look right, deals that are not the project's, and edits that change nothing."""

from typing import Any

import pytest

from tests.browser import Browser
from tests.domains.work.projects.bodies import PATH, body, create
from tests.factories.work import make_client, make_deal
from tests.factories.world import World, unchanged


@pytest.fixture
def admin(world: World) -> Browser:
    world.kept("client", "admin", "own")  # the client of every body: there before a test looks what changed
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
        ("oos", {"approved_on": "2200-01-01"}, "approved_on"),
        ("retainer", {"billing_day": "1"}, "billing_day"),
        ("retainer", {"billing_day": True}, "billing_day"),
        ("retainer", {"notice_days": 1.0}, "notice_days"),
        ("retainer", {"auto_renew": "yes"}, "auto_renew"),
        ("retainer", {"auto_renew": 1}, "auto_renew"),
    ],
)
def test_what_only_looks_like_a_value_is_none(
    world: World, admin: Browser, kind: str, fields: dict[str, Any], field: str
):
    with unchanged(world.database):
        answer = admin.post(PATH, body(world, kind, **fields))
    assert (answer.status_code, list(answer.json()["errors"])) == (422, [field])


def test_extra_work_is_sold_and_approved_today_at_the_latest(world: World, admin: Browser):
    project = create(world, "oos", sold_on="2026-11-20", approved_on="2026-11-20")
    with unchanged(world.database):
        answer = admin.patch(f"{PATH}/{project['api_id']}", {"approved_on": "2026-11-21", "sold_on": "2026-11-21"})
    assert (answer.status_code, set(answer.json()["errors"])) == (422, {"approved_on", "sold_on"})


def test_nothing_is_said_to_be_required_where_null_was_sent(world: World, admin: Browser):
    with unchanged(world.database):
        answer = admin.post(PATH, body(world, "fixed", name=None, start_on=None))
    assert answer.json()["errors"] == {"name": ["The field is required"], "start_on": ["The field is required"]}


@pytest.mark.parametrize(("state", "reason"), [("lost", "deal_not_won"), ("open", "deal_not_won")])
def test_only_a_won_deal_becomes_a_project(world: World, admin: Browser, state: str, reason: str):
    deal = world.deal("admin", "other", state=state)
    with unchanged(world.database):
        answer = admin.post(PATH, body(world, "fixed", deal=deal))
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["deal"]), reason


def test_a_deal_becomes_a_project_of_its_own_client(world: World, admin: Browser):
    with world.database.write() as session:
        deal = make_deal(session, client_id=make_client(session).id).api_id
    with unchanged(world.database):
        answer = admin.post(PATH, body(world, "fixed", deal=deal))
    assert answer.json()["errors"] == {"deal": ["The deal belongs to another client"]}


def test_a_retainer_that_has_yet_to_begin_shows_the_fee_it_begins_with(world: World, admin: Browser):
    project = create(world, "retainer", start_on="2027-01-01")
    assert project["monthly_fee"]["amount"] == "4250.00"
    assert admin.get(f"{PATH}/{project['api_id']}").json()["data"]["monthly_fee"] == project["monthly_fee"]


def test_sending_what_is_there_already_changes_nothing(world: World, admin: Browser):
    project = create(world, "retainer")
    body = {"name": project["name"], "start_on": project["start_on"], "tags": [], "version": project["version"]}
    with unchanged(world.database):
        answer = admin.patch(f"{PATH}/{project['api_id']}", body)
    assert (answer.status_code, answer.json()["data"]["version"]) == (200, project["version"])
