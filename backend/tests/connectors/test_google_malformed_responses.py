"""Google sign-in against a scripted server: malformed responses, and how long responses are cached."""

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

from regie.connectors.errors import AccessDenied, CallNotAllowed, MalformedResponse, ServiceError, ServiceUnavailable
from regie.connectors.google.client import GoogleClient
from regie.connectors.google.endpoints import is_allowed
from regie.connectors.http import HttpOptions
from regie.connectors.settings import GoogleSettings
from tests.connectors.fake_clock import FakeClock
from tests.connectors.google_sign_in import CLIENT, NONCE, REDIRECT_URI, SECRET, WELL_KNOWN, settings
from tests.connectors.sandbox import Sandbox
from tests.connectors.scripted_server import Reply, Request, ScriptedServer
from tests.sandbox.form_pages import CHALLENGE, VERIFIER

REAL_DISCOVERY_URL = f"https://accounts.google.com{WELL_KNOWN}"


def discovery_document(url: str, **changes: Any) -> dict[str, Any]:
    return {
        "issuer": url,
        "authorization_endpoint": f"{url}/auth",
        "token_endpoint": f"{url}/token",
        "jwks_uri": f"{url}/certs",
        **changes,
    }


def respond_with(url: str, **response: Reply) -> Callable[[Request], Reply]:
    responses = {
        WELL_KNOWN: Reply(body=discovery_document(url)),
        "/token": Reply(body={"id_token": "x.y.z"}),
    }
    responses |= {f"/{name}": answer for name, answer in response.items()}
    return lambda request: responses.get(request.path, Reply(404))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"issuer": "https://accounts.google.com"}, MalformedResponse),
        ({"issuer": None}, MalformedResponse),
        ({"token_endpoint": None}, MalformedResponse),
        ({"token_endpoint": "http://127.0.0.1:1/token"}, CallNotAllowed),
        ({"jwks_uri": "https://www.googleapis.com/oauth2/v3/certs"}, CallNotAllowed),
        ({"authorization_endpoint": "http://evil.example/auth"}, CallNotAllowed),
        ({"authorization_endpoint": "javascript:alert(1)"}, CallNotAllowed),
    ],
)
def test_discovery_document_cannot_lead_to_other_hosts(
    server: ScriptedServer, options: HttpOptions, changes: dict[str, Any], expected: type[ServiceError]
) -> None:
    server.script = [Reply(body=discovery_document(server.url, **changes))]
    with GoogleClient(settings(server.url), options) as google, pytest.raises(expected):
        google.identify("4/0A", code_verifier=VERIFIER, nonce=NONCE)
    assert [request.path for request in server.requests] == [WELL_KNOWN]


@pytest.mark.parametrize(
    ("url", "discovery", "allowed"),
    [
        ("https://oauth2.googleapis.com/token", REAL_DISCOVERY_URL, True),
        ("https://www.googleapis.com/oauth2/v3/certs", REAL_DISCOVERY_URL, True),
        ("https://openidconnect.googleapis.com/v1/userinfo", REAL_DISCOVERY_URL, True),
        ("http://oauth2.googleapis.com/token", REAL_DISCOVERY_URL, False),
        ("https://oauth2.googleapis.com:444/token", REAL_DISCOVERY_URL, False),
        ("https://oauth2.googleapis.com@evil.example/token", REAL_DISCOVERY_URL, False),
        ("https://oauth2.googleapis.com.evil.example/token", REAL_DISCOVERY_URL, False),
        ("https://storage.googleapis.com/token", REAL_DISCOVERY_URL, False),
        ("https://oauth2.googleapis.com/token?x=1", REAL_DISCOVERY_URL, False),
        ("http://127.0.0.1:9/token", "http://127.0.0.1:9/x", True),
        ("http://127.0.0.1:8/token", "http://127.0.0.1:9/x", False),
        ("http://[broken/token", REAL_DISCOVERY_URL, False),
    ],
)
def test_allowed_hosts(url: str, discovery: str, allowed: bool) -> None:
    assert is_allowed(url, discovery) is allowed


@pytest.mark.parametrize("url", ["http://x/y?z=1", "http://user@x/y", "ftp://x/y", "nonsense"])
def test_invalid_discovery_address_is_refused_at_start(url: str) -> None:
    with pytest.raises(AccessDenied) as caught:
        GoogleClient(GoogleSettings(url, CLIENT, SECRET, REDIRECT_URI))
    assert caught.value.code == "configuration"


