"""Requests a synchronization of every service and exchange rates, and waits until the worker is done."""

import time
from collections.abc import Callable, Sequence
from datetime import timedelta

from sqlalchemy import Row, select

from regie.core.db.database import Database
from regie.core.text.locale import DEFAULT_LOCALE, translate
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.models import SERVICES
from regie.domains.integrations.sync.actions import queue_run
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.records.exchange_rates.actions import queue_fetch
from regie.domains.records.exchange_rates.models import RateFetch
from regie.settings import SettingsError

_POLL_SECONDS = 0.3
_START_TIMEOUT = timedelta(seconds=30)


def synchronize_all(database: Database, clock: Clock, timeout: timedelta, report: Callable[[str], None]) -> None:
    """Synchronize all services; raise SettingsError if no worker starts, one fails, or `timeout` passes."""
    with database.write() as session:
        runs = [queue_run(session, service, clock.now()) for service in SERVICES]
    started_at, reported = clock.now(), set()
    while True:
        rows = _read_runs(database, runs)
        for row in rows:
            if row.status in ("succeeded", "failed") and row.service not in reported:
                reported.add(row.service)
                report(_describe_run(row))
        if all(row.status == "succeeded" for row in rows):
            return
        _raise_on_failure_or_timeout(rows, clock.now() - started_at, timeout)
        time.sleep(_POLL_SECONDS)


def fetch_rates(database: Database, clock: Clock, timeout: timedelta, report: Callable[[str], None]) -> None:
    """Fetch exchange rates; if that fails the demo continues, and figures name the missing rates."""
    with database.write() as session:
        key = queue_fetch(session, None, clock.now()).id
    started_at = clock.now()
    query = select(RateFetch.status, RateFetch.rates_added, RateFetch.error).where(RateFetch.id == key)
    while True:
        with database.read() as db:
            fetch = db.execute(query).one()
        if fetch.status in ("succeeded", "failed"):
            text = translate(DEFAULT_LOCALE, f"sync.error.{fetch.error}") if fetch.error else f"{fetch.rates_added} new"
            return report(f"Exchange rates: {text}")
        if clock.now() - started_at > timeout:
            raise SettingsError(f"Fetching exchange rates takes longer than {timeout}.")
        time.sleep(_POLL_SECONDS)


def _read_runs(database: Database, runs: Sequence[str]) -> Sequence[Row]:
    columns = (SyncRun.service, SyncRun.status, SyncRun.records, SyncRun.error, SyncRun.step)
    with database.read() as db:
        return db.execute(select(*columns).where(SyncRun.api_id.in_(runs)).order_by(SyncRun.id)).all()


def _raise_on_failure_or_timeout(rows: Sequence[Row], waited: timedelta, timeout: timedelta) -> None:
    if failed := [row for row in rows if row.status == "failed"]:
        raise SettingsError("; ".join(_describe_run(row) for row in failed))
    if waited > _START_TIMEOUT and all(row.status == "queued" for row in rows):
        raise SettingsError("No worker started the synchronizations: run `regie worker` while `regie demo` runs.")
    if waited > timeout:
        open_steps = ", ".join(f"{row.service} ({row.step})" for row in rows if row.status != "succeeded")
        raise SettingsError(f"The synchronization takes longer than {timeout}. Unfinished: {open_steps}.")


def _describe_run(row: Row) -> str:
    if row.status == "succeeded":
        # The worker also synchronizes on schedule; after it, nothing is left to import.
        return f"{row.service}: {f'{row.records} records' if row.records else 'up to date'}"
    return f"{row.service}: {translate(DEFAULT_LOCALE, f'sync.error.{row.error}')}"
