"""Google sign-in against the sandbox: a valid token is accepted, every other is refused."""

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from structlog.testing import capture_logs

from regie.connectors.errors import AccessDenied, MalformedResponse, ServiceError, ServiceUnavailable, Unreachable
from regie.connectors.google.client import GoogleClient
from regie.connectors.google.id_token import Identity
from regie.connectors.http import HttpOptions
from tests.connectors.google_sign_in import CLIENT, JOEL, NONCE, REDIRECT_URI, SECRET, WELL_KNOWN, SignIn, settings
from tests.connectors.sandbox import START, Sandbox
from tests.sandbox.form_pages import CHALLENGE, VERIFIER


@pytest.fixture
def sign_in_flow(sandbox: Sandbox) -> Generator[SignIn, None, None]:
    clock = sandbox.clock()
    sandbox.post("/clock", now=START.isoformat())
    options = HttpOptions(clock=clock, jitter=lambda: 0.0)
    with GoogleClient(settings(f"{sandbox.url}/google"), options) as google, httpx.Client(trust_env=False) as http:
        yield SignIn(sandbox, google, clock, http)


def test_authorization_url_has_all_protections(sign_in_flow: SignIn, sandbox: Sandbox) -> None:
    url = sign_in_flow.google.authorization_url(state="a&b", nonce="n", code_challenge=CHALLENGE, locale="fr-ca")
    assert url.startswith(f"{sandbox.url}/google/o/oauth2/v2/auth?")
    assert parse_qs(urlsplit(url).query) == {
        "response_type": ["code"],
        "client_id": [CLIENT],
        "redirect_uri": [REDIRECT_URI],
        "scope": ["openid email profile"],
        "state": ["a&b"],
        "nonce": ["n"],
        "code_challenge": [CHALLENGE],
        "code_challenge_method": ["S256"],
        "hl": ["fr-CA"],
        "prompt": ["select_account"],
    }
    assert SECRET not in url


def test_G1_code_becomes_an_identity(sign_in_flow: SignIn, sandbox: Sandbox) -> None:
    assert sign_in_flow.identity() == Identity(
        issuer=f"{sandbox.url}/google",
        subject="104857600000000000007",
        email=JOEL,
        email_verified=True,
        hosted_domain="regie.example",
        name="Joël Lavoie",
        given_name="Joël",
        family_name="Lavoie",
    )
    assert sandbox.requests("google", outside="true") == []


def test_addresses_are_cached_for_a_day_and_keys_until_they_expire(sign_in_flow: SignIn) -> None:
    for _ in range(3):
        sign_in_flow.identity()
    assert (sign_in_flow.count_requests(WELL_KNOWN), sign_in_flow.count_requests("/oauth2/v3/certs")) == (1, 1)
    sign_in_flow.advance(21_599)
    sign_in_flow.identity()
    assert sign_in_flow.count_requests("/oauth2/v3/certs") == 1
    sign_in_flow.advance(1)
    sign_in_flow.identity()
    assert sign_in_flow.count_requests("/oauth2/v3/certs") == 2
    sign_in_flow.advance(86_400 - 21_601)
    sign_in_flow.identity()
    assert sign_in_flow.count_requests(WELL_KNOWN) == 1
    sign_in_flow.advance(1)
    sign_in_flow.identity()
    assert sign_in_flow.count_requests(WELL_KNOWN) == 2


def test_G1_rotated_key_is_fetched_at_once_but_unknown_keys_only_every_few_minutes(sign_in_flow: SignIn) -> None:
    sign_in_flow.identity()
    sign_in_flow.sandbox.post("/google/keys", rotate=1)
    sign_in_flow.identity()
    assert sign_in_flow.count_requests("/oauth2/v3/certs") == 1  # already published
    sign_in_flow.sandbox.post("/google/keys", rotate=2)
    sign_in_flow.identity()
    assert sign_in_flow.count_requests("/oauth2/v3/certs") == 2
    assert sign_in_flow.refusal_detail("unknown_key") == "signed by an unknown key"
    assert sign_in_flow.count_requests("/oauth2/v3/certs") == 2
    sign_in_flow.advance(300)
    assert sign_in_flow.refusal_detail("unknown_key") == "signed by an unknown key"
    assert sign_in_flow.refusal_detail("unknown_key") == "signed by an unknown key"
    assert sign_in_flow.count_requests("/oauth2/v3/certs") == 3
    sign_in_flow.identity()


