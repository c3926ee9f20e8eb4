"""Builds the headers that let pages of the listed origins call the API; other pages get none."""

from collections.abc import Mapping

Header = tuple[bytes, bytes]
_METHODS = b"GET, HEAD, POST, PUT, PATCH, DELETE"
_REQUEST_HEADERS = b"Accept, Content-Type, Idempotency-Key, X-Api-Locale, X-Request-Id, X-XSRF-TOKEN"
_EXPOSED_HEADERS = b"Allow, Content-Disposition, Idempotency-Replayed, Retry-After, X-Request-Id"
_PREFLIGHT_SECONDS = b"600"


def is_preflight(method: str, headers: Mapping[bytes, bytes], web_origins: frozenset[bytes]) -> bool:
    """Return whether a browser asks for a page of a listed origin what it may send."""
    return method == "OPTIONS" and headers.get(b"origin") in web_origins and b"access-control-request-method" in headers


def cors_headers(origin: bytes | None, web_origins: frozenset[bytes]) -> list[Header]:
    """Return the headers of every response; answers differ by origin as soon as one is listed."""
    if not web_origins:
        return []
    vary = (b"vary", b"Origin")
    if origin is None or origin not in web_origins:
        return [vary]
    return [
        vary,
        (b"access-control-allow-origin", origin),
        (b"access-control-allow-credentials", b"true"),
        (b"access-control-expose-headers", _EXPOSED_HEADERS),
    ]


def preflight_headers() -> list[Header]:
    return [
        (b"access-control-allow-methods", _METHODS),
        (b"access-control-allow-headers", _REQUEST_HEADERS),
        (b"access-control-max-age", _PREFLIGHT_SECONDS),
    ]
