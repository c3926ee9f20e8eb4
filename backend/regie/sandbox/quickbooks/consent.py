"""Parses requests to QuickBooks' consent page, and issues the codes of given consents."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from secrets import token_urlsafe

from regie.sandbox.quickbooks.tokens import CLIENTS

CODE_LIFETIME_MS = 600_000
SCOPE = "com.intuit.quickbooks.accounting"
_ALWAYS_REGISTERED = re.compile(r"http://localhost(:\d{1,5})?/admin/connections")
_REQUIRED = ("client_id", "response_type", "scope", "redirect_uri", "state")


class InvalidConsentRequest(Exception):
    """The request is invalid; the page shows the error to the user instead of redirecting."""


@dataclass(frozen=True, slots=True)
class ConsentRequest:
    params: dict[str, str]
    client_id: str
    redirect_uri: str
    state: str


def parse_consent_request(query: Mapping[str, str], redirect_uris: tuple[str, ...]) -> ConsentRequest:
    for name in _REQUIRED:
        if not query.get(name):
            raise InvalidConsentRequest(f"The {name} query parameter is missing.")
    params = {name: query[name] for name in _REQUIRED}
    if params["client_id"] not in CLIENTS:
        raise InvalidConsentRequest("The client_id query parameter is invalid.")
    if params["response_type"] != "code":
        raise InvalidConsentRequest("The response_type query parameter is invalid: it must be code.")
    if params["scope"] != SCOPE:
        raise InvalidConsentRequest(f"The scope query parameter is invalid: {params['scope']}")
    # Compare exactly: no prefix, no other path, no query.
    if params["redirect_uri"] not in redirect_uris and not _ALWAYS_REGISTERED.fullmatch(params["redirect_uri"]):
        raise InvalidConsentRequest(f"The redirect_uri query parameter is not registered: {params['redirect_uri']}")
    return ConsentRequest(params, params["client_id"], params["redirect_uri"], params["state"])


@dataclass(frozen=True, slots=True)
class _Code:
    client_id: str
    redirect_uri: str
    at: int


class ConsentCodes:
    """The issued codes; each works once within ten minutes, for its application and redirect address."""

    def __init__(self) -> None:
        self._issued: dict[str, _Code] = {}

    def issue(self, consent: ConsentRequest, now: int) -> str:
        code = f"XAB{token_urlsafe(36)}"
        self._issued[code] = _Code(consent.client_id, consent.redirect_uri, now)
        return code

    def redeem(self, code: str, client_id: str, redirect_uri: str, now: int) -> bool:
        """Return whether the code is valid; a valid one becomes invalid."""
        issued = self._issued.get(code)
        if issued is None or (issued.client_id, issued.redirect_uri) != (client_id, redirect_uri):
            return False
        del self._issued[code]
        return now < issued.at + CODE_LIFETIME_MS
