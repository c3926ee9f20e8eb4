"""QuickBooks' rotating tokens: encrypted at rest, renewed by one process at a time, kept before they are used."""

import json
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypedDict

from sqlalchemy import Connection, delete, or_, select, update
from sqlalchemy.orm import Session

from regie.connectors.errors import Refused, Unavailable
from regie.core.db.database import Database
from regie.core.encryption import SealedBox
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.models import ConnectionSecret
from regie.domains.integrations.connections.queries import TOKENS

if TYPE_CHECKING:  # it brings the whole HTTP client, which the web process loads only for those who connect
    from regie.connectors.quickbooks.oauth import TokenPair

SERVICE = "quickbooks"
_RENEW_BEFORE = timedelta(minutes=2)
# Longer than a renewal may take, short enough to outlive a process that was killed during one.
_CLAIM = timedelta(seconds=40)
_WAIT_S = 0.2
_MINE = (ConnectionSecret.service == SERVICE, ConnectionSecret.name == TOKENS)


class _Pair(TypedDict):
    """The tokens as they are sealed."""

    access_token: str
    refresh_token: str
    expires_at: str


class _SealedPair(TypedDict):
    value: bytes
    expires_at: datetime | None
    updated_at: datetime


def keep_consent(session: Session, box: SealedBox, pair: "TokenPair", now: datetime) -> None:
    """The tokens of a new consent, in the place of whatever was there."""
    session.execute(delete(ConnectionSecret).where(*_MINE))
    session.add(ConnectionSecret(service=SERVICE, name=TOKENS, **_sealed(box, pair, now)))


def read_refresh_token(db: Connection, box: SealedBox) -> str | None:
    value = db.execute(select(ConnectionSecret.value).where(*_MINE)).scalar_one_or_none()
    opened = box.open(value) if value else None
    return json.loads(opened)["refresh_token"] if opened else None


def _sealed(box: SealedBox, pair: "TokenPair", now: datetime) -> _SealedPair:
    kept: _Pair = {
        "access_token": pair.access_token,
        "refresh_token": pair.refresh_token,
        "expires_at": pair.access_expires_at.isoformat(),
    }
    # The consent ends at whichever comes first: unused for long, or at the cap that nothing moves.
    ends_at = min(pair.refresh_expires_at, pair.hard_expires_at or pair.refresh_expires_at)
    return {"value": box.seal(json.dumps(kept).encode()), "expires_at": ends_at, "updated_at": now}


class StoredTokens:
    """A TokenSource over the database: whoever claims the row renews, all others wait for what was committed."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        box: SealedBox,
        seed: str,
        renew: Callable[[str], "TokenPair"],
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._database = database
        self._clock = clock
        self._box = box
        self._seed = seed
        self._renew = renew
        self._sleep = sleep

    def access_token(self) -> str:
        kept = self._read()
        if kept and datetime.fromisoformat(kept["expires_at"]) - self._clock.now() > _RENEW_BEFORE:
            return kept["access_token"]
        return self.refresh(kept["access_token"] if kept else "")

    def refresh(self, stale_token: str) -> str:
        """The token that replaces `stale_token`, renewed here or by whoever was first."""
        deadline = self._clock.now() + 2 * _CLAIM
        while self._clock.now() < deadline:
            kept = self._read()
            if kept and kept["access_token"] != stale_token:
                return kept["access_token"]
            with self._database.write() as session:
                has_claimed = self._claim(session)
            if has_claimed:
                return self._renew_claimed(stale_token)
            self._sleep(_WAIT_S)
        raise Unavailable(SERVICE, "locked", "another process has been renewing the token for too long")

    def _renew_claimed(self, stale_token: str) -> str:
        try:
            kept = self._read()
            if kept and kept["access_token"] != stale_token:
                return kept["access_token"]
            pair = self._renew_any(kept["refresh_token"] if kept else None)
            with self._database.write() as session:
                session.execute(
                    update(ConnectionSecret).where(*_MINE).values(_sealed(self._box, pair, self._clock.now()))
                )
            return pair.access_token
        finally:
            with self._database.write() as session:
                session.execute(update(ConnectionSecret).where(*_MINE).values(claimed_until=None))

    def _renew_any(self, refresh_token: str | None) -> "TokenPair":
        """The stored token; where there is none, or it is dead, the one an administrator has set."""
        if not refresh_token and not self._seed:
            raise Refused(SERVICE, "reconnect", "nobody has consented yet")
        try:
            return self._renew(refresh_token or self._seed)
        except Refused as error:
            if error.code != "reconnect" or refresh_token in (None, self._seed) or not self._seed:
                raise
            return self._renew(self._seed)

    def _claim(self, session: Session) -> bool:
        now = self._clock.now()
        if session.get(ConnectionSecret, (SERVICE, TOKENS), with_for_update=True) is None:
            session.add(
                ConnectionSecret(service=SERVICE, name=TOKENS, value=b"", claimed_until=now + _CLAIM, updated_at=now)
            )
            return True
        is_free = or_(ConnectionSecret.claimed_until.is_(None), ConnectionSecret.claimed_until < now)
        claiming = update(ConnectionSecret).where(*_MINE, is_free).values(claimed_until=now + _CLAIM)
        return session.execute(claiming.returning(ConnectionSecret.name)).first() is not None

    def _read(self) -> _Pair | None:
        """What is kept; None when there is nothing, or the application's secret is another one now."""
        with self._database.read() as db:
            value = db.execute(select(ConnectionSecret.value).where(*_MINE)).scalar_one_or_none()
        opened = self._box.open(value) if value else None
        return json.loads(opened) if opened else None
