"""Tests headers and errors of all responses, the front end, and settings that prevent the start."""

from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy.exc import OperationalError
from starlette.responses import Response

from regie.domains.people.teams.routes import router as teams
from regie.main import create_app
from regie.serve import serve
from regie.settings import DEVELOPMENT_SECRET, SettingsError, load_settings
from tests.browser import Browser
from tests.factories.world import World, assert_unchanged

pytestmark = pytest.mark.one_database

PAGES = '{"locales": ["en-us", "fr-ca"], "paths": ["/", "/clients", "/clients/$id/view"]}'
PAGE = '<!doctype html><html><head><meta name="csp-nonce" content="__NONCE__"></head><body></body></html>'
HTTPS = "https://regie.example"


@pytest.fixture(scope="module")
def front_end(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text(PAGE, "utf-8")
    (folder / "pages.json").write_text(PAGES, "utf-8")
    (folder / "assets" / "main-1a2b.js").write_text("export {};", "utf-8")
    (folder / "favicon.svg").write_text("<svg/>", "utf-8")
    (folder.parent / "secret.txt").write_text("secret", "utf-8")
    return folder


def _break(*_: object) -> None:
    raise RuntimeError("planted")


def _lose_the_database(*_: object) -> None:
    raise OperationalError("SELECT", {}, Exception("gone"))


@pytest.fixture(scope="module")
def secure(world: World, front_end: Path) -> Browser:
    """A visitor over https, with a built front end."""
    settings = load_settings({"REGIE_ORIGIN": HTTPS, "REGIE_FRONT_END": str(front_end)})
    return Browser(create_app(settings, database=world.database), HTTPS)


def _responses(secure: Browser, monkeypatch: pytest.MonkeyPatch) -> dict[int, Response]:
    calls = {
        200: ("GET", "/", {}),
        204: ("GET", "/sanctum/csrf-cookie", {}),
        401: ("GET", "/api/v1/me", {}),
        404: ("GET", "/api/v1/nothing", {}),
        413: ("POST", "/login", {"content": b"x" * 1_000_001}),
        419: ("POST", "/login", {"json": {}, "headers": {"X-XSRF-TOKEN": ""}}),
        422: ("POST", "/login", {"json": {}}),
    }
    responses = {status: secure.call(method, path, **options) for status, (method, path, options) in calls.items()}
    monkeypatch.setattr("regie.domains.accounts.sessions.actions.check_password", _break)
    responses[500] = secure.post("/login", {"email": "a@b.example", "password": "x"})
    monkeypatch.setattr("regie.domains.accounts.sessions.actions.check_password", _lose_the_database)
    responses[503] = secure.post("/login", {"email": "a@b.example", "password": "x"})
    return responses


def test_every_response_has_the_security_headers(secure: Browser, monkeypatch: pytest.MonkeyPatch):
    responses = _responses(secure, monkeypatch)
    assert {status: response.status_code for status, response in responses.items()} == {
        status: status for status in responses
    }
    for status, response in responses.items():
        headers = response.headers
        assert headers.get("x-content-type-options") == "nosniff", status
        assert headers.get("x-frame-options") == "DENY", status
        assert headers.get("referrer-policy") == "same-origin", status
        assert headers.get("strict-transport-security", "").startswith("max-age=31536000"), status
        assert headers.get("cache-control") == "no-store", status
        assert len(headers.get("x-request-id", "")) == 32, status
        csp = headers.get("content-security-policy", "")
        assert "frame-ancestors 'none'" in csp, status
        assert "unsafe" not in csp, status
        assert "*" not in csp, status


def test_every_error_has_a_code_message_and_request_id(secure: Browser, monkeypatch: pytest.MonkeyPatch):
    for status, response in _responses(secure, monkeypatch).items():
        if status >= 400:
            body = response.json()
            assert body["code"], status
            assert len(body["message"]) > 10, status
            assert body["request_id"] == response.headers["x-request-id"], status
            assert "planted" not in response.text
            assert "Traceback" not in response.text
    assert _responses(secure, monkeypatch)[503].headers["Retry-After"] == "2"


def test_unexpected_error_has_a_french_message(secure: Browser, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("regie.domains.accounts.sessions.actions.check_password", _break)
    response = secure.post("/login", {"email": "a@b.example", "password": "x"}, headers={"X-Api-Locale": "fr-ca"})
    assert response.status_code == 500
    assert response.json()["message"].startswith("Une erreur est survenue")


def test_plain_request_id_of_the_caller_is_returned(secure: Browser):
    assert secure.get("/api/v1/me", headers={"X-Request-Id": "a1b2c3d4"}).headers["x-request-id"] == "a1b2c3d4"
    assert secure.get("/api/v1/me", headers={"X-Request-Id": "<script>"}).headers["x-request-id"] != "<script>"


def test_page_has_a_new_nonce_and_no_inline_script(secure: Browser):
    one, other = secure.get("/"), secure.get("/clients/any/view")
    csp = one.headers["content-security-policy"]
    assert "script-src 'self';" in csp
    nonce = csp.split("'nonce-")[1].split("'")[0]
    assert f'content="{nonce}"' in one.text
    assert nonce not in other.text
    assert "__NONCE__" not in other.text


@pytest.mark.parametrize(
    "path", ["/", "/clients", "/clients/", "/Clients", "/fr-ca", "/fr-ca/", "/en-us/clients", "/clients/a1/view?tab=x"]
)
def test_address_of_a_screen_returns_200(secure: Browser, path: str):
    assert secure.get(path).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/client", "/clients/a1", "/clients/a1/view/x", "/fr-ca/nothing", "/de-de/clients", "/fr-ca/fr-ca", "/x.html"],
)
def test_address_without_a_screen_returns_404_with_the_page(secure: Browser, path: str):
    response = secure.get(path, headers={"Accept": "text/html"})
    assert (response.status_code, response.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "csp-nonce" in response.text
    assert response.headers["cache-control"] == "no-store"


def test_only_assets_are_cached(secure: Browser):
    assert "immutable" in secure.get("/assets/main-1a2b.js").headers["cache-control"]
    assert secure.get("/favicon.svg").headers["cache-control"] == "no-cache"
    assert secure.get("/assets/gone.js").status_code == 404
    assert secure.get("/index.html").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt"]
)
def test_no_file_outside_the_front_end_is_served(secure: Browser, path: str):
    assert "secret" not in secure.get(path).text


def test_screen_path_refuses_unsafe_methods(world: World, secure: Browser):
    with assert_unchanged(world.database):
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            assert secure.call(method, "/clients").status_code == 404


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE", "PUT", "FOO"])
def test_unknown_method_returns_405(world: World, secure: Browser, method: str):
    with assert_unchanged(world.database):
        response = secure.call(method, "/api/v1/clients")
    assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD, POST")
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in response.headers


def test_route_without_requirement_stops_the_start(world: World, monkeypatch: pytest.MonkeyPatch):
    planted = FastAPI()
    planted.add_api_route("/api/v1/planted", _break)
    unprotected = [route for route in planted.routes if getattr(route, "path", "") == "/api/v1/planted"]
    monkeypatch.setattr(teams.api, "routes", [*teams.api.routes, *unprotected])
    with pytest.raises(RuntimeError, match="/api/v1/planted"):
        create_app(load_settings({}), database=world.database)


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        ({"REGIE_ORIGIN": HTTPS}, "REGIE_SECRET"),
        ({"REGIE_ORIGIN": HTTPS, "REGIE_SECRET": DEVELOPMENT_SECRET}, "REGIE_SECRET"),
        ({"REGIE_ORIGIN": HTTPS, "REGIE_SECRET": "x" * 31}, "REGIE_SECRET"),
        ({"REGIE_ORIGIN": "http://regie.example", "REGIE_SECRET": "x" * 32}, "REGIE_ORIGIN"),
        ({"REGIE_SECRET": "x" * 32}, "REGIE_ORIGIN"),
    ],
)
def test_production_refuses_unsafe_settings(environment: dict[str, str], named: str):
    settings = load_settings({"REGIE_ENV": "production", **environment})
    with pytest.raises(SettingsError, match=named):
        serve(settings, host="127.0.0.1", port=0, workers=1)
    with pytest.raises(SettingsError, match=named):
        create_app(settings)


