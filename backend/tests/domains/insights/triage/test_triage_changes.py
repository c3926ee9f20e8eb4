"""Tests snoozes, assignments and dismissals of the triage list, and their trace in the log."""

from typing import Any

import pytest
from sqlalchemy import select

from regie.core.audit.activity import ActivityEntry
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.domains.insights.triage.reading import find_row
from tests.factories.people import make_user
from tests.factories.work import make_client, make_deal, make_invoice
from tests.factories.world import World, assert_unchanged


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


@pytest.fixture
def record(world: World) -> str:
    """A client of the account manager with an overdue invoice."""
    with world.database.write() as session:
        client = make_client(session, account_manager_id=world.people["account_manager"].user.id)
        make_invoice(session, client_id=client.id)
        return client.api_id


def _snooze(browser: Browser, record: str, until: str | None) -> int:
    return browser.put("/api/v1/triage-snooze", {"kind": "overdue", "record": record, "until": until}).status_code


def _assign(browser: Browser, record: str, user: str | None, **fields: Any) -> Any:
    return browser.put("/api/v1/triage-assignment", {"kind": "overdue", "record": record, "user": user} | fields)


def test_snooze_hides_a_matter_from_its_user_only(world: World, admin: Browser, record: str):
    manager = world.browser("account_manager")
    before = manager.get("/api/v1/triage").json()["data"]
    assert _snooze(manager, record, "2026-12-01") == 204
    after = manager.get("/api/v1/triage").json()["data"]
    assert find_row(manager, "overdue", record) is None
    snoozed = find_row(manager, "overdue", record, "snoozed")
    assert snoozed is not None
    assert snoozed["snoozed_until"] == "2026-12-01"
    assert (after["snoozed"], after["total"]) == (before["snoozed"] + 1, before["total"] - 1)
    assert find_row(admin, "overdue", record) is not None
    assert _snooze(manager, record, "2026-11-21") == 204
    moved = find_row(manager, "overdue", record, "snoozed")
    assert moved is not None
    assert moved["snoozed_until"] == "2026-11-21"
    assert _snooze(manager, record, None) == 204
    assert find_row(manager, "overdue", record) is not None


@pytest.mark.parametrize("until", ["2026-11-20", "2026-11-19"])
def test_snooze_ends_in_the_future(world: World, admin: Browser, record: str, until: str):
    with assert_unchanged(world.database):
        assert _snooze(admin, record, until) == 422


def test_assignment_is_shared_logged_and_undone(world: World, admin: Browser, record: str):
    finance = world.people["financial_manager"].user
    manager = world.browser("account_manager")
    assigned = _assign(manager, record, finance.api_id, version=0).json()["data"]
    assert (assigned["owner"]["api_id"], assigned["is_assigned"]) == (finance.api_id, True)
    assert find_row(world.browser("financial_manager"), "overdue", record, "mine") is not None
    seen = find_row(admin, "overdue", record)
    assert seen is not None
    assert seen["owner"]["api_id"] == finance.api_id
    undone = _assign(manager, record, None, version=assigned["version"]).json()["data"]
    assert undone["is_assigned"] is False
    assert undone["owner"]["api_id"] == world.people["account_manager"].user.api_id
    statement = select(ActivityEntry.changes).where(
        ActivityEntry.action == "matter_assigned", ActivityEntry.subject_api_id == record
    )
    with world.database.read() as db:
        entries = db.execute(statement.order_by(ActivityEntry.id)).scalars().all()
    assert entries == [
        {"matter": [None, "overdue"], "assignee": [None, finance.name]},
        {"matter": [None, "overdue"], "assignee": [finance.name, None]},
    ]


def test_matter_of_a_user_who_left_is_the_account_managers_again(world: World, admin: Browser, record: str):
    with world.database.write() as session:
        leaver = make_user(session, roles=["admin"])
    assert _assign(admin, record, leaver.api_id).status_code == 200
    with world.database.write() as session:
        session.get_one(User, leaver.id).status = "deactivated"
    row = find_row(admin, "overdue", record)
    assert row is not None
    assert (row["owner"]["api_id"], row["is_assigned"]) == (world.people["account_manager"].user.api_id, False)


def test_assignment_to_a_user_who_may_not_see_the_matter_is_refused(world: World, admin: Browser, record: str):
    for user in (world.people["employee"].user.api_id, world.stranger.api_id):
        with assert_unchanged(world.database):
            response = _assign(admin, record, user)
        assert (response.status_code, list(response.json()["errors"])) == (422, ["user"])


def test_assignment_of_another_version_is_refused(world: World, admin: Browser, record: str):
    finance, mine = world.people["financial_manager"].user.api_id, world.people["admin"].user.api_id
    _assign(world.browser("account_manager"), record, finance)
    with assert_unchanged(world.database):
        response = _assign(admin, record, mine, version=0)
    assert response.status_code == 409
    assert _assign(admin, record, finance, version=0).status_code == 200


def test_dismissal_of_deals_is_shared_and_undone(world: World, admin: Browser):
    with world.database.write() as session:
        deal = make_deal(session, closed_on=None).api_id
    body = {"deals": [deal], "dismissed": True}
    assert find_row(admin, "deal", deal) is not None
    assert admin.put("/api/v1/triage-dismissals", body).status_code == 204
    assert find_row(admin, "deal", deal) is None
    assert find_row(world.browser("super_admin"), "deal", deal) is None
    assert admin.put("/api/v1/triage-dismissals", body | {"dismissed": False}).status_code == 204
    assert find_row(admin, "deal", deal) is not None
    with world.database.read() as db:
        actions = select(ActivityEntry.action).where(ActivityEntry.subject_api_id == deal).order_by(ActivityEntry.id)
        logged = db.execute(actions).scalars().all()
    assert logged == ["matter_dismissed", "matter_restored"]


def test_dismissal_of_one_hidden_deal_changes_nothing(world: World):
    own, other = world.deal("account_manager", "own"), world.deal("account_manager", "other")
    with assert_unchanged(world.database):
        body = {"deals": [own, other], "dismissed": True}
        assert world.browser("account_manager").put("/api/v1/triage-dismissals", body).status_code == 404
