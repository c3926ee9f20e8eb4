"""A service's limits hold for all processes together: what several book never exceeds a window, whoever books."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from regie.connectors.limiter import Window
from regie.core.db.database import Database
from regie.domains.integrations.connections.turns import BookedTurns
from tests.conftest import MovableClock, empty
from tests.lengths import examples

WINDOWS = (Window(3, 1.0), Window(5, 10.0))


def test_two_processes_share_one_window(database: Database, clock: MovableClock) -> None:
    one, other = BookedTurns(database, clock), BookedTurns(database, clock)
    assert [turns.book("quickbooks", WINDOWS) for turns in (one, other, one)] == [0, 0, 0]
    assert other.book("quickbooks", WINDOWS) == 1.0
    assert other.book("teamwork", WINDOWS) == 0
    clock.moment += timedelta(seconds=1)
    assert [turns.book("quickbooks", WINDOWS) for turns in (other, one)] == [0, 0]
    assert one.book("quickbooks", WINDOWS) == 9.0


def test_many_at_once_book_no_more_than_there_is(database: Database, clock: MovableClock) -> None:
    many = [BookedTurns(database, clock) for _ in range(20)]
    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(lambda turns: turns.book("quickbooks", WINDOWS), many))
    assert waits.count(0) == 3


def test_a_clock_that_was_put_back_holds_nobody_up(database: Database, clock: MovableClock) -> None:
    turns = BookedTurns(database, clock)
    for _ in range(3):
        turns.book("quickbooks", WINDOWS)
    clock.moment -= timedelta(hours=1)
    assert turns.book("quickbooks", WINDOWS) == 0


def test_a_service_without_limits_is_not_written_down(database: Database, clock: MovableClock) -> None:
    assert BookedTurns(database, clock).book("google", ()) == 0


@settings(
    max_examples=examples(15),
)
@given(st.lists(st.floats(0, 3), min_size=1, max_size=25))
def test_no_window_ever_holds_more_calls_than_it_may(
    database: Database, clock: MovableClock, pauses: list[float]
) -> None:
    empty(database)
    turns, started = BookedTurns(database, clock), []
    for pause in pauses:
        clock.moment += timedelta(seconds=pause)
        if turns.book("hubspot", WINDOWS) == 0:
            started.append(clock.moment)
    for window in WINDOWS:
        for first in started:
            within = [at for at in started if first <= at < first + timedelta(seconds=window.seconds)]
            assert len(within) <= window.calls
