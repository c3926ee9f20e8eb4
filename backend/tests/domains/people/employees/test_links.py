"""Tests of managers, accounts and Teamwork persons of employees."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import select

from regie.domains.records.employees.models import Employee
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN
from tests.domains.people.employees.employee_api import PATH, body, change, create, make_teamwork_person, read
from tests.factories.activity import read_activity
from tests.factories.people import make_employee, make_user
from tests.factories.work import SYNCED
from tests.factories.world import World, assert_unchanged


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def test_manager_cycle_returns_422(world: World, admin: Browser):
    top = create(world)
    middle = create(world, manager=top["api_id"])
    low = create(world, manager=middle["api_id"])
    with assert_unchanged(world.database):
        responses = [change(admin, top, manager=person["api_id"]) for person in (top, middle, low)]
    assert [response.json()["errors"]["manager"] for response in responses] == [
        ["A person cannot be their own manager"],
        ["This person already reports to this employee"],
        ["This person already reports to this employee"],
    ]
    assert change(admin, low, manager=top["api_id"]).status_code == 200


def test_concurrent_manager_changes_create_no_cycle(world: World, admin: Browser):
    one, other = create(world), create(world)
    pairs = [(one, other), (other, one)]
    with ThreadPoolExecutor(2) as pool:
        statuses = sorted(
            pool.map(
                lambda pair: change(world.fresh_browser("admin"), pair[0], manager=pair[1]["api_id"]).status_code, pairs
            )
        )
    assert statuses == [200, 422]


def test_former_manager_stays_but_cannot_be_assigned(world: World, admin: Browser):
    boss = create(world)
    report = create(world, manager=boss["api_id"])
    with world.database.write() as session:
        found = select(Employee).where(Employee.api_id == boss["api_id"])
        session.execute(found).scalar_one().status = "left"
    assert change(admin, report, manager=boss["api_id"], phone="1").status_code == 200
    with assert_unchanged(world.database):
        assert admin.post(PATH, body(manager=boss["api_id"])).status_code == 422


def _roles(world: World, user: str) -> list[str]:
    with world.database.read() as db:
        return db.execute(select(User.roles).where(User.api_id == user)).scalar_one()


def test_linking_an_account_grants_the_employee_role(world: World, admin: Browser):
    with world.database.write() as session:
        user = make_user(session, roles=["churn_manager"])
    made = create(world, user=user.api_id, metric_scopes=["own"], metric_permissions=["goals"])
    assert made["user"] == {"api_id": user.api_id, "name": user.name}
    assert _roles(world, user.api_id) == ["churn_manager", "employee"]
    assert read_activity(world.database, "changed")[-1].changes["roles"] == [
        ["churn_manager"],
        ["churn_manager", "employee"],
    ]
    me = Browser(world.app, ORIGIN).signed_in_as(user, NOON).get("/api/v1/me").json()["data"]
    own = {"api_id": made["api_id"], "metric_scopes": ["own"], "metric_permissions": ["goals"]}
    assert me["employee"] == own
    assert change(admin, made, user=None).json()["data"]["user"] is None
    assert _roles(world, user.api_id) == ["churn_manager", "employee"]


@pytest.mark.parametrize("kind", ["taken", "deactivated", "unknown"])
def test_account_must_be_active_and_unlinked(world: World, admin: Browser, kind: str):
    with world.database.write() as session:
        user = make_user(session, roles=[] if kind == "deactivated" else ["employee"])
        if kind == "taken":
            make_employee(session, user_id=user.id)
    user_id = "01930000-0000-7000-8000-000000000000" if kind == "unknown" else user.api_id
    person = create(world)
    with assert_unchanged(world.database):
        responses = [admin.post(PATH, body(user=user_id)), change(admin, person, user=user_id)]
    for response in responses:
        assert (response.status_code, list(response.json()["errors"])) == (422, ["user"])


@pytest.mark.parametrize("fields", [{"kind": "client"}, {"deleted_at": SYNCED}])
def test_teamwork_person_outside_the_agency_returns_422(world: World, admin: Browser, fields: dict[str, Any]):
    stranger = make_teamwork_person(world.database, **fields)
    with assert_unchanged(world.database):
        response = admin.post(PATH, body(teamwork_user_id=stranger))
    assert list(response.json()["errors"]) == ["teamwork_user_id"]


def test_teamwork_person_can_be_linked_only_once(world: World, admin: Browser):
    external_id = make_teamwork_person(world.database)
    person, other = create(world, teamwork_user_id=external_id), create(world)
    with assert_unchanged(world.database):
        typed = change(admin, other, teamwork_user_id=external_id)
        part = {"service": "teamwork", "external_id": external_id}
        matched = admin.post("/api/v1/matches", {"kind": "person", "records": [part], "target": other["api_id"]})
    assert typed.json()["errors"] == {"teamwork_user_id": ["This value is already in use"]}
    assert (matched.status_code, matched.json()["code"]) == (409, "match_taken")
    assert read(admin, person)["teamwork_user_id"] == external_id


def test_matching_an_account_grants_the_employee_role(world: World, admin: Browser):
    with world.database.write() as session:
        user = make_user(session, roles=["account_manager"])
    person = create(world)
    part = {"service": "regie", "external_id": user.api_id}
    assert (
        admin.post("/api/v1/matches", {"kind": "person", "records": [part], "target": person["api_id"]}).status_code
        == 201
    )
    assert _roles(world, user.api_id) == ["account_manager", "employee"]
