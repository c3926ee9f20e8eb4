"""Routes of the retainer ledger."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.work.retainers import actions, burn_list, queries
from regie.domains.work.retainers.columns import BURNS_FILE, PERIODS_FILE
from regie.domains.work.retainers.schemas import (
    Burn,
    BurnOut,
    BurnQuery,
    BurnTotals,
    PeriodBasic,
    PeriodOut,
    PeriodQuery,
    PeriodUnlock,
    PeriodUpdate,
    RetainerLock,
    RetainerLockOut,
)

router = Router("/api/v1", "retainers")
_One = Item[PeriodOut | PeriodBasic]


@router.get("/retainer-periods", requires=P.RETAINERS_VIEW, export=PERIODS_FILE)
def list_retainer_periods(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[PeriodQuery, Query()]
) -> Page[PeriodOut | PeriodBasic]:
    return queries.list_periods(db, actor, query, clock.today())


@router.get("/retainer-periods/{id}", requires=P.RETAINERS_VIEW)
def read_retainer_period(db: Connection, actor: Actor, clock: Clock, id: str) -> _One:
    return {"data": queries.read_period(db, actor, id, clock.today())}


@router.patch("/retainer-periods/{id}", requires=P.RETAINERS_ADJUST)
def adjust_retainer_period(session: Session, actor: Actor, clock: Clock, id: str, data: PeriodUpdate) -> _One:
    actions.adjust_period(session, actor, id, data, clock)
    return _show(session, actor, clock, id)


@router.post("/retainer-periods/{id}/locks", requires=P.RETAINERS_LOCK)
def lock_retainer_period(session: Session, actor: Actor, clock: Clock, id: str) -> _One:
    actions.lock_period(session, actor, id, clock)
    return _show(session, actor, clock, id)


@router.post("/retainer-periods/{id}/unlocks", requires=P.RETAINERS_UNLOCK)
def unlock_retainer_period(session: Session, actor: Actor, clock: Clock, id: str, data: PeriodUnlock) -> _One:
    actions.unlock_period(session, actor, id, data.reason, clock)
    return _show(session, actor, clock, id)


@router.post("/retainer-locks", requires=P.RETAINERS_LOCK)
def lock_retainers(session: Session, actor: Actor, clock: Clock, data: RetainerLock) -> Item[RetainerLockOut]:
    """Lock a month of many retainers: all of them, or none."""
    return {"data": {"month": data.month, "locked": actions.lock_month(session, actor, data, clock)}}


@router.get("/retainer-burns", requires=P.RETAINERS_VIEW, export=BURNS_FILE)
def list_retainer_burns(db: Connection, actor: Actor, clock: Clock, query: Annotated[BurnQuery, Query()]) -> Page[Burn]:
    return burn_list.list_burns(db, actor, query, clock.today())


@router.get("/retainer-burns/totals", requires=P.RETAINERS_VIEW)
def add_up_retainer_burns(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[BurnQuery, Query()]
) -> Item[BurnTotals]:
    """Read the totals of the list over all pages, by level."""
    return {"data": burn_list.add_up_burns(db, actor, query, clock.today())}


@router.get("/retainer-burns/{id}", requires=P.RETAINERS_VIEW)
def read_retainer_burn(db: Connection, actor: Actor, clock: Clock, id: str) -> Item[BurnOut]:
    return {"data": burn_list.read_burn(db, actor, id, clock.today())}


def _show(session: Session, actor: Actor, clock: Clock, api_id: str) -> _One:
    return {"data": queries.read_period(session.connection(), actor, api_id, clock.today())}
