"""Every route that takes a file or a picture answers errors like all others: status, code, both languages, field."""

import base64
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest
from httpx import Response

from regie.access.uploads import MAX_FILE_BYTES
from regie.core.api.errors import FieldError, Unavailable
from regie.core.files.pictures import MAX_PICTURE_BYTES
from regie.core.files.spreadsheet_reader import MAX_ROWS
from regie.core.text.locale import Locale, translate
from regie.main import api_routes
from tests.access import attachments, imports
from tests.access.matrix import build_call, split_route
from tests.factories.files import PDF, PNG, TEXT, XLSX
from tests.factories.world import World, assert_unchanged

pytestmark = pytest.mark.one_database

FORM_ROUTES = sorted(attachments.FORM_ROUTES | imports.FORM_ROUTES)
# Its file is optional and has its own tests, in `domains/administration/bug_reports`.
BUG_REPORTS = "POST /api/v1/bug-reports"
RATES = "POST /api/v1/exchange-rates/imports"
TABLE_ROUTES = [RATES, *sorted(imports.FORM_ROUTES)]
CREATIONS = [route for route in FORM_ROUTES if route.startswith("POST ")]
# Pictures are texts of a JSON body: the field with the picture, by route.
PICTURE_ROUTES = {"PUT /api/v1/me/avatar": "content", "POST /api/v1/settings": "logo"}
LOCALES: tuple[Locale, ...] = ("en-us", "fr-ca")
FORM = "multipart/form-data; boundary=x"
HTML = b"<!doctype html><script>alert(1)</script>"
Send = Callable[[], Response]


def _sender(world: World, route: str, *files: tuple[str, bytes], **options: Any) -> Send:
    """Return a function that calls the route with these files, and otherwise as a valid call of it does."""
    method, _ = split_route(route)
    path = build_call(route, world, "super_admin", "client_own" if "/v1/attachments" in route else "other").path
    if files:
        options["files"] = [("file", file) for file in files]
    return partial(world.browser("super_admin").call, method, path, **options)


def _require_error(
    world: World, send: Send, status: int, code: str, errors: Mapping[str, FieldError | None] | None = None
) -> None:
    """Check the response in both languages, and that nothing changed; None is the message of the error itself."""
    browser = world.browser("super_admin")
    for locale in LOCALES:
        browser.locale = locale
        with assert_unchanged(world.database, exclude=("file_removals",)):
            response = send()
        browser.locale = "en-us"
        body, message = response.json(), translate(locale, f"error.{code}")
        assert (response.status_code, body["code"], body["message"]) == (status, code, message), response.text
        assert body["request_id"] == response.headers["x-request-id"]
        expected = {name: [error.message(locale) if error else message] for name, error in (errors or {}).items()}
        assert body.get("errors", {}) == expected


def _require_invalid_file(world: World, send: Send, key: str, **values: object) -> None:
    _require_error(world, send, 422, "invalid", {"file": FieldError(key, **values)})


def test_every_form_and_picture_is_tested(world: World):
    forms = {
        f"{method} {route.path}"
        for route in api_routes(world.app)
        for method in route.methods or ()
        if route.endpoint.auth.form is not None  # type: ignore[attr-defined]
    }
    assert forms == {*FORM_ROUTES, BUG_REPORTS}
    document = world.app.openapi()
    pictures = {
        (f"{method.upper()} {path}", name)
        for path, calls in document["paths"].items()
        for method, call in calls.items()
        for body in call.get("requestBody", {}).get("content", {}).values()
        for name, field in _properties(document, body["schema"]).items()
        if "base64" in str(field)
    }
    assert pictures == set(PICTURE_ROUTES.items())


