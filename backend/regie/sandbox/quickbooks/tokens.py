"""QuickBooks' OAuth tokens: an hour, a hundred days, a new value each day, and an old value that does harm.

A token carries its own proof, so that a sandbox started anew still knows the ones it gave out before.
"""

import hmac
from dataclasses import dataclass
from hashlib import sha256

CLIENT_ID, CLIENT_SECRET, REALM = "qb-sandbox-client", "qb-sandbox-secret", "9130000000000001"
FIRST_REFRESH_TOKEN = "RT1-sandbox"  # noqa: S105 - everybody may know it
ACCESS_S, REFRESH_S, ROTATES_AFTER_S, HARD_CAP_S = 3_600, 8_640_000, 86_400, 157_680_000
_PROOF_KEY = b"quickbooks-sandbox"


def _proof(text: str) -> str:
    return hmac.new(_PROOF_KEY, text.encode(), sha256).hexdigest()[:24]


def _signed(kind: str, issued_s: int) -> str:
    return f"{kind}-{issued_s}-{_proof(f'{kind}-{issued_s}')}"


def _issued(kind: str, token: str) -> int | None:
    """When a token of ours was issued; None when it is none of ours."""
    head, _, proof = token.rpartition("-")
    prefix, _, seconds = head.rpartition("-")
    if prefix != kind or not seconds.isdecimal() or not hmac.compare_digest(proof.encode(), _proof(head).encode()):
        return None
    return int(seconds)


@dataclass(frozen=True, slots=True)
class Pair:
    access_token: str
    refresh_token: str
    hard_expires_in: int


class QuickbooksTokens:
    def __init__(self) -> None:
        self._current: str | None = None
        self._current_since_s = 0
        self._last_used_s = 0
        self._killed_at_s: int | None = None

    def refresh(self, token: str, now_s: int, old_token_kills: bool) -> Pair | None:
        """A new pair, or None for invalid_grant."""
        issued = now_s if token == FIRST_REFRESH_TOKEN else _issued("RT1", token)
        if issued is None:
            return None
        if self._current is None:
            self._current, self._current_since_s, self._last_used_s = token, issued, issued
        if token != self._current:
            if old_token_kills:
                self._killed_at_s = now_s
            return None
        is_dead = self._killed_at_s is not None or now_s - self._last_used_s >= REFRESH_S
        if is_dead:
            return None
        self._last_used_s = now_s
        if now_s - self._current_since_s >= ROTATES_AFTER_S:
            self._current, self._current_since_s = _signed("RT1", now_s), now_s
        return Pair(_signed("eyJlbmMi", now_s), self._current, HARD_CAP_S)

    def is_good_access(self, token: str, now_s: int) -> bool:
        issued = _issued("eyJlbmMi", token)
        if issued is None or not issued <= now_s < issued + ACCESS_S:
            return False
        return self._killed_at_s is None
