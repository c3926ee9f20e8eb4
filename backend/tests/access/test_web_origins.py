"""Front ends of other origins on the same site: those that the settings name may call, all others may not."""

from typing import Any

import pytest
from fastapi import FastAPI
from httpx import Response

from regie.main import create_app
from regie.serve import serve
from regie.settings import SettingsError, load_settings
from tests.access.matrix import MATRIX, split_route
from tests.browser import Browser
from tests.conftest import SERVICES
from tests.factories.files import TEXT
from tests.factories.people import PASSWORD
from tests.factories.world import World, assert_unchanged, shared_app

pytestmark = pytest.mark.one_database

OWN = "https://api.agency.example"
LISTED = "https://app.agency.example"
OTHER_PORT = "https://api.agency.example:8443"
UNLISTED = (
    "https://evil.agency.example", "https://app.agency.example.evil.example", "https://app.agency.example:444",
    "http://app.agency.example", "https://APP.agency.example", "https://agency.example", "null", "",
)  # fmt: skip
REQUESTED = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type,x-xsrf-token"}
EXPOSED = {"Allow", "Content-Disposition", "Idempotency-Replayed", "Retry-After", "X-Request-Id"}
PATHS = sorted({split_route(route)[1] for route in MATRIX if not split_route(route)[1].startswith("/hooks/")})


def _load(*web_origins: str, own: str = OWN) -> Any:
    listed = ",".join(web_origins)
    return load_settings({"REGIE_ORIGIN": own, "REGIE_WEB_ORIGINS": listed, "REGIE_RATE_FACTOR": "1000", **SERVICES})


@pytest.fixture(scope="module")
def app(world: World) -> FastAPI:
    return create_app(_load(LISTED, f" {OTHER_PORT}/ "), database=world.database)


@pytest.fixture(scope="module")
def signed_in(world: World, app: FastAPI) -> Browser:
    """An administrator who signed in on a page of the listed origin."""
    world.clear_sign_in_counts()
    browser = Browser(app, OWN)
    body = {"email": world.people["admin"].user.email, "password": PASSWORD}
    response = browser.post("/login", body, headers=_from(LISTED))
    assert response.status_code == 200, response.text
    return browser


def _from(origin: str, site: str = "same-site") -> dict[str, str]:
    return {"Origin": origin, "Sec-Fetch-Site": site}


def _cors(response: Response) -> dict[str, str]:
    return {name: value for name, value in response.headers.items() if name.startswith("access-control-")}


def _preflight(browser: Browser, path: str, origin: str) -> Response:
    return browser.client.request("OPTIONS", path, headers=_from(origin) | REQUESTED)


def _client_body(world: World) -> dict[str, str]:
    return {"name": "Aurore", "account_manager": world.stranger.api_id, "currency": "CAD"}


@pytest.mark.parametrize("path", PATHS)
def test_preflight_of_a_listed_origin_is_answered(signed_in: Browser, path: str):
    response = _preflight(signed_in, path, LISTED)
    assert (response.status_code, response.content) == (204, b"")
    assert response.headers["access-control-allow-origin"] == LISTED
    assert response.headers["access-control-allow-credentials"] == "true"
    assert {"GET", "POST", "PUT", "PATCH", "DELETE"} <= set(_list_of(response, "access-control-allow-methods"))
    headers = {name.lower() for name in _list_of(response, "access-control-allow-headers")}
    assert headers >= {"accept", "content-type", "idempotency-key", "x-api-locale", "x-xsrf-token"}
    assert "Origin" in response.headers["vary"]
    assert response.headers["x-content-type-options"] == "nosniff"


def _list_of(response: Response, name: str) -> list[str]:
    return response.headers[name].split(", ")


@pytest.mark.parametrize("origin", UNLISTED)
def test_preflight_of_another_origin_is_refused(world: World, signed_in: Browser, origin: str):
    with assert_unchanged(world.database):
        response = _preflight(signed_in, "/api/v1/clients", origin)
    assert (response.status_code, response.json()["code"], _cors(response)) == (405, "method", {})


def test_options_without_a_requested_method_is_no_preflight(signed_in: Browser):
    response = signed_in.client.request("OPTIONS", "/api/v1/clients", headers=_from(LISTED))
    assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD, POST")


