"""Asks for a synchronisation of every service and for exchange rates, and waits until the worker has done it."""

import time
from collections.abc import Callable, Sequence
from datetime import timedelta

from sqlalchemy import Row, select

from regie.core.db.database import Database
from regie.core.text.locale import DEFAULT_LOCALE, say
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.models import SERVICES
from regie.domains.integrations.sync.actions import queue_run
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.records.exchange_rates.actions import queue_fetch
from regie.domains.records.exchange_rates.models import RateFetch
from regie.settings import SettingsError

_LOOKS_EVERY_S = 0.3
_TAKEN_UP_WITHIN = timedelta(seconds=30)


def synchronise_all(database: Database, clock: Clock, patience: timedelta, tell: Callable[[str], None]) -> None:
    """SettingsError when no worker takes a run up, when it takes longer than `patience`, or when one fails."""
    with database.write() as session:
        runs = [queue_run(session, service, clock.now()) for service in SERVICES]
    began_at, told = clock.now(), set()
    while True:
        rows = _read(database, runs)
        for row in rows:
            if row.status in ("succeeded", "failed") and row.service not in told:
                told.add(row.service)
                tell(_words(row))
        if all(row.status == "succeeded" for row in rows):
            return
        _refuse_to_wait(rows, clock.now() - began_at, patience)
        time.sleep(_LOOKS_EVERY_S)


def fetch_rates(database: Database, clock: Clock, patience: timedelta, tell: Callable[[str], None]) -> None:
    """Without rates the demo goes on: figures say then which ones are missing."""
    with database.write() as session:
        key = queue_fetch(session, None, clock.now()).id
    began_at = clock.now()
    found = select(RateFetch.status, RateFetch.rates_added, RateFetch.error).where(RateFetch.id == key)
    while True:
        with database.read() as db:
            fetch = db.execute(found).one()
        if fetch.status in ("succeeded", "failed"):
            words = say(DEFAULT_LOCALE, f"sync.error.{fetch.error}") if fetch.error else f"{fetch.rates_added} new"
            return tell(f"Exchange rates: {words}")
        if clock.now() - began_at > patience:
            raise SettingsError(f"Fetching exchange rates takes longer than {patience}.")
        time.sleep(_LOOKS_EVERY_S)


def _read(database: Database, runs: Sequence[str]) -> Sequence[Row]:
    columns = (SyncRun.service, SyncRun.status, SyncRun.records, SyncRun.error, SyncRun.step)
    with database.read() as db:
        return db.execute(select(*columns).where(SyncRun.api_id.in_(runs)).order_by(SyncRun.id)).all()


def _refuse_to_wait(rows: Sequence[Row], waited: timedelta, patience: timedelta) -> None:
    if failed := [row for row in rows if row.status == "failed"]:
        raise SettingsError("; ".join(_words(row) for row in failed))
    if waited > _TAKEN_UP_WITHIN and all(row.status == "queued" for row in rows):
        raise SettingsError("No worker takes up synchronisations: start `regie worker` beside `regie demo`.")
    if waited > patience:
        open_steps = ", ".join(f"{row.service} ({row.step})" for row in rows if row.status != "succeeded")
        raise SettingsError(f"Synchronising takes longer than {patience}: still at {open_steps}.")


def _words(row: Row) -> str:
    if row.status == "succeeded":
        # The worker synchronises by itself as well: when it was first, there is nothing left to bring.
        return f"{row.service}: {f'{row.records} records' if row.records else 'up to date'}"
    return f"{row.service}: {say(DEFAULT_LOCALE, f'sync.error.{row.error}')}"
