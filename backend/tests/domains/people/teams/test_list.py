"""The list of teams: order, search, filters, what employees see of it, and a fixed number of statements."""

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.people import make_team, make_user
from tests.factories.statements import count_statements
from tests.factories.world import World, build_world, unchanged

PATH = "/api/v1/teams"
NAMES = ["Zénith", "ancre", "Érable", "Œil de bœuf"]
ROW = {"api_id", "name", "representative", "users", "archived_at", "created_at", "updated_at", "version"}


@pytest.fixture(scope="module")
def listed(migrated: Database) -> World:
    """Four named teams of one speaker, one archived, and thirty of twelve people each."""
    world = build_world(migrated)
    with migrated.write() as session:
        speaker = make_user(session, first_name="Ève", last_name="Roy")
        crowd = [make_user(session) for _ in range(12)]
        for name in NAMES:
            make_team(session, speaker, crowd[0], name=name)
        make_team(session, speaker, name="Ancienne", archived_at=NOON)
        for _ in range(30):
            make_team(session, *crowd)
    world.stranger = speaker
    return world


def _names(browser: Browser, query: str) -> list[str]:
    answer = browser.get(f"{PATH}?per_page=100&{query}")
    assert answer.status_code == 200, answer.text
    assert answer.json()["meta"]["total"] == len(answer.json()["data"])
    return [row["name"] for row in answer.json()["data"]]


def test_names_are_sorted_and_found_without_accents(listed: World):
    admin = listed.browser("admin")
    assert [name for name in _names(admin, "") if name in NAMES] == ["ancre", "Érable", "Œil de bœuf", "Zénith"]
    assert _names(admin, "sort=-name") == _names(admin, "sort=name")[::-1]
    assert _names(admin, "search=OEIL DE BOEUF") == ["Œil de bœuf"]


def test_filters_find_who_is_in_a_team_and_who_speaks_for_it(listed: World):
    admin, speaker = listed.browser("admin"), listed.stranger.api_id
    assert sorted(_names(admin, f"representative={speaker}")) == sorted(NAMES)
    assert sorted(_names(admin, f"user={speaker}")) == sorted(NAMES)
    assert sorted(_names(admin, f"user={speaker}&archived=include")) == sorted([*NAMES, "Ancienne"])
    assert _names(admin, "archived=only") == ["Ancienne"]
    member = admin.get(f"{PATH}?search=zenith").json()["data"][0]["users"]
    other = next(user["api_id"] for user in member if user["api_id"] != speaker)
    assert len(_names(admin, f"user={other}")) == len(NAMES) + 30


@pytest.mark.parametrize("sort", ["name", "-representative", "created_at", "-updated_at,name"])
def test_pages_hold_every_row_once(listed: World, sort: str):
    pages = [
        [
            row["api_id"]
            for row in listed.browser("admin").get(f"{PATH}?sort={sort}&per_page=7&page={page}").json()["data"]
        ]
        for page in range(1, 7)
    ]
    rows = [row for page in pages for row in page]
    assert len(rows) == len(set(rows)) == len(_names(listed.browser("admin"), ""))


def test_an_employee_learns_names_and_nothing_else(listed: World):
    browser = listed.browser("employee")
    rows = browser.get(f"{PATH}?per_page=100&archived=include").json()["data"]
    assert {row["name"] for row in rows} >= set(NAMES)
    assert "Ancienne" not in {row["name"] for row in rows}
    assert all(set(row) == {"api_id", "name"} for row in rows)
    one = browser.get(f"{PATH}/{rows[0]['api_id']}").json()["data"]
    assert one == rows[0]


@pytest.mark.parametrize("query", ["user={id}", "representative={id}", "sort=representative", "sort=-updated_at"])
def test_an_employee_cannot_ask_for_what_is_hidden_from_them(listed: World, query: str):
    with unchanged(listed.database):
        answer = listed.browser("employee").get(f"{PATH}?{query.format(id=listed.stranger.api_id)}")
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [query.split("=")[0]]


@pytest.mark.parametrize("column", ["admin", "financial_manager", "account_manager", "churn_manager"])
def test_those_who_may_view_teams_see_who_is_in_them(listed: World, column: str):
    rows = listed.browser(column).get(f"{PATH}?search=zenith").json()["data"]
    assert [set(row) for row in rows] == [ROW]
    assert rows[0]["representative"]["name"] == "Ève Roy"
    assert len(rows[0]["users"]) == 2


@pytest.mark.parametrize("column", ["admin", "employee"])
def test_a_list_costs_the_same_statements_whatever_its_length(listed: World, column: str):
    counts = []
    for query in ("per_page=1", "per_page=100", "per_page=1", "per_page=100"):
        with count_statements(listed.database) as statements:
            assert listed.browser(column).get(f"{PATH}?{query}").status_code == 200
        counts.append(len(statements))
    assert counts[2] == counts[3]
    assert max(counts) <= 8


def test_a_single_read_costs_few_statements(listed: World):
    api_id = listed.browser("admin").get(f"{PATH}?search=zenith").json()["data"][0]["api_id"]
    with count_statements(listed.database) as statements:
        assert listed.browser("admin").get(f"{PATH}/{api_id}").status_code == 200
    assert 2 <= len(statements) <= 6
