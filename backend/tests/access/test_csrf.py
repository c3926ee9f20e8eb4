"""Tests CSRF protection of every unsafe route, with every kind of missing or wrong token."""

from dataclasses import dataclass

import pytest
from httpx import Client, Response

from regie.access.csrf import csrf_token
from tests.access import bug_reports, imports
from tests.access.attachments import FORM_ROUTES
from tests.access.matrix import MATRIX, Call, browser_for, build_call, split_route
from tests.browser import Browser, connect
from tests.conftest import ORIGIN
from tests.factories.world import World, assert_unchanged
from tests.rules.test_routes import SERVICE_ROUTES

pytestmark = pytest.mark.one_database

# External services sign their webhooks instead: tests/domains/integrations/connections/test_hooks.py.
UNSAFE = [route for route in MATRIX if not route.startswith("GET ") and route not in SERVICE_ROUTES]


@dataclass(frozen=True)
class Proof:
    """The cookies and headers that prove the origin of a request."""

    session: str
    cookie: str | None
    header: str | None
    extra: tuple[tuple[str, str], ...] = ()

    @property
    def headers(self) -> dict[str, str]:
        cookies = {"regie_session": self.session, "XSRF-TOKEN": self.cookie}
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items() if value is not None)}
        return headers | dict(self.extra) | ({} if self.header is None else {"X-XSRF-TOKEN": self.header})


@pytest.fixture(scope="module")
def bare(world: World) -> Client:
    """A client without stored cookies; each request sets its own."""
    return connect(world.app, ORIGIN)


def _send(bare: Client, route: str, call: Call, headers: dict[str, str]) -> Response:
    method, _ = split_route(route)
    bare.cookies.clear()
    return bare.request(
        method, call.path, headers={name: value.encode("latin-1") for name, value in headers.items()}, **call.options
    )


def _stale_tokens(world: World) -> tuple[str, str]:
    """Return the token from before signing in, and that of an ended session."""
    before = Browser(world.app, ORIGIN).csrf_token
    ended = world.fresh_browser("super_admin")
    after = ended.csrf_token
    ended.post("/logout")
    return before, after


def _invalid_proofs(world: World, session: str, token: str) -> dict[str, Proof]:
    other = world.browser("admin").csrf_token
    before, ended = _stale_tokens(world)

    def from_elsewhere(name: str, value: str) -> Proof:
        return Proof(session, token, token, ((name, value),))

    return {
        "no header": Proof(session, token, None),
        "no cookie": Proof(session, None, token),
        "neither": Proof(session, None, None),
        "empty": Proof(session, "", ""),
        "another header": Proof(session, token, "0" * 64),
        "another cookie": Proof(session, "0" * 64, token),
        "both wrong alike": Proof(session, "0" * 64, "0" * 64),
        "not ASCII": Proof(session, token, "é" * 64),
        "another person's token": Proof(session, other, other),
        "the token of before signing in": Proof(session, before, before),
        "the token of an ended session": Proof(session, ended, ended),
        "no session": Proof("", token, token),
        "a made-up guest": Proof("g.aaaa.bbbb", token, token),
        "cross-site": from_elsewhere("Sec-Fetch-Site", "cross-site"),
        "same-site": from_elsewhere("Sec-Fetch-Site", "same-site"),
        "foreign origin": from_elsewhere("Origin", "https://regie.example.evil"),
        "null origin": from_elsewhere("Origin", "null"),
        "origin of another port": from_elsewhere("Origin", "http://localhost:8001"),
    }


@pytest.mark.parametrize("route", UNSAFE)
def test_unsafe_request_without_valid_token_changes_nothing(world: World, bare: Client, route: str):
    browser = browser_for(route, world, "super_admin")
    call = build_call(route, world, "super_admin", next(iter(MATRIX[route])))
    proofs = _invalid_proofs(world, browser.token, browser.csrf_token)
    with assert_unchanged(world.database):
        statuses = {name: _send(bare, route, call, proof.headers).status_code for name, proof in proofs.items()}
    assert statuses == dict.fromkeys(proofs, 419)
    ours = Proof(browser.token, browser.csrf_token, browser.csrf_token, (("Origin", ORIGIN),))
    served = MATRIX[route][next(iter(MATRIX[route]))][0]
    assert _send(bare, route, call, ours.headers).status_code == served, "a valid token is accepted"


FORMS = ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x")


@pytest.mark.parametrize("route", UNSAFE)
def test_form_content_type_is_refused_even_with_a_valid_token(world: World, bare: Client, route: str):
    browser = browser_for(route, world, "super_admin")
    call = build_call(route, world, "super_admin", next(iter(MATRIX[route])))
    method, _ = split_route(route)
    statuses = []
    with assert_unchanged(world.database):
        for header in (browser.csrf_token, None):
            for form in FORMS:
                bare.cookies.clear()
                headers = Proof(browser.token, browser.csrf_token, header).headers | {"Content-Type": form}
                statuses.append(bare.request(method, call.path, headers=headers, content=b'{"name":"x"}').status_code)
    # Routes with files accept forms with the header, which other sites cannot send; this form is only invalid.
    expected = (
        [419, 419, 422] if route in FORM_ROUTES | imports.FORM_ROUTES | bug_reports.FORM_ROUTES else [419] * len(FORMS)
    )
    assert statuses == expected + [419] * len(FORMS)


def test_token_depends_on_session_and_secret():
    assert csrf_token("secret", "s.one") != csrf_token("secret", "s.two")
    assert csrf_token("secret", "s.one") != csrf_token("other", "s.one")


def test_read_requires_no_token(world: World, bare: Client):
    bare.cookies.clear()
    cookie = {"Cookie": f"regie_session={world.browser('admin').token}", "Sec-Fetch-Site": "cross-site"}
    assert bare.get("/api/v1/me", headers=cookie).status_code == 200
