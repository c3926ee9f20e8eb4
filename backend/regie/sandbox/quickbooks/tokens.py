"""QuickBooks' OAuth tokens: an hour, a hundred days, a new value each day, and an old value that does harm.

A token carries its own proof, so that a sandbox started anew still knows the ones it gave out before.
"""

import hmac
from dataclasses import dataclass
from hashlib import sha256

CLIENT_ID, CLIENT_SECRET, REALM = "qb-sandbox-client", "qb-sandbox-secret", "9130000000000001"
# Known to everybody: the first is Régie's, the other one is there to steal its codes and tokens.
CLIENTS = {CLIENT_ID: CLIENT_SECRET, "qb-sandbox-other": "qb-sandbox-other-secret"}
FIRST_REFRESH_TOKEN = "RT1-sandbox"  # noqa: S105 - everybody may know it
ACCESS_S, REFRESH_S, ROTATES_AFTER_S, HARD_CAP_S = 3_600, 8_640_000, 86_400, 157_680_000
_ACCESS, _REFRESH = "eyJlbmMi", "RT1"
_SEEDED = 0


@dataclass(frozen=True, slots=True)
class Pair:
    access_token: str
    refresh_token: str
    hard_expires_in: int


@dataclass(frozen=True, slots=True)
class _Token:
    """What a token says about itself; `consent` tells the consents of one application apart, later ones are higher."""

    kind: str
    consent: int
    issued_s: int

    def signed(self, client_id: str) -> str:
        head = f"{self.kind}-{self.consent}-{self.issued_s}"
        return f"{head}-{_proof(head, client_id)}"


@dataclass(slots=True)
class _Connection:
    """An application's access to the company, since its last consent; consents up to `ended` are dead."""

    consent: int
    refresh_token: str
    since_s: int
    used_s: int
    ended: int = -1

    @property
    def is_dead(self) -> bool:
        return self.consent <= self.ended

    def end(self) -> None:
        self.ended = self.consent


class QuickbooksTokens:
    def __init__(self) -> None:
        self._connections: dict[str, _Connection] = {}

    def connect(self, client_id: str, now_ms: int) -> Pair:
        """The first pair of a new consent, which takes the place of the application's earlier one."""
        earlier = self._connections.get(client_id)
        consent, now_s = max(now_ms, earlier.consent + 1 if earlier else 0), now_ms // 1000
        refresh_token = _Token(_REFRESH, consent, now_s).signed(client_id)
        ended = earlier.ended if earlier else -1
        self._connections[client_id] = _Connection(consent, refresh_token, now_s, now_s, ended)
        return _pair(client_id, self._connections[client_id], now_s)

    def refresh(self, client_id: str, token: str, now_s: int, old_token_kills: bool) -> Pair | None:
        """A new pair, or None for invalid_grant."""
        read = _read(_REFRESH, token, client_id, now_s)
        connection = self._known(client_id, read, token) if read else None
        if read is None or connection is None or read.consent < connection.consent:
            return None
        if token != connection.refresh_token:
            if old_token_kills:
                connection.end()
            return None
        if connection.is_dead or now_s - connection.used_s >= REFRESH_S:
            return None
        connection.used_s = now_s
        if now_s - connection.since_s >= ROTATES_AFTER_S:
            connection.refresh_token = _Token(_REFRESH, connection.consent, now_s).signed(client_id)
            connection.since_s = now_s
        return _pair(client_id, connection, now_s)

    def revoke(self, client_id: str, token: str, now_s: int) -> bool:
        """Ends the consent that either token of its pair belongs to; false for a token that is none, or dead."""
        read = _read(_REFRESH, token, client_id, now_s)
        if read is None:
            read = _read(_ACCESS, token, client_id, now_s) if self.is_good_access(token, now_s) else None
        connection = self._known(client_id, read, token) if read else None
        if read is None or connection is None or connection.is_dead or read.consent < connection.consent:
            return False
        if read.kind == _REFRESH and token != connection.refresh_token:
            return False
        connection.end()
        return True

    def is_good_access(self, token: str, now_s: int) -> bool:
        for client_id in CLIENTS:
            read = _read(_ACCESS, token, client_id, now_s)
            if read is not None:
                connection = self._connections.get(client_id)
                is_ended = connection is not None and read.consent <= connection.ended
                return read.issued_s <= now_s < read.issued_s + ACCESS_S and not is_ended
        return False

    def _known(self, client_id: str, read: _Token, token: str) -> _Connection:
        """A token whose consent nobody remembers was given out before the sandbox was started anew."""
        connection = self._connections.get(client_id)
        if connection is None or connection.consent < read.consent:
            ended = connection.ended if connection else -1
            connection = _Connection(read.consent, token, read.issued_s, read.issued_s, ended)
            self._connections[client_id] = connection
        return connection


def _pair(client_id: str, connection: _Connection, now_s: int) -> Pair:
    access_token = _Token(_ACCESS, connection.consent, now_s).signed(client_id)
    return Pair(access_token, connection.refresh_token, HARD_CAP_S)


def _read(kind: str, token: str, client_id: str, now_s: int) -> _Token | None:
    """None when the token is none of ours, or was given to another application."""
    if (kind, token, client_id) == (_REFRESH, FIRST_REFRESH_TOKEN, CLIENT_ID):
        return _Token(kind, _SEEDED, now_s)
    head, _, proof = token.rpartition("-")
    prefix, _, numbers = head.partition("-")
    consent, _, issued = numbers.partition("-")
    if prefix != kind or not (consent.isdecimal() and issued.isdecimal()):
        return None
    if not hmac.compare_digest(proof.encode(), _proof(head, client_id).encode()):
        return None
    return _Token(kind, int(consent), int(issued))


def _proof(text: str, client_id: str) -> str:
    return hmac.new(f"quickbooks-sandbox {client_id}".encode(), text.encode(), sha256).hexdigest()[:24]
