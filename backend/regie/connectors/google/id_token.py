"""Whether an id_token is Google's, meant for us, of now, and of this very sign-in; and who it says it is."""

import hmac
from dataclasses import dataclass
from typing import Any

import jwt

from regie.connectors.answers import parse_exactly
from regie.connectors.errors import Refused
from regie.connectors.google.endpoints import SERVICE, Endpoints
from regie.connectors.google.keys import ALGORITHM, KeyRing

LEEWAY_S = 60
# A token is minted when the code is exchanged, a moment ago; an hour is how long Google lets one live.
_OLDEST_S = 3_600
_MOST_CHARACTERS, _MOST_IN_SUB, _MOST_IN_TEXT = 16_384, 255, 320


@dataclass(frozen=True, slots=True)
class Identity:
    """Issuer and subject name the person for ever; the e-mail address may change hands. Names may be empty."""

    issuer: str
    subject: str
    email: str
    email_verified: bool
    hosted_domain: str | None
    name: str
    given_name: str
    family_name: str


@dataclass(frozen=True, slots=True)
class Expected:
    endpoints: Endpoints
    client_id: str
    nonce: str
    now: float


def read_id_token(token: str, keys: KeyRing, expected: Expected) -> Identity:
    """Raises Refused with the code "id_token"; its detail names the check that failed."""
    claims = _verified_claims(token, keys)
    _check_parties(claims, expected)
    _check_times(claims, expected.now)
    nonce = claims.get("nonce")
    if not isinstance(nonce, str) or not hmac.compare_digest(nonce.encode(), expected.nonce.encode()):
        raise _refused("nonce")
    return Identity(
        issuer=expected.endpoints.issuer,  # one spelling, whichever the token has
        subject=_subject(claims),
        email=_email(claims),
        email_verified=claims.get("email_verified") is True,
        hosted_domain=_text(claims, "hd") or None,
        name=_text(claims, "name"),
        given_name=_text(claims, "given_name"),
        family_name=_text(claims, "family_name"),
    )


def _verified_claims(token: str, keys: KeyRing) -> dict[str, Any]:
    """The algorithm is ours to choose, never the token's."""
    if len(token) > _MOST_CHARACTERS:
        raise _refused("too long")
    try:
        header = jwt.get_unverified_header(token)
        if header.get("alg") != ALGORITHM or not isinstance(header.get("kid"), str):
            raise _refused("algorithm or key id")
        payload = jwt.PyJWS().decode(token, keys.key(header["kid"]), algorithms=[ALGORITHM])
        claims = parse_exactly(payload)
    except (jwt.PyJWTError, ValueError) as error:
        raise _refused(f"signature: {type(error).__name__}") from error
    if not isinstance(claims, dict):
        raise _refused("no claims")
    return claims


def _check_parties(claims: dict[str, Any], expected: Expected) -> None:
    if claims.get("iss") not in expected.endpoints.issuers:
        raise _refused("issuer")
    if claims.get("aud") != expected.client_id:
        raise _refused("audience")
    if claims.get("azp", expected.client_id) != expected.client_id:
        raise _refused("authorised party")


def _check_times(claims: dict[str, Any], now: float) -> None:
    if not now < _seconds(claims, "exp") + LEEWAY_S:
        raise _refused("expired")
    issued_at = _seconds(claims, "iat")
    if not now - _OLDEST_S - LEEWAY_S < issued_at <= now + LEEWAY_S:
        raise _refused("issued at another time")


def _seconds(claims: dict[str, Any], name: str) -> int:
    value = claims.get(name)
    if not isinstance(value, int):
        raise _refused(f"no {name}")
    return value


def _subject(claims: dict[str, Any]) -> str:
    subject = _text(claims, "sub")
    if not subject or len(subject) > _MOST_IN_SUB or not (subject.isascii() and subject.isprintable()):
        raise _refused("subject")
    return subject


def _email(claims: dict[str, Any]) -> str:
    email = _text(claims, "email")
    if "@" not in email or len(email) > _MOST_IN_TEXT:
        raise _refused("e-mail address")
    return email


def _text(claims: dict[str, Any], name: str) -> str:
    value = claims.get(name)
    return value[: _MOST_IN_TEXT + 1].strip() if isinstance(value, str) else ""


def _refused(what: str) -> Refused:
    return Refused(SERVICE, "id_token", what)
