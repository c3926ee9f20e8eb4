"""What every answer carries, whatever it is, and what the house refuses to start with."""

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
from tests.factories.world import World, unchanged

pytestmark = pytest.mark.one_database

PAGE = '<!doctype html><html><head><meta name="csp-nonce" content="__NONCE__"></head><body></body></html>'
HTTPS = "https://regie.example"


@pytest.fixture(scope="module")
def front_end(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text(PAGE, "utf-8")
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
    """A visitor over https, of a house with a front end."""
    settings = load_settings({"REGIE_ORIGIN": HTTPS, "REGIE_FRONT_END": str(front_end)})
    return Browser(create_app(settings, database=world.database), HTTPS)


def _answers(secure: Browser, monkeypatch: pytest.MonkeyPatch) -> dict[int, Response]:
    calls = {
        200: ("GET", "/", {}),
        204: ("GET", "/sanctum/csrf-cookie", {}),
        401: ("GET", "/api/v1/me", {}),
        404: ("GET", "/api/v1/nothing", {}),
        413: ("POST", "/login", {"content": b"x" * 1_000_001}),
        419: ("POST", "/login", {"json": {}, "headers": {"X-XSRF-TOKEN": ""}}),
        422: ("POST", "/login", {"json": {}}),
    }
    answers = {status: secure.call(method, path, **options) for status, (method, path, options) in calls.items()}
    monkeypatch.setattr("regie.domains.accounts.sessions.actions.check_password", _break)
    answers[500] = secure.post("/login", {"email": "a@b.example", "password": "x"})
    monkeypatch.setattr("regie.domains.accounts.sessions.actions.check_password", _lose_the_database)
    answers[503] = secure.post("/login", {"email": "a@b.example", "password": "x"})
    return answers


def test_every_kind_of_answer_carries_the_same_headers(secure: Browser, monkeypatch: pytest.MonkeyPatch):
    answers = _answers(secure, monkeypatch)
    assert {status: answer.status_code for status, answer in answers.items()} == {status: status for status in answers}
    for status, answer in answers.items():
        headers = answer.headers
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


def test_every_refusal_has_a_code_words_and_a_reference(secure: Browser, monkeypatch: pytest.MonkeyPatch):
    for status, answer in _answers(secure, monkeypatch).items():
        if status >= 400:
            body = answer.json()
            assert body["code"], status
            assert len(body["message"]) > 10, status
            assert body["request_id"] == answer.headers["x-request-id"], status
            assert "planted" not in answer.text
            assert "Traceback" not in answer.text
    assert _answers(secure, monkeypatch)[503].headers["Retry-After"] == "2"


def test_a_failing_call_says_so_in_french(secure: Browser, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("regie.domains.accounts.sessions.actions.check_password", _break)
    answer = secure.post("/login", {"email": "a@b.example", "password": "x"}, headers={"X-Api-Locale": "fr-ca"})
    assert answer.status_code == 500
    assert answer.json()["message"].startswith("Un problème est survenu")


def test_a_request_id_of_the_caller_is_kept_when_it_is_plain(secure: Browser):
    assert secure.get("/api/v1/me", headers={"X-Request-Id": "a1b2c3d4"}).headers["x-request-id"] == "a1b2c3d4"
    assert secure.get("/api/v1/me", headers={"X-Request-Id": "<script>"}).headers["x-request-id"] != "<script>"


def test_the_page_has_a_fresh_nonce_and_no_inline_script(secure: Browser):
    one, other = secure.get("/"), secure.get("/clients/of/any/screen")
    csp = one.headers["content-security-policy"]
    assert "script-src 'self';" in csp
    nonce = csp.split("'nonce-")[1].split("'")[0]
    assert f'content="{nonce}"' in one.text
    assert nonce not in other.text
    assert "__NONCE__" not in other.text


def test_assets_are_kept_for_ever_and_nothing_else_is(secure: Browser):
    assert "immutable" in secure.get("/assets/main-1a2b.js").headers["cache-control"]
    assert secure.get("/favicon.svg").headers["cache-control"] == "no-cache"
    assert secure.get("/assets/gone.js").status_code == 404
    assert secure.get("/index.html").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt"]
)
def test_no_file_outside_the_front_end_is_served(secure: Browser, path: str):
    assert "secret" not in secure.get(path).text


def test_no_screen_answers_a_call_that_writes(world: World, secure: Browser):
    with unchanged(world.database):
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            assert secure.call(method, "/clients").status_code == 404


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE", "PUT", "FOO"])
def test_a_method_that_no_call_has_is_405(world: World, secure: Browser, method: str):
    with unchanged(world.database):
        answer = secure.call(method, "/api/v1/clients")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD, POST")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in answer.headers


def test_a_route_that_does_not_say_what_it_needs_stops_the_start(world: World, monkeypatch: pytest.MonkeyPatch):
    planted = FastAPI()
    planted.add_api_route("/api/v1/planted", _break)
    ungated = [route for route in planted.routes if getattr(route, "path", "") == "/api/v1/planted"]
    monkeypatch.setattr(teams.api, "routes", [*teams.api.routes, *ungated])
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
def test_production_does_not_start_with_an_unsafe_setting(environment: dict[str, str], named: str):
    settings = load_settings({"REGIE_ENV": "production", **environment})
    with pytest.raises(SettingsError, match=named):
        serve(settings, host="127.0.0.1", port=0, workers=1)
    with pytest.raises(SettingsError, match=named):
        create_app(settings)


@pytest.mark.parametrize("name", ["prod", "Production", "staging", " production"])
def test_an_environment_that_does_not_exist_is_refused(name: str):
    """Taken for development, it would run with none of production's checks."""
    with pytest.raises(SettingsError, match="REGIE_ENV"):
        create_app(load_settings({"REGIE_ENV": name}))


def test_serving_an_old_schema_is_refused_and_names_the_command(tmp_path: Path):
    settings = load_settings({"REGIE_DATA": str(tmp_path)})
    with pytest.raises(SettingsError, match="regie migrate"):
        serve(settings, host="127.0.0.1", port=0, workers=1)


def test_one_line_is_logged_per_call_without_secrets(secure: Browser, capsys: pytest.CaptureFixture[str]):
    secure.post("/login", {"email": "maelle@regie.example", "password": "do-not-log-me"})
    secure.get("/api/v1/me?token=do-not-log-me")
    written = capsys.readouterr().out
    assert written.count("/api/v1/me") == 1
    for secret in ("do-not-log-me", "maelle", secure.csrf_token, secure.client.cookies["__Host-regie_session"]):
        assert secret not in written


def test_spellings_of_a_path_answer_alike(world: World):
    browser = world.browser("admin")
    for path in ("/api/v1/clients", "/api/v1/clients/", "/api/v1/teams//"):
        assert browser.get(path).status_code == 200, path
