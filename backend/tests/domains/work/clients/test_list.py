"""Tests of the client list: pages, order, search, filters, and number of statements."""

import pytest

from regie.core.db.database import Database
from regie.domains.records.clients.models import Client
from tests.browser import Browser
from tests.factories.people import make_team, make_user
from tests.factories.statements import record_statements
from tests.factories.work import make_client, make_invoice, make_project
from tests.factories.world import World, build_world

PATH = "/api/v1/clients"
NAMES = ["Zèbre", "abeille", "Éclair", "eau vive", "Œuvres & Cie", "ours", "Ça et là", "100 % Laine", "a_b", "A/B\\C"]


@pytest.fixture(scope="module")
def listed_world(migrated: Database) -> World:
    """Ten clients with distinct names and twenty-five with the same name."""
    world = build_world(migrated)
    with migrated.write() as session:
        manager = make_user(session, roles=["account_manager"], first_name="Ève", last_name="Roy")
        team = make_team(session, name="Équipe Pin")
        for number, name in enumerate(NAMES):
            currency = "USD" if number % 2 else "CAD"
            make_client(session, name=name, account_manager_id=manager.id, currency=currency, team_id=team.id)
        for number in range(25):
            client = make_client(session, name="Jumeau", account_manager_id=manager.id)
            if number < 5:
                make_project(session, client_id=client.id, monthly_fee=f"{number + 1}00.00")
                make_invoice(session, client_id=client.id, total=f"{number + 1}0.00")
    return world


@pytest.fixture
def admin(listed_world: World) -> Browser:
    return listed_world.browser("admin")


def _names(browser: Browser, query: str) -> list[str]:
    response = browser.get(f"{PATH}?{query}")
    assert response.status_code == 200, response.text
    return [row["name"] for row in response.json()["data"]]


def test_names_sort_ignoring_case_and_accents(admin: Browser):
    names = [name for name in _names(admin, "per_page=100&sort=name") if name != "Jumeau"]
    assert names == [
        "100 % Laine",
        "A/B\\C",
        "a_b",
        "abeille",
        "Ça et là",
        "eau vive",
        "Éclair",
        "Œuvres & Cie",
        "ours",
        "Zèbre",
    ]
    assert _names(admin, "per_page=100&sort=-name") == list(reversed(_names(admin, "per_page=100&sort=name")))


@pytest.mark.parametrize(
    "sort", ["name", "-name", "status", "-status,name", "currency", "-updated_at", "mrr", "-overdue"]
)
@pytest.mark.parametrize("per_page", [1, 7, 100])
def test_pages_contain_every_row_once(admin: Browser, sort: str, per_page: int):
    pages, page = [], 1
    while True:
        response = admin.get(f"{PATH}?sort={sort}&per_page={per_page}&page={page}&search=j").json()
        pages += [row["api_id"] for row in response["data"]]
        meta = response["meta"]
        assert (meta["current_page"], meta["per_page"]) == (page, per_page)
        assert (meta["from"], meta["to"]) == (len(pages) - len(response["data"]) + 1, len(pages))
        if page == meta["last_page"]:
            break
        page += 1
    assert len(pages) == len(set(pages)) == meta["total"] == 25


def test_page_after_the_last_is_empty_and_has_the_total(admin: Browser):
    response = admin.get(f"{PATH}?page=50").json()
    assert (response["data"], response["meta"]["from"], response["meta"]["to"]) == ([], None, None)
    assert (response["meta"]["total"], response["meta"]["last_page"]) == (35, 4)


@pytest.mark.parametrize(
    ("search", "found"),
    [("ECLAIR", ["Éclair"]), ("oeuvre", ["Œuvres & Cie"]), ("Œuvre", ["Œuvres & Cie"]), ("ça", ["Ça et là"]),
     ("CA ET LA", ["Ça et là"]), ("100 %", ["100 % Laine"]), ("1 % l", ["100 % Laine"]), ("a_b", ["a_b"]),
     ("b\\c", ["A/B\\C"]), ("e%CC%81clair", ["Éclair"]), ("  vive  ", ["eau vive"]), ("rien", []),
     ("%", ["100 % Laine"]), ("0 % l", [])],
)  # fmt: skip
def test_search_ignores_case_accents_and_wildcards(admin: Browser, search: str, found: list[str]):
    query = search if "%CC" in search else search.replace("%", "%25").replace(" ", "+")
    assert _names(admin, f"search={query}") == found


def test_filters_combine_with_and_values_with_or(listed_world: World, admin: Browser):
    assert set(_names(admin, "currency=USD&per_page=100")) == set(NAMES[1::2])
    assert len(_names(admin, "currency=USD&currency=CAD&per_page=100")) == 35
    assert len(_names(admin, "health=amber&health=red&status=active&per_page=100")) == 5
    assert len(_names(admin, "health=amber&health=red&status=prospect&status=active&per_page=100")) == 5
    assert _names(admin, "health=green") == []
    row = admin.get(f"{PATH}?search=zebre").json()["data"][0]
    assert len(_names(admin, f"team={row['team']['api_id']}&per_page=100")) == len(NAMES)
    assert len(_names(admin, f"account_manager={row['account_manager']['api_id']}&per_page=100")) == 35
    assert _names(admin, f"account_manager={listed_world.stranger.api_id}") == []


def test_money_sorts_by_amount(admin: Browser):
    response = admin.get(f"{PATH}?sort=-mrr&per_page=6").json()["data"]
    assert [row["mrr"]["amount"] for row in response] == ["500.00", "400.00", "300.00", "200.00", "100.00", "0.00"]
    response = admin.get(f"{PATH}?sort=-outstanding&per_page=5").json()["data"]
    assert [row["outstanding"]["amount"] for row in response] == ["50.00", "40.00", "30.00", "20.00", "10.00"]


@pytest.mark.parametrize("path", [PATH, "/api/v1/projects", "/api/v1/invoices"])
@pytest.mark.parametrize("column", ["admin", "account_manager"])
def test_list_uses_the_same_number_of_statements_for_any_length(listed_world: World, path: str, column: str):
    counts = []
    for query in ("per_page=1", "per_page=100", "per_page=1", "per_page=100"):
        with record_statements(listed_world.database) as statements:
            assert listed_world.browser(column).get(f"{path}?{query}").status_code == 200
        counts.append(len(statements))
    assert counts[2] == counts[3]
    assert max(counts) <= 20


@pytest.mark.parametrize("noun", ["client", "project", "invoice"])
def test_single_read_uses_few_statements(listed_world: World, noun: str):
    api_id = listed_world.cached_record(noun, "admin", "own")
    with record_statements(listed_world.database) as statements:
        assert listed_world.browser("admin").get(f"/api/v1/{noun}s/{api_id}").status_code == 200
    assert 2 <= len(statements) <= 10


def test_module_fixture_has_enough_clients(listed_world: World):
    with listed_world.database.read() as db:
        assert len(db.execute(Client.__table__.select()).all()) >= 35
