"""Routes of the caller's weeks."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.authorization import Access, Router
from regie.core.api.wire import Item
from regie.core.time.clock import Clock
from regie.domains.insights.work_weeks import queries
from regie.domains.insights.work_weeks.schemas import MyWeek, MyWeekQuery, MyWeeks

router = Router("/api/v1", "my_weeks")


@router.get("/my-weeks", requires=Access.SIGNED_IN)
def read_my_weeks(db: Connection, actor: Actor, clock: Clock) -> Item[MyWeeks]:
    """Read the caller's own logged and available hours of last week and this one."""
    return {"data": queries.read_my_weeks(db, actor, clock.today())}


@router.get("/my-week", requires=Access.SIGNED_IN)
def read_my_week(db: Connection, actor: Actor, clock: Clock, query: Annotated[MyWeekQuery, Query()]) -> Item[MyWeek]:
    """Read the caller's own hours of one week by project and day, with their time entries."""
    return {"data": queries.read_my_week(db, actor, clock.today(), query.on)}