@pytest.mark.parametrize(
    ("kind", "check"),
    [
        ("audience", "audience"),
        ("audience_list", "audience"),
        ("azp", "authorized party"),
        ("issuer", "issuer"),
        ("expired", "expired"),
        ("expiry_missing", "no exp"),
        ("expiry_text", "no exp"),
        ("issued_in_future", "issued at another time"),
        ("issued_long_ago", "issued at another time"),
        ("issued_missing", "no iat"),
        ("subject_missing", "subject"),
        ("email_missing", "e-mail address"),
        ("nonce", "nonce"),
        ("nonce_missing", "nonce"),
        ("alg_none", "algorithm or key id"),
        ("hs256_public_key", "algorithm or key id"),
        ("rs512", "algorithm or key id"),
        ("kid_missing", "algorithm or key id"),
        ("unknown_key", "signed by an unknown key"),
        ("unknown_key_known_kid", "signature: InvalidSignatureError"),
        ("tampered", "signature: InvalidSignatureError"),
        ("not_a_token", "signature: DecodeError"),
    ],
)
def test_G2_invalid_token_is_refused_and_the_next_valid_one_accepted(
    sign_in_flow: SignIn, kind: str, check: str
) -> None:
    assert sign_in_flow.refusal_detail(kind) == check
    assert sign_in_flow.identity().email == JOEL


@pytest.mark.parametrize(
    "claims",
    [
        {"sub": "x" * 256},
        {"sub": "né"},
        {"sub": "two\nlines"},
        {"sub": 7},
        {"email": "no address"},
        {"email": f"{'x' * 320}@regie.example"},
        {"iss": ["https://accounts.google.com"]},
        {"iss": "accounts.google.com"},
        {"aud": None},
        {"azp": 5},
        {"exp": True},
        {"iat": 1.5},
        {"name": "x" * 20_000},
    ],
)
def test_G2_claims_of_the_wrong_type_are_refused(sign_in_flow: SignIn, claims: dict[str, Any]) -> None:
    sign_in_flow.refusal_detail(claims=claims)
    assert sign_in_flow.identity().email == JOEL


def test_both_spellings_of_the_issuer_are_accepted(sign_in_flow: SignIn) -> None:
    assert sign_in_flow.identity(kind="issuer_bare") == sign_in_flow.identity()


@pytest.mark.parametrize(
    ("kind", "is_verified", "domain"),
    [
        ("email_unverified", False, "regie.example"),
        ("email_verified_text", False, "regie.example"),
        ("hd_missing", True, None),
        ("hd_other", True, "atelier-nord.example"),
    ],
)
def test_G2_identity_has_the_verification_and_domain_of_the_token(
    sign_in_flow: SignIn, kind: str, is_verified: bool, domain: str | None
) -> None:
    identity = sign_in_flow.identity(kind=kind)
    assert (identity.email_verified, identity.hosted_domain) == (is_verified, domain)
    valid = sign_in_flow.identity()
    assert (valid.email_verified, valid.hosted_domain) == (True, "regie.example")


def test_identity_distinguishes_accounts_outside_the_domain(sign_in_flow: SignIn) -> None:
    gmail = sign_in_flow.identity("zoe.damours@gmail.com")
    assert (gmail.hosted_domain, gmail.family_name) == (None, "D'Amours 🎄")
    assert sign_in_flow.identity("stranger@regie.example").hosted_domain is None
    assert not sign_in_flow.identity("employee2@regie.example").email_verified


def test_clock_difference_of_a_minute_is_tolerated(sign_in_flow: SignIn) -> None:
    now = int(sign_in_flow.clock.wall())
    sign_in_flow.identity(claims={"exp": now - 59})
    sign_in_flow.refusal_detail(claims={"exp": now - 60})
    sign_in_flow.identity(claims={"iat": now + 60})
    sign_in_flow.refusal_detail(claims={"iat": now + 61})


def refused_code(sign_in_flow: SignIn, google: GoogleClient, code: str, verifier: str = VERIFIER) -> str:
    with pytest.raises(AccessDenied) as caught:
        google.identify(code, code_verifier=verifier, nonce=NONCE)
    return caught.value.code


def test_G3_used_expired_or_malformed_code_is_refused(sign_in_flow: SignIn) -> None:
    code = sign_in_flow.code()
    assert sign_in_flow.google.identify(code, code_verifier=VERIFIER, nonce=NONCE).email == JOEL
    assert refused_code(sign_in_flow, sign_in_flow.google, code) == "invalid_grant"
    assert refused_code(sign_in_flow, sign_in_flow.google, sign_in_flow.code().replace("/", "%2F")) == "invalid_grant"
    old = sign_in_flow.code()
    sign_in_flow.advance(600)
    assert refused_code(sign_in_flow, sign_in_flow.google, old) == "invalid_grant"