@pytest.mark.parametrize("origin", [LISTED, OTHER_PORT])
def test_page_of_a_listed_origin_reads_answers_and_errors(signed_in: Browser, origin: str):
    headers = _from(origin)
    responses = [
        signed_in.get("/api/v1/me", headers=headers),
        signed_in.get("/api/v1/clients?page=0", headers=headers),
        signed_in.get("/api/v1/clients/none", headers=headers),
        signed_in.post("/api/v1/clients", {}, headers=headers | {"X-XSRF-TOKEN": ""}),
        signed_in.call("POST", "/api/v1/clients", content=b"x" * 1_000_001, headers=headers),
        signed_in.call("PUT", "/api/v1/clients", headers=headers),
    ]
    assert [response.status_code for response in responses] == [200, 422, 404, 419, 413, 405]
    for response in responses:
        assert response.headers["access-control-allow-origin"] == origin
        assert response.headers["access-control-allow-credentials"] == "true"
        assert set(_list_of(response, "access-control-expose-headers")) == EXPOSED
        assert "Origin" in response.headers["vary"]


@pytest.mark.parametrize("origin", [*UNLISTED, OWN, None])
def test_other_pages_get_no_headers(signed_in: Browser, origin: str | None):
    headers = {} if origin is None else {"Origin": origin}
    response = signed_in.get("/api/v1/me", headers=headers)
    assert (response.status_code, _cors(response)) == (200, {})
    # Otherwise a cache could give a page of a listed origin an answer without the headers.
    assert "Origin" in response.headers["vary"]


def test_page_of_a_listed_origin_creates_changes_uploads_and_deletes(world: World, signed_in: Browser):
    headers = _from(LISTED)
    created = signed_in.post("/api/v1/clients", _client_body(world), headers=headers)
    assert created.status_code == 201, created.text
    path = f"/api/v1/clients/{created.json()['data']['api_id']}"
    assert signed_in.patch(path, {"name": "Aube"}, headers=headers).status_code == 200
    files = {"file": ("notes.txt", TEXT), "category": (None, "other")}
    uploaded = signed_in.call("POST", f"{path}/attachments", files=files, headers=headers)
    assert uploaded.status_code == 201, uploaded.text
    attachment = f"/api/v1/attachments/{uploaded.json()['data']['api_id']}"
    assert signed_in.get(f"{attachment}/content", headers=headers).content == TEXT
    assert signed_in.delete(attachment, headers=headers).status_code == 204
    assert signed_in.delete(path, headers=headers).status_code == 204


@pytest.mark.parametrize("origin", UNLISTED)
@pytest.mark.parametrize("site", ["same-site", "cross-site"])
def test_unsafe_call_of_another_origin_changes_nothing(world: World, signed_in: Browser, origin: str, site: str):
    with assert_unchanged(world.database):
        response = signed_in.post("/api/v1/clients", _client_body(world), headers=_from(origin, site))
    assert (response.status_code, response.json()["code"], _cors(response)) == (419, "page_expired", {})


@pytest.mark.parametrize(
    "headers",
    [
        _from(LISTED, "cross-site"),
        _from(LISTED, "same-origin"),
        _from(LISTED, "none"),
        _from(OWN, "same-site"),
        {"Sec-Fetch-Site": "same-site"},
        _from(LISTED) | {"X-XSRF-TOKEN": "0" * 64},
        _from(LISTED) | {"X-XSRF-TOKEN": ""},
        _from(LISTED) | {"Content-Type": "text/plain"},
    ],
    ids=["cross-site", "same-origin", "no site", "own origin", "no origin", "other token", "no token", "form"],
)
def test_listed_origin_still_needs_token_site_and_content_type(
    world: World, signed_in: Browser, headers: dict[str, str]
):
    with assert_unchanged(world.database):
        response = signed_in.post("/api/v1/clients", _client_body(world), headers=headers)
    assert response.status_code == 419


def test_own_pages_work_as_before(world: World, signed_in: Browser):
    for headers in (_from(OWN, "same-origin"), {"Origin": OWN}, {}):
        assert signed_in.post("/api/v1/clients", _client_body(world), headers=headers).status_code == 201