def _properties(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema.get("properties", {})


@pytest.mark.parametrize("route", CREATIONS)
def test_missing_file(world: World, route: str):
    _require_invalid_file(world, _sender(world, route, ("", b"")), "file_needed")


@pytest.mark.parametrize("route", FORM_ROUTES)
def test_empty_file(world: World, route: str):
    _require_invalid_file(world, _sender(world, route, ("vide.csv", b"")), "file_empty")


@pytest.mark.parametrize("route", FORM_ROUTES)
def test_file_of_another_kind(world: World, route: str):
    expected = "table_kind" if route in TABLE_ROUTES else "file_kind"
    _require_invalid_file(world, _sender(world, route, ("page.html", HTML)), expected)


@pytest.mark.parametrize("route", FORM_ROUTES)
def test_damaged_file(world: World, route: str):
    expected = "table_kind" if route in TABLE_ROUTES else "file_broken"
    _require_invalid_file(world, _sender(world, route, ("devis.pdf", PDF[:20])), expected)


@pytest.mark.parametrize("route", FORM_ROUTES)
def test_name_of_another_kind(world: World, route: str):
    _require_invalid_file(world, _sender(world, route, ("image.png", TEXT)), "file_name_differs")


@pytest.mark.parametrize("route", FORM_ROUTES)
def test_two_files(world: World, route: str):
    _require_invalid_file(world, _sender(world, route, ("a.csv", TEXT), ("b.csv", TEXT)), "one_file")


@pytest.mark.parametrize("route", FORM_ROUTES)
def test_file_above_the_limit(world: World, route: str):
    sent = _sender(world, route, ("grand.csv", b"a" * (MAX_FILE_BYTES + 1)))
    _require_error(world, sent, 413, "file_too_large", {"file": None})


@pytest.mark.parametrize("route", FORM_ROUTES)
def test_form_above_the_limit(world: World, route: str):
    """Refused by its declared length, before it is read."""
    sent = _sender(world, route, content=b"", headers={"Content-Type": FORM, "Content-Length": str(10**9)})
    _require_error(world, sent, 413, "file_too_large", {"file": None})


@pytest.mark.parametrize("route", FORM_ROUTES)
def test_unreadable_form(world: World, route: str):
    sent = _sender(world, route, content=b"no boundary", headers={"Content-Type": FORM})
    _require_error(world, sent, 422, "invalid", {"body": FieldError("multipart")})


@pytest.mark.parametrize("route", FORM_ROUTES)
def test_unknown_field(world: World, route: str):
    sent = _sender(world, route, ("a.csv", TEXT), data={"storage_key": "x"})
    _require_error(world, sent, 422, "invalid", {"storage_key": FieldError("unknown")})


@pytest.mark.parametrize("route", FORM_ROUTES)
def test_body_that_is_no_form(world: World, route: str):
    sent = _sender(world, route, content=b"a,b", headers={"Content-Type": "text/csv"})
    _require_error(world, sent, 415, "wrong_type")


@pytest.mark.parametrize("route", FORM_ROUTES)
def test_storage_that_does_not_answer(world: World, route: str, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: Any) -> None:
        raise Unavailable("file_storage_unavailable", retry_after=5)

    table = b"date,currency,rate\n2026-11-02,USD,1.4\n"
    sent = _sender(world, route, ("table.csv", table))
    monkeypatch.setattr(type(world.app.state.context.files), "put", fail)
    _require_error(world, sent, 503, "file_storage_unavailable")


@pytest.mark.parametrize("route", TABLE_ROUTES)
def test_damaged_workbook(world: World, route: str):
    _require_invalid_file(world, _sender(world, route, ("classeur.xlsx", XLSX)), "table_broken")


@pytest.mark.parametrize("route", TABLE_ROUTES)
def test_table_that_cannot_be_read(world: World, route: str):
    _require_invalid_file(world, _sender(world, route, ("table.csv", b'a,b\n1,"2\n')), "table_quotes", line="2")


@pytest.mark.parametrize("route", TABLE_ROUTES)
def test_table_of_too_many_columns(world: World, route: str):
    sent = _sender(world, route, ("table.csv", b"a," * 200 + b"a\n"))
    _require_invalid_file(world, sent, "table_columns", most=200)


def test_rates_of_too_many_rows(world: World):
    """The worker reads imports of this size: tests/domains/administration/imports/test_large_imports.py."""
    lines = b"date,currency,rate\n" + b"2026-11-02,USD,1.4\n" * (MAX_ROWS + 1)
    _require_invalid_file(world, _sender(world, RATES, ("taux.csv", lines)), "table_rows", most=MAX_ROWS)


@pytest.mark.parametrize(("route", "field"), PICTURE_ROUTES.items())
@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "required"),
        (HTML, "picture"),
        (PDF, "picture"),
        (PNG[:-4], "picture"),
        (PNG + b"x" * MAX_PICTURE_BYTES, "picture"),
        (PNG + b"x" * 600_000, "picture"),
    ],
    ids=["empty", "page", "document", "damaged", "too large", "much too large"],
)
def test_picture_that_is_refused(world: World, route: str, field: str, content: bytes, key: str):
    method, path = split_route(route)
    body = {field: base64.b64encode(content).decode()}
    send = partial(world.browser("super_admin").call, method, path, json=body)
    _require_error(world, send, 422, "invalid", {field: FieldError(key)})


@pytest.mark.parametrize(("route", "field"), PICTURE_ROUTES.items())
def test_picture_above_the_limit_of_a_body(world: World, route: str, field: str):
    method, path = split_route(route)
    send = partial(world.browser("super_admin").call, method, path, json={field: "x" * 1_000_001})
    _require_error(world, send, 413, "too_large", {"body": None})
