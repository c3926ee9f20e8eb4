"""Routes of months: closing, reopening, published figures and restatements."""

from datetime import date
from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.administration.months import actions, queries
from regie.domains.administration.months.columns import MONTHS_FILE, RESTATEMENTS_FILE
from regie.domains.administration.months.schemas import (
    MonthClose,
    MonthDetails,
    MonthFiguresQuery,
    MonthQuery,
    MonthReopen,
    MonthRow,
    RestatementQuery,
)
from regie.domains.insights.statistics.queries import MonthFigures, RestatementRow
from regie.domains.people.notifications.actions import Notifier

router = Router("/api/v1", "months")


@router.get("/months", requires=P.MONTHS_VIEW, export=MONTHS_FILE)
def list_months(db: Connection, actor: Actor, clock: Clock, query: Annotated[MonthQuery, Query()]) -> Page[MonthRow]:
    return queries.list_months(db, actor, clock, query)


@router.get("/months/{month}", requires=P.MONTHS_VIEW)
def read_month(db: Connection, actor: Actor, context: AppContext, clock: Clock, month: str) -> Item[MonthDetails]:
    """Read a month such as `2026-10` with its open points and closings."""
    return _show(db, actor, context, clock, queries.parse_month(month))


@router.get("/months/{month}/figures", requires=P.MONTHS_VIEW)
def read_month_figures(
    db: Connection, actor: Actor, clock: Clock, month: str, query: Annotated[MonthFiguresQuery, Query()]
) -> Item[MonthFigures]:
    """Read the figures of a month: as published, and as known today."""
    return {"data": queries.read_figures(db, actor, clock, queries.parse_month(month), query)}


@router.get("/month-restatements", requires=P.MONTHS_VIEW, export=RESTATEMENTS_FILE)
def list_month_restatements(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[RestatementQuery, Query()]
) -> Page[RestatementRow]:
    """List the records that changed a figure of a closed month since; an open month has none."""
    return queries.list_restatements(db, actor, clock, query)


@router.post("/months/{month}/closings", requires=P.MONTHS_CLOSE, forbids_impersonation=True)
def close_month(
    session: Session, actor: Actor, context: AppContext, clock: Clock, month: str, data: MonthClose
) -> Item[MonthDetails]:
    """Close a month and publish its figures."""
    notifier = Notifier(context.mail, context.origin)
    of, environment = queries.parse_month(month), context.integrations
    actions.close_month(session, context.database, environment, actor, notifier, clock, of, data)
    return _show(session.connection(), actor, context, clock, of)


@router.post("/months/{month}/reopenings", requires=P.MONTHS_CLOSE, forbids_impersonation=True)
def reopen_month(
    session: Session, actor: Actor, context: AppContext, clock: Clock, month: str, data: MonthReopen
) -> Item[MonthDetails]:
    """Reopen a closed month."""
    notifier = Notifier(context.mail, context.origin)
    actions.reopen_month(session, actor, notifier, clock, queries.parse_month(month), data)
    return _show(session.connection(), actor, context, clock, queries.parse_month(month))


def _show(db: Connection, actor: Actor, context: AppContext, clock: Clock, month: date) -> Item[MonthDetails]:
    return {"data": queries.read_month(db, context.integrations, actor, clock, month)}
