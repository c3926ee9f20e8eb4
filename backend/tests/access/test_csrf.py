"""No unsafe call is taken from a page that is not ours: every operation, every way of lacking the token."""

from dataclasses import dataclass

import pytest
from httpx import Client, Response

from regie.access.csrf import csrf_token
from tests.access import imports
from tests.access.files import WITH_FORM
from tests.access.matrix import MATRIX, Call, browser_of, call_of, split
from tests.browser import Browser, connect
from tests.conftest import ORIGIN
from tests.factories.world import World, unchanged
from tests.rules.test_routes import FOR_SERVICES

pytestmark = pytest.mark.one_database

# Outside services sign their calls instead: tests/domains/integrations/connections/test_hooks.py.
UNSAFE = [route for route in MATRIX if not route.startswith("GET ") and route not in FOR_SERVICES]


@dataclass(frozen=True)
class Proof:
    """What a request brings along to show where it comes from."""

    session: str
    cookie: str | None
    header: str | None
    extra: tuple[tuple[str, str], ...] = ()

    @property
    def headers(self) -> dict[str, str]:
        cookies = {"regie_session": self.session, "XSRF-TOKEN": self.cookie}
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items() if value is not None)}
        return sent | dict(self.extra) | ({} if self.header is None else {"X-XSRF-TOKEN": self.header})


@pytest.fixture(scope="module")
def bare(world: World) -> Client:
    """A client that keeps no cookies: each request says itself what it carries."""
    return connect(world.app, ORIGIN)


def _send(bare: Client, route: str, call: Call, headers: dict[str, str]) -> Response:
    method, _ = split(route)
    bare.cookies.clear()
    return bare.request(
        method, call.path, headers={name: value.encode("latin-1") for name, value in headers.items()}, **call.options
    )


def _stale_tokens(world: World) -> tuple[str, str]:
    """The token of before signing in, and the one of a session that has ended."""
    before = Browser(world.app, ORIGIN).csrf_token
    ended = world.fresh_browser("super_admin")
    after = ended.csrf_token
    ended.post("/logout")
    return before, after


def _lacking(world: World, session: str, right: str) -> dict[str, Proof]:
    other = world.browser("admin").csrf_token
    before, ended = _stale_tokens(world)

    def from_elsewhere(name: str, value: str) -> Proof:
        return Proof(session, right, right, ((name, value),))

    return {
        "no header": Proof(session, right, None),
        "no cookie": Proof(session, None, right),
        "neither": Proof(session, None, None),
        "empty": Proof(session, "", ""),
        "another header": Proof(session, right, "0" * 64),
        "another cookie": Proof(session, "0" * 64, right),
        "both wrong alike": Proof(session, "0" * 64, "0" * 64),
        "not ASCII": Proof(session, right, "é" * 64),
        "another person's token": Proof(session, other, other),
        "the token of before signing in": Proof(session, before, before),
        "the token of an ended session": Proof(session, ended, ended),
        "no session": Proof("", right, right),
        "a made-up guest": Proof("g.aaaa.bbbb", right, right),
        "cross-site": from_elsewhere("Sec-Fetch-Site", "cross-site"),
        "same-site": from_elsewhere("Sec-Fetch-Site", "same-site"),
        "foreign origin": from_elsewhere("Origin", "https://regie.example.evil"),
        "null origin": from_elsewhere("Origin", "null"),
        "origin of another port": from_elsewhere("Origin", "http://localhost:8001"),
    }


@pytest.mark.parametrize("route", UNSAFE)
def test_an_unsafe_call_without_the_right_token_changes_nothing(world: World, bare: Client, route: str):
    browser = browser_of(route, world, "super_admin")
    call = call_of(route, world, "super_admin", next(iter(MATRIX[route])))
    lacking = _lacking(world, browser.token, browser.csrf_token)
    with unchanged(world.database):
        statuses = {name: _send(bare, route, call, proof.headers).status_code for name, proof in lacking.items()}
    assert statuses == dict.fromkeys(lacking, 419)
    ours = Proof(browser.token, browser.csrf_token, browser.csrf_token, (("Origin", ORIGIN),))
    served = MATRIX[route][next(iter(MATRIX[route]))][0]
    assert _send(bare, route, call, ours.headers).status_code == served, "the control: our own page is served"


FORMS = ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x")


@pytest.mark.parametrize("route", UNSAFE)
def test_a_forms_body_is_of_no_page_of_ours_even_with_the_right_token(world: World, bare: Client, route: str):
    browser = browser_of(route, world, "super_admin")
    call = call_of(route, world, "super_admin", next(iter(MATRIX[route])))
    method, _ = split(route)
    statuses = []
    with unchanged(world.database):
        for header in (browser.csrf_token, None):
            for form in FORMS:
                bare.cookies.clear()
                headers = Proof(browser.token, browser.csrf_token, header).headers | {"Content-Type": form}
                statuses.append(bare.request(method, call.path, headers=headers, content=b'{"name":"x"}').status_code)
    # Where files are taken a form is, with the header that no page of someone else's can send: this one is only broken.
    taken = [419, 419, 422] if route in WITH_FORM | imports.WITH_FORM else [419] * len(FORMS)
    assert statuses == taken + [419] * len(FORMS)


def test_a_token_belongs_to_one_session_and_one_secret():
    assert csrf_token("secret", "s.one") != csrf_token("secret", "s.two")
    assert csrf_token("secret", "s.one") != csrf_token("other", "s.one")


def test_reading_needs_no_token(world: World, bare: Client):
    bare.cookies.clear()
    cookie = {"Cookie": f"regie_session={world.browser('admin').token}", "Sec-Fetch-Site": "cross-site"}
    assert bare.get("/api/v1/me", headers=cookie).status_code == 200
