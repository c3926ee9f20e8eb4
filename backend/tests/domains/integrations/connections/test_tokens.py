"""QuickBooks' tokens: renewed once for concurrent callers, saved before use, encrypted in the database."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import select

from regie.connectors.errors import AccessDenied
from regie.connectors.quickbooks.oauth import TokenPair
from regie.core.db.database import Database
from regie.core.encryption import SealedBox
from regie.domains.integrations.connections.models import ConnectionSecret
from regie.domains.integrations.connections.tokens import DatabaseTokenSource
from tests.domains.integrations.sync.conftest import SECRET, TickingClock


class TokenIssuer:
    """Issues a new pair for the current refresh token; refuses every other one."""

    def __init__(self, clock: TickingClock) -> None:
        self.clock = clock
        self.valid_token = "RT-0"
        self.used_tokens: list[str] = []

    def renew(self, refresh_token: str) -> TokenPair:
        self.used_tokens.append(refresh_token)
        if refresh_token != self.valid_token:
            raise AccessDenied("quickbooks", "reconnect")
        self.valid_token = f"RT-{len(self.used_tokens)}"
        now = self.clock.now()
        return TokenPair(
            f"AT-{len(self.used_tokens)}", self.valid_token, now + timedelta(hours=1), now + timedelta(days=100), None
        )


@pytest.fixture
def issuer(ticking_clock: TickingClock) -> TokenIssuer:
    return TokenIssuer(ticking_clock)


def token_source(
    database: Database, clock: TickingClock, issuer: TokenIssuer, initial: str = "RT-0", secret: str = SECRET
):
    box = SealedBox(secret, "connection secrets")
    return DatabaseTokenSource(database, clock, box, initial, issuer.renew, sleep=lambda _seconds: None)


def test_first_token_comes_from_the_configuration(
    database: Database, ticking_clock: TickingClock, issuer: TokenIssuer
) -> None:
    source = token_source(database, ticking_clock, issuer)
    assert [source.access_token(), source.access_token()] == ["AT-1", "AT-1"]
    assert issuer.used_tokens == ["RT-0"]


def test_token_is_renewed_before_it_expires(
    database: Database, ticking_clock: TickingClock, issuer: TokenIssuer
) -> None:
    source = token_source(database, ticking_clock, issuer)
    source.access_token()
    ticking_clock.moment += timedelta(minutes=59)
    assert source.access_token() == "AT-2"
    assert issuer.used_tokens == ["RT-0", "RT-1"]


def test_concurrent_refreshes_renew_once(database: Database, ticking_clock: TickingClock, issuer: TokenIssuer) -> None:
    sources = [token_source(database, ticking_clock, issuer) for _ in range(20)]
    stale = sources[0].access_token()
    with ThreadPoolExecutor(8) as pool:
        renewed = set(pool.map(lambda source: source.refresh(stale), sources))
    assert renewed == {"AT-2"}
    assert issuer.used_tokens == ["RT-0", "RT-1"]


def test_stored_tokens_are_encrypted(database: Database, ticking_clock: TickingClock, issuer: TokenIssuer) -> None:
    token_source(database, ticking_clock, issuer).access_token()
    with database.read() as db:
        value = db.execute(select(ConnectionSecret.value)).scalar_one()
    assert b"AT-1" not in value
    assert b"RT-1" not in value


def test_configured_token_replaces_an_unreadable_or_invalid_one(
    database: Database, ticking_clock: TickingClock, issuer: TokenIssuer
) -> None:
    token_source(database, ticking_clock, issuer).access_token()
    issuer.valid_token = "RT-new"
    other_secret = token_source(database, ticking_clock, issuer, initial="RT-new", secret=SECRET[::-1])
    assert other_secret.access_token() == "AT-2"
    issuer.valid_token = "RT-newer"
    fallback = token_source(database, ticking_clock, issuer, initial="RT-newer", secret=SECRET[::-1])
    assert fallback.refresh("AT-2") == "AT-4"
    assert issuer.used_tokens[-2:] == ["RT-2", "RT-newer"]


def test_invalid_consent_raises_each_time(database: Database, ticking_clock: TickingClock, issuer: TokenIssuer) -> None:
    source = token_source(database, ticking_clock, issuer, initial="RT-dead")
    for _ in range(2):
        with pytest.raises(AccessDenied) as caught:
            source.access_token()
        assert caught.value.code == "reconnect"
