"""Routes of margins, for those who may see what hours cost."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.insights.margins import queries
from regie.domains.insights.margins.columns import MARGIN_ROWS_FILE, MARGINS_FILE
from regie.domains.insights.margins.schemas import (
    Margin,
    MarginDays,
    MarginGaps,
    MarginQuery,
    MarginRow,
    MarginRowsQuery,
    MarginTotals,
)

router = Router("/api/v1", "margins")


@router.get("/margins", requires=P.EMPLOYEES_COST_RATES, export=MARGINS_FILE)
def list_margins(db: Connection, actor: Actor, clock: Clock, query: Annotated[MarginQuery, Query()]) -> Page[Margin]:
    """List margins by client, project, kind, team, person or month, in one currency."""
    return queries.list_margins(db, actor, clock, query)


@router.get("/margins/totals", requires=P.EMPLOYEES_COST_RATES)
def add_up_margins(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[MarginQuery, Query()]
) -> Item[MarginTotals]:
    """Read the margin of all groups together."""
    return {"data": queries.add_up_margins(db, actor, clock, query)}


@router.get("/margin-rows", requires=P.EMPLOYEES_COST_RATES, export=MARGIN_ROWS_FILE)
def list_margin_rows(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[MarginRowsQuery, Query()]
) -> Page[MarginRow]:
    """List the revenue, hours and external costs that a margin is the sum of, largest first."""
    return queries.list_margin_rows(db, actor, clock, query)


@router.get("/margin-gaps", requires=P.EMPLOYEES_COST_RATES)
def read_margin_gaps(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[MarginDays, Query()]
) -> Item[MarginGaps]:
    """Read the hours without a plausible cost, by person, and those that no margin counts."""
    return {"data": queries.list_margin_gaps(db, actor, clock, query)}
