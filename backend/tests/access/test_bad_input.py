"""Tests that malformed input is refused with a message, never with a server error, and changes nothing."""

import json
from typing import Any

import pytest
from httpx import Response

from regie.core.db.ids import new_api_id
from tests.access import bug_reports, imports
from tests.access.attachments import FORM_ROUTES
from tests.access.matrix import MATRIX, TABLES_WRITTEN_BY_REFUSALS, browser_for, build_call, split_route
from tests.browser import Browser
from tests.factories.world import World, assert_unchanged
from tests.rules.test_routes import SERVICE_ROUTES

pytestmark = pytest.mark.one_database("postgres")

LISTS = [route.removeprefix("GET ") for route, rows in MATRIX.items() if "sees" in rows]
WITHOUT_BODY = {
    "POST /api/v1/exchange-rate-fetches",
    "POST /logout",
    "POST /auth/google/attempts",
    "POST /auth/second-factor/challenges",
    "POST /api/v1/users/{id}/invitations",
    "POST /api/v1/retainer-periods/{id}/locks",
    "PUT /api/v1/me/second-factor/totp",
    "POST /api/v1/backups/confirmations",
    "POST /api/v1/me/personal-data-exports",
    "POST /api/v1/project-proposal-requests",
    "POST /api/v1/sample-data/loadings",
    "POST /api/v1/connections/{service}/tests",
    "POST /api/v1/connections/quickbooks/authorizations",
    # Signed webhooks: tests/domains/integrations/connections/test_hooks.py.
    *SERVICE_ROUTES,
    # Forms with files have their own tests, for example in tests/domains/work/attachments.
    *FORM_ROUTES,
    *imports.FORM_ROUTES,
    *bug_reports.FORM_ROUTES,
    "PUT /api/v1/me/second-factor/recovery-codes",
    "PUT /api/v1/me/second-factor/passkeys/challenge",
    "PUT /api/v1/saved-views/{id}/default",
    "PUT /api/v1/saved-views/{id}/use",
}
WITH_BODY = [route for route in MATRIX if route.split(" ")[0] in ("POST", "PUT", "PATCH") and route not in WITHOUT_BODY]
# The body of these is optional.
BODY_OPTIONAL = ("POST /api/v1/deactivated-users/{id}",)
DEEP = 50_000
# No field accepts these.
HOSTILE: dict[str, Any] = {
    "an object": {"a": 1},
    "beyond 64 bits": 2**64,
    "the least 64 bits": -(2**63) - 1,
    "a NUL": "a\0b",
    "a lone surrogate": "a\ud800b",
    "a bell": "a\ab",
    "an escape": "a\x1b[31mb",
    "a direction mark": "a\u202eb",
    "a zero-width space": "a\u200bb",
    "overlong": "x" * 20_000,
    "infinite": float("inf"),
    "not a number": float("nan"),
    "nested": [[[[[[[[]]]]]]]],
}
# Values that are only hashed and compared accept these and do not match.
_INVISIBLE = ("a NUL", "a bell", "an escape", "a direction mark", "a zero-width space")
_HASHED = [
    ("POST /login", "password"),
    ("PUT /api/v1/me/password", "password"),
    ("POST /auth/google/callbacks", "code"),
    ("POST /auth/google/callbacks", "state"),
]


def _send(browser: Browser, route: str, content: bytes, path: str, **headers: str) -> Response:
    method, _ = split_route(route)
    headers = {"Content-Type": "application/json", **headers}
    return browser.call(method, path, content=content, headers=headers)


def _fields(world: World, route: str) -> tuple[list[str], list[str]]:
    """Return the names of all fields and of the required ones."""
    method, path = split_route(route)
    document = world.app.openapi()
    schema = document["paths"][path][method.lower()]["requestBody"]["content"]["application/json"]["schema"]
    named = schema if "$ref" in schema else schema["anyOf"][0]
    found = document["components"]["schemas"][named["$ref"].rsplit("/", 1)[1]]
    return list(found["properties"]), found.get("required", [])