@pytest.mark.parametrize("name", ["prod", "Production", "staging", " production"])
def test_unknown_environment_is_refused(name: str):
    """As development, it would run without the checks of production."""
    with pytest.raises(SettingsError, match="REGIE_ENV"):
        create_app(load_settings({"REGIE_ENV": name}))


@pytest.mark.parametrize("name", ["Hourly rate", "taux-horaire", "hourly_rate,amount", "1rate", "x" * 101])
def test_wrong_name_of_a_deal_property_is_refused(name: str):
    with pytest.raises(SettingsError, match="REGIE_HUBSPOT_RATE_PROPERTY"):
        create_app(load_settings({"REGIE_HUBSPOT_RATE_PROPERTY": name}))


def test_serve_refuses_an_outdated_schema(tmp_path: Path):
    settings = load_settings({"REGIE_DATA": str(tmp_path)})
    with pytest.raises(SettingsError, match="regie migrate"):
        serve(settings, host="127.0.0.1", port=0, workers=1)


def test_one_line_without_secrets_is_logged_per_request(secure: Browser, capsys: pytest.CaptureFixture[str]):
    secure.post("/login", {"email": "maelle@regie.example", "password": "do-not-log-me"})
    secure.get("/api/v1/me?token=do-not-log-me")
    written = capsys.readouterr().out
    assert written.count("/api/v1/me") == 1
    for secret in ("do-not-log-me", "maelle", secure.csrf_token, secure.client.cookies["__Host-regie_session"]):
        assert secret not in written


def test_trailing_slashes_are_ignored(world: World):
    browser = world.browser("admin")
    for path in ("/api/v1/clients", "/api/v1/clients/", "/api/v1/teams//"):
        assert browser.get(path).status_code == 200, path
