"""What an application may ask of the authorisation page, and which applications are known."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request

# Known to everybody: the first is Régie's, the other one is there to steal its codes.
CLIENTS = {
    "regie-sandbox.apps.googleusercontent.com": "GOCSPX-sandbox",
    "other-sandbox.apps.googleusercontent.com": "GOCSPX-other",
}
_ALWAYS_REGISTERED = re.compile(r"http://localhost(:\d{1,5})?/auth/login")
_SCOPES = frozenset({"openid", "email", "profile"})
_KEPT = (
    "response_type client_id redirect_uri scope state nonce code_challenge code_challenge_method login_hint hl prompt"
).split()


class BadRequest(Exception):
    """Told to the person on a page, not to the application."""

    def __init__(self, code: str, explanation: str, status: int = 400) -> None:
        super().__init__(code)
        self.status, self.code, self.explanation = status, code, explanation


@dataclass(frozen=True, slots=True)
class Asked:
    kept: dict[str, str]
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


def origin_of(request: Request) -> str:
    """Where the caller found us; every address we name begins with it."""
    return f"{request.url.scheme}://{request.url.netloc}/google"


def is_registered(redirect_uri: str, more: tuple[str, ...]) -> bool:
    """Exactly, to the letter: no prefix, no other path, no query."""
    return redirect_uri in more or _ALWAYS_REGISTERED.fullmatch(redirect_uri) is not None


def read_request(given: Mapping[str, str], redirect_uris: tuple[str, ...]) -> Asked:
    kept = {name: given[name] for name in _KEPT if given.get(name)}
    for name in ("client_id", "redirect_uri", "response_type", "scope"):
        if name not in kept:
            raise BadRequest("invalid_request", f"Required parameter is missing: {name}")
    if kept["client_id"] not in CLIENTS:
        raise BadRequest("invalid_client", "The OAuth client was not found.", 401)
    if not is_registered(kept["redirect_uri"], redirect_uris):
        raise BadRequest("redirect_uri_mismatch", f"Not registered: {kept['redirect_uri']}")
    if kept["response_type"] != "code":
        raise BadRequest("unsupported_response_type", f"Invalid response_type: {kept['response_type']}")
    scopes = frozenset(kept["scope"].split())
    if not scopes <= _SCOPES or "openid" not in scopes:
        raise BadRequest("invalid_scope", f"Some requested scopes were invalid: {kept['scope']}")
    return Asked(
        kept=kept,
        client_id=kept["client_id"],
        redirect_uri=kept["redirect_uri"],
        scopes=scopes,
        state=kept.get("state", ""),
        nonce=kept.get("nonce", ""),
        challenge=kept.get("code_challenge", ""),
        challenge_method=_challenge_method(kept),
        login_hint=kept.get("login_hint", ""),
        prompts=_prompts(kept.get("prompt", "")),
        language=kept.get("hl", "en").partition("-")[0].lower(),
    )


def _challenge_method(kept: Mapping[str, str]) -> str:
    method, challenge = kept.get("code_challenge_method", "plain"), kept.get("code_challenge")
    if method not in ("plain", "S256"):
        raise BadRequest("invalid_request", f"Invalid code_challenge_method: {method}")
    if challenge is not None and not re.fullmatch(r"[A-Za-z0-9._~-]{43,128}", challenge):
        raise BadRequest("invalid_request", "Invalid code_challenge")
    return method


def _prompts(text: str) -> frozenset[str]:
    prompts = frozenset(text.split())
    if not prompts <= {"none", "consent", "select_account"} or ("none" in prompts and len(prompts) > 1):
        raise BadRequest("invalid_request", f"Invalid prompt: {text}")
    return prompts
