"""The browser behind a request, whether anybody is signed in in it or not."""

import ipaddress
from dataclasses import dataclass

from starlette.requests import Request

from regie.access.sessions import hash_token
from regie.core.locale import Locale, read_locale

_LONGEST_AGENT = 300


@dataclass(frozen=True, slots=True)
class Visitor:
    """`token` is the cookie's, a session's or a guest's; an unsafe call has always shown one."""

    address: str
    agent: str
    token: str | None
    locale: Locale

    @property
    def browser(self) -> str:
        """What half-finished sign-ins are bound to."""
        return hash_token(self.token or "")


def read_visitor(request: Request, token: str | None, proxies: int) -> Visitor:
    return Visitor(
        address=_address(request, proxies),
        agent=request.headers.get("user-agent", "")[:_LONGEST_AGENT].replace("\0", ""),
        token=token,
        locale=read_locale(request.headers.get("x-api-locale")),
    )


def _address(request: Request, proxies: int) -> str:
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
