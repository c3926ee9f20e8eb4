"""Google's addresses from its discovery document, accepted only on Google's hosts."""

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from regie.connectors.errors import AccessDenied, CallNotAllowed, MalformedResponse, ServiceError
from regie.connectors.google.cached_value import CachedValue
from regie.connectors.http import Gateway, HttpOptions, NoCredential, ServiceRules
from regie.connectors.responses import ServiceResponse, explain_status, response_error

SERVICE = "google"
GOOGLE_ORIGIN = "https://accounts.google.com"
_GOOGLE_HOSTS = ("accounts.google.com", "oauth2.googleapis.com", "www.googleapis.com", "openidconnect.googleapis.com")
_WELL_KNOWN = "/.well-known/openid-configuration"
_DAY_S = 86_400.0
_IN_FLIGHT = 32
_CONFIGURATION_ERRORS = frozenset({"invalid_client", "unauthorized_client", "redirect_uri_mismatch"})


@dataclass(frozen=True, slots=True)
class Endpoints:
    issuer: str
    authorization: str
    token: str
    keys: str

    @property
    def issuers(self) -> tuple[str, str]:
        """Google writes its issuer with and without the scheme."""
        return self.issuer, self.issuer.partition("://")[2]


class Discovery:
    """Reads the discovery document, at most once a day."""

    def __init__(self, discovery_url: str, options: HttpOptions) -> None:
        self._url = discovery_url
        self._gateway = gateway_to("GET", discovery_url, options)
        self._cached = CachedValue(self._fetch, options.clock)

    def close(self) -> None:
        self._gateway.close()

    def endpoints(self) -> Endpoints:
        return self._cached.value()

    def _fetch(self) -> tuple[Endpoints, float]:
        return _read(self._gateway.get(urlsplit(self._url).path), self._url), _DAY_S


def gateway_to(method: str, url: str, options: HttpOptions) -> Gateway:
    """A gateway to this one address, and no other on its host."""
    parts = urlsplit(url)
    rules = ServiceRules(
        name=SERVICE,
        allowed=((method, re.compile(re.escape(parts.path))),),
        explain=_explain,
        request_id_headers=(),
        retry_statuses=frozenset(),
        in_flight=_IN_FLIGHT,
        rate_limits=(),
    )
    if parts.query or parts.fragment or parts.username or parts.password:
        raise AccessDenied(SERVICE, "configuration", "the address must have no user, query or fragment")
    return Gateway(rules, f"{parts.scheme}://{parts.netloc}", NoCredential(), options)


def _read(document: Any, discovery_url: str) -> Endpoints:
    found = document if isinstance(document, dict) else {}
    issuer = found.get("issuer")
    # A discovery document is valid only for the issuer at its own address.
    if not isinstance(issuer, str) or f"{issuer}{_WELL_KNOWN}" != discovery_url:
        raise MalformedResponse(SERVICE, "wrong_shape", "the discovery document belongs to another address")
    return Endpoints(
        issuer=issuer,
        authorization=_endpoint(found, "authorization_endpoint", discovery_url),
        token=_endpoint(found, "token_endpoint", discovery_url),
        keys=_endpoint(found, "jwks_uri", discovery_url),
    )


def _endpoint(document: dict[str, Any], name: str, discovery_url: str) -> str:
    url = document.get(name)
    if not isinstance(url, str) or not url.isascii() or not url.isprintable():
        raise MalformedResponse(SERVICE, "wrong_shape", f"the discovery document names no {name}")
    if not is_allowed(url, discovery_url):
        raise CallNotAllowed(SERVICE, "call_not_allowed", f"{name} is not on an allowed host: {url[:100]}")
    return url


def is_allowed(url: str, discovery_url: str) -> bool:
    """For Google, its own hosts; for any other provider, the origin of its discovery document."""
    try:
        parts, discovery = urlsplit(url), urlsplit(discovery_url)
    except ValueError:
        return False
    if parts.query or parts.fragment:
        return False
    if f"{discovery.scheme}://{discovery.netloc}" == GOOGLE_ORIGIN:
        return parts.scheme == "https" and parts.netloc in _GOOGLE_HOSTS
    return (parts.scheme, parts.netloc) == (discovery.scheme, discovery.netloc)


def _explain(response: ServiceResponse) -> ServiceError | None:
    document = response.document if isinstance(response.document, dict) else {}
    reason = document.get("error")
    reason = reason if isinstance(reason, str) else ""
    if response.status == 400 and reason == "invalid_grant":
        return response_error(
            AccessDenied, SERVICE, "invalid_grant", response, str(document.get("error_description") or "")
        )
    if response.status in (400, 401) and reason in _CONFIGURATION_ERRORS:
        return response_error(AccessDenied, SERVICE, "configuration", response, reason)
    return explain_status(SERVICE, response, reason)
