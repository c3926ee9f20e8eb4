"""Routes of the caller's weeks, and of the missing time of people by week."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.authorization import Access, Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.core.time.clock import Clock
from regie.domains.insights.work_weeks import missing_time, queries
from regie.domains.insights.work_weeks.schemas import MissingTime, MissingTimeQuery, MyWeek, MyWeekQuery, MyWeeks

router = Router("/api/v1", "my_weeks")


@router.get("/my-weeks", requires=Access.SIGNED_IN)
def read_my_weeks(db: Connection, actor: Actor, clock: Clock) -> Item[MyWeeks]:
    """Read the caller's own logged and available hours of last week and this one."""
    return {"data": queries.read_my_weeks(db, actor, clock.today())}


@router.get("/my-week", requires=Access.SIGNED_IN)
def read_my_week(db: Connection, actor: Actor, clock: Clock, query: Annotated[MyWeekQuery, Query()]) -> Item[MyWeek]:
    """Read the caller's own hours of one week by project and day, with their time entries."""
    return {"data": queries.read_my_week(db, actor, clock.today(), query.on)}


@router.get("/missing-time", requires=P.STATISTICS_HOURS)
def read_missing_time(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[MissingTimeQuery, Query()]
) -> Item[MissingTime]:
    """Read who logged less time than was available in a month, by week, with the days without time."""
    return {"data": missing_time.read_missing_time(db, actor, clock.today(), query.on)}
