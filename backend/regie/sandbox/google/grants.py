"""What was granted: codes that work once and for ten minutes, and the access tokens they were exchanged for."""

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
        """PKCE (RFC 7636); a request without a challenge asks for no proof."""
        if not self.challenge:
            return True
        shown = verifier
        if self.challenge_method == "S256":
            shown = base64url(sha256(verifier.encode(errors="replace")).digest())
        return hmac.compare_digest(shown.encode(errors="replace"), self.challenge.encode(errors="replace"))


@dataclass(frozen=True, slots=True)
class Access:
    sub: str
    scopes: frozenset[str]
    until: int


class Grants:
    def __init__(self) -> None:
        self._codes: dict[str, Grant] = {}
        self._accesses: dict[str, Access] = {}

    def reset(self) -> None:
        self._codes.clear()
        self._accesses.clear()

    def issue(self, grant: Grant) -> str:
        code = f"4/0A{token_urlsafe(48)}"
        self._codes[code] = grant
        return code

    def grant_of(self, code: str, now: int) -> Grant | None:
        grant = self._codes.get(code)
        return grant if grant is not None and now < grant.at + CODE_MS else None

    def redeem(self, code: str, now: int) -> str:
        """The access token; the code is spent."""
        grant = self._codes.pop(code)
        token = f"ya29.{token_urlsafe(64)}"
        self._accesses[token] = Access(grant.sub, grant.scopes, now + ACCESS_S * 1000)
        return token

    def access_of(self, token: str, now: int) -> Access | None:
        access = self._accesses.get(token)
        return access if access is not None and now < access.until else None

    def revoke(self, token: str) -> bool:
        return self._accesses.pop(token, None) is not None
