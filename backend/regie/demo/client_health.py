"""Sets the health of a few active clients by hand, for two months, as an account manager would."""

from datetime import timedelta

from sqlalchemy import select

from regie.access.actor import Actor
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.demo.seeded_random import seeded_random
from regie.domains.records.clients.models import Client
from regie.domains.work.clients.actions import update_client
from regie.domains.work.clients.figures import STATUS
from regie.domains.work.clients.schemas import ClientUpdate

_SHARE = 0.08
_DAYS = timedelta(days=60)
_REASONS = {
    "fr-ca": "Mécontent du dernier lancement; appel prévu.",
    "en-us": "New marketing director is talking to other agencies.",
}
_WITHOUT_LEVEL = (
    select(Client.api_id, Client.name, Client.language)
    .where(STATUS["active"], Client.health.is_(None))
    .order_by(Client.id)
)


def set_health_of_clients(database: Database, actor: Actor, clock: Clock) -> int:
    """Set some clients at risk; return their number."""
    with database.write() as session:
        clients = [
            row for row in session.execute(_WITHOUT_LEVEL) if seeded_random("health", row.name).random() < _SHARE
        ]
        for row in clients:
            change = ClientUpdate(
                health="red",
                health_note=_REASONS[row.language or "en-us"],
                health_until=clock.today() + _DAYS,
            )
            update_client(session, actor, row.api_id, change, clock)
    return len(clients)
