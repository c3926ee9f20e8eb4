"""Tests that routes refuse unknown, repeated and malformed query parameters."""

import pytest
from fastapi.routing import APIRoute

from regie.access.authorization import Access
from regie.main import api_routes
from tests.access.matrix import MATRIX, TABLES_WRITTEN_BY_REFUSALS, browser_for, build_call, split_route
from tests.factories.world import World, assert_unchanged
from tests.rules.test_routes import SERVICE_ROUTES

pytestmark = pytest.mark.one_database

ROUTES = [route for route in MATRIX if route not in SERVICE_ROUTES]
LISTS = [route.removeprefix("GET ") for route, rows in MATRIX.items() if "sees" in rows]


def _address(path: str, query: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}{query}"


@pytest.mark.parametrize("route", ROUTES)
def test_unknown_parameter_is_refused(world: World, route: str):
    method, _ = split_route(route)
    browser = browser_for(route, world, "super_admin")
    call = build_call(route, world, "super_admin", next(iter(MATRIX[route])))
    with assert_unchanged(world.database, TABLES_WRITTEN_BY_REFUSALS.get(route, ())):
        response = browser.call(
            method, _address(call.path, "frobnicate=1"), headers={"X-Api-Locale": "fr-ca"}, **call.options
        )
    assert response.status_code == 422, response.text
    assert response.json()["errors"] == {"frobnicate": ["Ce champ n’existe pas"]}


def test_authorization_precedes_parameters(world: World):
    assert world.browser("visitor").get("/api/v1/me?frobnicate=1").status_code == 401
    assert world.browser("employee").get("/api/v1/users?frobnicate=1").status_code == 403


def test_errors_of_fields_and_parameters_are_returned_together(world: World):
    with assert_unchanged(world.database):
        response = world.browser("super_admin").post("/api/v1/clients?frobnicate=1", {"name": ""})
    assert response.status_code == 422
    assert {"frobnicate", "name", "account_manager", "currency"} == set(response.json()["errors"])


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize("query", ["page=1&page=2", "page=1&page=1", "search=a&search=b", "sort=name&sort="])
def test_repeated_parameter_is_refused(world: World, path: str, query: str):
    response = world.browser("super_admin").get(_address(path, query))
    assert response.status_code == 422, response.text
    name = query.split("=")[0]
    assert response.json()["errors"][name] == ["The field appears twice"]


def test_date_out_of_range_has_a_date_in_its_message(world: World):
    path = "/api/v1/dashboard?from=1900-01-01&to=9999-01-01&currency=CAD&scope=all"
    response = world.browser("super_admin").get(path)
    assert response.status_code == 422, response.text
    assert response.json()["errors"] == {
        "from": ["The day must be January 1, 1970 or later"],
        "to": ["The day must be December 31, 2200 or earlier"],
    }


@pytest.mark.parametrize("value", ["1_0", "%201", "1%20", "+1", "%2B1", "1.0", "01x", "1e1", "%EF%BC%91", "%D9%A1"])
@pytest.mark.parametrize("name", ["page", "per_page"])
def test_malformed_number_is_refused(world: World, name: str, value: str):
    response = world.browser("super_admin").get(f"/api/v1/clients?{name}={value}")
    assert response.status_code == 422, response.text
    assert response.json()["errors"] == {name: ["The field must be a whole number"]}


@pytest.mark.parametrize("value", ["1", "0", "yes", "on", "True", "t"])
def test_malformed_flag_is_refused(world: World, value: str):
    response = world.browser("super_admin").get(f"/api/v1/users?two_factor={value}")
    assert response.status_code == 422, response.text
    assert response.json()["errors"] == {"two_factor": ["Choose one of: true, false"]}


def test_flags_numbers_and_repeated_filters_are_accepted(world: World):
    query = "two_factor=false&status=active&status=invited&page=1&per_page=100"
    response = world.browser("super_admin").get(f"/api/v1/users?{query}")
    assert response.status_code == 200, response.text
    assert response.json()["data"]


def test_parameters_are_those_of_the_query_model(world: World):
    """FastAPI would read a bare parameter, but `QueryParameters` would refuse it."""
    for route in api_routes(world.app):
        read = {field.alias or name for model in _models(route) for name, field in model.model_fields.items()}
        auth = route.endpoint.auth  # type: ignore[attr-defined]
        if auth.requires is not Access.SERVICE:
            assert auth.parameters.names == read, route.path


def _models(route: APIRoute) -> list:
    return [parameter.field_info.annotation for parameter in route.dependant.query_params]
