"""Signs id_tokens: valid ones and, on request, faulty ones that an application must reject."""

import hmac
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from regie.sandbox.google.accounts import Account
from regie.sandbox.google.grants import Grant
from regie.sandbox.google.keys import KeySet, SigningKey, base64url, encode_part

LIFE_S = 3_600
Claims = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TokenFault:
    """`claims` replaces claims, None removes one; `signature` is a key of _SIGNERS."""

    claims: Claims | Callable[[Claims], Claims] = field(default_factory=dict)
    signature: str = "valid"


_DAY_S = 86_400
TOKEN_FAULTS: dict[str, TokenFault] = {
    "audience": TokenFault({"aud": "other-app.apps.googleusercontent.com"}),
    "audience_list": TokenFault(lambda claims: {"aud": [claims["aud"], "other-app.apps.googleusercontent.com"]}),
    "azp": TokenFault({"azp": "other-app.apps.googleusercontent.com"}),
    "issuer": TokenFault({"iss": "https://accounts.evil.example"}),
    # Valid: Google writes its issuer with and without the scheme.
    "issuer_bare": TokenFault(lambda claims: {"iss": claims["iss"].partition("://")[2]}),
    "expired": TokenFault(lambda claims: {"iat": claims["iat"] - 2 * LIFE_S, "exp": claims["exp"] - 2 * LIFE_S}),
    "expiry_missing": TokenFault({"exp": None}),
    "expiry_text": TokenFault(lambda claims: {"exp": str(claims["exp"])}),
    "issued_in_future": TokenFault(lambda claims: {"iat": claims["iat"] + 600, "exp": claims["exp"] + 600}),
    "issued_long_ago": TokenFault(lambda claims: {"iat": claims["iat"] - 30 * _DAY_S}),
    "issued_missing": TokenFault({"iat": None}),
    "subject_missing": TokenFault({"sub": None}),
    "email_missing": TokenFault({"email": None}),
    "email_unverified": TokenFault({"email_verified": False}),
    "email_verified_text": TokenFault({"email_verified": "true"}),
    "hd_missing": TokenFault({"hd": None}),
    "hd_other": TokenFault({"hd": "atelier-nord.example"}),
    "nonce": TokenFault({"nonce": "of-another-sign-in"}),
    "nonce_missing": TokenFault({"nonce": None}),
    "alg_none": TokenFault(signature="alg_none"),
    "hs256_public_key": TokenFault(signature="hs256_public_key"),
    "rs512": TokenFault(signature="rs512"),
    "unknown_key": TokenFault(signature="unknown_key"),
    "unknown_key_known_kid": TokenFault(signature="unknown_key_known_kid"),
    "kid_missing": TokenFault(signature="kid_missing"),
    "tampered": TokenFault(signature="tampered"),
    "not_a_token": TokenFault(signature="not_a_token"),
}


class TokenFaultQueue:
    """The faults of the next tokens, in order."""

    def __init__(self) -> None:
        self.pending: deque[TokenFault] = deque()

    def add(self, body: dict[str, Any]) -> None:
        """Queue {"kind": one of TOKEN_FAULTS} or {"claims": {…}} (null removes a claim), "times" times (default 1)."""
        claims = body.get("claims")
        fault = TokenFault(claims) if isinstance(claims, dict) else TOKEN_FAULTS.get(str(body.get("kind")))
        if fault is None:
            raise ValueError(f"kind is one of {', '.join(TOKEN_FAULTS)}; or give claims")
        self.pending.extend([fault] * int(body.get("times", 1)))

    def take(self) -> TokenFault:
        return self.pending.popleft() if self.pending else TokenFault()


def make_claims(issuer: str, account: Account, grant: Grant, access_token: str, now_s: int) -> Claims:
    claims: Claims = {
        "iss": issuer,
        "azp": grant.client_id,
        "aud": grant.client_id,
        **account.claims(grant.scopes),
        "at_hash": base64url(sha256(access_token.encode()).digest()[:16]),
        "iat": now_s,
        "exp": now_s + LIFE_S,
    }
    return claims | ({"nonce": grant.nonce} if grant.nonce else {})


def make_id_token(claims: Claims, fault: TokenFault, keys: KeySet) -> str:
    """Sign the claims as Google does, changed by the fault."""
    changes = fault.claims(claims) if callable(fault.claims) else fault.claims
    payload = {name: value for name, value in (claims | changes).items() if value is not None}
    return _SIGNERS[fault.signature](payload, keys)


def _sign(claims: Claims, key: SigningKey, **header: Any) -> str:
    head = {"alg": "RS256", "kid": key.kid, "typ": "JWT", **header}
    text = f"{encode_part({name: value for name, value in head.items() if value is not None})}.{encode_part(claims)}"
    return f"{text}.{base64url(key.sign(text.encode(), head['alg']))}"


def _sign_with_public_key(claims: Claims, keys: KeySet) -> str:
    """Sign with the public key as if it were a shared secret, the classic algorithm confusion attack."""
    key = keys.signing()
    text = f"{encode_part({'alg': 'HS256', 'kid': key.kid, 'typ': 'JWT'})}.{encode_part(claims)}"
    return f"{text}.{base64url(hmac.digest(key.public_pem(), text.encode(), 'sha256'))}"


def _tamper(claims: Claims, keys: KeySet) -> str:
    """Combine a valid signature with other claims."""
    head, _, signature = _sign(claims, keys.signing()).split(".")
    return f"{head}.{encode_part({**claims, 'email': 'super_admin@regie.example'})}.{signature}"


_SIGNERS: dict[str, Callable[[Claims, KeySet], str]] = {
    "valid": lambda claims, keys: _sign(claims, keys.signing()),
    "alg_none": lambda claims, keys: (
        f"{encode_part({'alg': 'none', 'kid': keys.signing().kid})}.{encode_part(claims)}."
    ),
    "hs256_public_key": _sign_with_public_key,
    "rs512": lambda claims, keys: _sign(claims, keys.signing(), alg="RS512"),
    "unknown_key": lambda claims, keys: _sign(claims, keys.unpublished_key()),
    "unknown_key_known_kid": lambda claims, keys: _sign(claims, keys.unpublished_key(), kid=keys.signing().kid),
    "kid_missing": lambda claims, keys: _sign(claims, keys.signing(), kid=None),
    "tampered": _tamper,
    "not_a_token": lambda _claims, _keys: "eyJhbGciOiJSUzI1NiJ9.broken",
}
