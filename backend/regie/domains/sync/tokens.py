"""QuickBooks' rotating tokens: encrypted at rest, renewed by one process at a time, kept before they are used."""

import json
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session

from regie.connectors.errors import Refused, Unavailable
from regie.connectors.quickbooks.oauth import TokenPair
from regie.core.clock import Clock
from regie.core.db import Database
from regie.core.sealing import SealedBox
from regie.domains.sync.models import ConnectionSecret

SERVICE = "quickbooks"
_NAME = "tokens"
_RENEW_BEFORE = timedelta(minutes=2)
# Longer than a renewal may take, short enough to outlive a process that was killed during one.
_CLAIM = timedelta(seconds=40)
_WAIT_S = 0.2
_MINE = (ConnectionSecret.service == SERVICE, ConnectionSecret.name == _NAME)


class StoredTokens:
    """A TokenSource over the database: whoever claims the row renews, all others wait for what was committed."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        box: SealedBox,
        seed: str,
        renew: Callable[[str], TokenPair],
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
        if kept and kept["expires_at"] - self._clock.now() > _RENEW_BEFORE:
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
                self._keep(session, pair)
            return pair.access_token
        finally:
            with self._database.write() as session:
                session.execute(update(ConnectionSecret).where(*_MINE).values(claimed_until=None))

    def _renew_any(self, refresh_token: str | None) -> TokenPair:
        """The stored token; where there is none, or it is dead, the one an administrator has set."""
        try:
            return self._renew(refresh_token or self._seed)
        except Refused as error:
            if error.code != "reconnect" or refresh_token in (None, self._seed) or not self._seed:
                raise
            return self._renew(self._seed)

    def _claim(self, session: Session) -> bool:
        now = self._clock.now()
        if session.get(ConnectionSecret, (SERVICE, _NAME), with_for_update=True) is None:
            session.add(
                ConnectionSecret(service=SERVICE, name=_NAME, value=b"", claimed_until=now + _CLAIM, updated_at=now)
            )
            return True
        is_free = or_(ConnectionSecret.claimed_until.is_(None), ConnectionSecret.claimed_until < now)
        claiming = update(ConnectionSecret).where(*_MINE, is_free).values(claimed_until=now + _CLAIM)
        return session.execute(claiming.returning(ConnectionSecret.name)).first() is not None

    def _keep(self, session: Session, pair: TokenPair) -> None:
        kept = {
            "access_token": pair.access_token,
            "refresh_token": pair.refresh_token,
            "expires_at": pair.access_expires_at.isoformat(),
        }
        values = {
            "value": self._box.seal(json.dumps(kept).encode()),
            "expires_at": pair.refresh_expires_at,
            "updated_at": self._clock.now(),
        }
        session.execute(update(ConnectionSecret).where(*_MINE).values(values))

    def _read(self) -> dict | None:
        """What is kept; None when there is nothing, or the application's secret is another one now."""
        with self._database.read() as db:
            value = db.execute(select(ConnectionSecret.value).where(*_MINE)).scalar_one_or_none()
        opened = self._box.open(value) if value else None
        kept = json.loads(opened) if opened else None
        return kept and {**kept, "expires_at": datetime.fromisoformat(kept["expires_at"])}
