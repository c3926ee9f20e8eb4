"""Every call holds the parameters of its address to those it names, each given once and written in one way."""

import pytest
from fastapi.routing import APIRoute

from regie.access.authorization import Access
from regie.main import routes_of
from tests.access.matrix import MATRIX, NOTED_IN, browser_of, call_of, split
from tests.factories.world import World, unchanged
from tests.rules.test_routes import FOR_SERVICES

pytestmark = pytest.mark.one_database

CALLS = [route for route in MATRIX if route not in FOR_SERVICES]
LISTS = [route.removeprefix("GET ") for route, rows in MATRIX.items() if "sees" in rows]


def _address(path: str, query: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}{query}"


@pytest.mark.parametrize("route", CALLS)
def test_a_call_refuses_a_parameter_that_it_does_not_know(world: World, route: str):
    method, _ = split(route)
    browser = browser_of(route, world, "super_admin")
    call = call_of(route, world, "super_admin", next(iter(MATRIX[route])))
    with unchanged(world.database, NOTED_IN.get(route, ())):
        answer = browser.call(
            method, _address(call.path, "frobnicate=1"), headers={"X-Api-Locale": "fr-ca"}, **call.options
        )
    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"] == {"frobnicate": ["Ce champ n’est pas connu ici"]}


def test_who_may_not_call_learns_nothing_of_the_parameters(world: World):
    assert world.browser("visitor").get("/api/v1/me?frobnicate=1").status_code == 401
    assert world.browser("employee").get("/api/v1/users?frobnicate=1").status_code == 403


def test_wrong_fields_and_wrong_parameters_are_named_together(world: World):
    with unchanged(world.database):
        answer = world.browser("super_admin").post("/api/v1/clients?frobnicate=1", {"name": ""})
    assert answer.status_code == 422
    assert {"frobnicate", "name", "account_manager", "currency"} == set(answer.json()["errors"])


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize("query", ["page=1&page=2", "page=1&page=1", "search=a&search=b", "sort=name&sort="])
def test_a_parameter_with_one_value_is_given_once(world: World, path: str, query: str):
    answer = world.browser("super_admin").get(_address(path, query))
    assert answer.status_code == 422, answer.text
    name = query.split("=")[0]
    assert answer.json()["errors"][name] == ["The field is given twice"]


def test_a_day_beyond_its_bounds_is_told_as_a_day(world: World):
    path = "/api/v1/dashboard?from=1900-01-01&to=9999-01-01&currency=CAD&scope=all"
    answer = world.browser("super_admin").get(path)
    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"] == {
        "from": ["The day must be 1970-01-01 or later"],
        "to": ["The day must be 2200-12-31 or earlier"],
    }


@pytest.mark.parametrize("value", ["1_0", "%201", "1%20", "+1", "%2B1", "1.0", "01x", "1e1", "%EF%BC%91", "%D9%A1"])
@pytest.mark.parametrize("name", ["page", "per_page"])
def test_a_number_is_written_in_one_way(world: World, name: str, value: str):
    answer = world.browser("super_admin").get(f"/api/v1/clients?{name}={value}")
    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"] == {name: ["The field must be a whole number"]}


@pytest.mark.parametrize("value", ["1", "0", "yes", "on", "True", "t"])
def test_a_flag_is_true_or_false(world: World, value: str):
    answer = world.browser("super_admin").get(f"/api/v1/users?two_factor={value}")
    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"] == {"two_factor": ["Choose one of: true, false"]}


def test_flags_numbers_and_repeated_filters_are_taken(world: World):
    query = "two_factor=false&status=active&status=invited&page=1&per_page=100"
    answer = world.browser("super_admin").get(f"/api/v1/users?{query}")
    assert answer.status_code == 200, answer.text
    assert answer.json()["data"]


def test_every_call_knows_the_parameters_that_its_route_reads(world: World):
    """A bare parameter of a route would be read by FastAPI and refused by the gate."""
    for route in routes_of(world.app):
        read = {field.alias or name for model in _models(route) for name, field in model.model_fields.items()}
        auth = route.endpoint.auth  # type: ignore[attr-defined]
        if auth.requires is not Access.SERVICE:
            assert auth.parameters.names == read, route.path


def _models(route: APIRoute) -> list:
    return [parameter.field_info.annotation for parameter in route.dependant.query_params]
