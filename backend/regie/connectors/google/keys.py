"""Google's public keys, cached for as long as Google says, and asked for again when a token names a new one."""

import re
from typing import Any
from urllib.parse import urlsplit

import jwt

from regie.connectors.answers import Answer
from regie.connectors.errors import Nonsense, Refused
from regie.connectors.google.cached import Cached
from regie.connectors.google.endpoints import SERVICE, Directory, gateway_to
from regie.connectors.http import Gateway, HttpOptions

ALGORITHM = "RS256"
_LEAST_BITS = 2_048
_MAX_AGE = re.compile(r"(?:^|[,\s])max-age=(\d{1,9})(?:$|[,\s])", re.IGNORECASE)
_UNSAID_S, _LONGEST_S = 300.0, 86_400.0


class KeyRing:
    """Google publishes few keys, and a new one before it signs."""

    def __init__(self, directory: Directory, options: HttpOptions) -> None:
        self._directory = directory
        self._options = options
        self._gateway: tuple[str, Gateway] | None = None
        self._cached = Cached(self._fetch, options.clock)

    def close(self) -> None:
        if self._gateway is not None:
            self._gateway[1].close()

    def key(self, kid: str) -> jwt.PyJWK:
        """Raises Refused for a key that is not Google's."""
        found = self._cached.value(lambda keys: kid in keys).get(kid)
        if found is None:
            raise Refused(SERVICE, "id_token", "signed by an unknown key")
        return found

    def _fetch(self) -> tuple[dict[str, jwt.PyJWK], float]:
        url = self._directory.endpoints().keys
        if self._gateway is None or self._gateway[0] != url:
            self._gateway = (url, gateway_to("GET", url, self._options))
        answer = self._gateway[1].get_answer(urlsplit(url).path)
        return _read(answer.document), _good_for_s(answer)


def _good_for_s(answer: Answer) -> float:
    """From Cache-Control, less the time the answer has already spent in somebody's cache."""
    control = answer.headers.get("Cache-Control", "")
    if re.search(r"no-store|no-cache", control, re.IGNORECASE):
        return 0.0
    said = _MAX_AGE.search(control)
    if said is None:
        return _UNSAID_S
    age = answer.headers.get("Age", "").strip()
    spent = float(age) if age.isascii() and age.isdigit() and len(age) < 10 else 0.0
    return max(0.0, min(float(said[1]), _LONGEST_S) - spent)


def _read(document: Any) -> dict[str, jwt.PyJWK]:
    """Keys for signatures of ours; what else the set holds is no concern of ours."""
    listed = document.get("keys") if isinstance(document, dict) else None
    if not isinstance(listed, list):
        raise Nonsense(SERVICE, "wrong_shape", "a key set without keys")
    keys = {one["kid"]: key for one in listed if _is_for_us(one) and (key := _key(one)) is not None}
    if not keys:
        raise Nonsense(SERVICE, "wrong_shape", "a key set without a usable key")
    return keys


def _is_for_us(one: Any) -> bool:
    if not isinstance(one, dict) or not isinstance(one.get("kid"), str):
        return False
    return one.get("kty") == "RSA" and one.get("use", "sig") == "sig" and one.get("alg", ALGORITHM) == ALGORITHM


def _key(one: dict[str, Any]) -> jwt.PyJWK | None:
    try:
        key = jwt.PyJWK({name: one[name] for name in ("kty", "n", "e")}, ALGORITHM)
    except (jwt.PyJWTError, KeyError, TypeError, ValueError):
        return None
    return key if key.key.key_size >= _LEAST_BITS else None
