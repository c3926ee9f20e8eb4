"""Google sign-in against a scripted Google: what no honest one says, and how long its answers are kept."""

import json
import threading
from base64 import urlsafe_b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

from regie.connectors.errors import CallNotAllowed, Nonsense, OutsideError, Refused, Unavailable
from regie.connectors.google.client import Google
from regie.connectors.google.endpoints import is_allowed
from regie.connectors.http import HttpOptions
from regie.connectors.settings import GoogleSettings
from tests.connectors.false_time import FalseTime
from tests.connectors.google_sign_in import CLIENT, HOME, NONCE, SECRET, WELL_KNOWN, settings
from tests.connectors.sandbox import Sandbox
from tests.connectors.scripted_server import Request, Said, ScriptedServer
from tests.sandbox.google_browser import CHALLENGE, VERIFIER

REAL = f"https://accounts.google.com{WELL_KNOWN}"


def document(url: str, **changed: Any) -> dict[str, Any]:
    return {
        "issuer": url,
        "authorization_endpoint": f"{url}/auth",
        "token_endpoint": f"{url}/token",
        "jwks_uri": f"{url}/certs",
        **changed,
    }


def answers(url: str, **said: Said) -> Callable[[Request], Said]:
    known = {WELL_KNOWN: Said(body=document(url)), "/token": Said(body={"id_token": "x.y.z"})}
    known |= {f"/{name}": answer for name, answer in said.items()}
    return lambda request: known.get(request.path, Said(404))


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"issuer": "https://accounts.google.com"}, Nonsense),
        ({"issuer": None}, Nonsense),
        ({"token_endpoint": None}, Nonsense),
        ({"token_endpoint": "http://127.0.0.1:1/token"}, CallNotAllowed),
        ({"jwks_uri": "https://www.googleapis.com/oauth2/v3/certs"}, CallNotAllowed),
        ({"authorization_endpoint": "http://evil.example/auth"}, CallNotAllowed),
        ({"authorization_endpoint": "javascript:alert(1)"}, CallNotAllowed),
    ],
)
def test_a_discovery_document_leads_nowhere_else(
    server: ScriptedServer, options: HttpOptions, changed: dict[str, Any], expected: type[OutsideError]
) -> None:
    server.script = [Said(body=document(server.url, **changed))]
    with Google(settings(server.url), options) as google, pytest.raises(expected):
        google.identify("4/0A", code_verifier=VERIFIER, nonce=NONCE)
    assert [request.path for request in server.requests] == [WELL_KNOWN]


@pytest.mark.parametrize(
    ("url", "discovery", "allowed"),
    [
        ("https://oauth2.googleapis.com/token", REAL, True),
        ("https://www.googleapis.com/oauth2/v3/certs", REAL, True),
        ("https://openidconnect.googleapis.com/v1/userinfo", REAL, True),
        ("http://oauth2.googleapis.com/token", REAL, False),
        ("https://oauth2.googleapis.com:444/token", REAL, False),
        ("https://oauth2.googleapis.com@evil.example/token", REAL, False),
        ("https://oauth2.googleapis.com.evil.example/token", REAL, False),
        ("https://storage.googleapis.com/token", REAL, False),
        ("https://oauth2.googleapis.com/token?x=1", REAL, False),
        ("http://127.0.0.1:9/token", "http://127.0.0.1:9/x", True),
        ("http://127.0.0.1:8/token", "http://127.0.0.1:9/x", False),
        ("http://[broken/token", REAL, False),
    ],
)
def test_the_hosts_of_the_real_google(url: str, discovery: str, allowed: bool) -> None:
    assert is_allowed(url, discovery) is allowed


@pytest.mark.parametrize("url", ["http://x/y?z=1", "http://user@x/y", "ftp://x/y", "nonsense"])
def test_a_discovery_address_that_makes_no_sense_is_refused_at_the_start(url: str) -> None:
    with pytest.raises(Refused) as caught:
        Google(GoogleSettings(url, CLIENT, SECRET, HOME))
    assert caught.value.code == "configuration"


def test_the_secret_goes_in_the_form_and_nowhere_else(server: ScriptedServer, options: HttpOptions) -> None:
    server.answer = answers(server.url)
    with Google(settings(server.url), options) as google, pytest.raises(Refused):
        google.identify("4/0A&b", code_verifier=VERIFIER, nonce=NONCE)
    assert not any("authorization" in request.headers for request in server.requests)
    [asked] = [request for request in server.requests if request.path == "/token"]
    assert parse_qs(asked.body.decode()) == {
        "grant_type": ["authorization_code"],
        "code": ["4/0A&b"],
        "client_id": [CLIENT],
        "client_secret": [SECRET],
        "redirect_uri": [HOME],
        "code_verifier": [VERIFIER],
    }


