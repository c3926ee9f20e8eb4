"""Google sign-in behaves as documented; a library that the sandbox does not use reads the tokens."""

from base64 import b64encode, urlsafe_b64decode
from typing import Any

import httpx
import jwt
import orjson
import pytest

from tests.sandbox.clients import ControlApi
from tests.sandbox.form_pages import CHALLENGE, VERIFIER, FormPage, press_button, read_redirect, sign_in

CLIENT, SECRET = "regie-sandbox.apps.googleusercontent.com", "GOCSPX-sandbox"
OTHER, OTHER_SECRET = "other-sandbox.apps.googleusercontent.com", "GOCSPX-other"
HOME = "http://localhost:8123/auth/login"
JOEL = "joel.lavoie@regie.example"
AUTHORIZE = "/google/o/oauth2/v2/auth"
AUTHORIZATION_PARAMS = {
    "response_type": "code",
    "client_id": CLIENT,
    "redirect_uri": HOME,
    "scope": "openid email profile",
    "state": "s&t/1",
    "nonce": "n-1",
    "code_challenge": CHALLENGE,
    "code_challenge_method": "S256",
}
MALFORMED = {"error": "invalid_grant", "error_description": "Malformed auth code."}


class GoogleApi:
    def __init__(self, http: httpx.Client) -> None:
        self.http = http

    def open_page(self, **changed: str | None) -> httpx.Response:
        params = {name: value for name, value in {**AUTHORIZATION_PARAMS, **changed}.items() if value is not None}
        return self.http.get(AUTHORIZE, params=params)

    def code(self, who: str = JOEL, **changed: str | None) -> str:
        return read_redirect(press_button(self.http, FormPage(self.open_page(**changed).text), who))["code"]

    def exchange(self, code: str, /, **changed: str | None) -> httpx.Response:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": CLIENT,
            "client_secret": SECRET,
            "redirect_uri": HOME,
            "code_verifier": VERIFIER,
            **changed,
        }
        return self.http.post("/google/token", data={name: value for name, value in form.items() if value is not None})

    def tokens(self, who: str = JOEL, **changed: str | None) -> dict[str, Any]:
        answer = self.exchange(self.code(who, **changed))
        assert answer.status_code == 200, answer.text
        return answer.json()

    def published(self) -> dict[str, jwt.PyJWK]:
        return {key["kid"]: jwt.PyJWK(key) for key in self.http.get("/google/oauth2/v3/certs").json()["keys"]}

    def verified(self, token: str, **options: bool) -> dict[str, Any]:
        key = self.published()[jwt.get_unverified_header(token)["kid"]]
        checks = {"verify_exp": False, "verify_iat": False, **options}
        return jwt.decode(token, key, algorithms=["RS256"], audience=CLIENT, options=checks)  # type: ignore[arg-type]


@pytest.fixture
def google(http: httpx.Client) -> GoogleApi:
    return GoogleApi(http)


