"""Counts the records of lists that a role watches without ranking them; each list has exactly these records."""

from collections.abc import Mapping

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.time.clock import Clock
from regie.domains.insights.triage.schemas import CounterName, TriageCounter
from regie.domains.work.clients.queries import count_clients
from regie.domains.work.clients.schemas import ClientQuery

_REQUIRES = (Permission.CLIENTS_VIEW, Permission.CHURNS_CONFIRM)
_QUERIES: Mapping[CounterName, ClientQuery] = {
    "at_risk": ClientQuery(health=["red"]),
    "leaving": ClientQuery(leaving=True),
}


def read_counters(db: Connection, actor: Actor, clock: Clock) -> list[TriageCounter]:
    """Return the counts that are not zero, of the lists that the caller watches."""
    if not all(actor.can(permission) for permission in _REQUIRES):
        return []
    counts: list[TriageCounter] = [
        {"counter": name, "count": count_clients(db, actor, query, clock.today())} for name, query in _QUERIES.items()
    ]
    return [one for one in counts if one["count"]]
