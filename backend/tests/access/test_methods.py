"""An address that is known refuses a method it does not answer, naming those it does; HEAD is GET without its body."""

import pytest

from regie.main import routes_of
from tests.access.matrix import MATRIX, browser_of, call_of, split
from tests.factories.world import World, unchanged
from tests.rules.test_routes import FOR_SERVICES

pytestmark = pytest.mark.one_database

PATHS = sorted({split(route)[1] for route in MATRIX})
READS = [route for route in MATRIX if route.startswith("GET ")]
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "FROB")


def _allowed(world: World, path: str) -> set[str]:
    """What any route answers at this very address; one may be a word where another takes an id."""
    found = {method for route in routes_of(world.app) if route.path_regex.match(path) for method in route.methods}
    return found | ({"HEAD"} if "GET" in found else set())


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("column", ["visitor", "super_admin"])
def test_a_method_that_an_address_does_not_answer_is_405(world: World, column: str, path: str):
    """Before the caller is known as after: nothing about a record can be learned from it."""
    browser, allowed = world.browser(column), _allowed(world, path)
    with unchanged(world.database):
        for method in METHODS:
            if method not in allowed:
                answer = browser.call(method, path, headers={"X-Api-Locale": "fr-ca"})
                assert (answer.status_code, answer.json()["code"]) == (405, "method"), method
                assert answer.json()["message"] == "Cette adresse n’accepte pas ce type de requête."
                assert answer.headers["Allow"] == ", ".join(sorted(allowed))
                slashed = browser.call(method, f"{path}/")
                assert (slashed.status_code, slashed.headers["Allow"]) == (405, answer.headers["Allow"])


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/api/v1/clients/a/b/c", "/api", "/sanctum/x", "/hooks/a/b/c"])
@pytest.mark.parametrize("column", ["visitor", "super_admin"])
def test_an_address_that_nobody_knows_is_404_whatever_the_method(world: World, column: str, path: str):
    with unchanged(world.database):
        answers = [world.browser(column).call(method, path) for method in METHODS]
    expected = [200 if path == "/api" and method == "GET" else 404 for method in METHODS]
    assert [answer.status_code for answer in answers[1:]] == expected[1:]


@pytest.mark.parametrize("route", READS)
def test_head_answers_what_get_does_without_the_body(world: World, route: str):
    browser = browser_of(route, world, "super_admin")
    path = call_of(route, world, "super_admin", next(iter(MATRIX[route]))).path
    read, head = browser.get(path), browser.call("HEAD", path)
    assert head.status_code == read.status_code
    assert head.content == b""
    for name in ("content-type", "content-length", "cache-control", "content-security-policy", "x-frame-options"):
        assert head.headers.get(name) == read.headers.get(name), name


@pytest.mark.parametrize("route", [route for route in MATRIX if route not in FOR_SERVICES])
def test_a_trailing_slash_changes_nothing(world: World, route: str):
    method, _ = split(route)
    browser = browser_of(route, world, "super_admin")
    call = call_of(route, world, "super_admin", next(iter(MATRIX[route])))
    path, question, query = call.path.partition("?")
    answer = browser.call(method, f"{path}/{question}{query}", **call.options)
    expected = MATRIX[route][next(iter(MATRIX[route]))][0]
    if isinstance(expected, int) and expected >= 200:
        assert answer.status_code == expected, answer.text
    assert answer.status_code not in (404, 405) or answer.status_code == expected


def test_somebody_who_opens_the_address_of_a_call_sees_a_page(world: World):
    """`/login` is where people sign in; typed into a browser, it is a screen that does not exist."""
    browser = world.browser("visitor")
    opened = browser.get("/login", headers={"Accept": "text/html,*/*;q=0.8"})
    assert opened.status_code in (200, 503)
    called = browser.get("/login")
    assert (called.status_code, called.headers["Allow"]) == (405, "POST")