def decode_claims(token: str) -> dict[str, Any]:
    part = token.split(".")[1]
    return orjson.loads(urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def test_discovery_returns_urls_of_the_requested_host(http: httpx.Client) -> None:
    answer = http.get("/google/.well-known/openid-configuration")
    document, base_url = answer.json(), f"{str(http.base_url).rstrip('/')}/google"
    assert document["issuer"] == base_url
    assert {document[name] for name in document if name.endswith(("_endpoint", "_uri"))} == {
        f"{base_url}{path}" for path in ("/o/oauth2/v2/auth", "/token", "/v1/userinfo", "/revoke", "/oauth2/v3/certs")
    }
    assert answer.headers["cache-control"] == "public, max-age=3600"
    other = http.get("/google/.well-known/openid-configuration", headers={"Host": "google.test:9"}).json()
    assert other["token_endpoint"] == "http://google.test:9/google/token"


def test_account_page_lists_all_accounts_without_scripts(google: GoogleApi, control: ControlApi) -> None:
    answer = google.open_page()
    page = FormPage(answer.text)
    assert not page.has_scripts
    assert page.language == "en"
    assert len(page.buttons) == len(control.http.get("/__sandbox/google/accounts").json()) + 1
    assert any("Zoé D'Amours 🎄" in shown for shown in page.buttons)  # C4
    assert page.hidden == AUTHORIZATION_PARAMS
    assert FormPage(google.open_page(hl="fr-CA").text).language == "fr"


def test_account_page_escapes_its_parameters(google: GoogleApi) -> None:
    page = FormPage(google.open_page(state='"><script>alert(1)</script>').text)
    assert not page.has_scripts
    assert page.hidden["state"] == '"><script>alert(1)</script>'


def test_signing_in_redirects_with_state_and_code(google: GoogleApi, http: httpx.Client) -> None:
    back = sign_in(http, str(httpx.URL(AUTHORIZE, params=AUTHORIZATION_PARAMS)), JOEL)
    assert (back["state"], back["hd"]) == ("s&t/1", "regie.example")
    answer = press_button(http, FormPage(google.open_page().text), "Cancel")
    assert read_redirect(answer) == {"state": "s&t/1", "error": "access_denied"}
    assert answer.headers["location"].startswith(f"{HOME}?")


def test_login_hint_comes_first_and_suffices_with_prompt_none(google: GoogleApi) -> None:
    first = next(iter(FormPage(google.open_page(login_hint=JOEL).text).buttons))
    assert JOEL in first
    assert "code" in read_redirect(google.open_page(login_hint=JOEL, prompt="none"))
    assert read_redirect(google.open_page(prompt="none"))["error"] == "interaction_required"
    assert google.open_page(prompt="select_account").status_code == 200


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"client_id": "unknown"}, 401, "invalid_client"),
        ({"client_id": None}, 400, "invalid_request"),
        ({"redirect_uri": f"{HOME}/"}, 400, "redirect_uri_mismatch"),
        ({"redirect_uri": f"{HOME}?next=/"}, 400, "redirect_uri_mismatch"),
        ({"redirect_uri": "https://localhost:8123/auth/login"}, 400, "redirect_uri_mismatch"),
        ({"redirect_uri": "http://localhost.evil.example/auth/login"}, 400, "redirect_uri_mismatch"),
        ({"response_type": "token"}, 400, "unsupported_response_type"),
        ({"scope": "email"}, 400, "invalid_scope"),
        ({"scope": "openid drive"}, 400, "invalid_scope"),
        ({"code_challenge_method": "S512"}, 400, "invalid_request"),
        ({"code_challenge": "short"}, 400, "invalid_request"),
        ({"prompt": "none consent"}, 400, "invalid_request"),
    ],
)
def test_invalid_request_shows_an_error_page_and_never_redirects(
    google: GoogleApi, changed: dict[str, str | None], status: int, code: str
) -> None:
    assert google.open_page().status_code == 200
    answer = google.open_page(**changed)
    assert answer.status_code == status
    assert f"Error {status}: {code}" in answer.text
    # The form refuses the same requests as the page.
    form = {name: value for name, value in {**AUTHORIZATION_PARAMS, **changed}.items() if value is not None}
    account = {"account": "104857600000000000001"}
    assert google.http.post("/google/signin/oauth/choose", data={**form, **account}).status_code == status
    assert google.http.post("/google/signin/oauth/choose", data={**AUTHORIZATION_PARAMS, **account}).status_code == 303
    unknown = {**AUTHORIZATION_PARAMS, "account": "1"}
    assert google.http.post("/google/signin/oauth/choose", data=unknown).status_code == 400


def test_additional_redirect_uris_can_be_registered(google: GoogleApi, control: ControlApi) -> None:
    elsewhere = "https://regie.example/auth/login"
    assert google.open_page(redirect_uri=elsewhere).status_code == 400
    control.post("switches", {"google_redirect_uris": [elsewhere]})
    assert google.open_page(redirect_uri=elsewhere).status_code == 200


def test_G1_tokens_are_signed_by_one_of_two_published_keys(google: GoogleApi, http: httpx.Client) -> None:
    tokens = google.tokens()
    assert tokens["access_token"].startswith("ya29.")
    assert (tokens["expires_in"], tokens["token_type"]) == (3599, "Bearer")
    assert "refresh_token" not in tokens
    claims = google.verified(tokens["id_token"])
    base_url = f"{str(http.base_url).rstrip('/')}/google"
    assert (claims["iss"], claims["aud"], claims["azp"], claims["nonce"]) == (base_url, CLIENT, CLIENT, "n-1")
    assert (claims["email"], claims["email_verified"], claims["hd"]) == (JOEL, True, "regie.example")
    assert (claims["name"], claims["given_name"], claims["family_name"]) == ("Joël Lavoie", "Joël", "Lavoie")
    assert claims["exp"] - claims["iat"] == 3600
    assert claims["iat"] == 1_795_190_400  # the sandbox's clock
    answer = http.get("/google/oauth2/v3/certs")
    assert len(answer.json()["keys"]) == 2
    assert "max-age=21600" in answer.headers["cache-control"]


