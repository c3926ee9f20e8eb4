"""Signed id_tokens, right ones and, on order, wrong in every way that an application must notice."""

import hmac
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from regie.sandbox.google.accounts import Account
from regie.sandbox.google.grants import Grant
from regie.sandbox.google.keys import Key, Keys, base64url, encoded

LIFE_S = 3_600
Claims = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Fault:
    """`claims` replaces some, and None takes one away; `signed` names one of the ways in _SIGNED."""

    claims: Claims | Callable[[Claims], Claims] = field(default_factory=dict)
    signed: str = "right"


_DAY_S = 86_400
FAULTS: dict[str, Fault] = {
    "audience": Fault({"aud": "other-app.apps.googleusercontent.com"}),
    "audience_list": Fault(lambda claims: {"aud": [claims["aud"], "other-app.apps.googleusercontent.com"]}),
    "azp": Fault({"azp": "other-app.apps.googleusercontent.com"}),
    "issuer": Fault({"iss": "https://accounts.evil.example"}),
    "issuer_bare": Fault(lambda claims: {"iss": claims["iss"].partition("://")[2]}),  # Google's other spelling: right
    "expired": Fault(lambda claims: {"iat": claims["iat"] - 2 * LIFE_S, "exp": claims["exp"] - 2 * LIFE_S}),
    "expiry_missing": Fault({"exp": None}),
    "expiry_text": Fault(lambda claims: {"exp": str(claims["exp"])}),
    "issued_in_future": Fault(lambda claims: {"iat": claims["iat"] + 600, "exp": claims["exp"] + 600}),
    "issued_long_ago": Fault(lambda claims: {"iat": claims["iat"] - 30 * _DAY_S}),
    "issued_missing": Fault({"iat": None}),
    "subject_missing": Fault({"sub": None}),
    "email_missing": Fault({"email": None}),
    "email_unverified": Fault({"email_verified": False}),
    "email_verified_text": Fault({"email_verified": "true"}),
    "hd_missing": Fault({"hd": None}),
    "hd_other": Fault({"hd": "atelier-nord.example"}),
    "nonce": Fault({"nonce": "of-another-sign-in"}),
    "nonce_missing": Fault({"nonce": None}),
    "alg_none": Fault(signed="alg_none"),
    "hs256_public_key": Fault(signed="hs256_public_key"),
    "rs512": Fault(signed="rs512"),
    "unknown_key": Fault(signed="unknown_key"),
    "unknown_key_known_kid": Fault(signed="unknown_key_known_kid"),
    "kid_missing": Fault(signed="kid_missing"),
    "tampered": Fault(signed="tampered"),
    "not_a_token": Fault(signed="not_a_token"),
}


class OrderedFaults:
    """What the next tokens will be, first come first served."""

    def __init__(self) -> None:
        self.waiting: deque[Fault] = deque()

    def order(self, wanted: dict[str, Any]) -> None:
        """{"kind": one of FAULTS} or {"claims": {…}}, where null takes a claim away; "times" is 1 unless given."""
        claims = wanted.get("claims")
        fault = Fault(claims) if isinstance(claims, dict) else FAULTS.get(str(wanted.get("kind")))
        if fault is None:
            raise ValueError(f"kind is one of {', '.join(FAULTS)}; or give claims")
        self.waiting.extend([fault] * int(wanted.get("times", 1)))

    def take(self) -> Fault:
        return self.waiting.popleft() if self.waiting else Fault()


def right_claims(issuer: str, account: Account, grant: Grant, access_token: str, now_s: int) -> Claims:
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


def id_token(claims: Claims, fault: Fault, keys: Keys) -> str:
    """The claims signed as Google does, unless the fault is in the claims or the signature."""
    changes = fault.claims(claims) if callable(fault.claims) else fault.claims
    payload = {name: value for name, value in (claims | changes).items() if value is not None}
    return _SIGNED[fault.signed](payload, keys)


def _signed(claims: Claims, key: Key, **header: Any) -> str:
    head = {"alg": "RS256", "kid": key.kid, "typ": "JWT", **header}
    text = f"{encoded({name: value for name, value in head.items() if value is not None})}.{encoded(claims)}"
    return f"{text}.{base64url(key.sign(text.encode(), head['alg']))}"


def _by_public_key(claims: Claims, keys: Keys) -> str:
    """The classic: the published key, known to all, used as if it were a secret."""
    key = keys.signing()
    text = f"{encoded({'alg': 'HS256', 'kid': key.kid, 'typ': 'JWT'})}.{encoded(claims)}"
    return f"{text}.{base64url(hmac.digest(key.public_pem(), text.encode(), 'sha256'))}"


def _tampered(claims: Claims, keys: Keys) -> str:
    """A right signature, of other claims."""
    head, _, signature = _signed(claims, keys.signing()).split(".")
    return f"{head}.{encoded({**claims, 'email': 'super_admin@regie.example'})}.{signature}"


_SIGNED: dict[str, Callable[[Claims, Keys], str]] = {
    "right": lambda claims, keys: _signed(claims, keys.signing()),
    "alg_none": lambda claims, keys: f"{encoded({'alg': 'none', 'kid': keys.signing().kid})}.{encoded(claims)}.",
    "hs256_public_key": _by_public_key,
    "rs512": lambda claims, keys: _signed(claims, keys.signing(), alg="RS512"),
    "unknown_key": lambda claims, keys: _signed(claims, keys.stranger()),
    "unknown_key_known_kid": lambda claims, keys: _signed(claims, keys.stranger(), kid=keys.signing().kid),
    "kid_missing": lambda claims, keys: _signed(claims, keys.signing(), kid=None),
    "tampered": _tampered,
    "not_a_token": lambda _claims, _keys: "eyJhbGciOiJSUzI1NiJ9.broken",
}
