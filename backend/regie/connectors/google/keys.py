"""Google's public keys, cached as long as Cache-Control allows, and fetched again for an unknown key id."""

import re
from typing import Any
from urllib.parse import urlsplit

import jwt

from regie.connectors.errors import AccessDenied, MalformedResponse
from regie.connectors.google.cached_value import CachedValue
from regie.connectors.google.endpoints import SERVICE, Discovery, gateway_to
from regie.connectors.http import Gateway, HttpOptions
from regie.connectors.responses import ServiceResponse

ALGORITHM = "RS256"
_MIN_BITS = 2_048
_MAX_AGE = re.compile(r"(?:^|[,\s])max-age=(\d{1,9})(?:$|[,\s])", re.IGNORECASE)
_DEFAULT_TTL_S, _MAX_TTL_S = 300.0, 86_400.0


class KeyRing:
    """Google publishes few keys, and each one before signing with it."""

    def __init__(self, discovery: Discovery, options: HttpOptions) -> None:
        self._discovery = discovery
        self._options = options
        self._gateway: tuple[str, Gateway] | None = None
        self._cached = CachedValue(self._fetch, options.clock)

    def close(self) -> None:
        if self._gateway is not None:
            self._gateway[1].close()

    def key(self, kid: str) -> jwt.PyJWK:
        """Raises AccessDenied for a key id that Google does not publish."""
        found = self._cached.value(lambda keys: kid in keys).get(kid)
        if found is None:
            raise AccessDenied(SERVICE, "id_token", "signed by an unknown key")
        return found

    def _fetch(self) -> tuple[dict[str, jwt.PyJWK], float]:
        url = self._discovery.endpoints().keys
        if self._gateway is None or self._gateway[0] != url:
            self._gateway = (url, gateway_to("GET", url, self._options))
        response = self._gateway[1].get_response(urlsplit(url).path)
        return _read(response.document), _ttl_s(response)


def _ttl_s(response: ServiceResponse) -> float:
    """The lifetime from Cache-Control, minus the Age that the response spent in other caches."""
    control = response.headers.get("Cache-Control", "")
    if re.search(r"no-store|no-cache", control, re.IGNORECASE):
        return 0.0
    max_age = _MAX_AGE.search(control)
    if max_age is None:
        return _DEFAULT_TTL_S
    age = response.headers.get("Age", "").strip()
    age_s = float(age) if age.isascii() and age.isdigit() and len(age) < 10 else 0.0
    return max(0.0, min(float(max_age[1]), _MAX_TTL_S) - age_s)


def _read(document: Any) -> dict[str, jwt.PyJWK]:
    """The RSA signing keys; ignores other entries of the set."""
    entries = document.get("keys") if isinstance(document, dict) else None
    if not isinstance(entries, list):
        raise MalformedResponse(SERVICE, "wrong_shape", "a key set without keys")
    keys = {entry["kid"]: key for entry in entries if _is_signing_key(entry) and (key := _key(entry)) is not None}
    if not keys:
        raise MalformedResponse(SERVICE, "wrong_shape", "a key set without a usable key")
    return keys


def _is_signing_key(entry: Any) -> bool:
    if not isinstance(entry, dict) or not isinstance(entry.get("kid"), str):
        return False
    return entry.get("kty") == "RSA" and entry.get("use", "sig") == "sig" and entry.get("alg", ALGORITHM) == ALGORITHM


def _key(entry: dict[str, Any]) -> jwt.PyJWK | None:
    try:
        key = jwt.PyJWK({name: entry[name] for name in ("kty", "n", "e")}, ALGORITHM)
    except (jwt.PyJWTError, KeyError, TypeError, ValueError):
        return None
    return key if key.key.key_size >= _MIN_BITS else None