def test_G1_key_rotation_and_unpublished_keys(google: GoogleApi, control: ControlApi) -> None:
    before = set(google.published())
    graceful = control.post("google/keys", {"rotate": 1})
    assert graceful["signing"] in before
    assert set(google.published()) == set(graceful["published"]) != before
    abrupt = control.post("google/keys", {"rotate": 2})
    assert not set(abrupt["published"]) & before
    assert jwt.get_unverified_header(google.tokens()["id_token"])["kid"] == abrupt["signing"]
    control.post("google/id-token", {"kind": "unknown_key"})
    assert jwt.get_unverified_header(google.tokens()["id_token"])["kid"] not in google.published()
    control.post("google/id-token", {"kind": "unknown_key_known_kid"})
    with pytest.raises(jwt.InvalidSignatureError):
        google.verified(google.tokens()["id_token"])
    google.verified(google.tokens()["id_token"])
    control.post("reset", {})
    assert set(google.published()) == before


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        ("audience", "aud", "other-app.apps.googleusercontent.com"),
        ("issuer", "iss", "https://accounts.evil.example"),
        ("email_unverified", "email_verified", False),
        ("email_verified_text", "email_verified", "true"),
        ("hd_missing", "hd", None),
        ("hd_other", "hd", "atelier-nord.example"),
        ("nonce", "nonce", "of-another-sign-in"),
        ("nonce_missing", "nonce", None),
        ("subject_missing", "sub", None),
        ("expired", "exp", 1_795_190_400 - 3600),
    ],
)
def test_G2_faulty_claims_appear_once_on_request(
    google: GoogleApi, control: ControlApi, kind: str, name: str, value: Any
) -> None:
    control.post("google/id-token", {"kind": kind})
    assert decode_claims(google.tokens()["id_token"]).get(name) == value
    assert google.verified(google.tokens()["id_token"]).get(name) not in (value, None)


@pytest.mark.parametrize(("kind", "alg"), [("alg_none", "none"), ("hs256_public_key", "HS256"), ("rs512", "RS512")])
def test_G2_tokens_with_other_algorithms(google: GoogleApi, control: ControlApi, kind: str, alg: str) -> None:
    control.post("google/id-token", {"kind": kind})
    token = google.tokens()["id_token"]
    assert jwt.get_unverified_header(token)["alg"] == alg
    with pytest.raises(jwt.InvalidAlgorithmError):
        google.verified(token)


def test_G2_custom_claims_invalid_and_cleared_faults(google: GoogleApi, control: ControlApi) -> None:
    control.post("google/id-token", {"claims": {"email": "x@y.example", "hd": None}, "times": 2})
    claims = decode_claims(google.tokens()["id_token"])
    assert (claims["email"], claims.get("hd")) == ("x@y.example", None)
    control.http.delete("/__sandbox/google/id-token")
    assert decode_claims(google.tokens()["id_token"])["email"] == JOEL
    assert control.http.post("/__sandbox/google/id-token", json={"kind": "no such"}).status_code == 422


def test_G3_code_contains_a_slash_and_works_once(google: GoogleApi) -> None:
    code = google.code()
    assert "/" in code
    assert google.exchange(code).status_code == 200
    again = google.exchange(code)
    assert (again.status_code, again.json()) == (400, MALFORMED)
    assert google.exchange("4%2F0Amangled").json() == MALFORMED


def test_G3_code_expires_after_ten_minutes(google: GoogleApi, control: ControlApi) -> None:
    young, old = google.code(), google.code()
    control.advance(599)
    assert google.exchange(young).status_code == 200
    control.advance(1)
    assert google.exchange(old).json() == MALFORMED


@pytest.mark.parametrize(
    ("changed", "status", "body"),
    [
        ({"client_id": OTHER, "client_secret": OTHER_SECRET}, 400, MALFORMED),
        ({"redirect_uri": "http://localhost:9/auth/login"}, 400, {"error": "redirect_uri_mismatch"}),
        ({"client_secret": "wrong"}, 401, {"error": "invalid_client"}),
        ({"client_secret": ""}, 401, {"error": "invalid_client"}),
        ({"client_id": "unknown", "client_secret": ""}, 401, {"error": "invalid_client"}),
        ({"code_verifier": "x" * 43}, 400, {"error": "invalid_grant", "error_description": "Invalid code verifier."}),
        ({"code_verifier": None}, 400, {"error": "invalid_grant", "error_description": "Missing code verifier."}),
        ({"grant_type": "password"}, 400, "unsupported_grant_type"),
        ({"code": None}, 400, "invalid_request"),
        ({"client_id": None}, 400, "invalid_request"),
    ],
)
def test_G3_code_is_bound_to_its_client_and_errors_are_exact(
    google: GoogleApi, changed: dict[str, str | None], status: int, body: Any
) -> None:
    code = google.code()
    answer = google.exchange(code, **changed)
    assert answer.status_code == status
    assert (answer.json() if isinstance(body, dict) else answer.json()["error"]) == body
    assert google.exchange(code).status_code == 200


