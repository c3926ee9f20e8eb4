"""Google sign-in against the imitated Google: the good token passes, every other is refused."""

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from structlog.testing import capture_logs

from regie.connectors.errors import Nonsense, OutsideError, Refused, Unavailable, Unreachable
from regie.connectors.google.client import Google
from regie.connectors.google.id_token import Identity
from regie.connectors.http import HttpOptions
from tests.connectors.google_sign_in import CLIENT, HOME, JOEL, NONCE, SECRET, WELL_KNOWN, SignIn, settings
from tests.connectors.sandbox import START, Sandbox
from tests.sandbox.google_browser import CHALLENGE, VERIFIER


@pytest.fixture
def signing(sandbox: Sandbox) -> Generator[SignIn, None, None]:
    clock = sandbox.clock()
    sandbox.post("/clock", now=START.isoformat())
    options = HttpOptions(clock=clock, jitter=lambda: 0.0)
    with Google(settings(f"{sandbox.url}/google"), options) as google, httpx.Client(trust_env=False) as http:
        yield SignIn(sandbox, google, clock, http)


def test_the_address_asks_for_all_that_protects(signing: SignIn, sandbox: Sandbox) -> None:
    url = signing.google.authorization_url(state="a&b", nonce="n", code_challenge=CHALLENGE, locale="fr-ca")
    assert url.startswith(f"{sandbox.url}/google/o/oauth2/v2/auth?")
    assert parse_qs(urlsplit(url).query) == {
        "response_type": ["code"],
        "client_id": [CLIENT],
        "redirect_uri": [HOME],
        "scope": ["openid email profile"],
        "state": ["a&b"],
        "nonce": ["n"],
        "code_challenge": [CHALLENGE],
        "code_challenge_method": ["S256"],
        "hl": ["fr-CA"],
        "prompt": ["select_account"],
    }
    assert SECRET not in url


