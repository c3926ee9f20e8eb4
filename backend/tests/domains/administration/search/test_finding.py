"""Tests of what the search finds, and in which order: names, numbers, accents, short and unusual input."""

from typing import Any

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.people import make_employee, make_team
from tests.factories.recognition import make_core_value
from tests.factories.statements import record_statements
from tests.factories.work import make_client, make_invoice, make_project
from tests.factories.world import World, build_world

PATH = "/api/v1/search"


@pytest.fixture(scope="module")
def search_world(migrated: Database) -> World:
    world = build_world(migrated)
    with migrated.write() as session:
        client = make_client(session, name="Brasserie Érable d’or", contact_name="Élodie Bœuf")
        make_client(session, name="Les jardins d’érable")
        make_client(session, name="Vénérable et associés")
        make_client(session, name="Érable", archived_at=NOON)
        make_client(session, name="100 % naturel_bio")
        make_client(session, name='L’auberge "AND" NEAR(toi)')
        make_client(session, name="Q7")
        make_project(session, name="Refonte", number="F-0042", client_id=client.id)
        make_project(session, name="Infolettre F-0042 bis", number="F-0943", client_id=client.id)
        for number, day in (("1042", "2026-08-01"), ("1043", "2026-09-01"), ("10421", "2026-10-01")):
            issued = NOON.date().fromisoformat(day)
            make_invoice(session, number=number, customer_name="Brasserie", client_id=client.id, issued_on=issued)
        make_employee(session, first_name="Anaïs", last_name="Tremblay", job_title="Graphiste")
        make_team(session, name="Équipe d’érables")
        make_core_value(session, name_en="Candour", name_fr="Franc-parler")
    return world


def _hits(browser: Browser, query: str, **params: Any) -> list[dict[str, Any]]:
    answer = browser.get(PATH, params={"q": query, **params})
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def _titles(world: World, query: str, **params: Any) -> list[str]:
    return [hit["title"] for hit in _hits(world.browser("admin"), query, **params)]


@pytest.mark.parametrize("query", ["erable", "ÉRABLE", "  érable ", "e\u0301rable"])
def test_exact_name_comes_first_ignoring_accents_and_case(search_world: World, query: str):
    titles = _titles(search_world, query)
    assert titles[0] == "Érable"
    assert titles.index("Brasserie Érable d’or") < titles.index("Vénérable et associés")
    assert {"Les jardins d’érable", "Équipe d’érables", "Équipe Érable"} < set(titles)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("F-0042", "Refonte"),
        ("f-0042", "Refonte"),
        ("1042", "1042"),
        ("elodie boeuf", "Brasserie Érable d’or"),
        ("or brasserie erable", "Brasserie Érable d’or"),
        ("tremblay", "Anaïs Tremblay"),
        ("graphiste", "Anaïs Tremblay"),
        ("franc-parler", "Candour"),
        ("candour", "Candour"),
        ("q7", "Q7"),
        ("100 %", "100 % naturel_bio"),
        ("naturel_bio", "100 % naturel_bio"),
        ('"and"', 'L’auberge "AND" NEAR(toi)'),
        ("near(toi)", 'L’auberge "AND" NEAR(toi)'),
        ("l'auberge", 'L’auberge "AND" NEAR(toi)'),
    ],
)
def test_best_hit_comes_first(search_world: World, query: str, first: str):
    assert _titles(search_world, query)[0] == first


def test_newest_of_equal_invoices_comes_first(search_world: World):
    assert [title for title in _titles(search_world, "brasserie") if title.startswith("10")] == [
        "10421",
        "1043",
        "1042",
    ]
    assert [title for title in _titles(search_world, "104") if title.startswith("10")] == ["10421", "1043", "1042"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("an", "Anaïs Tremblay"),
        ("é", "Érable"),
        ("q7", "Q7"),
        ("le ja", "Les jardins d’érable"),
        ("a t", "Anaïs Tremblay"),
        ("10", "1042"),
        ("brasserie 10", "1042"),
    ],
)
def test_few_letters_match_the_beginning_of_words(search_world: World, query: str, found: str):
    assert found in _titles(search_world, query)


def test_order_is_stable_and_limit_is_per_kind(search_world: World):
    all_titles = _titles(search_world, "erable", limit=20)
    assert all_titles == _titles(search_world, "erable", limit=20)
    assert _titles(search_world, "a", limit=20) == _titles(search_world, "a", limit=20)
    for limit, clients in ((1, 1), (3, 3), (20, 4)):
        kinds = [hit["kind"] for hit in _hits(search_world.browser("admin"), "erable", limit=limit)]
        assert kinds.count("client") == clients
        assert all(kinds.count(kind) <= limit for kind in kinds)


def test_hit_has_context_and_owner(search_world: World):
    by_title = {hit["title"]: hit for hit in _hits(search_world.browser("admin"), "refonte")}
    assert by_title["Refonte"]["context"] == "F-0042"
    assert by_title["Refonte"]["owner"]["name"] == "Brasserie Érable d’or"
    (value,) = _hits(search_world.browser("admin"), "candour")
    french = search_world.browser("admin").get(PATH, params={"q": "candour"}, headers={"X-Api-Locale": "fr-ca"})
    assert (value["title"], french.json()["data"][0]["title"]) == ("Candour", "Franc-parler")
    archived = {hit["title"]: hit["is_archived"] for hit in _hits(search_world.browser("admin"), "erable")}
    assert archived["Érable"] is True
    assert archived["Brasserie Érable d’or"] is False


UNUSUAL_QUERIES = [
    "", "   ", "%", "_", "%%%", "\\", "\\%", '"', '""', "'", "*", "erable*", "^erable", "-erable", "NOT erable", "OR",
    "AND OR NOT", "NEAR(erable, 2)", "search_key:erable", "{a b}:c", "(", "((((", "a OR", "+++", "😀😀😀", "日本",
    "ﷺ", "\u200d", "\u0301", "ß", "x" * 200, "a " * 100, "abc " * 50, '" OR 1=1 --', "'; DROP TABLE clients; --",
]  # fmt: skip


@pytest.mark.parametrize("query", UNUSUAL_QUERIES)
def test_unusual_query_returns_200(search_world: World, query: str):
    for column in ("admin", "employee"):
        assert search_world.browser(column).get(PATH, params={"q": query}).status_code == 200
    assert search_world.browser("admin").get("/api/v1/clients", params={"search": query}).status_code == 200


@pytest.mark.parametrize("query", ["x" * 10_000, "a\0b", "\0"])
def test_invalid_query_returns_422(search_world: World, query: str):
    answer = search_world.browser("admin").get(PATH, params={"q": query})
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["q"]


@pytest.mark.parametrize("params", [{"limit": 0}, {"limit": 21}, {"limit": "many"}, {"page": 2}])
def test_invalid_parameter_returns_422(search_world: World, params: dict[str, Any]):
    answer = search_world.browser("admin").get(PATH, params={"q": "erable", **params})
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == list(params)


def test_wildcards_are_literal(search_world: World):
    """As wildcards, two of them would match everything."""
    assert _titles(search_world, "%_%") == []
    assert _titles(search_world, "___") == []
    assert _titles(search_world, "_bi") == ["100 % naturel_bio"]


@pytest.mark.parametrize("column", ["super_admin", "employee"])
def test_number_of_statements_is_constant(search_world: World, column: str):
    counts = []
    for query in ("erable", "zzzz", "a", "erable"):
        with record_statements(search_world.database) as statements:
            _hits(search_world.browser(column), query, limit=20)
        counts.append(len(statements))
    assert counts[1] == counts[2] == counts[3] <= 20
