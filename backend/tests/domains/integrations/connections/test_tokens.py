"""QuickBooks' tokens: renewed once whoever asks, kept before they are used, unreadable in the database."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import select

from regie.connectors.errors import Refused
from regie.connectors.quickbooks.oauth import TokenPair
from regie.core.db.database import Database
from regie.core.encryption import SealedBox
from regie.domains.integrations.connections.models import ConnectionSecret
from regie.domains.integrations.connections.tokens import StoredTokens
from tests.domains.integrations.sync.conftest import SECRET, GoingClock


class Issuer:
    """Gives a new pair for the token that is good now; every other one is dead."""

    def __init__(self, clock: GoingClock) -> None:
        self.clock = clock
        self.good = "RT-0"
        self.asked: list[str] = []

    def renew(self, refresh_token: str) -> TokenPair:
        self.asked.append(refresh_token)
        if refresh_token != self.good:
            raise Refused("quickbooks", "reconnect")
        self.good = f"RT-{len(self.asked)}"
        now = self.clock.now()
        return TokenPair(f"AT-{len(self.asked)}", self.good, now + timedelta(hours=1), now + timedelta(days=100), None)


@pytest.fixture
def issuer(going_clock: GoingClock) -> Issuer:
    return Issuer(going_clock)


def tokens(database: Database, clock: GoingClock, issuer: Issuer, seed: str = "RT-0", secret: str = SECRET):
    box = SealedBox(secret, "connection secrets")
    return StoredTokens(database, clock, box, seed, issuer.renew, sleep=lambda _seconds: None)


def test_the_first_token_comes_from_the_configuration(
    database: Database, going_clock: GoingClock, issuer: Issuer
) -> None:
    source = tokens(database, going_clock, issuer)
    assert [source.access_token(), source.access_token()] == ["AT-1", "AT-1"]
    assert issuer.asked == ["RT-0"]


def test_a_token_is_renewed_before_it_ends(database: Database, going_clock: GoingClock, issuer: Issuer) -> None:
    source = tokens(database, going_clock, issuer)
    source.access_token()
    going_clock.moment += timedelta(minutes=59)
    assert source.access_token() == "AT-2"
    assert issuer.asked == ["RT-0", "RT-1"]


def test_many_who_meet_a_dead_token_renew_it_once(database: Database, going_clock: GoingClock, issuer: Issuer) -> None:
    sources = [tokens(database, going_clock, issuer) for _ in range(20)]
    stale = sources[0].access_token()
    with ThreadPoolExecutor(8) as pool:
        renewed = set(pool.map(lambda source: source.refresh(stale), sources))
    assert renewed == {"AT-2"}
    assert issuer.asked == ["RT-0", "RT-1"]


def test_tokens_are_unreadable_at_rest(database: Database, going_clock: GoingClock, issuer: Issuer) -> None:
    tokens(database, going_clock, issuer).access_token()
    with database.read() as db:
        value = db.execute(select(ConnectionSecret.value)).scalar_one()
    assert b"AT-1" not in value
    assert b"RT-1" not in value


def test_with_another_secret_or_a_dead_token_the_configured_one_helps(
    database: Database, going_clock: GoingClock, issuer: Issuer
) -> None:
    tokens(database, going_clock, issuer).access_token()
    issuer.good = "RT-new"
    other_secret = tokens(database, going_clock, issuer, seed="RT-new", secret=SECRET[::-1])
    assert other_secret.access_token() == "AT-2"
    issuer.good = "RT-newer"
    dead = tokens(database, going_clock, issuer, seed="RT-newer", secret=SECRET[::-1])
    assert dead.refresh("AT-2") == "AT-4"
    assert issuer.asked[-2:] == ["RT-2", "RT-newer"]


def test_a_dead_connection_is_said_and_can_be_tried_again(
    database: Database, going_clock: GoingClock, issuer: Issuer
) -> None:
    source = tokens(database, going_clock, issuer, seed="RT-dead")
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            source.access_token()
        assert refused.value.code == "reconnect"
