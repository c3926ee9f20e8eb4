"""The calls that answer figures."""

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.gate import Router
from regie.access.house import House
from regie.access.permissions import Permission as P
from regie.core.wire import Item, Json
from regie.domains.statistics import queries
from regie.domains.statistics.schemas import Dashboard

router = Router("/api/v1/dashboard", "statistics")


@router.get(needs=P.DASHBOARD_VIEW, out=Item[Dashboard])
def read_dashboard(db: Connection, actor: Actor, house: House) -> Json:
    """The figures of the business that the caller may see."""
    return {"data": queries.read_dashboard(db, actor, house.outside, house.clock)}
