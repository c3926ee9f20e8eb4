"""What a row names says whether its reader may open it: each name leads to a record, or is no link at all."""

from collections.abc import Iterator
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.records.employees.models import Employee
from tests.factories.losses import make_churn
from tests.factories.people import make_employee
from tests.factories.sales import make_extra
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
    """Two have sold work on top of a retainer, and had a part in losing it; one of them manages nothing of it."""
    world = build_world(migrated)
    with world.database.write() as session:
        gone = make_employee(session, status="left")
        for column in _PEOPLE:
            person = session.get_one(Employee, world.people[column].employee.id)
            person.metric_permissions, person.metric_scopes = ["oos", "churn"], ["own"]
            person.manager_id = gone.id
            client = make_client(session, account_manager_id=world.stranger.id)
            parent = make_project(session, client_id=client.id, monthly_fee="4000.00")
            make_extra(session, client_id=client.id, parent_project_id=parent.id, sellers={person.id: 100})
            make_churn(session, parent, employee_id=person.id)
            mine = make_client(session, account_manager_id=world.people[column].user.id)
            make_extra(session, client_id=mine.id, sellers={person.id: 100})
    return world


def _named(world: World, column: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every reference that says so, of each list and of its records' own calls."""
    browser, own = world.browser(column), world.people[column].employee.api_id
    paths = [f"{path}{'&' if '?' in path else '?'}per_page=100" for path in _ROWS]
    for path in (*paths, f"employees/{own}"):
        answer = browser.get(f"/api/v1/{path}")
        assert answer.status_code == 200, answer.text
        rows = answer.json()["data"]
        for row in rows if isinstance(rows, list) else [rows]:
            yield from ((path, name, row[name]) for name in _NOUNS if "can_open" in (row.get(name) or {}))
        noun = path.partition("?")[0]
        for row in rows if noun in ("oos-sales", "projects", "churn-events") else []:
            one = browser.get(f"/api/v1/{noun}/{row['api_id']}").json()["data"]
            yield from ((f"{noun}/…", name, one[name]) for name in _NOUNS if "can_open" in (one.get(name) or {}))


@pytest.mark.parametrize("column", _PEOPLE)
def test_what_can_be_opened_is_there_and_nothing_else_is(agency: World, column: str):
    told: dict[bool, set[str]] = {True: set(), False: set()}
    for path, name, named in _named(agency, column):
        answer = agency.browser(column).get(f"/api/v1/{_NOUNS[name]}/{named['api_id']}")
        assert (answer.status_code == 200) is named["can_open"], (path, name)
        told[named["can_open"]].add(name)
    assert {"client", "project", "parent"} <= told[True] | told[False]
    hidden = {"client", "project", "parent", "parent_project", "manager"}
    assert told[False] == (hidden if column == "employee" else set())


def test_who_sold_it_opens_the_sale_and_not_whom_it_was_sold_to(agency: World):
    rows = agency.browser("employee").get("/api/v1/oos-sales?per_page=100").json()["data"]
    (sale,) = [row for row in rows if row["parent"]]
    assert {name: sale[name]["can_open"] for name in ("project", "client", "parent")} == {
        "project": True, "client": False, "parent": False,
    }  # fmt: skip