def test_an_answer_without_an_id_token_or_beyond_size(server: ScriptedServer, options: HttpOptions) -> None:
    for body, code in (({"access_token": "ya29.x"}, "wrong_shape"), ({"id_token": "x" * 2_000_000}, "too_large")):
        server.answer = answers(server.url, token=Said(body=body))
        with Google(settings(server.url), options) as google, pytest.raises(Nonsense) as caught:
            google.identify("4/0A", code_verifier=VERIFIER, nonce=NONCE)
        assert caught.value.code == code


HEADER = "eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0"  # {"alg":"RS256","kid":"k1"}


def short_key() -> dict[str, Any]:
    """A good key, but of a size that can be broken."""
    public = rsa.generate_private_key(public_exponent=65537, key_size=1024).public_key()  # noqa: S505 - that is the point
    return {**RSAAlgorithm.to_jwk(public, as_dict=True), "kid": "k1"}


@pytest.mark.parametrize(
    "keys",
    [
        [short_key()],
        [],
        ["not a key"],
        [{"kty": "oct", "kid": "k1", "k": "c2VjcmV0"}],
        [{"kty": "RSA", "kid": "k1", "n": "AQAB", "e": "AQAB"}],
        [{"kty": "RSA", "kid": "k1"}],
        [{"kty": "RSA", "kid": "k1", "n": 5, "e": []}],
        [{"kty": "EC", "kid": "k1", "crv": "P-256", "x": "AA", "y": "AA"}],
    ],
)
def test_a_set_without_a_usable_key_is_nonsense(server: ScriptedServer, options: HttpOptions, keys: list[Any]) -> None:
    token = Said(body={"id_token": f"{HEADER}.e30.c2ln"})
    server.answer = answers(server.url, token=token, certs=Said(body={"keys": keys}))
    with Google(settings(server.url), options) as google, pytest.raises(Nonsense) as caught:
        google.identify("4/0A", code_verifier=VERIFIER, nonce=NONCE)
    assert caught.value.code == "wrong_shape"


@pytest.mark.parametrize(
    ("headers", "good_for_s"),
    [
        ({"Cache-Control": "public, max-age=600, must-revalidate"}, 600),
        ({"Cache-Control": "max-age=600", "Age": "500"}, 100),
        ({"Cache-Control": "max-age=999999999"}, 86_400),
        ({"Cache-Control": "no-store"}, 0),
        ({}, 300),
    ],
)
def test_keys_are_kept_as_long_as_their_answer_says(
    sandbox: Sandbox,
    server: ScriptedServer,
    options: HttpOptions,
    time_apart: FalseTime,
    headers: dict[str, str],
    good_for_s: int,
) -> None:
    keys = httpx.get(f"{sandbox.url}/google/oauth2/v3/certs", trust_env=False).json()
    head = urlsafe_b64encode(json.dumps({"alg": "RS256", "kid": keys["keys"][0]["kid"]}).encode()).decode()
    token = f"{head.rstrip('=')}.e30.c2ln"
    server.answer = answers(server.url, token=Said(body={"id_token": token}), certs=Said(body=keys, headers=headers))

    def fetched(google: Google) -> int:
        with pytest.raises(Refused):
            google.identify("4/0A", code_verifier=VERIFIER, nonce=NONCE)
        return len([request for request in server.requests if request.path == "/certs"])

    with Google(settings(server.url), options) as google:
        assert fetched(google) == 1
        if good_for_s:
            time_apart.sleep(good_for_s - 1)
            assert fetched(google) == 1
            time_apart.sleep(1)
        assert fetched(google) == 2


def test_those_who_waited_for_a_failure_share_it(server: ScriptedServer, options: HttpOptions) -> None:
    may_answer = threading.Event()

    def slow(_: Request) -> Said:
        may_answer.wait(10)
        return Said(503)

    server.answer = slow

    def fails(_: int) -> str:
        with pytest.raises(Unavailable) as caught:
            google.authorization_url(state="s", nonce="n", code_challenge=CHALLENGE, locale="en-us")
        return caught.value.code

    with Google(settings(server.url), options) as google, ThreadPoolExecutor(10) as pool:
        waiting = [pool.submit(fails, number) for number in range(10)]
        may_answer.set()
        assert {one.result() for one in waiting} == {"server_error"}
    assert len(server.requests) == 1
