"""How often one may try to sign in or have a mail sent, counted before any password is hashed.

The counts are rows, so that several processes count together. The tight limit is on the pair of address and account: a
stranger who fails from elsewhere does not lock anyone out. What a stranger could fill, the buckets that others share, a
browser skips in which the person signed in before.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import Connection, Integer, String, case, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Mapped, mapped_column

from regie.access.email_tokens import keyed_hash
from regie.access.visitor import Visitor, owner_of
from regie.core.api.errors import TooMany
from regie.core.db.database import Database
from regie.core.db.model import Model
from regie.core.time.clock import Clock

# "sign-in" is a try with a password or a code, "mail" a request for a code or a link.
Kind = Literal["sign-in", "mail"]


@dataclass(frozen=True, slots=True)
class Limit:
    most: int
    within: timedelta


_TEN_MINUTES = timedelta(minutes=10)
_PAIR: dict[Kind, Limit] = {"sign-in": Limit(10, _TEN_MINUTES), "mail": Limit(5, _TEN_MINUTES)}
# An office shares one address: tries that end well are taken back, so these are the failures of all of it.
_ADDRESS = Limit(100, _TEN_MINUTES)
_EVERYONE = Limit(600, timedelta(minutes=1))
# Codes to one account, whoever asks for them: each is worth five guesses.
_ACCOUNT_MAIL = Limit(10, timedelta(hours=1))


class SignInCount(Model):
    """How many tries were counted under one key until its window ends; keys are hashes and name nobody."""

    __tablename__ = "sign_in_counts"

    key_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    tries: Mapped[int] = mapped_column(Integer)
    ends_at: Mapped[datetime] = mapped_column(index=True)


class SignInLimits:
    """Each try is counted in a transaction of its own, which stands whatever comes of the request."""

    def __init__(self, database: Database, clock: Clock, secret: str) -> None:
        self._database = database
        self._clock = clock
        self._secret = secret

    def count_try(self, visitor: Visitor, account: str, kind: Kind = "sign-in") -> None:
        """TooMany, with the seconds to wait, when a limit is reached; a refused try fills no other bucket."""
        self._count(dict(self._buckets(visitor, account, kind)))

    def count_own_try(self, account: str, what: str) -> None:
        """The same for what somebody proves who is known already: only their own tries count, from everywhere."""
        self._count({self._key("own", what, account): _PAIR["sign-in"]})

    def may_mail(self, visitor: Visitor, account: str) -> bool:
        """Whether one more mail may go to this account within the hour; nobody who asks learns which it was."""
        if visitor.knows(self._secret, account):
            return True
        try:
            self._count({self._key("account", "mail", _plain(account)): _ACCOUNT_MAIL})
        except TooMany:
            return False
        return True

    def forget(self, visitor: Visitor, account: str, tries: int = 1) -> None:
        """What was right ends the count of the pair, and is taken back from the one that an office shares."""
        pair, *shared = (key for key, _ in self._buckets(visitor, account, "sign-in"))
        with self._database.write() as session:
            db = session.connection()
            for key in sorted((pair, *shared[:1])):
                mine = SignInCount.key_hash == key
                taken_back = update(SignInCount).where(mine, SignInCount.tries >= tries)
                left = {"tries": SignInCount.tries - tries}
                db.execute(delete(SignInCount).where(mine) if key == pair else taken_back.values(left))

    def _buckets(self, visitor: Visitor, account: str, kind: Kind) -> Iterator[tuple[str, Limit]]:
        """The pair's first, then those that it shares with others."""
        if visitor.knows(self._secret, account):
            yield self._key("browser", kind, visitor.known, _plain(account)), _PAIR[kind]
            return
        owner = owner_of(visitor.address)
        yield self._key("pair", kind, owner, _plain(account)), _PAIR[kind]
        yield self._key("address", kind, owner), _ADDRESS
        yield self._key("everyone", kind), _EVERYONE

    def _key(self, *parts: str) -> str:
        return keyed_hash(self._secret, "limit", *parts)

    def _count(self, buckets: dict[str, Limit]) -> None:
        now = self._clock.now()
        counted = SignInCount.key_hash, SignInCount.tries, SignInCount.ends_at
        kept = select(*counted).where(SignInCount.key_hash.in_(buckets), SignInCount.ends_at > now)
        # Whoever is over a limit writes nothing: a flood costs a read.
        with self._database.read() as db:
            for row in db.execute(kept):
                _refuse_above(buckets[row.key_hash].most - 1, row.tries, row.ends_at, now)
        over = select(SignInCount.key_hash).where(SignInCount.ends_at < now).with_for_update(skip_locked=True)
        with self._database.write() as session:
            # On the connection itself: these are nobody's records, and no list depends on them.
            db = session.connection()
            rows = db.execute(_raise_by_one(db, buckets, now)).all()
            db.execute(delete(SignInCount).where(SignInCount.key_hash.in_(over)))
        # Those who read at the same instant were counted one after the other.
        for row in rows:
            _refuse_above(buckets[row.key_hash].most, row.tries, row.ends_at, now)


def _refuse_above(most: int, tries: int, ends_at: datetime, now: datetime) -> None:
    if tries > most:
        raise TooMany(retry_after=max(1, int((ends_at - now).total_seconds()) + 1))


def _raise_by_one(db: Connection, buckets: dict[str, Limit], now: datetime) -> Any:
    """All in one statement, in the order of their keys, so that two who count at once never wait for each other."""
    insert = sqlite.insert if db.dialect.name == "sqlite" else postgresql.insert
    values = [{"key_hash": key, "tries": 1, "ends_at": now + buckets[key].within} for key in sorted(buckets)]
    new = insert(SignInCount).values(values)
    is_over = SignInCount.ends_at <= now
    return new.on_conflict_do_update(
        index_elements=[SignInCount.key_hash],
        set_={
            "tries": case((is_over, 1), else_=SignInCount.tries + 1),
            "ends_at": case((is_over, new.excluded.ends_at), else_=SignInCount.ends_at),
        },
    ).returning(SignInCount.key_hash, SignInCount.tries, SignInCount.ends_at)


def _plain(account: str) -> str:
    return account.strip().lower()