def test_client_secret_as_basic_works_but_not_twice(google: GoogleApi) -> None:
    form = {"grant_type": "authorization_code", "redirect_uri": HOME, "code_verifier": VERIFIER}
    basic = {"Authorization": "Basic " + b64encode(f"{CLIENT}:{SECRET}".encode()).decode()}
    good = google.http.post("/google/token", data={**form, "code": google.code()}, headers=basic)
    assert good.status_code == 200
    twice = {**form, "code": google.code(), "client_secret": SECRET}
    assert google.http.post("/google/token", data=twice, headers=basic).json()["error"] == "invalid_request"
    wrong = {"Authorization": "Basic " + b64encode(f"{CLIENT}:x".encode()).decode()}
    refused = google.http.post("/google/token", data={**form, "code": google.code()}, headers=wrong)
    assert (refused.status_code, refused.json()) == (401, {"error": "invalid_client"})


def test_G4_email_changes_and_email_reuse(google: GoogleApi, control: ControlApi) -> None:
    joel = decode_claims(google.tokens()["id_token"])["sub"]
    control.post("google/accounts", {"sub": joel, "email": "joel@regie.example"})
    control.post("google/accounts", {"sub": "42", "email": JOEL, "hd": "regie.example", "given_name": "Jo"})
    assert decode_claims(google.tokens("joel@regie.example")["id_token"])["sub"] == joel
    new_owner = decode_claims(google.tokens()["id_token"])
    assert (new_owner["sub"], new_owner["given_name"]) == ("42", "Jo")
    control.post("google/accounts", {"sub": "42", "gone": True})
    assert not any(JOEL in shown for shown in FormPage(google.open_page().text).buttons)
    assert control.http.post("/__sandbox/google/accounts", json={"sub": "7", "colour": "red"}).status_code == 422
    control.post("reset", {})
    assert decode_claims(google.tokens()["id_token"])["sub"] == joel


@pytest.mark.parametrize(
    ("who", "hd", "is_verified"),
    [
        ("zoe.damours@gmail.com", None, True),
        ("marc@atelier-nord.example", "atelier-nord.example", True),
        ("employee2@regie.example", "regie.example", False),
        ("stranger@regie.example", None, True),
    ],
)
def test_external_accounts_of_each_kind(google: GoogleApi, who: str, hd: str | None, is_verified: bool) -> None:
    claims = google.verified(google.tokens(who)["id_token"])
    assert (claims.get("hd"), claims["email_verified"]) == (hd, is_verified)


def test_claims_depend_on_the_scopes(google: GoogleApi) -> None:
    claims = google.verified(google.tokens(scope="openid", nonce=None)["id_token"])
    assert not {"email", "name", "nonce"} & set(claims)


def test_userinfo_works_until_revoked_or_expired(google: GoogleApi, control: ControlApi) -> None:
    def get_userinfo(token: str) -> httpx.Response:
        return google.http.get("/google/v1/userinfo", headers={"Authorization": f"Bearer {token}"})

    first, second = google.tokens()["access_token"], google.tokens()["access_token"]
    assert get_userinfo(first).json()["email"] == JOEL
    assert google.http.post("/google/revoke", data={"token": first}).status_code == 200
    assert google.http.post("/google/revoke", data={"token": first}).status_code == 400
    assert get_userinfo(first).status_code == 401
    assert get_userinfo(second).status_code == 200
    control.advance(3599)
    assert get_userinfo(second).status_code == 401


def test_C1_unsupported_requests_are_refused_and_flagged(google: GoogleApi, control: ControlApi) -> None:
    google.tokens()
    assert control.read_log(service="google")
    assert control.read_log(outside="true") == []
    assert google.http.get("/google/drive/v3/files").status_code == 404
    assert google.http.post("/google/oauth2/v3/certs").status_code == 405
    assert google.http.get("/google/token").status_code == 404
    assert [entry["service"] for entry in control.read_log(outside="true")] == ["google"] * 3


def test_G5_failing_and_slow_token_endpoint(google: GoogleApi, control: ControlApi) -> None:
    control.fault("/google/token", status=503)
    code = google.code()
    assert google.exchange(code).status_code == 503
    assert google.exchange(code).status_code == 200
    control.fault("/google/token", kind="delay", delay_s=15)
    with pytest.raises(httpx.ReadTimeout):
        google.http.post("/google/token", data={}, timeout=0.2)
    assert google.http.get("/google/oauth2/v3/certs").status_code == 200
