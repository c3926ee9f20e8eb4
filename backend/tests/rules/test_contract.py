"""Tests that responses match the OpenAPI document for generated valid and invalid requests."""

from functools import cache
from typing import Any

import pytest
import requests
import schemathesis
from fastapi import FastAPI
from hypothesis import given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.transport import Response
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.access.matrix import MATRIX, OWN_ACCOUNT_ROUTES, browser_for, build_call, split_route
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.world import World, assert_unchanged

pytestmark = pytest.mark.one_database("postgres")

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = {"admin": 5, "account_manager": 4, "visitor": 2}


@cache
def _load_document(app: FastAPI) -> Any:
    """Load the document once, because loading takes longer than most tests."""
    return schemathesis.openapi.from_dict(app.openapi())


def _operation(world: World, route: str) -> Any:
    method, path = split_route(route)
    return _load_document(world.app)[path][method.lower()]


def _check_contract(browser: Browser, case: Any) -> None:
    request = case.as_transport_kwargs(base_url=ORIGIN)
    # The headers that a browser adds; content that HTTP cannot transmit is replaced.
    headers = {"X-XSRF-TOKEN": browser.csrf_token, "Content-Type": "application/json"}
    content: dict[str, Any] = {name: request[name] for name in ("json", "data") if request.get(name) is not None}
    if request.get("files"):
        content = _encode_form(request["files"])
        headers["Content-Type"] = content.pop("type")
    elif "data" in content and not isinstance(content["data"], bytes):
        content = {"content": str(content["data"]).encode("utf-8", "replace")}
    elif "data" in content:
        content = {"content": content["data"]}
    response = browser.client.request(
        request["method"], request["url"], params=request.get("params"), headers=headers, **content
    )
    case.validate_response(Response.from_httpx(response, verify=False), checks=CHECKS)


def _encode_form(parts: Any) -> dict[str, Any]:
    """Encode a form with its file."""
    sent = requests.Request("POST", ORIGIN, files=parts).prepare()
    return {"content": sent.body, "type": sent.headers["Content-Type"]}


@pytest.mark.parametrize("column", EXAMPLES)
@pytest.mark.parametrize("route", MATRIX)
def test_responses_match_the_contract(world: World, route: str, column: str):
    operation = _operation(world, route)
    browser_for(route, world, column)
    path = build_call(route, world, column, next(iter(MATRIX[route]))).path
    # The records that the matrix created for this route, instead of random ids.
    parts = zip(split_route(route)[1].split("/"), path.split("?")[0].split("/"), strict=False)
    named = {part[1:-1]: value for part, value in parts if part.startswith("{")}
    cases = operation.as_strategy() | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

    @settings(
        max_examples=EXAMPLES[column],
        derandomize=True,
        database=None,
    )
    @given(case=cases)
    def check(case: Any) -> None:
        if named:
            case.path_parameters = named
        _check_contract(browser_for(route, world, column), case)

    if column == "visitor" and route not in OWN_ACCOUNT_ROUTES:
        with assert_unchanged(world.database):
            check()
    else:
        check()


def test_contract_violations_are_detected(world: World):
    """Cases: a missing field, and an undeclared status."""
    operation = _operation(world, "GET /api/v1/me")
    case = operation.Case(method="GET")
    response = world.browser("admin").get("/api/v1/me")
    case.validate_response(Response.from_httpx(response, verify=False), checks=CHECKS)
    incomplete = Response.from_httpx(response, verify=False)
    incomplete.content = b'{"data": {}}'
    with pytest.raises(FailureGroup, match="Response violates schema"):
        case.validate_response(incomplete, checks=CHECKS)
    undeclared = Response.from_httpx(response, verify=False)
    undeclared.status_code = 418
    with pytest.raises(FailureGroup, match="Undocumented status code"):
        case.validate_response(undeclared, checks=CHECKS)
