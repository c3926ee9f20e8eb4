"""Changes at once: writers of stored figures never wait for each other, and figures follow all of them."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from decimal import Decimal
from random import Random

import pytest
from sqlalchemy import select, text, update
from sqlalchemy.orm import Session

from regie.core.api.errors import MonthClosed
from regie.core.db.database import Database
from regie.domains.insights.figure_builds.actions import BuildInterrupted, check, rebuild, refresh
from regie.domains.insights.figure_builds.storage import read_newest_build
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.months.models import PublishedAmount
from tests.browser import Browser
from tests.conftest import MovableClock
from tests.domains.insights.figure_builds.agency import Agency, open_agency
from tests.domains.insights.figure_builds.dated_changes import ALL_CHANGES
from tests.factories.work import make_invoice
from tests.long_tests import example_count

pytestmark = pytest.mark.timeout(600)
_ROUNDS = example_count(40)
# Changes of separate transactions that may meet: the others replace what a row is unique by.
_NAMES = ("add invoice", "change invoice", "change receipt", "log time", "change time", "change project", "pause")


@pytest.fixture
def agency(database: Database, sign_in_as: Callable[..., Browser]) -> Agency:
    return open_agency(database, sign_in_as)


def _add_invoice(session: Session, client: int) -> None:
    make_invoice(session, client_id=client, issued_on="2026-09-15", subtotal=Decimal(10), total=Decimal(10))


@contextmanager
def _impatient(database: Database) -> Iterator[Session]:
    """A transaction that fails instead of waiting for another one."""
    with database.write() as session:
        session.execute(text("SET LOCAL lock_timeout = '1ms'"))
        yield session
        session.flush()
        session.execute(text("SET LOCAL lock_timeout = '0'"))


@pytest.mark.one_database("postgres")
def test_open_transactions_of_several_clients_do_not_wait_for_each_other(agency: Agency, clock: MovableClock):
    database = agency.database
    if database.is_sqlite:
        pytest.skip("SQLite has one writer at a time.")
    rebuild(database, clock)
    first, second, third = agency.clients
    with ExitStack() as later, _impatient(database) as person:
        _add_invoice(person, first)
        with _impatient(database) as other:
            _add_invoice(other, second)
        # A synchronization changes rows of everyone, and the marks of the others are not in its way.
        synchronization = later.enter_context(_impatient(database))
        synchronization.execute(update(TimeEntry).values(minutes=TimeEntry.minutes + 5))
        _add_invoice(synchronization, third)
        _add_invoice(person, second)
        _add_invoice(synchronization, first)
        # The worker follows what was committed, while others write.
        assert refresh(database, clock) == 1
        assert agency.figures() == agency.calculated()
    while refresh(database, clock):
        pass
    assert check(database, clock) == []


def test_figures_follow_writers_and_workers_at_once(agency: Agency, clock: MovableClock):
    database = agency.database
    rebuild(database, clock)

    def change(seed: int) -> None:
        random = Random(seed)
        for _ in range(_ROUNDS):
            with database.write() as session:
                ALL_CHANGES[random.choice(_NAMES)](session, agency, random)

    def follow(_seed: int) -> None:
        for _ in range(_ROUNDS):
            refresh(database, clock)

    with ThreadPoolExecutor(4) as threads:
        tasks = [threads.submit(run, seed) for seed, run in enumerate((change, change, follow, follow))]
        for task in tasks:
            task.result()
    assert agency.figures() == agency.calculated()
    while refresh(database, clock):
        pass
    assert check(database, clock) == []
    assert agency.figures() == agency.calculated()


def test_what_a_closed_month_published_is_never_touched(agency: Agency, clock: MovableClock):
    rebuild(agency.database, clock)
    answer = agency.browsers["admin"].post("/api/v1/months/2026-09/closings", {"reason": "Checked"})
    assert answer.status_code == 201, answer.text
    published = _read_published(agency.database)
    assert published
    random = Random(3)
    for name in sorted(ALL_CHANGES):
        # What would change the closed month itself is refused.
        with suppress(MonthClosed), agency.database.write() as session:
            ALL_CHANGES[name](session, agency, random)
    assert agency.figures() == agency.calculated()
    while refresh(agency.database, clock):
        pass
    assert rebuild(agency.database, clock) == []
    assert agency.figures() == agency.calculated()
    assert _read_published(agency.database) == published


def _read_published(database: Database) -> list[tuple[object, ...]]:
    with database.read() as db:
        return [tuple(row) for row in db.execute(select(PublishedAmount.__table__).order_by(PublishedAmount.id))]


def test_a_build_that_took_too_long_is_not_completed(agency: Agency, clock: MovableClock):
    """Another worker may have followed later changes in the former build."""
    rebuild(agency.database, clock)
    with agency.database.read() as db:
        build = read_newest_build(db)

    def is_stopping() -> bool:
        clock.moment += timedelta(minutes=5)
        return False

    with pytest.raises(BuildInterrupted):
        rebuild(agency.database, clock, is_stopping)
    with agency.database.read() as db:
        assert read_newest_build(db) == build
    assert check(agency.database, clock) == []