@pytest.mark.parametrize("route", WITH_BODY)
def test_fields_refuse_hostile_values(world: World, route: str):
    """Sends each value in each field; the error names the field, in the caller's language."""
    browser = browser_for(route, world, "super_admin")
    call = build_call(route, world, "super_admin", next(iter(MATRIX[route])))
    names, required = _fields(world, route)
    valid, wrong = {name: call.body[name] for name in required}, []
    with assert_unchanged(world.database, TABLES_WRITTEN_BY_REFUSALS.get(route, ())):
        for name in names:
            for kind, value in HOSTILE.items():
                body = json.dumps({**valid, name: value}).encode()
                response = _send(browser, route, body, call.path, **{"X-Api-Locale": "fr-ca"})
                errors = response.json().get("errors", {}) if response.status_code == 422 else {}
                if (kind not in _INVISIBLE or (route, name) not in _HASHED) and not any(
                    field.split(".")[0] == name and messages for field, messages in errors.items()
                ):
                    wrong.append(f"{name}, {kind}: {response.status_code} {response.text[:150]}")
    assert wrong == []


NOT_AN_OBJECT = [
    b"", b"{", b"null", b"[]", b'"text"', b"12", b"{} {}", b"\xff\xfe{}", b'{"name": "\xff"}', b"[" * DEEP, b"\0",
    b'{"a":' * DEEP + b"1" + b"}" * DEEP, b'{"name":' + b"[" * 400 + b"]" * 400 + b"}", b"9" * 10_000,
]  # fmt: skip


@pytest.mark.parametrize("route", WITH_BODY)
def test_body_of_another_type_returns_422(world: World, route: str):
    browser = browser_for(route, world, "super_admin")
    call = build_call(route, world, "super_admin", next(iter(MATRIX[route])))
    contents = [one for one in NOT_AN_OBJECT if route not in BODY_OPTIONAL or one not in (b"", b"null")]
    with assert_unchanged(world.database):
        responses = [_send(browser, route, content, call.path) for content in contents]
    assert [response.status_code for response in responses] == [422] * len(contents)
    assert all(response.json()["errors"] for response in responses)


@pytest.mark.parametrize("route", WITH_BODY)
def test_unknown_field_is_named(world: World, route: str):
    browser = browser_for(route, world, "super_admin")
    call = build_call(route, world, "super_admin", next(iter(MATRIX[route])))
    unknown = {"api_id", "id", "created_at", "roles", "is_admin", "user_id", "__class__", "a\0b", "é"}
    for name in unknown - set(_fields(world, route)[0]):
        with assert_unchanged(world.database):
            response = _send(browser, route, json.dumps({**call.body, name: 1}).encode(), call.path)
        assert response.status_code == 422, name
        assert response.json()["errors"] == {name: ["This field does not exist"]}


INVALID_QUERIES = [
    ("page=0", "page"),
    ("page=-1", "page"),
    ("page=x", "page"),
    ("page=1.5", "page"),
    ("page=", "page"),
    ("page=1000000000", "page"),
    ("page=9223372036854775808", "page"),
    ("page=" + "9" * 5_000, "page"),
    ("per_page=0", "per_page"),
    ("per_page=101", "per_page"),
    ("per_page=1000000000", "per_page"),
    ("per_page=%00", "per_page"),
    ("sort=nothing", "sort"),
    ("sort=api_id", "sort"),
    ("sort=name%00", "sort"),
    ("sort=" + "name," * 100, "sort"),
    ("sort=--name", "sort"),
    ("sort=,", "sort"),
    ("search=%00", "search"),
    ("search=" + "x" * 201, "search"),
    ("nothing=1", "nothing"),
    ("per_page[]=1", "per_page[]"),
    ("%00=1", "\0"),
]


@pytest.mark.parametrize("path", LISTS)
def test_list_refuses_invalid_parameters(world: World, path: str):
    browser, wrong = world.browser("super_admin"), []
    for query, field in INVALID_QUERIES:
        response = browser.get(f"{path}?{query}", headers={"X-Api-Locale": "fr-ca"})
        if response.status_code != 422 or list(response.json()["errors"]) != [field]:
            wrong.append(f"{query[:60]}: {response.status_code} {response.text[:150]}")
    assert wrong == []


@pytest.mark.parametrize("path", LISTS)
def test_list_accepts_any_search_text(world: World, path: str):
    """Percent signs, quotes, combining marks and invalid UTF-8 are no error."""
    for search in ("%25", "_", "'", '"; DROP TABLE users;--', "%ED%A0%80", "%FF", "%F0%9F%92%A9", "\\", "e%CC%81", " "):
        assert world.browser("super_admin").get(f"{path}?search={search}").status_code == 200, search


