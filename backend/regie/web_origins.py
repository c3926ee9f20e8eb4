"""Checks the origins of front ends on other hosts or ports, and finds the domain that they share with this server."""

import ipaddress
import re
from collections.abc import Sequence

# As browsers write it: lower case, without a path and without the scheme's own port.
_ORIGIN = re.compile(r"(https?)://([a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(:[1-9][0-9]{0,4})?")
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}


def find_origin_error(own: str, web_origins: Sequence[str]) -> str | None:
    """Return a sentence about the first origin that is malformed or not on the site of `own`."""
    for origin in web_origins:
        match = _ORIGIN.fullmatch(origin)
        if match is None or match[3] == _DEFAULT_PORTS[match[1]]:
            return (
                "REGIE_WEB_ORIGINS must list origins such as https://app.example.com, separated by commas: "
                f"“{origin}” is not one."
            )
        if origin == own:
            return "REGIE_WEB_ORIGINS must not contain REGIE_ORIGIN, which is accepted without it."
        if not _is_same_site(own, origin):
            return (
                f"REGIE_WEB_ORIGINS: “{origin}” must have the scheme and the registered domain of REGIE_ORIGIN "
                f"({own}), because browsers send the session within one site only."
            )
    return None


def shared_domain(own: str, web_origins: Sequence[str]) -> str:
    """Return the longest domain that contains all hosts; empty when there is only one host."""
    hosts = {_host_of(origin) for origin in (own, *web_origins)}
    if len(hosts) == 1:
        return ""
    shared = []
    for labels in zip(*(reversed(host.split(".")) for host in hosts), strict=False):
        if len(set(labels)) > 1:
            break
        shared.append(labels[0])
    return ".".join(reversed(shared))


def _is_same_site(one: str, other: str) -> bool:
    if one.partition("://")[0] != other.partition("://")[0]:
        return False
    hosts = {_host_of(one), _host_of(other)}
    if len(hosts) == 1:
        return True
    domains = {_registered_domain(host) for host in hosts}
    return len(domains) == 1 and None not in domains


def _host_of(origin: str) -> str:
    return re.sub(r":[0-9]+$", "", origin.partition("://")[2])


def _registered_domain(host: str) -> str | None:
    """Return the domain below the public suffix; None for an address, and for a host that has none."""
    from publicsuffixlist import PublicSuffixList  # reads a large file

    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return PublicSuffixList().privatesuffix(host)
    return None