def test_client_secret_is_sent_only_in_the_form(server: ScriptedServer, options: HttpOptions) -> None:
    server.responder = respond_with(server.url)
    with GoogleClient(settings(server.url), options) as google, pytest.raises(AccessDenied):
        google.identify("4/0A&b", code_verifier=VERIFIER, nonce=NONCE)
    assert not any("authorization" in request.headers for request in server.requests)
    [request] = [request for request in server.requests if request.path == "/token"]
    assert parse_qs(request.body.decode()) == {
        "grant_type": ["authorization_code"],
        "code": ["4/0A&b"],
        "client_id": [CLIENT],
        "client_secret": [SECRET],
        "redirect_uri": [REDIRECT_URI],
        "code_verifier": [VERIFIER],
    }


def test_response_without_id_token_or_too_large_is_malformed(server: ScriptedServer, options: HttpOptions) -> None:
    for body, code in (({"access_token": "ya29.x"}, "wrong_shape"), ({"id_token": "x" * 2_000_000}, "too_large")):
        server.responder = respond_with(server.url, token=Reply(body=body))
        with GoogleClient(settings(server.url), options) as google, pytest.raises(MalformedResponse) as caught:
            google.identify("4/0A", code_verifier=VERIFIER, nonce=NONCE)
        assert caught.value.code == code


HEADER = "eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0"  # {"alg":"RS256","kid":"k1"}


def short_key() -> dict[str, Any]:
    """A valid key of a size that can be broken."""
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
def test_key_set_without_usable_key_is_malformed(server: ScriptedServer, options: HttpOptions, keys: list[Any]) -> None:
    token = Reply(body={"id_token": f"{HEADER}.e30.c2ln"})
    server.responder = respond_with(server.url, token=token, certs=Reply(body={"keys": keys}))
    with GoogleClient(settings(server.url), options) as google, pytest.raises(MalformedResponse) as caught:
        google.identify("4/0A", code_verifier=VERIFIER, nonce=NONCE)
    assert caught.value.code == "wrong_shape"


@pytest.mark.parametrize(
    ("headers", "ttl_s"),
    [
        ({"Cache-Control": "public, max-age=600, must-revalidate"}, 600),
        ({"Cache-Control": "max-age=600", "Age": "500"}, 100),
        ({"Cache-Control": "max-age=999999999"}, 86_400),
        ({"Cache-Control": "no-store"}, 0),
        ({}, 300),
    ],
)
def test_keys_are_cached_as_long_as_the_response_allows(
    sandbox: Sandbox,
    server: ScriptedServer,
    options: HttpOptions,
    fake_clock: FakeClock,
    headers: dict[str, str],
    ttl_s: int,
) -> None:
    keys = httpx.get(f"{sandbox.url}/google/oauth2/v3/certs", trust_env=False).json()
    head = urlsafe_b64encode(json.dumps({"alg": "RS256", "kid": keys["keys"][0]["kid"]}).encode()).decode()
    token = f"{head.rstrip('=')}.e30.c2ln"
    server.responder = respond_with(
        server.url, token=Reply(body={"id_token": token}), certs=Reply(body=keys, headers=headers)
    )

    def count_fetches(google: GoogleClient) -> int:
        with pytest.raises(AccessDenied):
            google.identify("4/0A", code_verifier=VERIFIER, nonce=NONCE)
        return len([request for request in server.requests if request.path == "/certs"])

    with GoogleClient(settings(server.url), options) as google:
        assert count_fetches(google) == 1
        if ttl_s:
            fake_clock.sleep(ttl_s - 1)
            assert count_fetches(google) == 1
            fake_clock.sleep(1)
        assert count_fetches(google) == 2


def test_concurrent_callers_share_one_failure(server: ScriptedServer, options: HttpOptions) -> None:
    may_respond = threading.Event()

    def respond_slowly(_: Request) -> Reply:
        may_respond.wait(10)
        return Reply(503)

    server.responder = respond_slowly

    def fail_to_fetch(_: int) -> str:
        with pytest.raises(ServiceUnavailable) as caught:
            google.authorization_url(state="s", nonce="n", code_challenge=CHALLENGE, locale="en-us")
        return caught.value.code

    with GoogleClient(settings(server.url), options) as google, ThreadPoolExecutor(10) as pool:
        waiting = [pool.submit(fail_to_fetch, number) for number in range(10)]
        may_respond.set()
        assert {one.result() for one in waiting} == {"server_error"}
    assert len(server.requests) == 1
