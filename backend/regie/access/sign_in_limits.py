"""Limits sign-in attempts and requested emails; attempts are counted before any password is hashed.

The counts are rows, shared by all processes. The tight limit applies to the pair of network and account, so failures
from elsewhere do not lock a user out. A browser in which the user signed in before skips the shared buckets, which an
attacker could fill.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import Connection, Integer, String, case, delete, select, update
from sqlalchemy.orm import Mapped, mapped_column

from regie.access.email_tokens import keyed_hash
from regie.access.known_browsers import signing_key
from regie.access.visitor import Visitor, network_of
from regie.core.api.errors import TooMany
from regie.core.db.database import Database
from regie.core.db.inserts import insert_into
from regie.core.db.model import Model
from regie.core.restored_copy import read_restore_id
from regie.core.time.clock import Clock

# "sign-in" is an attempt with a password or code, "mail" a request for a code or link. "report" is the opening of a
# client's private link: counted apart, so that tries of links do not lock users out.
AttemptKind = Literal["sign-in", "mail", "report"]


@dataclass(frozen=True, slots=True)
class AttemptLimit:
    max_attempts: int
    window: timedelta


_TEN_MINUTES = timedelta(minutes=10)
_PAIR: dict[AttemptKind, AttemptLimit] = {
    "sign-in": AttemptLimit(10, _TEN_MINUTES),
    "mail": AttemptLimit(5, _TEN_MINUTES),
    "report": AttemptLimit(20, _TEN_MINUTES),
}
# An office shares one address; successful attempts are subtracted, so this counts its failures.
_ADDRESS = AttemptLimit(100, _TEN_MINUTES)
_EVERYONE = AttemptLimit(600, timedelta(minutes=1))
# Codes to one account from all networks: each allows five guesses.
_ACCOUNT_MAIL = AttemptLimit(10, timedelta(hours=1))


class SignInCount(Model):
    """The attempts counted under one key until its window ends; keys are hashes and reveal no account."""

    __tablename__ = "sign_in_counts"

    key_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    tries: Mapped[int] = mapped_column(Integer)
    ends_at: Mapped[datetime] = mapped_column(index=True)


class SignInLimits:
    """Counts each attempt in its own transaction, independent of the request's."""

    def __init__(self, database: Database, clock: Clock, secret: str) -> None:
        self._database = database
        self._clock = clock
        self._secret = secret

    def count_attempt(self, visitor: Visitor, account: str, kind: AttemptKind = "sign-in") -> None:
        """Count an attempt; raise TooMany with the seconds to wait at a limit. A refused attempt is not counted."""
        self._count(dict(self._buckets(visitor, account, kind)))

    def count_account_attempt(self, account: str, method: str) -> None:
        """Count an attempt of a signed-in user, from all networks together."""
        self._count({self._key("own", method, account): _PAIR["sign-in"]})

    def can_send_mail(self, visitor: Visitor, account: str) -> bool:
        """Return whether this account can get another email this hour; the response must not reveal the result."""
        if self._is_known_browser(visitor, account):
            return True
        try:
            self._count({self._key("account", "mail", _normalize(account)): _ACCOUNT_MAIL})
        except TooMany:
            return False
        return True

    def reset(self, visitor: Visitor, account: str, tries: int = 1, kind: AttemptKind = "sign-in") -> None:
        """After a success, delete the count of the pair and subtract `tries` from the network's count."""
        pair, *shared = (key for key, _ in self._buckets(visitor, account, kind))
        with self._database.write() as session:
            db = session.connection()
            for key in sorted((pair, *shared[:1])):
                has_key = SignInCount.key_hash == key
                subtract = update(SignInCount).where(has_key, SignInCount.tries >= tries)
                subtract = subtract.values({"tries": SignInCount.tries - tries})
                db.execute(delete(SignInCount).where(has_key) if key == pair else subtract)

    def _buckets(self, visitor: Visitor, account: str, kind: AttemptKind) -> Iterator[tuple[str, AttemptLimit]]:
        """Yield the pair's bucket first, then the shared ones."""
        if self._is_known_browser(visitor, account):
            yield self._key("browser", kind, visitor.known_browser, _normalize(account)), _PAIR[kind]
            return
        owner = network_of(visitor.address)
        yield self._key("pair", kind, owner, _normalize(account)), _PAIR[kind]
        yield self._key("address", kind, owner), _ADDRESS
        yield self._key("everyone", kind), _EVERYONE

    def _is_known_browser(self, visitor: Visitor, account: str) -> bool:
        if not visitor.known_browser:
            return False
        with self._database.read() as db:
            key = signing_key(self._secret, read_restore_id(db))
        return visitor.has_signed_in(key, account)

    def _key(self, *parts: str) -> str:
        return keyed_hash(self._secret, "limit", *parts)

    def _count(self, buckets: dict[str, AttemptLimit]) -> None:
        now = self._clock.now()
        counted = SignInCount.key_hash, SignInCount.tries, SignInCount.ends_at
        current = select(*counted).where(SignInCount.key_hash.in_(buckets), SignInCount.ends_at > now)
        # Above a limit nothing is written: a flood costs one read per request.
        with self._database.read() as db:
            for row in db.execute(current):
                _refuse_above(buckets[row.key_hash].max_attempts - 1, row.tries, row.ends_at, now)
        expired = select(SignInCount.key_hash).where(SignInCount.ends_at < now).with_for_update(skip_locked=True)
        with self._database.write() as session:
            # On the connection, without the session's table versions: no list depends on these rows.
            db = session.connection()
            rows = db.execute(_increment(db, buckets, now)).all()
            db.execute(delete(SignInCount).where(SignInCount.key_hash.in_(expired)))
        # Concurrent attempts passed the read above, but were counted one after the other.
        for row in rows:
            _refuse_above(buckets[row.key_hash].max_attempts, row.tries, row.ends_at, now)


def _refuse_above(max_attempts: int, tries: int, ends_at: datetime, now: datetime) -> None:
    if tries > max_attempts:
        raise TooMany(retry_after=max(1, int((ends_at - now).total_seconds()) + 1))


def _increment(db: Connection, buckets: dict[str, AttemptLimit], now: datetime) -> Any:
    """Build one statement for all buckets, in the order of their keys, so that two attempts cannot deadlock."""
    values = [{"key_hash": key, "tries": 1, "ends_at": now + buckets[key].window} for key in sorted(buckets)]
    new = insert_into(db, SignInCount).values(values)
    is_expired = SignInCount.ends_at <= now
    return new.on_conflict_do_update(
        index_elements=[SignInCount.key_hash],
        set_={
            "tries": case((is_expired, 1), else_=SignInCount.tries + 1),
            "ends_at": case((is_expired, new.excluded.ends_at), else_=SignInCount.ends_at),
        },
    ).returning(SignInCount.key_hash, SignInCount.tries, SignInCount.ends_at)


def _normalize(account: str) -> str:
    return account.strip().lower()
