"""Verifies an id_token (signature, audience, age, nonce) and reads the identity from it."""

import hmac
from dataclasses import dataclass
from typing import Any

import jwt

from regie.connectors.errors import AccessDenied
from regie.connectors.google.endpoints import SERVICE, Endpoints
from regie.connectors.google.keys import ALGORITHM, KeyRing
from regie.connectors.responses import parse_json

LEEWAY_S = 60
# Google issues a token when the code is exchanged, and it lives for an hour.
_MAX_AGE_S = 3_600
_MAX_TOKEN_LENGTH, _MAX_SUBJECT_LENGTH, _MAX_TEXT_LENGTH = 16_384, 255, 320


@dataclass(frozen=True, slots=True)
class Identity:
    """Issuer and subject identify the user permanently; an email address may change owner. Names may be empty."""

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
    """The identity in the token; AccessDenied("id_token") otherwise, with the failed check as detail."""
    claims = _verified_claims(token, keys)
    _check_parties(claims, expected)
    _check_times(claims, expected.now)
    nonce = claims.get("nonce")
    if not isinstance(nonce, str) or not hmac.compare_digest(nonce.encode(), expected.nonce.encode()):
        raise _invalid("nonce")
    return Identity(
        issuer=expected.endpoints.issuer,  # the same spelling for both forms
        subject=_subject(claims),
        email=_email(claims),
        email_verified=claims.get("email_verified") is True,
        hosted_domain=_text(claims, "hd") or None,
        name=_text(claims, "name"),
        given_name=_text(claims, "given_name"),
        family_name=_text(claims, "family_name"),
    )


def _verified_claims(token: str, keys: KeyRing) -> dict[str, Any]:
    """The signed claims; we choose the algorithm, never the token."""
    if len(token) > _MAX_TOKEN_LENGTH:
        raise _invalid("too long")
    try:
        header = jwt.get_unverified_header(token)
        if header.get("alg") != ALGORITHM or not isinstance(header.get("kid"), str):
            raise _invalid("algorithm or key id")
        payload = jwt.PyJWS().decode(token, keys.key(header["kid"]), algorithms=[ALGORITHM])
        claims = parse_json(payload)
    except (jwt.PyJWTError, ValueError) as error:
        raise _invalid(f"signature: {type(error).__name__}") from error
    if not isinstance(claims, dict):
        raise _invalid("no claims")
    return claims


def _check_parties(claims: dict[str, Any], expected: Expected) -> None:
    if claims.get("iss") not in expected.endpoints.issuers:
        raise _invalid("issuer")
    if claims.get("aud") != expected.client_id:
        raise _invalid("audience")
    if claims.get("azp", expected.client_id) != expected.client_id:
        raise _invalid("authorized party")


def _check_times(claims: dict[str, Any], now: float) -> None:
    if not now < _seconds(claims, "exp") + LEEWAY_S:
        raise _invalid("expired")
    issued_at = _seconds(claims, "iat")
    if not now - _MAX_AGE_S - LEEWAY_S < issued_at <= now + LEEWAY_S:
        raise _invalid("issued at another time")


def _seconds(claims: dict[str, Any], name: str) -> int:
    value = claims.get(name)
    if not isinstance(value, int):
        raise _invalid(f"no {name}")
    return value


def _subject(claims: dict[str, Any]) -> str:
    subject = _text(claims, "sub")
    if not subject or len(subject) > _MAX_SUBJECT_LENGTH or not (subject.isascii() and subject.isprintable()):
        raise _invalid("subject")
    return subject


def _email(claims: dict[str, Any]) -> str:
    email = _text(claims, "email")
    if "@" not in email or len(email) > _MAX_TEXT_LENGTH:
        raise _invalid("e-mail address")
    return email


def _text(claims: dict[str, Any], name: str) -> str:
    value = claims.get(name)
    return value[: _MAX_TEXT_LENGTH + 1].strip() if isinstance(value, str) else ""


def _invalid(check: str) -> AccessDenied:
    return AccessDenied(SERVICE, "id_token", check)
