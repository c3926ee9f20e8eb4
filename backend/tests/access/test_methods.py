"""Tests methods: 405 with the allowed ones, 404 for unknown paths, and HEAD as GET without a body."""

import pytest

from regie.main import api_routes
from tests.access.matrix import MATRIX, browser_for, build_call, split_route
from tests.factories.world import World, assert_unchanged
from tests.rules.test_routes import SERVICE_ROUTES

pytestmark = pytest.mark.one_database

PATHS = sorted({split_route(route)[1] for route in MATRIX})
READS = [route for route in MATRIX if route.startswith("GET ")]
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "FROB")


def _allowed(world: World, path: str) -> set[str]:
    """Return the methods of all routes that match the path; a fixed segment can also match an id."""
    found = {method for route in api_routes(world.app) if route.path_regex.match(path) for method in route.methods}
    return found | ({"HEAD"} if "GET" in found else set())


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("column", ["visitor", "super_admin"])
def test_unsupported_method_returns_405(world: World, column: str, path: str):
    """The response is the same for visitors, so it reveals nothing about a record."""
    browser, allowed = world.browser(column), _allowed(world, path)
    with assert_unchanged(world.database):
        for method in METHODS:
            if method not in allowed:
                response = browser.call(method, path, headers={"X-Api-Locale": "fr-ca"})
                assert (response.status_code, response.json()["code"]) == (405, "method"), method
                assert response.json()["message"] == "Cette adresse n’accepte pas ce type de requête."
                assert response.headers["Allow"] == ", ".join(sorted(allowed))
                slashed = browser.call(method, f"{path}/")
                assert (slashed.status_code, slashed.headers["Allow"]) == (405, response.headers["Allow"])


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/api/v1/clients/a/b/c", "/api", "/sanctum/x", "/hooks/a/b/c"])
@pytest.mark.parametrize("column", ["visitor", "super_admin"])
def test_unknown_path_returns_404_for_every_method(world: World, column: str, path: str):
    with assert_unchanged(world.database):
        responses = [world.browser(column).call(method, path) for method in METHODS]
    assert [response.status_code for response in responses[1:]] == [404] * (len(METHODS) - 1)


@pytest.mark.parametrize("route", READS)
def test_head_returns_the_headers_of_get(world: World, route: str):
    browser = browser_for(route, world, "super_admin")
    path = build_call(route, world, "super_admin", next(iter(MATRIX[route]))).path
    read, head = browser.get(path), browser.call("HEAD", path)
    assert head.status_code == read.status_code
    assert head.content == b""
    for name in ("content-type", "content-length", "cache-control", "content-security-policy", "x-frame-options"):
        assert head.headers.get(name) == read.headers.get(name), name


@pytest.mark.parametrize("route", [route for route in MATRIX if route not in SERVICE_ROUTES])
def test_trailing_slash_is_ignored(world: World, route: str):
    method, _ = split_route(route)
    browser = browser_for(route, world, "super_admin")
    call = build_call(route, world, "super_admin", next(iter(MATRIX[route])))
    path, question, query = call.path.partition("?")
    response = browser.call(method, f"{path}/{question}{query}", **call.options)
    expected = MATRIX[route][next(iter(MATRIX[route]))][0]
    if isinstance(expected, int) and expected >= 200:
        assert response.status_code == expected, response.text
    assert response.status_code not in (404, 405) or response.status_code == expected


def test_browser_navigation_to_an_api_path_gets_the_page(world: World):
    """`/login` is an API route; opened in a browser, it shows the page for unknown screens."""
    browser = world.browser("visitor")
    navigated = browser.get("/login", headers={"Accept": "text/html,*/*;q=0.8"})
    # Without the built front end there is no page to show.
    assert navigated.status_code in (404, 503)
    called = browser.get("/login")
    assert (called.status_code, called.headers["Allow"]) == (405, "POST")