@pytest.mark.parametrize("path", LISTS)
def test_highest_page_number_is_empty(world: World, path: str):
    response = world.browser("super_admin").get(f"{path}?page=1000000&per_page=100")
    assert response.status_code == 200
    assert response.json()["data"] == []
    assert (response.json()["meta"]["from"], response.json()["meta"]["to"]) == (None, None)


@pytest.mark.parametrize(
    "query",
    ["status=nothing", "status=%00", "client=1", "client=%00", "currency=XXX", "currency=cad", "aging_bucket=1-30",
     "issued_from=2026-02-30", "issued_from=20261120", "issued_to=1e9", "due_to=9999-12-31", "due_from=%00",
     "status=open&status=open&status=open&status=open&status=open&status=open&status=open"],
)  # fmt: skip
def test_filter_refuses_unknown_values(world: World, query: str):
    response = world.browser("super_admin").get(f"/api/v1/invoices?{query}")
    assert response.status_code == 422, response.text
    (field,) = response.json()["errors"]
    assert field.split(".")[0] == query.split("=")[0]


INVALID_IDS = [
    "1",
    "%00",
    "x" * 3_000,
    "..%2f..",
    "%FF",
    "null",
    "01930000-0000-7000-8000-00000000000G",
    "%20",
    "'",
    "🙂",
]


# Other parameters in paths.
_KEYS = ("leave_id", "term_id", "note_id", "contact_id", "invoice")
_OTHER_PARAMS = {
    "kind": "client",
    "month": "2026-10",
    "service": "teamwork",
    "source": "category",
    **{name: new_api_id() for name in _KEYS},
}


@pytest.mark.parametrize("route", [route for route in MATRIX if "{id}" in route])
def test_invalid_id_is_not_found(world: World, route: str):
    method, path = split_route(route)
    browser = browser_for(route, world, "super_admin")
    sent = build_call(route, world, "super_admin", next(iter(MATRIX[route]))).options
    with assert_unchanged(world.database):
        responses = [browser.call(method, path.format(id=invalid, **_OTHER_PARAMS), **sent) for invalid in INVALID_IDS]
    assert [response.status_code for response in responses] == [404] * len(INVALID_IDS)


@pytest.mark.parametrize(
    "path", ["/", "/logins", "/" + "x" * 5_000, "/%00", "/a%00.js", "/assets/..%2f..%2fsettings.py"]
)
def test_unusual_screen_path_is_no_error(world: World, path: str):
    assert world.browser("super_admin").get(path).status_code in (200, 404, 503)


@pytest.mark.parametrize("name", ["X-Api-Locale", "X-Request-Id", "Idempotency-Key", "Accept", "Accept-Language"])
def test_unusual_header_is_no_error(world: World, name: str):
    browser = world.browser("super_admin")
    for value in ("a\0b", "é" * 50, "x" * 5_000, "fr;q=x,,;", "%00"):
        headers = [(name.encode(), value.encode("latin-1")), (b"x-xsrf-token", browser.csrf_token.encode())]
        assert browser.client.get("/api/v1/me", headers=headers).status_code == 200, value
        assert browser.client.post("/api/v1/clients", headers=headers).status_code == 422, value


@pytest.mark.parametrize("route", [route for route in MATRIX if not route.startswith("GET ")])
def test_body_above_one_megabyte_returns_413(world: World, route: str):
    method, _ = split_route(route)
    browser = browser_for(route, world, "super_admin")
    call = build_call(route, world, "super_admin", next(iter(MATRIX[route])))
    large = b'{"notes": "' + b"x" * 1_000_001 + b'"}'
    with assert_unchanged(world.database):
        declared = browser.call(method, call.path, content=large, headers={"Content-Type": "application/json"})
        wrong_length = {"Content-Type": "application/json", "Content-Length": "9" * 5_000}
        undeclared = browser.call(
            method, call.path, content=iter([large]), headers={"Content-Type": "application/json"}
        )
        huge = browser.call(method, call.path, content=b"{}", headers=wrong_length)
    assert [declared.status_code, undeclared.status_code, huge.status_code] == [413, 413, 413]
    assert "content-length" not in undeclared.request.headers
    assert declared.json()["message"] == "The request is larger than 1 MB. Send less at a time."
