"""Google's addresses, taken from its discovery document, and only where we expect Google to live."""

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from regie.connectors.answers import Answer, answer_error, explain_status
from regie.connectors.errors import CallNotAllowed, Nonsense, OutsideError, Refused
from regie.connectors.google.cached import Cached
from regie.connectors.http import Gateway, HttpOptions, NoCredential, ServiceRules

SERVICE = "google"
GOOGLES_ORIGIN = "https://accounts.google.com"
_GOOGLES_HOSTS = ("accounts.google.com", "oauth2.googleapis.com", "www.googleapis.com", "openidconnect.googleapis.com")
_WELL_KNOWN = "/.well-known/openid-configuration"
_DAY_S = 86_400.0
_IN_FLIGHT = 32
_CONFIGURATION = frozenset({"invalid_client", "unauthorized_client", "redirect_uri_mismatch"})


@dataclass(frozen=True, slots=True)
class Endpoints:
    issuer: str
    authorization: str
    token: str
    keys: str

    @property
    def issuers(self) -> tuple[str, str]:
        """Google writes its name with and without the scheme."""
        return self.issuer, self.issuer.partition("://")[2]


class Directory:
    """Knows the endpoints for a day at a time."""

    def __init__(self, discovery_url: str, options: HttpOptions) -> None:
        self._url = discovery_url
        self._gateway = gateway_to("GET", discovery_url, options)
        self._cached = Cached(self._fetch, options.clock)

    def close(self) -> None:
        self._gateway.close()

    def endpoints(self) -> Endpoints:
        return self._cached.value()

    def _fetch(self) -> tuple[Endpoints, float]:
        return _read(self._gateway.get(urlsplit(self._url).path), self._url), _DAY_S


def gateway_to(method: str, url: str, options: HttpOptions) -> Gateway:
    """A way to this one address, and to no other on its host."""
    parts = urlsplit(url)
    rules = ServiceRules(
        name=SERVICE,
        allowed=((method, re.compile(re.escape(parts.path))),),
        explain=_explain,
        request_id_headers=(),
        repeat_statuses=frozenset(),
        in_flight=_IN_FLIGHT,
        windows=(),
    )
    if parts.query or parts.fragment or parts.username or parts.password:
        raise Refused(SERVICE, "configuration", "an address without user, query and fragment is needed")
    return Gateway(rules, f"{parts.scheme}://{parts.netloc}", NoCredential(), options)


def _read(document: Any, discovery_url: str) -> Endpoints:
    found = document if isinstance(document, dict) else {}
    issuer = found.get("issuer")
    # Whoever answers here speaks for the issuer of this very address, and for nobody else.
    if not isinstance(issuer, str) or f"{issuer}{_WELL_KNOWN}" != discovery_url:
        raise Nonsense(SERVICE, "wrong_shape", "the discovery document is not of this address")
    return Endpoints(
        issuer=issuer,
        authorization=_endpoint(found, "authorization_endpoint", discovery_url),
        token=_endpoint(found, "token_endpoint", discovery_url),
        keys=_endpoint(found, "jwks_uri", discovery_url),
    )


def _endpoint(document: dict[str, Any], name: str, discovery_url: str) -> str:
    url = document.get(name)
    if not isinstance(url, str) or not url.isascii() or not url.isprintable():
        raise Nonsense(SERVICE, "wrong_shape", f"the discovery document names no {name}")
    if not is_allowed(url, discovery_url):
        raise CallNotAllowed(SERVICE, "call_not_allowed", f"{name} is not where it should be: {url[:100]}")
    return url


def is_allowed(url: str, discovery_url: str) -> bool:
    """Google's own hosts for Google; for any other provider, the origin of its discovery document."""
    try:
        parts, home = urlsplit(url), urlsplit(discovery_url)
    except ValueError:
        return False
    if parts.query or parts.fragment:
        return False
    if f"{home.scheme}://{home.netloc}" == GOOGLES_ORIGIN:
        return parts.scheme == "https" and parts.netloc in _GOOGLES_HOSTS
    return (parts.scheme, parts.netloc) == (home.scheme, home.netloc)


def _explain(answer: Answer) -> OutsideError | None:
    document = answer.document if isinstance(answer.document, dict) else {}
    reason = document.get("error")
    reason = reason if isinstance(reason, str) else ""
    if answer.status == 400 and reason == "invalid_grant":
        return answer_error(Refused, SERVICE, "invalid_grant", answer, str(document.get("error_description") or ""))
    if answer.status in (400, 401) and reason in _CONFIGURATION:
        return answer_error(Refused, SERVICE, "configuration", answer, reason)
    return explain_status(SERVICE, answer, reason)
