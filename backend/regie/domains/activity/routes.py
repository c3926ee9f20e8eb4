"""The calls that read the activity log."""

from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session
from starlette.responses import Response

from regie.access.actor import Actor
from regie.access.gate import Router
from regie.access.house import House
from regie.access.permissions import Permission as P
from regie.access.rates import Rate
from regie.core.activity import record
from regie.core.clock import Clock
from regie.core.exports import csv_response
from regie.core.locale import say
from regie.core.wire import Json, Page
from regie.domains.activity import queries
from regie.domains.activity.schemas import ActivityQuery, ActivityRow

router = Router("/api/v1/activity", "activity")
_COLUMNS = ("at", "actor", "real_actor", "action", "subject_type", "subject", "field", "before", "after")


@router.get(needs=(P.ACTIVITY_VIEW, P.ACTIVITY_VIEW_MONEY, P.ACTIVITY_VIEW_CHURN), out=Page[ActivityRow])
def list_activity(db: Connection, actor: Actor, clock: Clock, query: Annotated[ActivityQuery, Query()]) -> Json:
    """Who changed what, newest first."""
    return queries.list_activity(db, actor, clock, query)


@router.get("/export", needs=P.ACTIVITY_EXPORT, rate=Rate.EXPORT, out=None, in_person=True)
def export_activity(session: Session, house: House, actor: Actor, query: Annotated[ActivityQuery, Query()]) -> Response:
    """The same as a CSV file, over all pages; taking it away is in the log too."""
    record(session, "exported", subject="activity", api_id=None, name=say(actor.locale, "activity.log"))
    header = [say(actor.locale, f"activity.column.{name}") for name in _COLUMNS]
    return csv_response("activity", header, _lines(house, actor, query), actor.locale)


def _lines(house: House, actor: Actor, query: ActivityQuery) -> Iterator[list[Any]]:
    """One line per changed field, on a connection of its own: the request's is closed before the first line."""
    with house.database.stream() as db:
        for entry in queries.each_entry(db, actor, house.clock, query):
            people = [person and person["name"] for person in (entry["actor"], entry["real_actor"])]
            plain = [entry["at"].isoformat(), *people, entry["action"], entry["subject_type"], entry["subject"]]
            for change in entry["changes"] or [{"field": None, "before": None, "after": None}]:
                yield [*plain, change["field"], change["before"], change["after"]]