def test_G3_code_is_bound_to_its_sign_in_client_and_address(sign_in_flow: SignIn) -> None:
    assert refused_code(sign_in_flow, sign_in_flow.google, sign_in_flow.code(), "y" * 43) == "invalid_grant"
    assert refused_code(sign_in_flow, sign_in_flow.google, sign_in_flow.code(nonce="of another one")) == "id_token"
    url = f"{sign_in_flow.sandbox.url}/google"
    options = HttpOptions(clock=sign_in_flow.clock)
    for changes, code in (
        ({"client_secret": "wrong"}, "configuration"),
        ({"client_id": "other-sandbox.apps.googleusercontent.com", "client_secret": "GOCSPX-other"}, "invalid_grant"),
        ({"redirect_uri": "http://localhost:9/auth/login"}, "configuration"),
    ):
        with GoogleClient(settings(url, **changes), options) as other_client:
            assert refused_code(sign_in_flow, other_client, sign_in_flow.code()) == code
    assert sign_in_flow.identity().email == JOEL


def test_sign_in_that_was_not_started_makes_no_request(sign_in_flow: SignIn) -> None:
    for verifier, nonce in (("", NONCE), (VERIFIER, "")):
        with pytest.raises(AccessDenied):
            sign_in_flow.google.identify("4/0A", code_verifier=verifier, nonce=nonce)
    assert sign_in_flow.sandbox.requests("google") == []


def test_G4_subject_is_permanent_and_email_may_change(sign_in_flow: SignIn) -> None:
    joel = sign_in_flow.identity().subject
    sign_in_flow.sandbox.post("/google/accounts", sub=joel, email="joel@regie.example")
    sign_in_flow.sandbox.post("/google/accounts", sub="42", email=JOEL, hd="regie.example")
    assert sign_in_flow.identity("joel@regie.example").subject == joel
    assert sign_in_flow.identity(JOEL).subject == "42"


@pytest.mark.parametrize("path", ["/google/token", f"/google{WELL_KNOWN}", "/google/oauth2/v3/certs"])
@pytest.mark.parametrize(
    ("kind", "more", "expected", "code"),
    [
        ("status", {"status": 503}, ServiceUnavailable, "server_error"),
        ("html", {"status": 502}, ServiceUnavailable, "server_error"),
        ("html", {"status": 200}, MalformedResponse, "not_json"),
        ("truncate", {}, MalformedResponse, "not_json"),
        ("status", {"status": 200, "body": "[]"}, MalformedResponse, "wrong_shape"),
        ("status", {"status": 302, "headers": {"Location": "/"}}, MalformedResponse, "redirect"),
        ("drop", {}, Unreachable, "connection"),
        ("delay", {"delay_s": 5}, Unreachable, "timeout"),
    ],
)
def test_G5_failure_has_a_code_is_not_retried_and_is_temporary(
    sign_in_flow: SignIn, path: str, kind: str, more: dict[str, Any], expected: type[ServiceError], code: str
) -> None:
    grant = sign_in_flow.code()
    options_with_deadline = HttpOptions(clock=sign_in_flow.clock, total_s=0.3 if kind == "delay" else 15.0)
    sign_in_flow.sandbox.fault(path, kind, **more)
    with GoogleClient(settings(f"{sign_in_flow.sandbox.url}/google"), options_with_deadline) as google:
        with pytest.raises(ServiceError) as caught:
            google.identify(grant, code_verifier=VERIFIER, nonce=NONCE)
        assert (type(caught.value), caught.value.code) == (expected, code)
        sign_in_flow.advance(2)
        second_code = sign_in_flow.code()
        assert google.identify(second_code, code_verifier=VERIFIER, nonce=NONCE).email == JOEL


def test_twenty_concurrent_sign_ins_fetch_the_keys_once(sign_in_flow: SignIn) -> None:
    codes = [sign_in_flow.code() for _ in range(20)]
    with ThreadPoolExecutor(20) as pool:
        found = list(
            pool.map(lambda code: sign_in_flow.google.identify(code, code_verifier=VERIFIER, nonce=NONCE), codes)
        )
    assert {identity.email for identity in found} == {JOEL}
    assert sign_in_flow.count_requests("/oauth2/v3/certs") == 1


def test_secrets_are_neither_logged_nor_shown_nor_stored(sign_in_flow: SignIn) -> None:
    code = sign_in_flow.code()
    with capture_logs() as lines:
        identity = sign_in_flow.google.identify(code, code_verifier=VERIFIER, nonce=NONCE)
        with pytest.raises(AccessDenied) as caught:
            sign_in_flow.google.identify(code, code_verifier=VERIFIER, nonce=NONCE)
    shown = f"{lines} {caught.value!r} {caught.value} {identity} {settings('http://x')}"
    assert {line["path"] for line in lines} == {"/google/token", "/google/oauth2/v3/certs"}
    for secret in (SECRET, code, VERIFIER, NONCE, "ya29."):
        assert secret not in shown
    assert "access_token" not in {field.name for field in fields(Identity)}
