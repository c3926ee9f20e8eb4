"""Routes of the caller's weeks."""

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.core.time.clock import Clock
from regie.domains.insights.work_weeks import queries
from regie.domains.insights.work_weeks.schemas import MyWeeks

router = Router("/api/v1", "my_weeks")


@router.get("/my-weeks", requires=P.STATISTICS_HOURS)
def read_my_weeks(db: Connection, actor: Actor, clock: Clock) -> Item[MyWeeks]:
    """Read the caller's own logged and available hours of last week and this one."""
    return {"data": queries.read_my_weeks(db, actor, clock.today())}
