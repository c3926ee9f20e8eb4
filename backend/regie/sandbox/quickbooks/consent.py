"""What an application may ask of QuickBooks' consent page, and the codes that a consent is handed back as."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from secrets import token_urlsafe

from regie.sandbox.quickbooks.tokens import CLIENTS

CODE_MS = 600_000
SCOPE = "com.intuit.quickbooks.accounting"
_ALWAYS_REGISTERED = re.compile(r"http://localhost(:\d{1,5})?/admin/connections")
_REQUIRED = ("client_id", "response_type", "scope", "redirect_uri", "state")


class BadRequest(Exception):
    """Told to the person on a page, not to the application."""


@dataclass(frozen=True, slots=True)
class Asked:
    kept: dict[str, str]
    client_id: str
    redirect_uri: str
    state: str


def read_request(given: Mapping[str, str], redirect_uris: tuple[str, ...]) -> Asked:
    for name in _REQUIRED:
        if not given.get(name):
            raise BadRequest(f"The {name} query parameter is missing.")
    kept = {name: given[name] for name in _REQUIRED}
    if kept["client_id"] not in CLIENTS:
        raise BadRequest("The client_id query parameter is invalid.")
    if kept["response_type"] != "code":
        raise BadRequest("The response_type query parameter is invalid: it must be code.")
    if kept["scope"] != SCOPE:
        raise BadRequest(f"The scope query parameter is invalid: {kept['scope']}")
    # Exactly, to the letter: no prefix, no other path, no query.
    if kept["redirect_uri"] not in redirect_uris and not _ALWAYS_REGISTERED.fullmatch(kept["redirect_uri"]):
        raise BadRequest(f"The redirect_uri query parameter is not registered: {kept['redirect_uri']}")
    return Asked(kept, kept["client_id"], kept["redirect_uri"], kept["state"])


@dataclass(frozen=True, slots=True)
class _Code:
    client_id: str
    redirect_uri: str
    at: int


class Codes:
    """Each works once, within ten minutes, for the application and the address it was given to."""

    def __init__(self) -> None:
        self._given: dict[str, _Code] = {}

    def issue(self, asked: Asked, now: int) -> str:
        code = f"XAB{token_urlsafe(36)}"
        self._given[code] = _Code(asked.client_id, asked.redirect_uri, now)
        return code

    def redeem(self, code: str, client_id: str, redirect_uri: str, now: int) -> bool:
        """Whether the code is good; a good one is spent."""
        given = self._given.get(code)
        if given is None or (given.client_id, given.redirect_uri) != (client_id, redirect_uri):
            return False
        del self._given[code]
        return now < given.at + CODE_MS
