"""Stores grants: codes that work once within ten minutes, and the access tokens exchanged for them."""

import hmac
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_urlsafe

from regie.sandbox.google.keys import base64url

CODE_MS, ACCESS_S = 600_000, 3_599


@dataclass(frozen=True, slots=True)
class Grant:
    client_id: str
    redirect_uri: str
    sub: str
    scopes: frozenset[str]
    nonce: str
    challenge: str
    challenge_method: str
    at: int

    def is_proved_by(self, verifier: str) -> bool:
        """Check the PKCE verifier (RFC 7636); a grant without a challenge needs none."""
        if not self.challenge:
            return True
        computed = verifier
        if self.challenge_method == "S256":
            computed = base64url(sha256(verifier.encode(errors="replace")).digest())
        return hmac.compare_digest(computed.encode(errors="replace"), self.challenge.encode(errors="replace"))


@dataclass(frozen=True, slots=True)
class AccessGrant:
    sub: str
    scopes: frozenset[str]
    expires_at: int


class Grants:
    def __init__(self) -> None:
        self._codes: dict[str, Grant] = {}
        self._access_grants: dict[str, AccessGrant] = {}

    def reset(self) -> None:
        self._codes.clear()
        self._access_grants.clear()

    def issue(self, grant: Grant) -> str:
        code = f"4/0A{token_urlsafe(48)}"
        self._codes[code] = grant
        return code

    def get_grant(self, code: str, now: int) -> Grant | None:
        grant = self._codes.get(code)
        return grant if grant is not None and now < grant.at + CODE_MS else None

    def redeem(self, code: str, now: int) -> str:
        """Exchange a code, which becomes invalid, for an access token."""
        grant = self._codes.pop(code)
        token = f"ya29.{token_urlsafe(64)}"
        self._access_grants[token] = AccessGrant(grant.sub, grant.scopes, now + ACCESS_S * 1000)
        return token

    def get_access(self, token: str, now: int) -> AccessGrant | None:
        access = self._access_grants.get(token)
        return access if access is not None and now < access.expires_at else None

    def revoke(self, token: str) -> bool:
        return self._access_grants.pop(token, None) is not None