def test_G1_a_code_becomes_an_identity(signing: SignIn, sandbox: Sandbox) -> None:
    assert signing.identity() == Identity(
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


def test_addresses_are_asked_for_once_a_day_and_keys_as_long_as_they_say(signing: SignIn) -> None:
    for _ in range(3):
        signing.identity()
    assert (signing.asked_for(WELL_KNOWN), signing.asked_for("/oauth2/v3/certs")) == (1, 1)
    signing.wait(21_599)
    signing.identity()
    assert signing.asked_for("/oauth2/v3/certs") == 1
    signing.wait(1)
    signing.identity()
    assert signing.asked_for("/oauth2/v3/certs") == 2
    signing.wait(86_400 - 21_601)
    signing.identity()
    assert signing.asked_for(WELL_KNOWN) == 1
    signing.wait(1)
    signing.identity()
    assert signing.asked_for(WELL_KNOWN) == 2


def test_G1_a_rotated_key_is_found_at_once_but_not_searched_for_again_and_again(signing: SignIn) -> None:
    signing.identity()
    signing.sandbox.post("/google/keys", rotate=1)
    signing.identity()
    assert signing.asked_for("/oauth2/v3/certs") == 1  # it had been published before
    signing.sandbox.post("/google/keys", rotate=2)
    signing.identity()
    assert signing.asked_for("/oauth2/v3/certs") == 2
    assert signing.refusal("unknown_key") == "signed by an unknown key"
    assert signing.asked_for("/oauth2/v3/certs") == 2
    signing.wait(300)
    assert signing.refusal("unknown_key") == "signed by an unknown key"
    assert signing.refusal("unknown_key") == "signed by an unknown key"
    assert signing.asked_for("/oauth2/v3/certs") == 3
    signing.identity()


@pytest.mark.parametrize(
    ("kind", "check"),
    [
        ("audience", "audience"),
        ("audience_list", "audience"),
        ("azp", "authorised party"),
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
def test_G2_a_wrong_token_proves_nothing_and_the_next_good_one_does(signing: SignIn, kind: str, check: str) -> None:
    assert signing.refusal(kind) == check
    assert signing.identity().email == JOEL


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
def test_G2_claims_of_the_wrong_kind(signing: SignIn, claims: dict[str, Any]) -> None:
    signing.refusal(claims=claims)
    assert signing.identity().email == JOEL


def test_both_spellings_of_the_issuer_are_one_issuer(signing: SignIn) -> None:
    assert signing.identity(kind="issuer_bare") == signing.identity()


@pytest.mark.parametrize(
    ("kind", "is_verified", "domain"),
    [
        ("email_unverified", False, "regie.example"),
        ("email_verified_text", False, "regie.example"),
        ("hd_missing", True, None),
        ("hd_other", True, "atelier-nord.example"),
    ],
)
def test_G2_what_the_house_must_judge_is_told_truly(
    signing: SignIn, kind: str, is_verified: bool, domain: str | None
) -> None:
    identity = signing.identity(kind=kind)
    assert (identity.email_verified, identity.hosted_domain) == (is_verified, domain)
    right = signing.identity()
    assert (right.email_verified, right.hosted_domain) == (True, "regie.example")


def test_outsiders_are_told_apart(signing: SignIn) -> None:
    gmail = signing.identity("zoe.damours@gmail.com")
    assert (gmail.hosted_domain, gmail.family_name) == (None, "D'Amours 🎄")
    assert signing.identity("stranger@regie.example").hosted_domain is None
    assert not signing.identity("employee2@regie.example").email_verified


def test_a_minute_of_difference_between_clocks_is_forgiven(signing: SignIn) -> None:
    now = int(signing.clock.wall())
    signing.identity(claims={"exp": now - 59})
    signing.refusal(claims={"exp": now - 60})
    signing.identity(claims={"iat": now + 60})
    signing.refusal(claims={"iat": now + 61})


def refused(signing: SignIn, google: Google, code: str, verifier: str = VERIFIER) -> str:
    with pytest.raises(Refused) as caught:
        google.identify(code, code_verifier=verifier, nonce=NONCE)
    return caught.value.code


def test_G3_a_code_that_is_used_old_or_mangled(signing: SignIn) -> None:
    code = signing.code()
    assert signing.google.identify(code, code_verifier=VERIFIER, nonce=NONCE).email == JOEL
    assert refused(signing, signing.google, code) == "invalid_grant"
    assert refused(signing, signing.google, signing.code().replace("/", "%2F")) == "invalid_grant"
    old = signing.code()
    signing.wait(600)
    assert refused(signing, signing.google, old) == "invalid_grant"


def test_G3_a_code_is_bound_to_its_sign_in_its_client_and_its_address(signing: SignIn) -> None:
    assert refused(signing, signing.google, signing.code(), "y" * 43) == "invalid_grant"
    assert refused(signing, signing.google, signing.code(nonce="of another one")) == "id_token"
    url = f"{signing.sandbox.url}/google"
    options = HttpOptions(clock=signing.clock)
    for changed, code in (
        ({"client_secret": "wrong"}, "configuration"),
        ({"client_id": "other-sandbox.apps.googleusercontent.com", "client_secret": "GOCSPX-other"}, "invalid_grant"),
        ({"redirect_uri": "http://localhost:9/auth/login"}, "configuration"),
    ):
        with Google(settings(url, **changed), options) as other:
            assert refused(signing, other, signing.code()) == code
    assert signing.identity().email == JOEL


def test_a_sign_in_that_nobody_began_asks_nobody(signing: SignIn) -> None:
    for verifier, nonce in (("", NONCE), (VERIFIER, "")):
        with pytest.raises(Refused):
            signing.google.identify("4/0A", code_verifier=verifier, nonce=nonce)
    assert signing.sandbox.requests("google") == []


def test_G4_the_subject_stays_and_an_address_changes_hands(signing: SignIn) -> None:
    joel = signing.identity().subject
    signing.sandbox.post("/google/accounts", sub=joel, email="joel@regie.example")
    signing.sandbox.post("/google/accounts", sub="42", email=JOEL, hd="regie.example")
    assert signing.identity("joel@regie.example").subject == joel
    assert signing.identity(JOEL).subject == "42"


@pytest.mark.parametrize("path", ["/google/token", f"/google{WELL_KNOWN}", "/google/oauth2/v3/certs"])
@pytest.mark.parametrize(
    ("kind", "more", "expected", "code"),
    [
        ("status", {"status": 503}, Unavailable, "server_error"),
        ("html", {"status": 502}, Unavailable, "server_error"),
        ("html", {"status": 200}, Nonsense, "not_json"),
        ("truncate", {}, Nonsense, "not_json"),
        ("status", {"status": 200, "body": "[]"}, Nonsense, "wrong_shape"),
        ("status", {"status": 302, "headers": {"Location": "/"}}, Nonsense, "redirect"),
        ("drop", {}, Unreachable, "connection"),
        ("delay", {"delay_s": 5}, Unreachable, "timeout"),
    ],
)
def test_G5_trouble_has_a_name_is_not_repeated_and_passes(
    signing: SignIn, path: str, kind: str, more: dict[str, Any], expected: type[OutsideError], code: str
) -> None:
    grant = signing.code()
    brief = HttpOptions(clock=signing.clock, total_s=0.3 if kind == "delay" else 15.0)
    signing.sandbox.fault(path, kind, **more)
    with Google(settings(f"{signing.sandbox.url}/google"), brief) as google:
        with pytest.raises(OutsideError) as caught:
            google.identify(grant, code_verifier=VERIFIER, nonce=NONCE)
        assert (type(caught.value), caught.value.code) == (expected, code)
        signing.wait(2)
        again = signing.code()
        assert google.identify(again, code_verifier=VERIFIER, nonce=NONCE).email == JOEL


def test_twenty_sign_ins_at_once_ask_for_the_keys_once(signing: SignIn) -> None:
    codes = [signing.code() for _ in range(20)]
    with ThreadPoolExecutor(20) as pool:
        found = list(pool.map(lambda code: signing.google.identify(code, code_verifier=VERIFIER, nonce=NONCE), codes))
    assert {identity.email for identity in found} == {JOEL}
    assert signing.asked_for("/oauth2/v3/certs") == 1


def test_nothing_secret_is_logged_shown_or_kept(signing: SignIn) -> None:
    code = signing.code()
    with capture_logs() as lines:
        identity = signing.google.identify(code, code_verifier=VERIFIER, nonce=NONCE)
        with pytest.raises(Refused) as caught:
            signing.google.identify(code, code_verifier=VERIFIER, nonce=NONCE)
    told = f"{lines} {caught.value!r} {caught.value} {identity} {settings('http://x')}"
    assert {line["path"] for line in lines} == {"/google/token", "/google/oauth2/v3/certs"}
    for secret in (SECRET, code, VERIFIER, NONCE, "ya29."):
        assert secret not in told
    assert "access_token" not in {field.name for field in fields(Identity)}
