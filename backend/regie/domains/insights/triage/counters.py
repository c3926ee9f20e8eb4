"""Counts the records of lists that a role watches without ranking them; each list has exactly these records."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.time.clock import Clock
from regie.domains.insights.triage.schemas import CounterName, TriageCounter
from regie.domains.records.clients.models import Client
from regie.domains.work.clients.health import health_params
from regie.domains.work.clients.queries import CLIENTS, client_row_scope
from regie.domains.work.clients.schemas import ClientQuery


@dataclass(frozen=True, slots=True)
class _Counter:
    requires: tuple[Permission, ...]
    query: ClientQuery


_OF_CHURN = (Permission.CLIENTS_VIEW, Permission.CHURNS_CONFIRM)
_COUNTERS: Mapping[CounterName, _Counter] = {
    "at_risk": _Counter(_OF_CHURN, ClientQuery(health=["red"])),
    "leaving": _Counter(_OF_CHURN, ClientQuery(leaving=True)),
}


def read_counters(db: Connection, actor: Actor, clock: Clock) -> list[TriageCounter]:
    """Return the counts that are not zero, of the lists that the caller watches."""
    params = health_params(actor, clock.today())
    counts: list[TriageCounter] = []
    for name, counter in _COUNTERS.items():
        if all(actor.can(permission) for permission in counter.requires):
            found = CLIENTS.values(db, client_row_scope(actor), counter.query, (Client.id,), **params)
            counts.append({"counter": name, "count": len(found)})
    return [one for one in counts if one["count"]]
