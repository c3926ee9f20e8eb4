"""Tests of the team list: order, search, filters, visibility, and number of statements."""

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.people import make_team, make_user
from tests.factories.statements import record_statements
from tests.factories.world import World, assert_unchanged, build_world

PATH = "/api/v1/teams"
NAMES = ["Zénith", "ancre", "Érable", "Œil de bœuf"]
ROW = {"api_id", "name", "representative", "users", "archived_at", "created_at", "updated_at", "version"}


@pytest.fixture(scope="module")
def listed_world(migrated: Database) -> World:
    """Four named teams with one representative, one archived team, and thirty of twelve members each."""
    world = build_world(migrated)
    with migrated.write() as session:
        representative = make_user(session, first_name="Ève", last_name="Roy")
        crowd = [make_user(session) for _ in range(12)]
        for name in NAMES:
            make_team(session, representative, crowd[0], name=name)
        make_team(session, representative, name="Ancienne", archived_at=NOON)
        for _ in range(30):
            make_team(session, *crowd)
    world.stranger = representative
    return world


def _names(browser: Browser, query: str) -> list[str]:
    response = browser.get(f"{PATH}?per_page=100&{query}")
    assert response.status_code == 200, response.text
    assert response.json()["meta"]["total"] == len(response.json()["data"])
    return [row["name"] for row in response.json()["data"]]


def test_names_sort_and_search_without_accents(listed_world: World):
    admin = listed_world.browser("admin")
    assert [name for name in _names(admin, "") if name in NAMES] == ["ancre", "Érable", "Œil de bœuf", "Zénith"]
    assert _names(admin, "sort=-name") == _names(admin, "sort=name")[::-1]
    assert _names(admin, "search=OEIL DE BOEUF") == ["Œil de bœuf"]


def test_filters_by_member_and_representative(listed_world: World):
    admin, representative = listed_world.browser("admin"), listed_world.stranger.api_id
    assert sorted(_names(admin, f"representative={representative}")) == sorted(NAMES)
    assert sorted(_names(admin, f"user={representative}")) == sorted(NAMES)
    assert sorted(_names(admin, f"user={representative}&archived=include")) == sorted([*NAMES, "Ancienne"])
    assert _names(admin, "archived=only") == ["Ancienne"]
    member = admin.get(f"{PATH}?search=zenith").json()["data"][0]["users"]
    other = next(user["api_id"] for user in member if user["api_id"] != representative)
    assert len(_names(admin, f"user={other}")) == len(NAMES) + 30


@pytest.mark.parametrize("sort", ["name", "-representative", "created_at", "-updated_at,name"])
def test_pages_contain_every_row_once(listed_world: World, sort: str):
    pages = [
        [
            row["api_id"]
            for row in listed_world.browser("admin").get(f"{PATH}?sort={sort}&per_page=7&page={page}").json()["data"]
        ]
        for page in range(1, 7)
    ]
    rows = [row for page in pages for row in page]
    assert len(rows) == len(set(rows)) == len(_names(listed_world.browser("admin"), ""))


def test_employee_sees_only_names(listed_world: World):
    browser = listed_world.browser("employee")
    rows = browser.get(f"{PATH}?per_page=100&archived=include").json()["data"]
    assert {row["name"] for row in rows} >= set(NAMES)
    assert "Ancienne" not in {row["name"] for row in rows}
    assert all(set(row) == {"api_id", "name"} for row in rows)
    one = browser.get(f"{PATH}/{rows[0]['api_id']}").json()["data"]
    assert one == rows[0]


@pytest.mark.parametrize("query", ["user={id}", "representative={id}", "sort=representative", "sort=-updated_at"])
def test_employee_filters_on_hidden_fields_return_422(listed_world: World, query: str):
    with assert_unchanged(listed_world.database):
        response = listed_world.browser("employee").get(f"{PATH}?{query.format(id=listed_world.stranger.api_id)}")
    assert response.status_code == 422
    assert list(response.json()["errors"]) == [query.split("=")[0]]


@pytest.mark.parametrize("column", ["admin", "financial_manager", "account_manager", "churn_manager"])
def test_roles_that_may_view_teams_see_members(listed_world: World, column: str):
    rows = listed_world.browser(column).get(f"{PATH}?search=zenith").json()["data"]
    assert [set(row) for row in rows] == [ROW]
    assert rows[0]["representative"]["name"] == "Ève Roy"
    assert len(rows[0]["users"]) == 2


@pytest.mark.parametrize("column", ["admin", "employee"])
def test_list_uses_the_same_number_of_statements_for_any_length(listed_world: World, column: str):
    counts = []
    for query in ("per_page=1", "per_page=100", "per_page=1", "per_page=100"):
        with record_statements(listed_world.database) as statements:
            assert listed_world.browser(column).get(f"{PATH}?{query}").status_code == 200
        counts.append(len(statements))
    assert counts[2] == counts[3]
    assert max(counts) <= 8


def test_single_read_uses_few_statements(listed_world: World):
    api_id = listed_world.browser("admin").get(f"{PATH}?search=zenith").json()["data"][0]["api_id"]
    with record_statements(listed_world.database) as statements:
        assert listed_world.browser("admin").get(f"{PATH}/{api_id}").status_code == 200
    assert 2 <= len(statements) <= 6
