"""Parses and validates requests to Google's authorization page."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request

# Public credentials: the first are Régie's, the others belong to an attacker in tests.
CLIENTS = {
    "regie-sandbox.apps.googleusercontent.com": "GOCSPX-sandbox",
    "other-sandbox.apps.googleusercontent.com": "GOCSPX-other",
}
_ALWAYS_REGISTERED = re.compile(r"http://localhost(:\d{1,5})?/auth/login")
_SCOPES = frozenset({"openid", "email", "profile"})
_PARAMS = (
    "response_type client_id redirect_uri scope state nonce code_challenge code_challenge_method login_hint hl prompt"
).split()


class InvalidAuthorizationRequest(Exception):
    """The request is invalid; the page shows the error to the user instead of redirecting."""

    def __init__(self, code: str, explanation: str, status: int = 400) -> None:
        super().__init__(code)
        self.status, self.code, self.explanation = status, code, explanation


@dataclass(frozen=True, slots=True)
class AuthorizationRequest:
    params: dict[str, str]
    client_id: str
    redirect_uri: str
    scopes: frozenset[str]
    state: str
    nonce: str
    challenge: str
    challenge_method: str
    login_hint: str
    prompts: frozenset[str]
    language: str


def base_url_of(request: Request) -> str:
    """Return the base URL of the request, with which all published URLs begin."""
    return f"{request.url.scheme}://{request.url.netloc}/google"


def is_registered(redirect_uri: str, extra_uris: tuple[str, ...]) -> bool:
    """Compare exactly: no prefix, no other path, no query."""
    return redirect_uri in extra_uris or _ALWAYS_REGISTERED.fullmatch(redirect_uri) is not None


def parse_authorization_request(query: Mapping[str, str], redirect_uris: tuple[str, ...]) -> AuthorizationRequest:
    params = {name: query[name] for name in _PARAMS if query.get(name)}
    for name in ("client_id", "redirect_uri", "response_type", "scope"):
        if name not in params:
            raise InvalidAuthorizationRequest("invalid_request", f"Required parameter is missing: {name}")
    if params["client_id"] not in CLIENTS:
        raise InvalidAuthorizationRequest("invalid_client", "The OAuth client was not found.", 401)
    if not is_registered(params["redirect_uri"], redirect_uris):
        raise InvalidAuthorizationRequest("redirect_uri_mismatch", f"Not registered: {params['redirect_uri']}")
    if params["response_type"] != "code":
        explanation = f"Invalid response_type: {params['response_type']}"
        raise InvalidAuthorizationRequest("unsupported_response_type", explanation)
    scopes = frozenset(params["scope"].split())
    if not scopes <= _SCOPES or "openid" not in scopes:
        raise InvalidAuthorizationRequest("invalid_scope", f"Some requested scopes were invalid: {params['scope']}")
    return AuthorizationRequest(
        params=params,
        client_id=params["client_id"],
        redirect_uri=params["redirect_uri"],
        scopes=scopes,
        state=params.get("state", ""),
        nonce=params.get("nonce", ""),
        challenge=params.get("code_challenge", ""),
        challenge_method=_challenge_method(params),
        login_hint=params.get("login_hint", ""),
        prompts=_prompts(params.get("prompt", "")),
        language=params.get("hl", "en").partition("-")[0].lower(),
    )


def _challenge_method(params: Mapping[str, str]) -> str:
    method, challenge = params.get("code_challenge_method", "plain"), params.get("code_challenge")
    if method not in ("plain", "S256"):
        raise InvalidAuthorizationRequest("invalid_request", f"Invalid code_challenge_method: {method}")
    if challenge is not None and not re.fullmatch(r"[A-Za-z0-9._~-]{43,128}", challenge):
        raise InvalidAuthorizationRequest("invalid_request", "Invalid code_challenge")
    return method


def _prompts(text: str) -> frozenset[str]:
    prompts = frozenset(text.split())
    if not prompts <= {"none", "consent", "select_account"} or ("none" in prompts and len(prompts) > 1):
        raise InvalidAuthorizationRequest("invalid_request", f"Invalid prompt: {text}")
    return prompts
