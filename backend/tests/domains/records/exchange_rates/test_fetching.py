"""Tests of the fetch job: it adds missing rates only, and reports failures."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import func, select, update

from regie.connectors.http import HttpOptions
from regie.connectors.settings import ExchangeRatesSettings
from regie.core.audit.activity import ActivityEntry
from regie.core.db.database import Database
from regie.domains.records.exchange_rates.actions import queue_fetch
from regie.domains.records.exchange_rates.jobs import RatesFetchJob, last_published
from regie.domains.records.exchange_rates.models import ExchangeRate, RateFetch
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.settings.models import OrganizationSettings
from regie.domains.records.settings.queries import DEFAULTS, SETTINGS_ID
from tests.conftest import MovableClock
from tests.connectors.fake_clock import FakeClock
from tests.connectors.sandbox import Sandbox
from tests.factories.rates import make_rate

THURSDAY, FRIDAY, SATURDAY, MONDAY = (date(2026, 11, day) for day in (19, 20, 21, 23))
JobFactory = Callable[..., RatesFetchJob]


@pytest.fixture
def make_job(database: Database, clock: MovableClock, bank: Sandbox) -> JobFactory:
    def build(**fields: Any) -> RatesFetchJob:
        options = HttpOptions(clock=FakeClock().clock(), jitter=lambda: 0.0)
        return RatesFetchJob(database, clock, bank.bank_of_canada(), options, **fields)

    return build


@pytest.fixture
def known_until_wednesday(database: Database) -> None:
    """Rates until Wednesday have already been fetched."""
    with database.write() as session:
        for currency in ("USD", "EUR"):
            make_rate(session, currency, date(2026, 11, 18), "1.3")


def run_job(job: RatesFetchJob) -> None:
    """Queue a due fetch and run the waiting ones, like the schedule and the queue."""
    job.queue_due()
    for key in job.find_waiting():
        job.run(key)


def _rows(database: Database, currency: str = "USD") -> dict[date, tuple[Decimal, date, str]]:
    with database.read() as db:
        found = db.execute(
            select(ExchangeRate.valid_on, ExchangeRate.rate, ExchangeRate.observed_on, ExchangeRate.source)
            .where(ExchangeRate.currency == currency)
            .order_by(ExchangeRate.valid_on)
        )
        return {row.valid_on: (row.rate, row.observed_on, row.source) for row in found}


def _fetches(database: Database) -> list[tuple[str, int, str | None]]:
    with database.read() as db:
        found = select(RateFetch.status, RateFetch.rates_added, RateFetch.error).order_by(RateFetch.id)
        return [tuple(row) for row in db.execute(found)]


def _set_time(clock: MovableClock, bank: Sandbox, moment: datetime) -> None:
    clock.moment = moment
    bank.post("/clock", now=moment.isoformat())


def _afternoon(day: date) -> datetime:
    """16:45 in Ottawa, in winter."""
    return datetime(day.year, day.month, day.day, 21, 45, tzinfo=UTC)


def test_first_fetch_reads_all_rates(database: Database, make_job: JobFactory):
    run_job(make_job())
    rows = _rows(database)
    assert (min(rows), max(rows)) == (date(2017, 1, 3), THURSDAY)
    # Closed days have the last rate before them: no day is missing.
    assert len(rows) == (THURSDAY - date(2017, 1, 3)).days + 1
    assert rows[date(2026, 11, 15)][:2] == (rows[date(2026, 11, 13)][0], date(2026, 11, 13))
    assert max(_rows(database, "THB")) == date(2019, 12, 31)
    with database.read() as db:
        assert db.execute(select(func.count()).where(ExchangeRate.currency == "RUB")).scalar() == 0
        entry = db.execute(select(ActivityEntry.action, ActivityEntry.actor_name, ActivityEntry.topic)).one()
        assert db.execute(select(RateFetch.first_on, RateFetch.last_on)).one() == (date(2017, 1, 3), FRIDAY)
    assert tuple(entry) == ("rates_fetched", None, "money")
    assert [status for status, _, _ in _fetches(database)] == ["succeeded"]


@pytest.mark.usefixtures("known_until_wednesday")
def test_afternoon_fetch_adds_the_day_and_fills_the_weekend(
    database: Database, make_job: JobFactory, clock: MovableClock, bank: Sandbox
):
    job = make_job()
    run_job(job)
    assert list(_rows(database)) == [date(2026, 11, 18), THURSDAY]
    run_job(job)
    assert len(_fetches(database)) == 1
    _set_time(clock, bank, _afternoon(FRIDAY))
    run_job(job)
    assert list(_rows(database)) == [date(2026, 11, 18), THURSDAY, FRIDAY]
    _set_time(clock, bank, _afternoon(SATURDAY))
    run_job(job)
    assert len(_fetches(database)) == 2
    _set_time(clock, bank, _afternoon(MONDAY))
    run_job(job)
    rows = _rows(database)
    assert [rows[day][1] for day in (SATURDAY, date(2026, 11, 22), MONDAY)] == [FRIDAY, FRIDAY, MONDAY]


@pytest.mark.usefixtures("known_until_wednesday")
def test_fetch_keeps_existing_rates(database: Database, make_job: JobFactory, clock: MovableClock, bank: Sandbox):
    with database.write() as session:
        make_rate(session, "USD", THURSDAY, "1.5", source="by_hand")
        make_rate(session, "USD", FRIDAY, "1.6", source="imported")
    _set_time(clock, bank, _afternoon(MONDAY))
    run_job(make_job())
    rows = _rows(database)
    assert [rows[day] for day in (THURSDAY, FRIDAY)] == [
        (Decimal("1.5"), THURSDAY, "by_hand"),
        (Decimal("1.6"), FRIDAY, "imported"),
    ]
    # The weekend has the stored rate, not the Bank's.
    assert rows[SATURDAY][:2] == (Decimal("1.6"), FRIDAY)
    before = _rows(database, "EUR")
    bank.post("/reset")
    with database.write() as session:
        queue_fetch(session, None, clock.now())
    run_job(make_job())
    assert _rows(database) == rows
    assert _rows(database, "EUR") == before


@pytest.mark.usefixtures("known_until_wednesday")
def test_failed_fetch_is_retried_after_an_hour(
    database: Database, make_job: JobFactory, clock: MovableClock, bank: Sandbox
):
    bank.fault("/bank-of-canada/*", status=503, times=6)
    job = make_job()
    run_job(job)
    assert _fetches(database) == [("failed", 0, "server_error")]
    clock.moment += timedelta(minutes=59)
    run_job(job)
    assert len(_fetches(database)) == 1
    with database.read() as db:
        assert read_rates(db, clock.today()).rate("USD", "CAD", THURSDAY) == (Decimal("1.3"), date(2026, 11, 18))
    clock.moment += timedelta(minutes=1)
    run_job(job)
    assert [status for status, _, _ in _fetches(database)] == ["failed", "succeeded"]
    assert THURSDAY in _rows(database)


def test_interrupted_fetch_continues(database: Database, make_job: JobFactory, bank: Sandbox):
    """The process ends after the second of ten years; the next one continues the same fetch."""
    stops = iter([False, False, True])
    run_job(make_job(is_stopping=lambda: next(stops)))
    assert max(_rows(database)) == date(2018, 12, 31)
    assert _fetches(database)[0][0] == "running"
    before = _rows(database)
    run_job(make_job())
    rows = _rows(database)
    assert [status for status, _, _ in _fetches(database)] == ["succeeded"]
    assert len(rows) == (THURSDAY - date(2017, 1, 3)).days + 1
    assert before.items() <= rows.items()
    assert len(bank.requests("bank-of-canada")) == 3 + 8


@pytest.mark.usefixtures("known_until_wednesday")
def test_manual_source_fetches_only_on_request(database: Database, make_job: JobFactory, clock: MovableClock):
    with database.write() as session:
        values = DEFAULTS | {"exchange_rate_source": "by_hand"}
        session.add(OrganizationSettings(id=SETTINGS_ID, **values))
    run_job(make_job())
    assert _fetches(database) == []
    with database.write() as session:
        session.execute(
            update(OrganizationSettings).values(exchange_rate_source="bank_of_canada"),
            execution_options={"without_audit": True},
        )
    run_job(make_job(is_automatic=False))
    assert _fetches(database) == []
    with database.write() as session:
        first, second = (queue_fetch(session, None, clock.now()).id for _ in range(2))
        assert first == second
    run_job(make_job(is_automatic=False))
    assert [status for status, _, _ in _fetches(database)] == ["succeeded"]


@pytest.mark.usefixtures("known_until_wednesday")
def test_unexpected_error_ends_the_fetch(database: Database, clock: MovableClock):
    invalid_settings = ExchangeRatesSettings("not an address")
    run_job(RatesFetchJob(database, clock, invalid_settings, HttpOptions(retries=0)))
    assert _fetches(database) == [("failed", 0, "configuration")]
    assert list(_rows(database)) == [date(2026, 11, 18)]


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        (datetime(2026, 11, 20, 21, 34, tzinfo=UTC), THURSDAY),
        (datetime(2026, 11, 20, 21, 35, tzinfo=UTC), FRIDAY),
        (datetime(2026, 11, 22, 23, 0, tzinfo=UTC), FRIDAY),
        (datetime(2026, 11, 23, 15, 0, tzinfo=UTC), FRIDAY),
        (datetime(2026, 7, 6, 20, 36, tzinfo=UTC), date(2026, 7, 6)),
    ],
)
def test_last_published_day(moment: datetime, day: date):
    assert last_published(moment) == day
