"""Counts the records of lists that a role watches without ranking them; each list has exactly these records."""

from collections.abc import Mapping

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.time.clock import Clock
from regie.domains.insights.triage.schemas import CounterName, TriageCounter
from regie.domains.integrations.project_proposals.queries import count_open_proposals
from regie.domains.work.clients.queries import count_clients
from regie.domains.work.clients.schemas import ClientQuery
from regie.domains.work.undated_terms.queries import count_open_terms

_CLIENTS: Mapping[CounterName, ClientQuery] = {
    "at_risk": ClientQuery(health=["red"]),
    "leaving": ClientQuery(leaving=True),
}


def read_counters(db: Connection, actor: Actor, clock: Clock) -> list[TriageCounter]:
    """Return the counts that are not zero, of the lists that the caller watches."""
    counts: dict[CounterName, int] = {}
    if actor.can(Permission.CLIENTS_VIEW) and actor.can(Permission.CHURNS_CONFIRM):
        counts |= {name: count_clients(db, actor, query, clock.today()) for name, query in _CLIENTS.items()}
    if actor.can(Permission.PROJECTS_EDIT) or actor.can(Permission.CLIENTS_EDIT):
        counts["undated_terms"] = count_open_terms(db, actor)
    if actor.can(Permission.MATCHING_VIEW):
        counts["project_proposals"] = count_open_proposals(db)
    return [{"counter": name, "count": count} for name, count in counts.items() if count]
