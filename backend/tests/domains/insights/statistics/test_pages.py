"""Statistics of projects, employees and teams as pages: without ids all that the caller may see, with ids these."""

from typing import Any

import pytest

from regie.core.db.database import Database
from regie.core.db.ids import new_api_id
from tests.conftest import NOON
from tests.factories.people import make_employee
from tests.factories.statements import record_statements
from tests.factories.work import make_project
from tests.factories.world import ROLES, World, assert_unchanged, build_world

RECORD = {"projects": "project", "employees": "employee", "teams": "team"}
# The list of the same records, former and archived ones included; only some roles may filter employees.
EVERYTHING = {"projects": "archived=include", "teams": "archived=include"}
SEES_FORMER = ("super_admin", "admin", "financial_manager", "account_manager", "churn_manager")


@pytest.fixture(scope="module")
def agency(migrated: Database) -> World:
    """Records in every relation to each role; no test of this module changes them."""
    world = build_world(migrated)
    for column in ROLES:
        for target in ("own", "works_on", "other", "archived"):
            world.project(column, target)
        for target in ("own", "other", "archived"):
            world.team(column, target)
    with world.database.write() as session:
        make_employee(session, status="left", last_name="Départ")
    return world


def _fetch(world: World, noun: str, query: str = "", column: str = "admin") -> dict[str, Any]:
    response = world.browser(column).get(f"/api/v1/{noun}-statistics?{query}")
    assert response.status_code == 200, response.text
    return response.json()


def _ids(noun: str, page: dict[str, Any]) -> list[str]:
    return [entry[RECORD[noun]]["api_id"] for entry in page["data"]]


def _listed(world: World, noun: str, column: str, query: str = "") -> list[str]:
    former = "status=active&status=on_leave&status=left" if noun == "employees" and column in SEES_FORMER else ""
    path = f"/api/v1/{noun}?per_page=100&{EVERYTHING.get(noun, former)}&{query}"
    response = world.browser(column).get(path).json()
    assert response["meta"]["total"] == len(response["data"])
    return [row["api_id"] for row in response["data"]]


@pytest.mark.parametrize("column", ROLES)
@pytest.mark.parametrize("noun", RECORD)
def test_without_ids_everything_that_the_caller_may_see_is_listed(agency: World, noun: str, column: str):
    page = _fetch(agency, noun, "per_page=100", column)
    assert _ids(noun, page) == _listed(agency, noun, column)
    # The same figures as for each record alone.
    for entry in page["data"]:
        assert _fetch(agency, noun, f"id={entry[RECORD[noun]]['api_id']}", column)["data"] == [entry]


def test_employee_sees_own_projects_but_no_former_colleagues_and_archived_teams(agency: World):
    for noun in RECORD:
        assert len(_ids(noun, _fetch(agency, noun, "per_page=100", "employee"))) < len(_listed(agency, noun, "admin"))


@pytest.mark.parametrize("noun", RECORD)
def test_pages_contain_every_record_once(agency: World, noun: str):
    total = len(_listed(agency, noun, "admin"))
    first = _fetch(agency, noun)
    last_page = -(-total // 10)
    assert first["meta"] == {
        "current_page": 1,
        "from": 1,
        "last_page": last_page,
        "per_page": 10,
        "to": min(10, total),
        "total": total,
    }
    pages = [_ids(noun, _fetch(agency, noun, f"per_page=4&page={page}")) for page in range(1, total // 4 + 2)]
    assert [api_id for page in pages for api_id in page] == _listed(agency, noun, "admin")
    beyond = _fetch(agency, noun, "page=1000")
    assert (beyond["data"], beyond["meta"]["from"], beyond["meta"]["total"]) == ([], None, total)


@pytest.mark.parametrize("noun", RECORD)
def test_pages_are_sorted_and_searched_like_the_list(agency: World, noun: str):
    for query in ("sort=-name", "sort=name&search=e", "search=érable"):
        assert _ids(noun, _fetch(agency, noun, f"per_page=100&{query}")) == _listed(agency, noun, "admin", query)


@pytest.mark.parametrize("noun", RECORD)
def test_given_ids_are_one_page_in_their_order(agency: World, noun: str):
    ids = _listed(agency, noun, "admin")[:12][::-1]
    page = _fetch(agency, noun, f"id={','.join(ids)}")
    assert _ids(noun, page) == ids
    assert page["meta"] == {
        "current_page": 1,
        "from": 1,
        "last_page": 1,
        "per_page": 100,
        "to": len(ids),
        "total": len(ids),
    }
    second = _fetch(agency, noun, f"id={','.join(ids)}&per_page=5&page=2")
    assert _ids(noun, second) == ids[5:10]
    assert (second["meta"]["last_page"], second["meta"]["total"]) == (-(-len(ids) // 5), len(ids))


@pytest.mark.one_database
@pytest.mark.parametrize("noun", RECORD)
def test_ids_are_checked_on_every_page(agency: World, noun: str):
    (first, *_) = _listed(agency, noun, "admin")
    response = agency.browser("admin").get(f"/api/v1/{noun}-statistics?id={first},{new_api_id()}&per_page=1")
    assert response.status_code == 404


@pytest.mark.one_database
@pytest.mark.parametrize("noun", RECORD)
@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("per_page=101", "per_page"),
        ("page=0", "page"),
        ("sort=salary", "sort"),
        ("id={id}&sort=name", "sort"),
        ("id={id}&search=e", "search"),
        ("from=2026-02-01&to=2026-01-31", "to"),
        ("archived=only", "archived"),
    ],
)
def test_invalid_page_returns_422(agency: World, noun: str, query: str, field: str):
    api_id = _listed(agency, noun, "admin")[0]
    with assert_unchanged(agency.database):
        response = agency.browser("admin").get(f"/api/v1/{noun}-statistics?{query.format(id=api_id)}")
    assert (response.status_code, list(response.json()["errors"])) == (422, [field])


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("noun", "sort"), [("employees", "started_on"), ("teams", "representative"), ("projects", "amount")]
)
def test_employee_cannot_sort_by_hidden_fields(agency: World, noun: str, sort: str):
    with assert_unchanged(agency.database):
        response = agency.browser("employee").get(f"/api/v1/{noun}-statistics?sort={sort}")
    assert (response.status_code, list(response.json()["errors"])) == (422, ["sort"])


@pytest.mark.parametrize("noun", RECORD)
def test_statement_count_does_not_depend_on_the_page_size(agency: World, noun: str):
    counts = []
    for size in (1, 1, 100):
        with record_statements(agency.database) as statements:
            _fetch(agency, noun, f"per_page={size}")
        counts.append(len(statements))
    assert counts[1] == counts[2] <= 22


def test_agency_without_projects_has_an_empty_page(migrated: Database):
    world = build_world(migrated)
    page = _fetch(world, "projects")
    assert (page["data"], page["meta"]["total"], page["meta"]["from"]) == ([], 0, None)
    with world.database.write() as session:
        api_id = make_project(session, archived_at=NOON).api_id
    assert _ids("projects", _fetch(world, "projects")) == [api_id]
