"""Rate limits shared by several processes are never exceeded."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from regie.connectors.call_limiter import RateLimit
from regie.core.db.database import Database
from regie.domains.integrations.connections.rate_limits import DatabaseRateLimiter
from tests.conftest import MovableClock, delete_all_rows
from tests.long_tests import example_count

RATE_LIMITS = (RateLimit(3, 1.0), RateLimit(5, 10.0))


def test_two_processes_share_one_limit(database: Database, clock: MovableClock) -> None:
    one, other = DatabaseRateLimiter(database, clock), DatabaseRateLimiter(database, clock)
    assert [limiter.reserve("quickbooks", RATE_LIMITS) for limiter in (one, other, one)] == [0, 0, 0]
    assert other.reserve("quickbooks", RATE_LIMITS) == 1.0
    assert other.reserve("teamwork", RATE_LIMITS) == 0
    clock.moment += timedelta(seconds=1)
    assert [limiter.reserve("quickbooks", RATE_LIMITS) for limiter in (other, one)] == [0, 0]
    assert one.reserve("quickbooks", RATE_LIMITS) == 9.0


def test_concurrent_reservations_stay_within_the_limit(database: Database, clock: MovableClock) -> None:
    limiters = [DatabaseRateLimiter(database, clock) for _ in range(20)]
    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(lambda limiter: limiter.reserve("quickbooks", RATE_LIMITS), limiters))
    assert waits.count(0) == 3


def test_clock_set_back_does_not_block_calls(database: Database, clock: MovableClock) -> None:
    limiter = DatabaseRateLimiter(database, clock)
    for _ in range(3):
        limiter.reserve("quickbooks", RATE_LIMITS)
    clock.moment -= timedelta(hours=1)
    assert limiter.reserve("quickbooks", RATE_LIMITS) == 0


def test_service_without_limits_is_not_stored(database: Database, clock: MovableClock) -> None:
    assert DatabaseRateLimiter(database, clock).reserve("google", ()) == 0


@settings(
    max_examples=example_count(15),
)
@given(st.lists(st.floats(0, 3), min_size=1, max_size=25))
def test_no_limit_is_ever_exceeded(database: Database, clock: MovableClock, pauses: list[float]) -> None:
    delete_all_rows(database)
    limiter, started = DatabaseRateLimiter(database, clock), []
    for pause in pauses:
        clock.moment += timedelta(seconds=pause)
        if limiter.reserve("hubspot", RATE_LIMITS) == 0:
            started.append(clock.moment)
    for limit in RATE_LIMITS:
        for first in started:
            calls_in_window = [at for at in started if first <= at < first + timedelta(seconds=limit.seconds)]
            assert len(calls_in_window) <= limit.calls
