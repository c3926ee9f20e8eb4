"""Routes of exchange rates and rate fetches."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.access.uploads import Upload
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.records.exchange_rates import actions, queries
from regie.domains.records.exchange_rates.columns import RATES_FILE
from regie.domains.records.exchange_rates.rate_file import RateImport
from regie.domains.records.exchange_rates.schemas import (
    FetchOut,
    FetchQuery,
    ImportOut,
    RateCreate,
    RateOut,
    RateQuery,
    RateUpdate,
)

router = Router("/api/v1", "exchange_rates")
_One = Item[RateOut]
_RATES, _FETCHES = "/exchange-rates", "/exchange-rate-fetches"


@router.get(_RATES, requires=P.DASHBOARD_VIEW, export=RATES_FILE)
def list_exchange_rates(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[RateQuery, Query()]
) -> Page[RateOut]:
    """List daily rates, newest first."""
    return queries.list_rates(db, actor, query, clock.today())


@router.post(_RATES, requires=P.SETTINGS_EDIT_RATES)
def create_exchange_rate(session: Session, actor: Actor, clock: Clock, data: RateCreate) -> _One:
    """Enter a day's rate by hand; correct the existing rate of a day that has one."""
    return _show(session, actor, clock, actions.create_rate(session, actor, data, clock.today()))


@router.get("/exchange-rates/{id}", requires=P.DASHBOARD_VIEW)
def read_exchange_rate(db: Connection, actor: Actor, clock: Clock, id: str) -> _One:
    return {"data": queries.read_rate(db, actor, id, clock.today())}


@router.patch("/exchange-rates/{id}", requires=P.SETTINGS_EDIT_RATES)
def update_exchange_rate(session: Session, actor: Actor, clock: Clock, id: str, data: RateUpdate) -> _One:
    """Correct this one day, with a reason."""
    actions.update_rate(session, actor, id, data)
    return _show(session, actor, clock, id)


@router.delete("/exchange-rates/{id}", requires=P.SETTINGS_EDIT_RATES)
def delete_exchange_rate(session: Session, actor: Actor, clock: Clock, id: str) -> None:
    """Delete a rate that was entered by hand for today."""
    actions.delete_rate(session, actor, id, clock.today())


@router.post("/exchange-rates/imports", requires=P.SETTINGS_EDIT_RATES, status=200, form=RateImport)
def import_exchange_rates(session: Session, actor: Actor, clock: Clock, upload: Upload) -> Item[ImportOut]:
    """Import rates from a file: the whole file or nothing; existing rates never change."""
    file, is_dry = upload.require_file(), upload.data.dry_run
    upload.read.add_future_day_problems(clock.today())
    return {"data": actions.import_rates(session, actor, upload.read, file.file_name, is_dry=is_dry)}


@router.get(_FETCHES, requires=P.DASHBOARD_VIEW)
def list_rate_fetches(db: Connection, actor: Actor, query: Annotated[FetchQuery, Query()]) -> Page[FetchOut]:
    """List fetches from the Bank of Canada and their results, newest first."""
    return queries.list_fetches(db, actor, query)


@router.post(_FETCHES, requires=P.SETTINGS_EDIT_RATES)
def create_rate_fetch(session: Session, actor: Actor, clock: Clock) -> Item[FetchOut]:
    """Fetch the missing rates now; a queued or running fetch is returned instead of a new one."""
    return {"data": queries.read_fetch(session.connection(), actor, actions.request_fetch(session, actor, clock.now()))}


def _show(session: Session, actor: Actor, clock: Clock, api_id: str) -> _One:
    return {"data": queries.read_rate(session.connection(), actor, api_id, clock.today())}
