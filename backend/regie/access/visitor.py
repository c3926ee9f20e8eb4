"""Describes the sender of a request before sign-in: a browser, or the webhook of an external service."""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

import structlog
from starlette.requests import Request

from regie.access.known_browsers import is_known
from regie.access.sessions import hash_token
from regie.core.text.locale import Locale, read_locale

log = structlog.get_logger()
_MAX_AGENT_LENGTH = 300
# The owner of one IPv6 address has all of its /64.
_IPV6_PREFIX_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser; `token` is the session's or guest's, always present on unsafe methods.

    `known_browser` is the cookie of the accounts that signed in in this browser (`known_browsers`).
    """

    address: str
    agent: str
    token: str | None = field(repr=False)
    locale: Locale
    known_browser: str = field(repr=False)

    @property
    def browser(self) -> str:
        """The hash that pending sign-ins are bound to."""
        return hash_token(self.token or "")

    def has_signed_in(self, key: str, account: str) -> bool:
        """Return whether the account with this email address signed in in this browser before."""
        return is_known(key, self.known_browser, account)


@dataclass(frozen=True, slots=True)
class SignedRequest:
    """A webhook byte for byte, for its signature; `url` is the address that the service called."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes


def read_signed_request(request: Request, origin: str) -> SignedRequest:
    query = f"?{request.url.query}" if request.url.query else ""
    url = f"{origin}{request.url.path}{query}"
    return SignedRequest(request.method, url, request.headers, request.scope.get("regie.body", b""))


def read_visitor(request: Request, token: str | None, proxies: int, known_browser: str) -> Visitor:
    return Visitor(
        address=read_client_address(request, proxies),
        agent=request.headers.get("user-agent", "")[:_MAX_AGENT_LENGTH].replace("\0", ""),
        token=token,
        locale=read_locale(request.headers.get("x-api-locale")),
        known_browser=known_browser,
    )


def network_of(address: str) -> str:
    """Return the key that counts attempts: the IPv4 address, or the /64 network of an IPv6 address."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.IPv6Network((ip.packed, _IPV6_PREFIX_LENGTH), strict=False))


def read_client_address(request: Request, proxies: int) -> str:
    """Return the peer's address, or the one that the outermost of `proxies` trusted proxies saw.

    Clients can forge the other entries of X-Forwarded-For.
    """
    peer = request.client.host if request.client else ""
    if not proxies:
        if "x-forwarded-for" in request.headers:
            _warn_about_proxies()
        return peer
    # A proxy appends to the header or adds another one: together they are one list.
    hops = [part.strip() for part in ",".join(request.headers.getlist("x-forwarded-for")).split(",")]
    address = hops[-proxies] if len(hops) >= proxies else ""
    try:
        return str(ipaddress.ip_address(address))
    except ValueError:
        return peer


@cache
def _warn_about_proxies() -> None:
    """Once per process: without the setting, all people share the proxy's address and its limits."""
    log.warning(
        "requests arrive through a proxy, but REGIE_PROXIES is 0: all people share one address, and the wrong passwords"
        " of one lock everybody out; set REGIE_PROXIES to the number of your proxies"
    )
