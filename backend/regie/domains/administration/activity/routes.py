"""Routes of the activity log."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Page
from regie.core.time.clock import Clock
from regie.domains.administration.activity import queries
from regie.domains.administration.activity.columns import ACTIVITY_FILE
from regie.domains.administration.activity.schemas import ActivityQuery, ActivityRow

router = Router("/api/v1/activity", "activity")


@router.get(requires=(P.ACTIVITY_VIEW, P.ACTIVITY_VIEW_MONEY, P.ACTIVITY_VIEW_CHURN), export=ACTIVITY_FILE)
def list_activity(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[ActivityQuery, Query()]
) -> Page[ActivityRow]:
    """List changes and sign-ins, newest first."""
    return queries.list_activity(db, actor, clock, query)
