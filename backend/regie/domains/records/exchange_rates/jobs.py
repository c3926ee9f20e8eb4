"""Fetches what the Bank of Canada has published since the last fetch, daily and on request."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import structlog
from sqlalchemy import Connection, func, select, update
from sqlalchemy.orm import Session

from regie.connectors.errors import ServiceError
from regie.connectors.exchange_rates.client import FIRST_DAY, ExchangeRatesClient
from regie.connectors.exchange_rates.shapes import Observation
from regie.connectors.http import HttpOptions
from regie.connectors.pages import RecordPage
from regie.connectors.settings import ExchangeRatesSettings
from regie.core.audit.activity import log_event
from regie.core.db.database import Database
from regie.core.money.amounts import CURRENCIES
from regie.core.restored_copy import is_restored_copy
from regie.core.time.clock import Clock
from regie.domains.records.exchange_rates.actions import queue_fetch
from regie.domains.records.exchange_rates.models import ExchangeRate, RateFetch
from regie.domains.records.exchange_rates.queries import UNFINISHED
from regie.domains.records.exchange_rates.storage import ObservedRate, save_rates
from regie.domains.records.settings.queries import read_settings

log = structlog.get_logger("regie.exchange_rates")
BANK = "bank_of_canada"
NAME = "Bank of Canada"
# The Bank publishes by half past four in the afternoon.
_PUBLISHED_AT = time(16, 35)
_EASTERN = ZoneInfo("America/Toronto")
# How long until the next attempt after one that failed, or after a day that turned out to be a holiday.
RETRY_INTERVAL = timedelta(hours=1)
_RETENTION = timedelta(days=90)
_MAX_DETAIL_LENGTH = 2_000


@dataclass(frozen=True, slots=True)
class RatesFetchJob:
    """Fetches the missing rates; after an interruption, continues after the last stored day.

    `is_automatic` is false where rates are fetched on request only.
    """

    database: Database
    clock: Clock
    settings: ExchangeRatesSettings
    options: HttpOptions
    is_automatic: bool = True
    is_stopping: Callable[[], bool] = lambda: False

    def queue_due(self) -> None:
        """Request a fetch when the day's rates are due and none is under way."""
        with self.database.read() as db:
            if not self._is_due(db):
                return
        with self.database.write() as session:
            queue_fetch(session, None, self.clock.now())

    def find_waiting(self) -> Sequence[str]:
        with self.database.read() as db:
            return [] if is_restored_copy(db) else [str(key) for key in db.execute(UNFINISHED).scalars()]

    def run(self, waiting: str) -> None:
        key = int(waiting)
        if not self._begin(key):
            return
        try:
            self._fetch(key)
        except ServiceError as error:
            log.warning("exchange rates were not fetched", error=error.code)
            self._finish(key, error.code, error.detail)
        except Exception:
            log.exception("exchange rates were not fetched")
            self._finish(key, "unexpected")

    def _begin(self, key: int) -> bool:
        """Mark the fetch as running; return False when it has already ended."""
        begun = update(RateFetch).where(RateFetch.id == key, RateFetch.id.in_(UNFINISHED)).values(status="running")
        with self.database.write() as session:
            return bool(session.execute(begun).rowcount)  # type: ignore[attr-defined]

    def _is_due(self, db: Connection) -> bool:
        now = self.clock.now()
        if not self.is_automatic or is_restored_copy(db) or read_settings(db)["exchange_rate_source"] != BANK:
            return False
        tried = db.execute(select(func.max(RateFetch.created_at))).scalar()
        if tried is not None and now - tried < RETRY_INTERVAL:
            return False
        last = read_last_bank_day(db)
        return last is None or last < last_published(now)

    def _fetch(self, key: int) -> None:
        with self.database.read() as db:
            last = read_last_bank_day(db)
        first = FIRST_DAY if last is None else last + timedelta(days=1)
        until = self.clock.today()
        with ExchangeRatesClient(self.settings, self.options) as client:
            for page in client.observations(first, until):
                if self.is_stopping():
                    return
                with self.database.write() as session:
                    _save_page(session, key, page, first, until)
        self._finish(key)

    def _finish(self, key: int, error: str | None = None, detail: str = "") -> None:
        now = self.clock.now()
        with self.database.write() as session:
            fetch = session.get_one(RateFetch, key)
            fetch.finished_at, fetch.status = now, "failed" if error else "succeeded"
            fetch.error, fetch.error_detail = error, detail[:_MAX_DETAIL_LENGTH] or None
            if fetch.rates_added:
                _log_fetch(session, fetch)
            purge_fetches(session, now - _RETENTION, key)


def last_published(now: datetime) -> date:
    """Return the last working day whose rates should be published; holidays are unknown."""
    toronto_time = now.astimezone(_EASTERN)
    day = toronto_time.date() if toronto_time.time() >= _PUBLISHED_AT else toronto_time.date() - timedelta(days=1)
    return day - timedelta(days=max(0, day.weekday() - 4))


def read_last_bank_day(db: Connection) -> date | None:
    return db.execute(select(func.max(ExchangeRate.valid_on)).where(ExchangeRate.source == BANK)).scalar()


def purge_fetches(session: Session, before: datetime, but: int) -> None:
    for old in session.execute(select(RateFetch).where(RateFetch.created_at < before, RateFetch.id != but)).scalars():
        session.delete(old)


def _save_page(session: Session, key: int, page: RecordPage[Observation], first: date, until: date) -> None:
    """Store one year of rates and the progress: stored days are not fetched again."""
    known = set(CURRENCIES)
    observed = [ObservedRate(one.currency, one.day, one.rate) for one in page.records if one.currency in known]
    fetch = session.get_one(RateFetch, key)
    fetch.first_on, fetch.last_on = fetch.first_on or first, until
    fetch.rates_added += save_rates(session, observed, BANK).added
    fetch.problems += len(page.problems)
    for problem in page.problems:
        log.warning("a value that is no rate", day=problem.external_id, field=problem.field, reason=problem.reason)


def _log_fetch(session: Session, fetch: RateFetch) -> None:
    details = {"rates": fetch.rates_added, "first_on": fetch.first_on, "last_on": fetch.last_on}
    log_event(session, "rates_fetched", subject="exchange_rate", api_id=None, name=NAME, topic="money", details=details)
