"""The OpenAPI document is kept: whatever is sent, answers have a declared status and the declared shape."""

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

from tests.access.matrix import MATRIX, OWN, browser_of, call_of, split
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.world import World, unchanged

pytestmark = pytest.mark.one_database("postgres")

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = {"admin": 5, "account_manager": 4, "visitor": 2}


@cache
def _document(app: FastAPI) -> Any:
    """Read once: reading the document takes longer than most of the tests that look a call up in it."""
    return schemathesis.openapi.from_dict(app.openapi())


def _operation(world: World, route: str) -> Any:
    method, path = split(route)
    return _document(world.app)[path][method.lower()]


def _keep_contract(browser: Browser, case: Any) -> None:
    request = case.as_transport_kwargs(base_url=ORIGIN)
    # What a browser brings along is ours to send, and what HTTP cannot carry is nobody's.
    headers = {"X-XSRF-TOKEN": browser.csrf_token, "Content-Type": "application/json"}
    content: dict[str, Any] = {name: request[name] for name in ("json", "data") if request.get(name) is not None}
    if request.get("files"):
        content = _as_form(request["files"])
        headers["Content-Type"] = content.pop("type")
    elif "data" in content and not isinstance(content["data"], bytes):
        content = {"content": str(content["data"]).encode("utf-8", "replace")}
    elif "data" in content:
        content = {"content": content["data"]}
    answer = browser.client.request(
        request["method"], request["url"], params=request.get("params"), headers=headers, **content
    )
    case.validate_response(Response.from_httpx(answer, verify=False), checks=CHECKS)


def _as_form(parts: Any) -> dict[str, Any]:
    """A form's parts, the file among them, as the library for requests would send them."""
    sent = requests.Request("POST", ORIGIN, files=parts).prepare()
    return {"content": sent.body, "type": sent.headers["Content-Type"]}


@pytest.mark.parametrize("column", EXAMPLES)
@pytest.mark.parametrize("route", MATRIX)
def test_answers_keep_the_contract(world: World, route: str, column: str):
    operation = _operation(world, route)
    browser_of(route, world, column)
    path = call_of(route, world, column, next(iter(MATRIX[route]))).path
    # What the matrix has made for this call, rather than names of nothing.
    parts = zip(split(route)[1].split("/"), path.split("?")[0].split("/"), strict=False)
    named = {part[1:-1]: value for part, value in parts if part.startswith("{")}
    wanted = operation.as_strategy() | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

    @settings(
        max_examples=EXAMPLES[column],
        derandomize=True,
        database=None,
    )
    @given(case=wanted)
    def keep(case: Any) -> None:
        if named:
            case.path_parameters = named
        _keep_contract(browser_of(route, world, column), case)

    if column == "visitor" and route not in OWN:
        with unchanged(world.database):
            keep()
    else:
        keep()


def test_a_broken_contract_is_noticed(world: World):
    """The control: an answer that lacks a declared field, and a status that is not declared."""
    operation = _operation(world, "GET /api/v1/me")
    case = operation.Case(method="GET")
    answer = world.browser("admin").get("/api/v1/me")
    case.validate_response(Response.from_httpx(answer, verify=False), checks=CHECKS)
    lacking = Response.from_httpx(answer, verify=False)
    lacking.content = b'{"data": {}}'
    with pytest.raises(FailureGroup, match="Response violates schema"):
        case.validate_response(lacking, checks=CHECKS)
    undeclared = Response.from_httpx(answer, verify=False)
    undeclared.status_code = 418
    with pytest.raises(FailureGroup, match="Undocumented status code"):
        case.validate_response(undeclared, checks=CHECKS)