def test_session_cookie_is_of_this_host_and_token_of_the_shared_domain(world: World, app: FastAPI):
    world.clear_sign_in_counts()
    browser = Browser(app, OWN)
    body = {"email": world.people["admin"].user.email, "password": PASSWORD}
    responses = [browser.get("/sanctum/csrf-cookie"), browser.post("/login", body, headers=_from(LISTED))]
    for response in responses:
        cookies = [cookie.lower() for cookie in response.headers.get_list("set-cookie")]
        tokens = [cookie for cookie in cookies if cookie.startswith("xsrf-token=")]
        # The cookie of this host alone, from before the setting, is deleted first: a page would find it first.
        assert ["domain=" in cookie for cookie in tokens] == [False, True]
        assert "max-age=0" in tokens[0]
        assert {"domain=agency.example", "path=/", "samesite=lax", "secure"} <= set(tokens[1].split("; "))
        assert "httponly" not in tokens[1]
    session = [cookie for cookie in cookies if "regie_session=" in cookie]
    assert len(session) == 1
    assert session[0].startswith("__host-")
    assert "domain" not in session[0]
    assert {"httponly", "secure", "samesite=lax"} <= set(session[0].split("; "))


def test_without_the_setting_no_other_origin_is_known(world: World):
    browser = world.browser("admin")
    for origin in (LISTED, "http://localhost:8001"):
        read = browser.get("/api/v1/me", headers=_from(origin))
        assert (read.status_code, _cors(read), read.headers.get("vary")) == (200, {}, None)
        assert _preflight(browser, "/api/v1/clients", origin).status_code == 405
        with assert_unchanged(world.database):
            response = browser.post("/api/v1/clients", _client_body(world), headers=_from(origin))
        assert (response.status_code, _cors(response)) == (419, {})
    cookie = Browser(shared_app(world.database), "http://localhost:8000").get("/sanctum/csrf-cookie")
    assert all("domain" not in one.lower() for one in cookie.headers.get_list("set-cookie"))


REFUSED = {
    "*": "is not one",
    "https://*.agency.example": "is not one",
    "app.agency.example": "is not one",
    "https://app.agency.example/path": "is not one",
    "https://app.agency.example?x": "is not one",
    "https://app.agency.example:443": "is not one",
    "https://App.agency.example": "is not one",
    "https://user@app.agency.example": "is not one",
    "https://app..agency.example": "is not one",
    "ftp://app.agency.example": "is not one",
    "null": "is not one",
    "https://a.agency.example https://b.agency.example": "is not one",
    OWN: "must not contain REGIE_ORIGIN",
    "http://app.agency.example": "must have the scheme and the registered domain",
    "https://app.other.example": "must have the scheme and the registered domain",
    "https://agency.example.evil.example": "must have the scheme and the registered domain",
    "https://localhost:8001": "must have the scheme and the registered domain",
    "https://127.0.0.1": "must have the scheme and the registered domain",
}


@pytest.mark.parametrize("origin", REFUSED)
def test_wrong_origin_stops_the_start(world: World, origin: str):
    settings = _load(LISTED, origin)
    for start in (
        lambda: serve(settings, host="127.0.0.1", port=0, workers=1),
        lambda: create_app(settings, database=world.database),
    ):
        with pytest.raises(SettingsError, match="REGIE_WEB_ORIGINS") as refused:
            start()
        assert REFUSED[origin] in str(refused.value)


@pytest.mark.parametrize(
    ("own", "origin"),
    [
        ("https://one.co.uk", "https://two.co.uk"),
        ("https://one.github.io", "https://two.github.io"),
        ("http://localhost:8000", "http://app.localhost:8000"),
        ("http://127.0.0.1:8000", "http://127.0.0.2:8000"),
        ("https://com", "https://app.com"),
    ],
)
def test_hosts_of_a_public_suffix_are_no_site(own: str, origin: str):
    with pytest.raises(SettingsError, match="registered domain"):
        create_app(_load(origin, own=own))


@pytest.mark.parametrize(
    ("own", "origins", "domain"),
    [
        (OWN, [], ""),
        (OWN, [OTHER_PORT], ""),
        (OWN, [LISTED], "agency.example"),
        ("https://agency.example", [LISTED], "agency.example"),
        ("https://api.regie.agency.co.uk", ["https://app.regie.agency.co.uk"], "regie.agency.co.uk"),
        ("https://api.regie.agency.co.uk", ["https://app.regie.agency.co.uk", "https://agency.co.uk"], "agency.co.uk"),
        ("http://localhost:8000", ["http://localhost:5173"], ""),
        ("http://127.0.0.1:8000", ["http://127.0.0.1:5173"], ""),
        ("http://[::1]:8000", ["http://[::1]:5173"], ""),
        ("https://regie.agency.internal", ["https://app.agency.internal"], "agency.internal"),
    ],
)
def test_domain_of_the_token_is_the_longest_that_all_share(world: World, own: str, origins: list[str], domain: str):
    settings = _load(*origins, own=own)
    create_app(settings, database=world.database)
    assert settings.web.csrf_domain == domain
