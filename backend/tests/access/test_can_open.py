"""Tests that `can_open` of a reference is true exactly when the reader can open the record."""

from collections.abc import Iterator
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.records.employees.models import Employee
from tests.factories.churns import make_churn
from tests.factories.oos_sales import make_oos_sale
from tests.factories.people import make_employee
from tests.factories.work import make_client, make_project
from tests.factories.world import World, build_world

_NOUNS = {
    "client": "clients",
    "project": "projects",
    "parent": "projects",
    "parent_project": "projects",
    "manager": "employees",
}
_ROWS = ("oos-sales", "oos-queue", "projects", "churn-events", "dashboard-rows?figure=oos_sold&scope=own")
_PEOPLE = ("employee", "account_manager", "admin")


@pytest.fixture(scope="module")
def agency(migrated: Database) -> World:
    """Users who sold work in addition to a retainer and share its churn; the employee manages none of it."""
    world = build_world(migrated)
    with world.database.write() as session:
        former = make_employee(session, status="left")
        for column in _PEOPLE:
            person = session.get_one(Employee, world.people[column].employee.id)
            person.metric_permissions, person.metric_scopes = ["oos", "churn"], ["own"]
            person.manager_id = former.id
            client = make_client(session, account_manager_id=world.stranger.id)
            parent = make_project(session, client_id=client.id, monthly_fee="4000.00")
            make_oos_sale(session, client_id=client.id, parent_project_id=parent.id, sellers={person.id: 100})
            make_churn(session, parent, employee_id=person.id)
            mine = make_client(session, account_manager_id=world.people[column].user.id)
            make_oos_sale(session, client_id=mine.id, sellers={person.id: 100})
    return world


def _named(world: World, column: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield every reference with `can_open`, of each list and of its single records."""
    browser, own = world.browser(column), world.people[column].employee.api_id
    paths = [f"{path}{'&' if '?' in path else '?'}per_page=100" for path in _ROWS]
    for path in (*paths, f"employees/{own}"):
        response = browser.get(f"/api/v1/{path}")
        assert response.status_code == 200, response.text
        rows = response.json()["data"]
        for row in rows if isinstance(rows, list) else [rows]:
            yield from ((path, name, row[name]) for name in _NOUNS if "can_open" in (row.get(name) or {}))
        noun = path.partition("?")[0]
        for row in rows if noun in ("oos-sales", "projects", "churn-events") else []:
            one = browser.get(f"/api/v1/{noun}/{row['api_id']}").json()["data"]
            yield from ((f"{noun}/…", name, one[name]) for name in _NOUNS if "can_open" in (one.get(name) or {}))


@pytest.mark.parametrize("column", _PEOPLE)
def test_can_open_matches_the_response_of_the_record(agency: World, column: str):
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for path, name, named in _named(agency, column):
        response = agency.browser(column).get(f"/api/v1/{_NOUNS[name]}/{named['api_id']}")
        assert (response.status_code == 200) is named["can_open"], (path, name)
        found[named["can_open"]].add(name)
    assert {"client", "project", "parent"} <= found[True] | found[False]
    hidden = {"client", "project", "parent", "parent_project", "manager"}
    assert found[False] == (hidden if column == "employee" else set())


def test_seller_can_open_the_project_but_not_the_client(agency: World):
    rows = agency.browser("employee").get("/api/v1/oos-sales?per_page=100").json()["data"]
    (sale,) = [row for row in rows if row["parent"]]
    assert {name: sale[name]["can_open"] for name in ("project", "client", "parent")} == {
        "project": True, "client": False, "parent": False,
    }  # fmt: skip
