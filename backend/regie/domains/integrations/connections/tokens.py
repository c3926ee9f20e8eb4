"""Stores QuickBooks' rotating tokens: encrypted, renewed by one process at a time, saved before use."""

import json
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypedDict

from sqlalchemy import Connection, delete, or_, select, update
from sqlalchemy.orm import Session

from regie.connectors.errors import AccessDenied, ServiceUnavailable
from regie.core.db.database import Database
from regie.core.encryption import SealedBox
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.models import ConnectionSecret
from regie.domains.integrations.connections.queries import TOKENS

if TYPE_CHECKING:  # the HTTP client is large: the web process loads it only when a request needs it
    from regie.connectors.quickbooks.oauth import TokenPair

SERVICE = "quickbooks"
_RENEW_BEFORE = timedelta(minutes=2)
# Longer than a renewal takes, and short enough that waiting processes outlast one killed during a renewal.
_CLAIM_DURATION = timedelta(seconds=40)
_WAIT_S = 0.2
_TOKENS_ROW = (ConnectionSecret.service == SERVICE, ConnectionSecret.name == TOKENS)


class _Pair(TypedDict):
    """The tokens before encryption."""

    access_token: str
    refresh_token: str
    expires_at: str


class _SealedPair(TypedDict):
    value: bytes
    expires_at: datetime | None
    updated_at: datetime


def save_tokens(session: Session, box: SealedBox, pair: "TokenPair", now: datetime) -> None:
    """Save the tokens of a new consent in place of any others."""
    session.execute(delete(ConnectionSecret).where(*_TOKENS_ROW))
    session.add(ConnectionSecret(service=SERVICE, name=TOKENS, **_seal_pair(box, pair, now)))


def read_refresh_token(db: Connection, box: SealedBox) -> str | None:
    value = db.execute(select(ConnectionSecret.value).where(*_TOKENS_ROW)).scalar_one_or_none()
    opened = box.open(value) if value else None
    return json.loads(opened)["refresh_token"] if opened else None


def _seal_pair(box: SealedBox, pair: "TokenPair", now: datetime) -> _SealedPair:
    stored: _Pair = {
        "access_token": pair.access_token,
        "refresh_token": pair.refresh_token,
        "expires_at": pair.access_expires_at.isoformat(),
    }
    # The consent ends after a long time without use, or at its hard limit, whichever comes first.
    ends_at = min(pair.refresh_expires_at, pair.hard_expires_at or pair.refresh_expires_at)
    return {"value": box.seal(json.dumps(stored).encode()), "expires_at": ends_at, "updated_at": now}


class DatabaseTokenSource:
    """A TokenSource over the database: the process that claims the row renews, all others wait for its commit."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        box: SealedBox,
        initial_token: str,
        renew: Callable[[str], "TokenPair"],
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._database = database
        self._clock = clock
        self._box = box
        self._initial_token = initial_token
        self._renew = renew
        self._sleep = sleep

    def access_token(self) -> str:
        stored = self._read()
        if stored and datetime.fromisoformat(stored["expires_at"]) - self._clock.now() > _RENEW_BEFORE:
            return stored["access_token"]
        return self.refresh(stored["access_token"] if stored else "")

    def refresh(self, stale_token: str) -> str:
        """The token that replaces `stale_token`, renewed by this process or another one."""
        deadline = self._clock.now() + 2 * _CLAIM_DURATION
        while self._clock.now() < deadline:
            stored = self._read()
            if stored and stored["access_token"] != stale_token:
                return stored["access_token"]
            with self._database.write() as session:
                has_claimed = self._claim(session)
            if has_claimed:
                return self._renew_claimed(stale_token)
            self._sleep(_WAIT_S)
        raise ServiceUnavailable(SERVICE, "locked", "another process has been renewing the token for too long")

    def _renew_claimed(self, stale_token: str) -> str:
        try:
            stored = self._read()
            if stored and stored["access_token"] != stale_token:
                return stored["access_token"]
            pair = self._renew_or_fall_back(stored["refresh_token"] if stored else None)
            with self._database.write() as session:
                session.execute(
                    update(ConnectionSecret).where(*_TOKENS_ROW).values(_seal_pair(self._box, pair, self._clock.now()))
                )
            return pair.access_token
        finally:
            with self._database.write() as session:
                session.execute(update(ConnectionSecret).where(*_TOKENS_ROW).values(claimed_until=None))

    def _renew_or_fall_back(self, refresh_token: str | None) -> "TokenPair":
        """Renew with the stored token; without a valid one, with the configured token."""
        if not refresh_token and not self._initial_token:
            raise AccessDenied(SERVICE, "reconnect", "no consent was given yet")
        try:
            return self._renew(refresh_token or self._initial_token)
        except AccessDenied as error:
            if error.code != "reconnect" or refresh_token in (None, self._initial_token) or not self._initial_token:
                raise
            return self._renew(self._initial_token)

    def _claim(self, session: Session) -> bool:
        now = self._clock.now()
        if session.get(ConnectionSecret, (SERVICE, TOKENS), with_for_update=True) is None:
            session.add(
                ConnectionSecret(
                    service=SERVICE, name=TOKENS, value=b"", claimed_until=now + _CLAIM_DURATION, updated_at=now
                )
            )
            return True
        is_free = or_(ConnectionSecret.claimed_until.is_(None), ConnectionSecret.claimed_until < now)
        statement = update(ConnectionSecret).where(*_TOKENS_ROW, is_free).values(claimed_until=now + _CLAIM_DURATION)
        return session.execute(statement.returning(ConnectionSecret.name)).first() is not None

    def _read(self) -> _Pair | None:
        """The stored pair; None without one, or when the application's secret has changed."""
        with self._database.read() as db:
            value = db.execute(select(ConnectionSecret.value).where(*_TOKENS_ROW)).scalar_one_or_none()
        opened = self._box.open(value) if value else None
        return json.loads(opened) if opened else None
