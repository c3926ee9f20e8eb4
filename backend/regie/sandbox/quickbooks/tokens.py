"""Issues QuickBooks' OAuth tokens: hour-long access tokens, and refresh tokens that rotate daily.

A refresh token expires after a hundred days without use; using an old value can end the connection.
Tokens are self-signed, so that a restarted sandbox recognizes the tokens that it issued before.
"""

import hmac
from dataclasses import dataclass
from hashlib import sha256

CLIENT_ID, CLIENT_SECRET, REALM = "qb-sandbox-client", "qb-sandbox-secret", "9130000000000001"
# Public credentials: the first are Régie's, the others belong to an attacker in tests.
CLIENTS = {CLIENT_ID: CLIENT_SECRET, "qb-sandbox-other": "qb-sandbox-other-secret"}
FIRST_REFRESH_TOKEN = "RT1-sandbox"  # noqa: S105 - a public test value
ACCESS_S, REFRESH_S, ROTATES_AFTER_S, HARD_CAP_S = 3_600, 8_640_000, 86_400, 157_680_000
_ACCESS, _REFRESH = "eyJlbmMi", "RT1"
_SEEDED = 0


@dataclass(frozen=True, slots=True)
class TokenPair:
    access_token: str
    refresh_token: str
    hard_expires_in: int


@dataclass(frozen=True, slots=True)
class _Token:
    """The content of a token; `consent` numbers an application's consents, later ones are higher."""

    kind: str
    consent: int
    issued_at_s: int

    def sign(self, client_id: str) -> str:
        head = f"{self.kind}-{self.consent}-{self.issued_at_s}"
        return f"{head}-{_signature_of(head, client_id)}"


@dataclass(slots=True)
class _Connection:
    """An application's access to the company since its last consent; consents up to `ended_consent` have ended."""

    consent: int
    refresh_token: str
    rotated_s: int
    refreshed_s: int
    ended_consent: int = -1

    @property
    def is_ended(self) -> bool:
        return self.consent <= self.ended_consent

    def end(self) -> None:
        self.ended_consent = self.consent


class QuickbooksTokens:
    def __init__(self) -> None:
        self._connections: dict[str, _Connection] = {}

    def connect(self, client_id: str, now_ms: int) -> TokenPair:
        """Return the first pair of a new consent, which replaces the application's previous one."""
        previous = self._connections.get(client_id)
        consent, now_s = max(now_ms, previous.consent + 1 if previous else 0), now_ms // 1000
        refresh_token = _Token(_REFRESH, consent, now_s).sign(client_id)
        ended_consent = previous.ended_consent if previous else -1
        self._connections[client_id] = _Connection(consent, refresh_token, now_s, now_s, ended_consent)
        return _make_pair(client_id, self._connections[client_id], now_s)

    def refresh(self, client_id: str, token: str, now_s: int, old_token_ends_connection: bool) -> TokenPair | None:
        """Return a new pair, or None for invalid_grant."""
        parsed = _parse_token(_REFRESH, token, client_id, now_s)
        connection = self._find_connection(client_id, parsed, token) if parsed else None
        if parsed is None or connection is None or parsed.consent < connection.consent:
            return None
        if token != connection.refresh_token:
            if old_token_ends_connection:
                connection.end()
            return None
        if connection.is_ended or now_s - connection.refreshed_s >= REFRESH_S:
            return None
        connection.refreshed_s = now_s
        if now_s - connection.rotated_s >= ROTATES_AFTER_S:
            connection.refresh_token = _Token(_REFRESH, connection.consent, now_s).sign(client_id)
            connection.rotated_s = now_s
        return _make_pair(client_id, connection, now_s)

    def revoke(self, client_id: str, token: str, now_s: int) -> bool:
        """End the consent of either token of a pair; return False for an unknown or ended token."""
        parsed = _parse_token(_REFRESH, token, client_id, now_s)
        if parsed is None:
            parsed = _parse_token(_ACCESS, token, client_id, now_s) if self.is_valid_access(token, now_s) else None
        connection = self._find_connection(client_id, parsed, token) if parsed else None
        if parsed is None or connection is None or connection.is_ended or parsed.consent < connection.consent:
            return False
        if parsed.kind == _REFRESH and token != connection.refresh_token:
            return False
        connection.end()
        return True

    def is_valid_access(self, token: str, now_s: int) -> bool:
        for client_id in CLIENTS:
            parsed = _parse_token(_ACCESS, token, client_id, now_s)
            if parsed is not None:
                connection = self._connections.get(client_id)
                has_ended = connection is not None and parsed.consent <= connection.ended_consent
                return parsed.issued_at_s <= now_s < parsed.issued_at_s + ACCESS_S and not has_ended
        return False

    def _find_connection(self, client_id: str, parsed: _Token, token: str) -> _Connection:
        """Return the token's connection, and restore it if the token was issued before a restart."""
        connection = self._connections.get(client_id)
        if connection is None or connection.consent < parsed.consent:
            ended_consent = connection.ended_consent if connection else -1
            connection = _Connection(parsed.consent, token, parsed.issued_at_s, parsed.issued_at_s, ended_consent)
            self._connections[client_id] = connection
        return connection


def _make_pair(client_id: str, connection: _Connection, now_s: int) -> TokenPair:
    access_token = _Token(_ACCESS, connection.consent, now_s).sign(client_id)
    return TokenPair(access_token, connection.refresh_token, HARD_CAP_S)


def _parse_token(kind: str, token: str, client_id: str, now_s: int) -> _Token | None:
    """Parse a token; return None if the sandbox did not issue it, or issued it to another application."""
    if (kind, token, client_id) == (_REFRESH, FIRST_REFRESH_TOKEN, CLIENT_ID):
        return _Token(kind, _SEEDED, now_s)
    head, _, signature = token.rpartition("-")
    prefix, _, numbers = head.partition("-")
    consent, _, issued = numbers.partition("-")
    if prefix != kind or not (consent.isdecimal() and issued.isdecimal()):
        return None
    if not hmac.compare_digest(signature.encode(), _signature_of(head, client_id).encode()):
        return None
    return _Token(kind, int(consent), int(issued))


def _signature_of(text: str, client_id: str) -> str:
    return hmac.new(f"quickbooks-sandbox {client_id}".encode(), text.encode(), sha256).hexdigest()[:24]
