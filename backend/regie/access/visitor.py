"""Who is behind a request before anybody is known by name: a browser, or an outside service's program."""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request

from regie.access.known_browsers import is_known
from regie.access.sessions import hash_token
from regie.core.text.locale import Locale, read_locale

_LONGEST_AGENT = 300
# Whoever has one IPv6 address has all of its /64.
_ONE_OWNERS = 64


@dataclass(frozen=True, slots=True)
class Visitor:
    """`token` is the cookie's, a session's or a guest's; an unsafe call has always shown one.

    `known` tells who signed in in this browser before (`known_browsers`).
    """

    address: str
    agent: str
    token: str | None
    locale: Locale
    known: str

    @property
    def browser(self) -> str:
        """What half-finished sign-ins are bound to."""
        return hash_token(self.token or "")

    def knows(self, secret: str, account: str) -> bool:
        """Whether the owner of this address signed in here before."""
        return is_known(secret, self.known, account)


@dataclass(frozen=True, slots=True)
class Signed:
    """What an outside service has sent, byte for byte, so that its signature can be checked; `url` as it knows it."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes


def read_signed(request: Request, origin: str) -> Signed:
    query = f"?{request.url.query}" if request.url.query else ""
    url = f"{origin}{request.url.path}{query}"
    return Signed(request.method, url, request.headers, request.scope.get("regie.body", b""))


def read_visitor(request: Request, token: str | None, proxies: int, known: str) -> Visitor:
    return Visitor(
        address=read_address(request, proxies),
        agent=request.headers.get("user-agent", "")[:_LONGEST_AGENT].replace("\0", ""),
        token=token,
        locale=read_locale(request.headers.get("x-api-locale")),
        known=known,
    )


def owner_of(address: str) -> str:
    """Whom tries from this address are counted to: itself, or the network that one owner of IPv6 addresses has."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.IPv6Network((ip.packed, _ONE_OWNERS), strict=False))


def read_address(request: Request, proxies: int) -> str:
    """The peer's; behind `proxies` of our own, what the outermost of them saw, since the rest anyone can write."""
    peer = request.client.host if request.client else ""
    if not proxies:
        return peer
    # A proxy may add to the caller's own line or write one below it: together they are one list.
    hops = [part.strip() for part in ",".join(request.headers.getlist("x-forwarded-for")).split(",")]
    seen = hops[-proxies] if len(hops) >= proxies else ""
    try:
        return str(ipaddress.ip_address(seen))
    except ValueError:
        return peer
